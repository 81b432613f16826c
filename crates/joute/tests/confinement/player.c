/* A player that takes the first legal move and does what its first word says: it takes memory, spins, or goes wrong after
 * the game. Whatever stands after that is a file to write to, or a marker to find the process by. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char line[1 << 16], moves[1 << 16];
static const char *mode = "";

/* Tables of the kernel, which no limit of a process counts: half a gigabyte for pages that are all the same. */
static void grow_tables(void) {
    const size_t step = 2ul << 20, chunk = 1ul << 36;
    volatile char sum = 0;
    for (int chunks = 0; chunks < 4; chunks++) {
        char *at = mmap(NULL, chunk, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) exit(7);
        for (size_t i = 0; i < chunk; i += step) sum += at[i];
    }
}

/* 600 megabytes, once or on every turn. */
static void grow(void) {
    static int times;
    if (strcmp(mode, "grow") == 0 && times++ > 0) return;
    for (int i = 0; i < 600; i++) {
        char *piece = malloc(1 << 20);
        if (piece == NULL) abort();
        memset(piece, 1, 1 << 20);
    }
}

static void *spin(void *nothing) {
    for (volatile long i = 0;; i++) {}
    return nothing;
}

static void beyond(void) {
    volatile int *few = malloc(4 * sizeof *few);
    few[4] = 1; /* BEYOND */
}

int main(int argc, char **argv) {
    if (argc > 1) mode = argv[1];
    FILE *diary = strcmp(mode, "diary") == 0 ? fopen(argv[2], "a") : NULL;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (diary != NULL) { fprintf(diary, "%s\n", line); fflush(diary); }
        if (strcmp(line, "start") == 0) {
            pthread_t thread;
            if (strcmp(mode, "spin") == 0) pthread_create(&thread, NULL, spin, NULL);
            puts("ready moves");
        } else if (strncmp(line, "moves ", 6) == 0) snprintf(moves, sizeof moves, "%s", line + 6);
        else if (strncmp(line, "go ", 3) == 0) {
            if (strcmp(mode, "tables") == 0) grow_tables();
            if (strncmp(mode, "grow", 4) == 0) grow();
            if (strcmp(mode, "beyond") == 0) beyond();
            printf("move %s\n", strtok(moves, " "));
        } else if (strncmp(line, "end ", 4) == 0) {
            if (strcmp(mode, "crash-at-end") == 0) abort();
            if (strcmp(mode, "exit-at-end") == 0) exit(3);
        }
    }
    if (diary != NULL) { fprintf(diary, "closed\n"); fclose(diary); }
    return 0;
}
