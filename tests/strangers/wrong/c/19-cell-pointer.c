#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char Grid[3][3];

static void clear(Grid g)
{
    memset(g, '.', 9);
}

static void print(Grid g)
{
    for (int row = 0; row < 3; row++)
        printf("%.*s\n", 3, g[row]);
}

static int winner(Grid g, char p)
{
    int d = 1, u = 1;
    for (int i = 0; i < 3; i++) {
        int h = 1, v = 1;
        for (int j = 0; j < 3; j++) {
            h = h && g[i][j] == p;
            v = v && g[j][i] == p;
        }
        if (h || v)
            return 1;
        d = d && g[i][i] == p;
        u = u && g[i][2 - i] == p;
    }
    return d || u;
}

static char *choose(Grid g, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    char *cell;

    if (end == text || *end != '\n' && *end != '\0')
        return NULL;
    if (n < 0 || n > 8)
        return NULL;
    cell = &g[n % 3][n / 3];
    return *cell == '.' ? cell : NULL;
}

int main(void)
{
    Grid g;
    char *text = NULL, *cell;
    size_t room = 0;
    int count = 0;

    clear(g);
    print(g);
    while (printf("%c> ", count & 1 ? 'O' : 'X'), fflush(stdout), getline(&text, &room, stdin) >= 0) {
        if ((cell = choose(g, text)) == NULL) {
            printf("invalid.\n");
            continue;
        }
        *cell = count & 1 ? 'O' : 'X';
        print(g);
        if (winner(g, *cell)) {
            printf("%c won.\n", *cell);
            break;
        }
        if (++count == 9) {
            printf("tie.\n");
            break;
        }
    }
    free(text);
    return 0;
}
