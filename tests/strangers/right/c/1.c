#include <stdio.h>
#include <string.h>

char board[3][3];

void show(void)
{
    int r, c;
    for (r = 0; r < 3; r++) {
        for (c = 0; c < 3; c++)
            putchar(board[r][c]);
        putchar('\n');
    }
}

int won(char p)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (board[i][0] == p && board[i][1] == p && board[i][2] == p)
            return 1;
        if (board[0][i] == p && board[1][i] == p && board[2][i] == p)
            return 1;
    }
    if (board[0][0] == p && board[1][1] == p && board[2][2] == p)
        return 1;
    if (board[0][2] == p && board[1][1] == p && board[2][0] == p)
        return 1;
    return 0;
}

int main(void)
{
    char line[100];
    char player = 'X';
    int turns = 0;
    int pos, ch;

    memset(board, '.', sizeof board);

    while (1) {
        show();
        printf("%c> ", player);
        fflush(stdout);

        if (fgets(line, sizeof line, stdin) == NULL)
            break;

        /* line too long for the buffer: throw the rest away */
        if (strlen(line) == sizeof line - 1 && line[sizeof line - 2] != '\n') {
            while ((ch = getchar()) != '\n' && ch != EOF)
                ;
        }
        line[strcspn(line, "\r\n")] = '\0';

        if (strlen(line) != 1 || line[0] < '0' || line[0] > '8') {
            printf("invalid.\n");
            continue;
        }
        pos = line[0] - '0';
        if (board[pos / 3][pos % 3] != '.') {
            printf("invalid.\n");
            continue;
        }

        board[pos / 3][pos % 3] = player;
        turns++;

        if (won(player)) {
            printf("%c won.\n", player);
            break;
        }
        if (turns == 9) {
            printf("tie.\n");
            break;
        }
        player = player == 'X' ? 'O' : 'X';
    }
    return 0;
}
