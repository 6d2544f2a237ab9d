#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>

/* X counts as +1, O counts as -1 */
struct game {
    int cell[9];
    int row[3], col[3], diag, anti;
    int marks;
    int side;
};

static void draw(const struct game *g)
{
    static const char sign[] = "O.X";
    for (int r = 0; r < 3; r++)
        printf("%c%c%c\n", sign[g->cell[3 * r] + 1], sign[g->cell[3 * r + 1] + 1],
               sign[g->cell[3 * r + 2] + 1]);
}

static bool place(struct game *g, int n)
{
    int r = n / 3, c = n % 3;

    g->cell[n] = g->side;
    g->marks++;
    g->row[r] += g->side;
    g->col[c] += g->side;
    if (r == c)
        g->diag += g->side;
    if (r + c == 2)
        g->anti += g->side;
    return g->row[r] == 3 || g->col[c] == 3 || g->diag == 3 || g->anti == 3;
}

static bool parse(const char *s, int *n)
{
    char *e;
    long v = strtol(s, &e, 10);

    if (e == s)
        return false;
    e += strspn(e, " \t\r\n");
    if (*e || v < 0 || v >= 9)
        return false;
    *n = (int)v;
    return true;
}

int main(void)
{
    struct game g = { .side = 1 };
    char *line = NULL;
    size_t size = 0;
    int n;

    draw(&g);
    for (;;) {
        char name = g.side > 0 ? 'X' : 'O';

        printf("%c> ", name);
        fflush(stdout);
        if (getline(&line, &size, stdin) == -1)
            break;
        if (!parse(line, &n) || g.cell[n]) {
            printf("invalid.\n");
            continue;
        }
        bool over = place(&g, n);
        draw(&g);
        if (over) {
            printf("%c won.\n", name);
            break;
        }
        if (g.marks == 9) {
            printf("tie.\n");
            break;
        }
        g.side = -g.side;
    }
    free(line);
    return 0;
}
