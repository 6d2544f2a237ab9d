#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define END (-2)

static const int lines[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
    {0, 4, 8}, {2, 4, 6}
};

static char board[9];

static void show(void)
{
    for (int i = 0; i < 9; i++) {
        putchar(board[i]);
        if (i % 3 == 2)
            putchar('\n');
    }
}

static int has_won(char p)
{
    for (int i = 0; i < 8; i++)
        if (board[lines[i][0]] == p && board[lines[i][1]] == p && board[lines[i][2]] == p)
            return 1;
    return 0;
}

/* returns 0..8, -1 for an invalid line, END at the end of the input */
static int read_move(void)
{
    char buf[4096], *end;
    long n;

    if (!fgets(buf, sizeof buf, stdin))
        return END;
    buf[strcspn(buf, "\r\n")] = '\0';
    n = strtol(buf, &end, 10);
    if (end == buf || *end != '\0' || n < 0 || n > 8 || board[n] != '.')
        return -1;
    return (int)n;
}

int main(void)
{
    char player = 'X';
    int marks = 0;

    memset(board, '.', sizeof board);
    while (1) {
        show();
        printf("%c> ", player);
        fflush(stdout);

        int m = read_move();
        if (m == END)
            return 0;
        if (m < 0) {
            printf("invalid.\n");
            continue;
        }
        board[m] = player;
        marks++;
        if (has_won(player)) {
            show();
            printf("%c wins.\n", player);
            return 0;
        }
        if (marks == 9) {
            show();
            printf("tie.\n");
            return 0;
        }
        player = player == 'X' ? 'O' : 'X';
    }
}
