/* A player for joute as a WebAssembly module in C, for every game. joute.h explains the functions. There is no C
 * library: everything that is needed stands here. */
#include "joute.h"

JOUTE_BUFFER(1 << 22) /* Where joute writes what it tells us: room for boards of a million cells. */

static int is_othello, size;

/* The whole number that a text begins with. */
static int number(const char *text) {
    int n = 0;
    while (*text >= '0' && *text <= '9') n = 10 * n + (*text++ - '0');
    return n;
}

/* Remembers what is needed on each turn; what the structure points to is gone afterwards. */
void joute_start(const struct joute_game *game) {
    is_othello = game->game[0] == 'o';
    if (is_othello) size = number(game->setup + 5); /* Behind "size=". */
}

/* What we want to hear of on each turn. Add JOUTE_POSITION and JOUTE_MOVES when you need them. */
int joute_wants(void) {
    return JOUTE_LEGAL | JOUTE_GAINS;
}

/* Othello: nobody can take a corner back, and a square beside it gives the corner away. */
static int square(const char *move) {
    int column = move[0] - 'a', row = number(move + 1) - 1;
    int x = column < size - 1 - column ? column : size - 1 - column; /* How far from the nearest edge. */
    int y = row < size - 1 - row ? row : size - 1 - row;
    if (x < 2 && y < 2) return x == 0 && y == 0 ? 100 : -30;
    return x == 0 || y == 0 ? 10 : 0;
}

/* YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds. */
static int value(const char *move, int gain) {
    return is_othello ? gain + square(move) : gain;
}

/* The best of the legal moves, the first one if several are. */
const char *joute_choose(const struct joute_turn *turn) {
    int best = 0;
    for (int i = 1; i < turn->legal_count; i++)
        if (value(turn->legal[i], turn->gains[i]) > value(turn->legal[best], turn->gains[best])) best = i;
    return turn->legal[best];
}
