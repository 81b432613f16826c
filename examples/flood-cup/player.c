/* Flood players as shared libraries, one habit each: build.sh compiles this file once for every habit. */
#include "joute.h"

#include <stdlib.h>

static int turns;

void joute_start(const struct joute_game *game) {
    turns = 0;
    srand((unsigned)game->seed);
}

const char *joute_choose(const struct joute_turn *turn) {
    turns++;
#if defined FIRST /* always the first legal colour */
    return turn->legal[0];
#elif defined LAST /* always the last one */
    return turn->legal[turn->legal_count - 1];
#elif defined NEXT /* one colour after the other */
    return turn->legal[turns % turn->legal_count];
#else /* any */
    return turn->legal[rand() % turn->legal_count];
#endif
}
