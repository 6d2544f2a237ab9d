#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 3

static char grid[SIZE][SIZE + 1];

static void init(void)
{
    for (int r = 0; r < SIZE; r++)
        strcpy(grid[r], "...");
}

static void show(void)
{
    for (int r = 0; r < SIZE; r++)
        puts(grid[r]);
}

static bool parse_move(const char *buf, int *row, int *col)
{
    char *end;
    long n = strtol(buf, &end, 10);

    if (end == buf)
        return false;
    if (*end != '\n' && *end != '\0')
        return false;
    if (n < 0 || n > 8)
        return false;
    *row = n / SIZE;
    *col = n % SIZE;
    return grid[*row][*col] == '.';
}

/* only lines going through the last move can be new */
static bool wins(int row, int col, char p)
{
    int h = 0, v = 0, d = 0, a = 0;

    for (int i = 0; i < SIZE; i++) {
        if (grid[row][i] == p) h++;
        if (grid[i][col] == p) v++;
        if (grid[i][i] == p) d++;
        if (grid[i][SIZE - 1 - i] == p) a++;
    }
    return h == SIZE || v == SIZE || d == SIZE || a == SIZE;
}

int main(void)
{
    const char players[] = "XO";
    char buf[256];
    int turn = 0;
    int row, col;

    init();
    show();
    while (turn < SIZE * SIZE) {
        char p = players[turn % 2];

        printf("%c> ", p);
        fflush(stdout);
        if (fgets(buf, sizeof buf, stdin) == NULL)
            return 0;
        if (!parse_move(buf, &row, &col)) {
            puts("invalid.");
            continue;
        }
        grid[row][col] = p;
        show();
        if (wins(row, col, p)) {
            printf("%c won.\n", p);
            return 0;
        }
        turn++;
    }
    puts("tie.");
    return 0;
}
