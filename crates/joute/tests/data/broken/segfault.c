/* It follows a pointer that leads nowhere when there is one move only. */
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
            char *second = strtok(NULL, " \n");
            if (second[0] == 'x') move = second;
            printf("move %s\n", move);
        }
    }
    return 0;
}
