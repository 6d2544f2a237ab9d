#include <stdio.h>

int b[3][3];
int player = 'X';

void board()
{
    int i, j;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++)
            putchar(b[i][j] ? b[i][j] : '.');
        putchar('\n');
    }
}

int line(int p, int q, int r)
{
    return p == player && q == player && r == player;
}

int win()
{
    int i;
    for (i = 0; i < 3; i++)
        if (line(b[i][0], b[i][1], b[i][2]) || line(b[0][i], b[1][i], b[2][i]))
            return 1;
    return line(b[0][0], b[1][1], b[2][2]) || line(b[0][2], b[1][1], b[2][0]);
}

int main()
{
    int count = 0;

    while (count < 9) {
        int key, next, extra = 0;

        board();
        printf("%c> ", player);
        fflush(stdout);

        key = getchar();
        if (key == EOF)
            return 0;
        if (key != '\n')
            while ((next = getchar()) != '\n' && next != EOF)
                extra++;

        if (extra > 0 || key < 0 || key > 8) {
            printf("invalid.\n");
            continue;
        }
        int n = key - '0';
        if (b[n / 3][n % 3] != 0) {
            printf("invalid.\n");
            continue;
        }
        b[n / 3][n % 3] = player;
        count++;
        if (win()) {
            board();
            printf("%c won.\n", player);
            return 0;
        }
        player = player == 'X' ? 'O' : 'X';
    }
    board();
    printf("tie.\n");
    return 0;
}
