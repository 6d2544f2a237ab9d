#include <stdio.h>

char board[9] = {'.', '.', '.', '.', '.', '.', '.', '.', '.'};

int lines[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
    {0, 4, 8}, {2, 4, 6}
};

void print_board(void)
{
    int i;
    for (i = 0; i < 9; i++) {
        printf("%c", board[i]);
        if (i % 3 == 2)
            printf("\n");
    }
}

int has_won(char p)
{
    int i;
    for (i = 0; i < 8; i++) {
        if (board[lines[i][0]] == p && board[lines[i][1]] == p && board[lines[i][2]] == p)
            return 1;
    }
    return 0;
}

int main(void)
{
    char player = 'X';
    int count = 0;
    int pos, r, c, extra;

    while (1) {
        print_board();
        printf("%c> ", player);
        r = scanf("%d", &pos);
        if (r == EOF)
            break;
        /* throw away the rest of the line, there should be nothing */
        extra = 0;
        while ((c = getchar()) != '\n' && c != EOF) {
            if (c != ' ')
                extra = 1;
        }
        if (r != 1 || extra) {
            printf("invalid.\n");
            continue;
        }
        if (pos < 0 || pos > 8 || board[pos] != '.') {
            printf("invalid.\n");
            continue;
        }
        board[pos] = player;
        count++;
        if (has_won(player)) {
            print_board();
            printf("%c won.\n", player);
            break;
        }
        if (count == 9) {
            print_board();
            printf("tie.\n");
            break;
        }
        player = player == 'X' ? 'O' : 'X';
    }
    return 0;
}
