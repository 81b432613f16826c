/* It leaves after its first move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16], moves[1 << 16];

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "start", 5) == 0) puts("ready moves");
        else if (strncmp(line, "moves ", 6) == 0) strcpy(moves, line + 6);
        else if (strncmp(line, "go ", 3) == 0) {
            char *move = strtok(moves, " \n");
            printf("move %s\n", move);
            return 0;
        }
    }
    return 0;
}
