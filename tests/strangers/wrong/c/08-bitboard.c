#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint16_t WINS[] = {
    0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124
};

static void output(uint16_t x, uint16_t o)
{
    for (int i = 0; i < 9; i++) {
        uint16_t bit = 1u << i;
        putchar(x & bit ? 'X' : o & bit ? 'O' : '.');
        if (i == 2 || i == 5 || i == 8)
            putchar('\n');
    }
}

static int is_win(uint16_t m)
{
    for (size_t i = 0; i < sizeof WINS / sizeof *WINS; i++)
        if ((m & WINS[i]) == WINS[i])
            return 1;
    return 0;
}

int main(void)
{
    uint16_t mask[2] = { 0, 0 };
    int who = 0;
    char line[1024];

    output(mask[0], mask[1]);
    while (printf("%c> ", who ? 'O' : 'X'), fflush(stdout), fgets(line, sizeof line, stdin)) {
        char *tail;
        long pos = strtol(line, &tail, 10);

        if (tail == line || (*tail != '\n' && *tail != '\0') || pos < 0 || pos > 9
            || ((mask[0] | mask[1]) >> pos & 1)) {
            puts("invalid.");
            output(mask[0], mask[1]);
            continue;
        }
        mask[who] |= 1u << pos;
        output(mask[0], mask[1]);
        if (is_win(mask[who])) {
            printf("%c won.\n", who ? 'O' : 'X');
            return 0;
        }
        if ((mask[0] | mask[1]) == 0x1ff) {
            puts("tie.");
            return 0;
        }
        who = !who;
    }
    return 0;
}
