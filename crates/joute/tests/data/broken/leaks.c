/* It allocates for each move and forgets it. */
#include <stdlib.h>
#include <string.h>
#include "joute.h"

static char *kept[1000];
static int count;

const char *joute_choose(const struct joute_turn *turn) {
    char *copy = malloc(3 << 20);
    memset(copy, turn->legal_count, 3 << 20);
    kept[count++ % 1000] = copy;
    return turn->legal[kept[0][7] % turn->legal_count];
}
