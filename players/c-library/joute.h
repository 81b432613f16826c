/*
 * joute.h - write a player for Joute as a C library or as a WebAssembly module.
 *
 * A player is one shared library, or one module, that has at least the function
 * joute_choose:
 *
 *     gcc -shared -fPIC -O2 -o player.so player.c
 *     joute match ./player.so greedy --game othello --games 10
 *
 * or, from the same file, if it needs no C library,
 *
 *     clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -o player.wasm player.c
 *     joute match player.wasm greedy --game othello --games 10 --fuel 10M
 *
 * The same player may play every game: positions and moves are texts, the same
 * ones that `joute games` describes and `joute show` prints.
 *
 * Each game runs your library in a process of its own, in a sandbox, and a module
 * in a memory of its own. What a library prints with printf is kept as its log and
 * disturbs nothing. If your player crashes, exits or takes too long, the game is
 * lost, and the record says in which function it happened.
 *
 * In C++ the declarations below make the functions extern "C" by themselves,
 * provided that you include this file.
 */
#ifndef JOUTE_H
#define JOUTE_H

#ifdef __cplusplus
extern "C" {
#endif

/* WebAssembly modules say which functions are called from outside. */
#ifdef __wasm__
#define JOUTE_EXPORT(name) __attribute__((export_name(#name)))
#else
#define JOUTE_EXPORT(name)
#endif

/* The version of this file; later versions only add to the ends of structures. */
#define JOUTE_VERSION 2

/*
 * What is known before the first move. Everything here belongs to the caller and
 * is gone when joute_start returns: copy what you want to keep.
 */
struct joute_game {
    int version;                 /* JOUTE_VERSION of the caller */
    int seat;                    /* 0: you move first, 1: you move second */
    const char *game;            /* "seven-colours", "flood", "othello" or "awale" */
    const char *setup;           /* board and rules, e.g. "width=12,colours=6,seed=1" */
    const char *position;        /* the start position in the game's text */
    const char *graph_file;      /* Flood on a graph file: its text; otherwise NULL */
    long long time_ms;           /* your time for the whole game, -1: no limit */
    long long move_time_ms;      /* your time for each move, -1: no limit */
    long long increment_ms;      /* what each move adds to your time */
    unsigned long long seed;     /* for srand, if you want games that can be repeated */
};

/* What is known on your turn. Gone when joute_choose returns. */
struct joute_turn {
    const char *position;        /* the position now, in the game's text */
    const char *moves;           /* moves since your last one, joined by spaces; "" at first.
                                    A turn lost to the clock is written as skip. */
    const char *const *legal;    /* the legal moves, NULL behind the last one */
    int legal_count;             /* how many there are: at least one */
    long long time_left_ms;      /* your time for the rest of the game, -1: no limit */
    long long opponent_time_left_ms;
    const int *gains;            /* for each legal move: how many cells, discs or seeds more you
                                    have after it than before (since version 2) */
    long long fuel_left;         /* WebAssembly: instructions for this move, -1: not counted
                                    (since version 2) */
};

/* How the game ended. Gone when joute_end returns. */
struct joute_result {
    const char *winner;          /* "first", "second", "draw" or "none" */
    const char *how;             /* "played", or what else ended the game */
    int tally[2];                /* cells, discs or seeds of the first and the second */
};

/*
 * Your move: one of turn->legal, or any text that means the same. "resign" gives
 * the game up. The text must stay valid until the function is called again; one
 * of turn->legal may be returned as it is. This is the only function you need.
 */
JOUTE_EXPORT(joute_choose) const char *joute_choose(const struct joute_turn *turn);

/* Your name, for the log. You may leave this out. */
JOUTE_EXPORT(joute_name) const char *joute_name(void);

/* A game begins. You may leave this out. */
JOUTE_EXPORT(joute_start) void joute_start(const struct joute_game *game);

/* The game is over: the place to free what you have allocated. You may leave this out. */
JOUTE_EXPORT(joute_end) void joute_end(const struct joute_result *result);

#ifdef __wasm__
/*
 * WebAssembly alone. Joute writes the structures into memory that you give:
 * joute_buffer answers with the address, a multiple of 8, of at least `size`
 * bytes that stay yours to keep, or with NULL. It is called again when more is
 * needed. Write JOUTE_BUFFER(1 << 20) once in your file for a fixed megabyte.
 */
JOUTE_EXPORT(joute_buffer) void *joute_buffer(unsigned size);
#define JOUTE_BUFFER(bytes)                                                  \
    void *joute_buffer(unsigned size) {                                      \
        static long long buffer[(bytes) / 8];                                \
        return size <= sizeof buffer ? buffer : 0;                           \
    }

/*
 * What to put into struct joute_turn: the sum of these. You may leave it out and
 * are told everything; what you do not ask for is NULL and takes no time.
 */
enum { JOUTE_POSITION = 1, JOUTE_MOVES = 2, JOUTE_LEGAL = 4, JOUTE_GAINS = 8 };
JOUTE_EXPORT(joute_wants) int joute_wants(void);

/* Writes to your log. There is nothing else outside that you can call. */
__attribute__((import_module("joute"), import_name("log"))) void joute_log(const char *text, int length);
#endif

#ifdef __cplusplus
}
#endif

#endif
