/* A player that misbehaves on demand: `bad MODE [--at N] [anything]`.
 *
 * It plays the first legal move until it has made N moves (default 1), then does what MODE says. Modes of the handshake
 * act at once. Whatever stands after that is a marker to find the process by. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READY "ready position moves\n"
static const char *mode;
static char move[64];

static int is(const char *name) { return strcmp(mode, name) == 0; }

static void forever(void) {
    for (;;) sleep(1000);
}

/* Writes at once and whole, past every buffer. */
static void put(int stream, const char *data, size_t size) {
    while (size > 0) {
        ssize_t count = write(stream, data, size);
        if (count <= 0) exit(9);
        data += count, size -= (size_t)count;
    }
}

static void say(const char *text) { put(1, text, strlen(text)); }

static void answer(const char *before, const char *after) {
    char text[256];
    snprintf(text, sizeof text, "%smove %s%s", before, move, after);
    say(text);
}

/* Writes a hundred megabytes of this. */
static void flood(int stream, const char *text) {
    static char block[100000];
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof block; i++) block[i] = text[i % length];
    for (int i = 0; i < 1000; i++) put(stream, block, sizeof block);
}

/* Where another process is allowed, it stays behind with all our pipes in its hands. */
static void leave_child(void) {
    int child = fork();
    if (child == 0) forever();
    if (child < 0) perror("no child");
}

static void huge(void) {
    static char text[60006] = "move ";
    memset(text + 5, 'A', 60000);
    text[60005] = '\n';
    put(1, text, sizeof text);
}

static void binary(void) {
    char bytes[4096];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)i;
    put(1, bytes, sizeof bytes);
    answer("\n", "\n");
}

/* Does it; comes back where the game may go on after it. */
static void misbehave(void) {
    volatile int one = 1, zero = 0;
    if (is("exit")) exit(3);
    if (is("segfault")) *(volatile int *)(long)zero = 1;
    if (is("abort")) abort();
    if (is("exception")) exit(one / zero);
    if (is("loop")) for (;;) zero = 0;
    if (is("ignore-term")) signal(SIGTERM, SIG_IGN);
    if (is("sleep") || is("ignore-term")) forever();
    if (is("flood-stdout")) flood(1, "a line of the log\n");
    if (is("flood-stderr")) flood(2, "a line of the log\n");
    if (is("endless-line")) flood(1, "x");
    if (is("dribble")) for (;; usleep(5000)) say("still thinking\n");
    if (is("no-newline")) answer("", ""), forever();
    if (is("close-output")) close(1), forever();
    if (is("close-input")) close(0), answer("", "\n"), forever();
    if (is("child")) leave_child();
    if (is("illegal")) say("move Z\n");
    else if (is("nonsense")) say("move what a lovely day\n");
    else if (is("bare")) say("move\n");
    else if (is("words")) answer("", " A\n");
    else if (is("huge")) huge();
    else if (is("twice")) answer("", "\nmove Z\n");
    else if (is("binary")) binary();
    else if (is("late")) usleep(1500000), say("move Z\n");
    else if (is("resign")) say("resign\n");
    else answer("", "\n");
}

static void greet(void) {
    if (is("mute")) forever();
    if (is("exit-early")) exit(4);
    say(is("early") ? READY "move Z\n" : READY);
    for (int i = 0; is("ready-spam") && i < 1000; i++) say(READY);
    if (is("deaf")) forever();
}

int main(int count, char **words) {
    static char line[1 << 20];
    mode = count > 1 ? words[1] : "";
    int at = count > 3 && strcmp(words[2], "--at") == 0 ? atoi(words[3]) : 1, made = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "start\n") == 0) made = 0, greet();
        else if (sscanf(line, "moves %63s", move) == 1) continue;
        else if (strncmp(line, "go ", 3) == 0) {
            if (made == at) misbehave();
            else answer("", "\n");
            made++;
        }
    }
    return 0;
}
