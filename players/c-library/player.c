/* A player for every game: it chooses one of the legal moves at random.
 *
 *     gcc -shared -fPIC -O2 -I../c -o player.so player.c
 *     joute match ./player.so random --game awale --games 10
 */
#include "joute.h"

#include <stdio.h>
#include <stdlib.h>

const char *joute_name(void) {
    return "A library that plays at random";
}

void joute_start(const struct joute_game *game) {
    srand((unsigned)game->seed);
    printf("%s, seat %d, from %s\n", game->game, game->seat, game->position);
}

const char *joute_choose(const struct joute_turn *turn) {
    return turn->legal[rand() % turn->legal_count];
}

void joute_end(const struct joute_result *result) {
    printf("%s: %d to %d\n", result->winner, result->tally[0], result->tally[1]);
}
