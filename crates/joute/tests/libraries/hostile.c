/* A Flood library that does what its own file name says, as WHAT@WHERE.so: segfault@play.so fails in play. Otherwise it
 * passes. It needs nothing of GSL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct move_t { int c; };
struct graph_t { size_t num_vertices; void *t; size_t positions[2]; };

static struct graph_t *graph;
static int *colors;

struct move_t play(struct move_t previous);

static int deep(volatile char *above) {
    volatile char here[4096];
    here[0] = above[0];
    return deep(here) + here[1];
}

/* More than the stack has, and as much as teams of the course use. Each in a function of its own: a frame is made whole. */
__attribute__((noinline)) static void huge_array(void) {
    volatile char array[200 << 20];
    array[0] = array[sizeof array / 2] = 1;
}

__attribute__((noinline)) static void large_array(void) {
    volatile char array[16 << 20];
    for (size_t k = 0; k < sizeof array; k += 4096) array[k] = 1;
}

static void print_everywhere(void) {
    for (int fd = 0; fd < 64; fd++)
        if (fcntl(fd, F_GETFD) != -1 && write(fd, "half a line", 11) < 0) continue;
    printf("a whole line\n");
}

static void do_it(const char *what) {
    volatile int *nowhere = NULL;
    sigset_t all;
    if (!strcmp(what, "segfault")) *nowhere = 1;
    if (!strcmp(what, "abort")) abort();
    if (!strcmp(what, "exit")) exit(3);
    if (!strcmp(what, "quiet-exit")) _exit(0);
    if (!strcmp(what, "loop")) for (;;) *(volatile int *)&nowhere;
    if (!strcmp(what, "twice")) free(colors), free(colors);
    if (!strcmp(what, "print")) print_everywhere();
    if (!strcmp(what, "close")) for (int fd = 0; fd < 64; fd++) close(fd);
    if (!strcmp(what, "deep")) deep((char *)&all);
    if (!strcmp(what, "stack")) huge_array();
    if (!strcmp(what, "large")) large_array();
    if (!strcmp(what, "leak")) for (int k = 0; k < 100; k++) memset(malloc(100000), 1, 100000);
    if (!strcmp(what, "mask")) {
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    }
}

static void here(const char *where) {
    Dl_info info;
    if (!dladdr((void *)play, &info)) return;
    char name[200];
    const char *slash = strrchr(info.dli_fname, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : info.dli_fname);
    char *at = strchr(name, '@'), *dot = strrchr(name, '.');
    if (!at || !dot) return;
    *at = *dot = 0;
    if (!strcmp(at + 1, where) || !strcmp(at + 1, "all")) do_it(name);
}

__attribute__((constructor)) static void construct(void) { here("constructor"); }

const char *get_player_name(void) {
    here("get_player_name");
    return "hostile";
}

void initialize(size_t id, struct graph_t *g, int *c, void *forbidden) {
    (void)id, (void)forbidden;
    graph = g, colors = c;
    here("initialize");
}

struct move_t play(struct move_t previous) {
    (void)previous;
    here("play");
    Dl_info info;
    int is_wrong = dladdr((void *)play, &info) && strstr(info.dli_fname, "/colour@play");
    return (struct move_t){is_wrong ? 42 : -1};
}

void finalize(void) { here("finalize"); }
