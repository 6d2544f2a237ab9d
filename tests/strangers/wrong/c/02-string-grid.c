#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define AT(n) grid[(n) + (n) / 3]

static char grid[] = "...\n...\n...\n";

static int same(int a, int b, int c)
{
    return AT(a) != '.' && AT(a) == AT(b) && AT(b) == AT(c);
}

static int finished(void)
{
    for (int i = 0; i < 3; i++)
        if (same(3 * i, 3 * i + 1, 3 * i + 2) || same(i, i + 3, i + 6))
            return 1;
    return same(0, 4, 8) || same(2, 4, 6);
}

int main(void)
{
    char *text = NULL;
    size_t cap = 0;
    ssize_t len;
    char player = 'X';
    int left = 9;

    for (;;) {
        printf("%s%c>", grid, player);
        fflush(stdout);
        if ((len = getline(&text, &cap, stdin)) < 0)
            break;
        if (len > 0 && text[len - 1] == '\n')
            text[--len] = 0;
        if (len != 1 || text[0] < '0' || text[0] > '8' || AT(text[0] - '0') != '.') {
            puts("invalid.");
            continue;
        }
        AT(text[0] - '0') = player;
        left--;
        if (finished()) {
            printf("%s%c won.\n", grid, player);
            break;
        }
        if (left == 0) {
            printf("%stie.\n", grid);
            break;
        }
        player ^= 'X' ^ 'O';
    }
    free(text);
    return 0;
}
