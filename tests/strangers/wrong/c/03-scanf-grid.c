#include <stdio.h>

char g[3][3] = {{'.', '.', '.'}, {'.', '.', '.'}, {'.', '.', '.'}};

void print_grid(void)
{
    int r, c;
    for (r = 0; r < 3; r++) {
        for (c = 0; c < 3; c++)
            printf("%c", g[r][c]);
        printf("\n");
    }
}

void skip_line(void)
{
    int c;
    do
        c = getchar();
    while (c != '\n' && c != EOF);
}

int won(char p)
{
    int i, j, d1 = 0, d2 = 0;
    for (i = 0; i < 3; i++) {
        int row = 0, col = 0;
        for (j = 0; j < 3; j++) {
            row += g[i][j] == p;
            col += g[j][i] == p;
        }
        if (row == 3 || col == 3)
            return 1;
        d1 += g[i][i] == p;
        d2 += g[i][2 - i] == p;
    }
    return d1 == 3 || d2 == 3;
}

int main(void)
{
    char player[] = {'X', 'O'};
    int turn = 0;
    long n = 0;

    setvbuf(stdout, NULL, _IONBF, 0);
    while (turn < 9) {
        char p = player[turn % 2];
        int r;

        print_grid();
        printf("%c> ", p);
        r = scanf("%ld", &n);
        if (r == EOF)
            return 0;
        skip_line();
        n--;
        if (r != 1 || n < 0 || n > 8 || g[n / 3][n % 3] != '.') {
            printf("invalid.\n");
            continue;
        }
        g[n / 3][n % 3] = p;
        if (won(p)) {
            printf("%c won.\n", p);
            return 0;
        }
        turn++;
    }
    printf("tie.\n");
    return 0;
}
