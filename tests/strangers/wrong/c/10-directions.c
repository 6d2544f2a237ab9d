#include <stdio.h>
#include <string.h>

typedef enum { EMPTY, CROSS, NOUGHT } mark;

static mark cells[9];
static const char *const glyph = ".XO";

static int inside(int r, int c)
{
    return r >= 0 && r < 3 && c >= 0 && c < 3;
}

/* longest run through the last mark, in one direction and its opposite */
static int run(int r, int c, int dr, int dc)
{
    mark m = cells[3 * r + c];
    int n = 1;

    for (int i = r + dr, j = c + dc; inside(i, j) && cells[3 * i + j] == m; i += dr, j += dc)
        n++;
    for (int i = r - dr, j = c - dc; inside(i, j) && cells[3 * i + j] == m; i -= dr, j -= dc)
        n++;
    return n;
}

static int decides(int pos)
{
    int r = pos / 3, c = pos % 3;
    return run(r, c, 0, 1) == 3 || run(r, c, 1, 0) == 3
        || run(r, c, 1, 1) == 3 || run(r, c, 1, -1) == 3;
}

static void render(void)
{
    char out[13], *p = out;
    for (int i = 0; i < 9; i++) {
        *p++ = glyph[cells[i]];
        if (i % 3 == 2)
            *p++ = '\n';
    }
    *p = '\0';
    fputs(out, stdout);
}

int main(void)
{
    char input[8192];
    mark turn = CROSS;
    int empty = 9;

    render();
    for (;;) {
        printf("%c> ", glyph[turn]);
        fflush(stdout);
        if (fgets(input, sizeof input, stdin) == NULL)
            return 0;

        char key = input[0];
        if (key < '0' || key > '8' || cells[key - '0'] != EMPTY) {
            puts("invalid.");
            continue;
        }
        int pos = key - '0';
        cells[pos] = turn;
        empty--;
        render();
        if (decides(pos)) {
            printf("%c won.\n", glyph[turn]);
            return 0;
        }
        if (!empty) {
            puts("tie.");
            return 0;
        }
        turn = turn == CROSS ? NOUGHT : CROSS;
    }
}
