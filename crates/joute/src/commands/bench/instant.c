/* The quickest player there can be: it answers every "go" of Seven Colours with the first colour, without thinking. */
#include <string.h>
#include <unistd.h>

int main(void) {
    static char text[1 << 20];
    size_t used = 0;
    for (;;) {
        ssize_t count = read(0, text + used, sizeof text - used);
        if (count <= 0) return 0;
        used += count;
        char *line = text, *end;
        while ((end = memchr(line, '\n', text + used - line))) {
            if (!strncmp(line, "go", 2) && write(1, "move A\n", 7) < 0) return 1;
            if (!strncmp(line, "start", 5) && write(1, "ready\n", 6) < 0) return 1;
            line = end + 1;
        }
        used -= line - text;
        memmove(text, line, used);
    }
}
