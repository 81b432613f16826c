/* A WebAssembly player that misbehaves as it is told when it is built, from its second turn on: -DMODE=LOOP -DMODE_LOOP,
 * the second one for what the preprocessor must know. */
enum mode {
    FINE, THINKER, LOOP, LOOP_AT_START, RECURSION, GROWTH, TRAP, DIVIDE, BAD_ADDRESS, ABORT, ILLEGAL, NOT_UTF8, NO_END,
    NULL_ANSWER, OUTSIDE, BAD_BUFFER, NO_BUFFER, ODD_BUFFER, LOG_OUTSIDE, RESIGN, TEXT, OVERWRITE, WRONG_IMPORT, WASI,
    MISSING_CHOOSE, MISSING_BUFFER, WRONG_TYPE, CLOCK, REMEMBER, LEAK, CHATTY,
    TRAP_AT_END, LOOP_AT_END
};

#ifdef MODE_WRONG_TYPE
#define joute_choose as_it_should_be
#endif
#include "joute.h"
#undef joute_choose

__attribute__((import_module("env"), import_name("abort"))) void abort_with(const void *, const void *, int, int);
__attribute__((import_module("env"), import_name("time"))) int wrong_import(void);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write"))) int fd_write(int, int, int, int);

static int turns, started;
static unsigned state;
static char answer[2000];

static int length(const char *text) {
    int n = 0;
    while (text[n]) n++;
    return n;
}

static void say(const char *text) {
    joute_log(text, length(text));
}

__attribute__((noinline)) static int recurse(volatile int *depth) {
    volatile int here = *depth + 1;
    return recurse(&here) + here;
}

#ifndef MODE_MISSING_BUFFER
void *joute_buffer(unsigned size) {
    static long long buffer[1 << 17];
    if (MODE == BAD_BUFFER) return (void *)0x7ffffff8;
    if (MODE == NO_BUFFER) return 0;
    if (MODE == ODD_BUFFER) return (char *)buffer + 4;
    return size <= sizeof buffer ? buffer : 0;
}
#endif

void joute_start(const struct joute_game *game) {
    started++;
    state = (unsigned)game->seed;
    if (MODE == LOOP_AT_START)
        for (;;) state++;
    if (MODE == CLOCK) say(game->time_ms == -1 && game->move_time_ms == -1 ? "no time at the start" : "time at the start");
}

#if defined MODE_TRAP_AT_END || defined MODE_LOOP_AT_END
void joute_end(const struct joute_result *result) {
    if (MODE == TRAP_AT_END) __builtin_trap();
    for (;;) state += (unsigned)result->tally[0];
}
#endif

#ifdef MODE_WRONG_TYPE
JOUTE_EXPORT(joute_choose) long long joute_choose(const struct joute_turn *turn) {
    return (long)turn;
}
#elif !defined MODE_MISSING_CHOOSE
static const char *misbehave(const struct joute_turn *turn) {
    volatile int zero = 0;
    switch (MODE) {
    case LOOP:
        for (;;) state++;
    case RECURSION: {
        volatile int depth = zero;
        return turn->legal[recurse(&depth)];
    }
    case GROWTH:
        for (;;) __builtin_wasm_memory_grow(0, 16);
    case TRAP: __builtin_trap();
    case DIVIDE: return turn->legal[turns / zero];
    case BAD_ADDRESS: return *(const char *volatile *)0xfffffff0;
    case ABORT: {
        /* As AssemblyScript has it: the length in bytes, then UTF-16. */
        static const struct { int bytes; unsigned short text[4]; } message = {8, {'o', 'o', 'p', 's'}};
        abort_with(message.text, 0, 7, 3);
        return 0;
    }
    case ILLEGAL: return "Z";
    case NOT_UTF8: return "\xff\xfe";
    case NO_END:
        for (int i = 0; i < 2000; i++) *(volatile char *)&answer[i] = 'A';
        return answer;
    case NULL_ANSWER: return 0;
    case OUTSIDE: return (const char *)0x7fffffff;
    case LOG_OUTSIDE: joute_log((const char *)16, 0x7fffffff); return 0;
    case RESIGN: return "resign";
    case WRONG_IMPORT: return turn->legal[wrong_import() & 0];
    case WASI: return turn->legal[fd_write(1, 0, 0, 0) & 0];
    default: return 0;
    }
}

/* Thinks for as long as its fuel lasts, nearly: what it plays depends on every instruction it had. */
static int think(const struct joute_turn *turn) {
    long long rounds = turn->fuel_left > 0 ? turn->fuel_left / 40 : 2000;
    for (long long i = 0; i < rounds; i++)
        state = state * 1664525u + 1013904223u + (unsigned)turn->gains[state % (unsigned)turn->legal_count];
    return (int)((state >> 16) % (unsigned)turn->legal_count);
}

const char *joute_choose(const struct joute_turn *turn) {
    int i = 0;
    if (MODE == THINKER) return turn->legal[think(turn)];
    if (MODE == CLOCK) {
        int untimed = turn->time_left_ms == -1 && turn->opponent_time_left_ms == -1;
        say(untimed ? "no time" : "time");
        say(turn->fuel_left > 0 ? "fuel" : "no fuel");
        return turn->legal[0];
    }
    if (MODE == LEAK) __builtin_wasm_memory_grow(0, 32);
    if (MODE == LEAK || MODE == CHATTY) {
        if (MODE == CHATTY) say("let me think");
        return turn->legal[0];
    }
    if (MODE == REMEMBER) {
        say(turns == 0 && started == 1 ? "fresh" : "not fresh");
        if (turns++ == 0) say(turn->moves);
        return turn->legal[0];
    }
    if (MODE == TEXT || MODE == OVERWRITE) {
        /* The last legal move: as a text of our own, or written over the first one. */
        char *to = MODE == TEXT ? answer : (char *)turn->legal[0];
        const char *from = turn->legal[turn->legal_count - 1];
        for (; from[i]; i++) to[i] = from[i];
        to[i] = 0;
        return to;
    }
    if (MODE != FINE && MODE < TRAP_AT_END && turns++ >= 1) return misbehave(turn);
    return turn->legal[0];
}
#endif
