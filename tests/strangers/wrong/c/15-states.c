#include <stdio.h>
#include <string.h>

typedef enum { RUNNING, X_WON, O_WON, TIE } State;

static char tiles[3][3];

static State judge(void)
{
    int i, j, empty = 0;
    char w = 0;

    for (i = 0; i < 3; i++) {
        if (tiles[i][0] != '.' && tiles[i][0] == tiles[i][1] && tiles[i][1] == tiles[i][2])
            w = tiles[i][0];
        if (tiles[0][i] != '.' && tiles[0][i] == tiles[1][i] && tiles[1][i] == tiles[2][i])
            w = tiles[0][i];
        for (j = 0; j < 3; j++)
            if (tiles[i][j] == '.')
                empty++;
    }
    if (tiles[1][1] != '.') {
        if (tiles[0][0] == tiles[1][1] && tiles[1][1] == tiles[2][2])
            w = tiles[1][1];
        if (tiles[0][2] == tiles[1][1] && tiles[1][1] == tiles[2][0])
            w = tiles[1][1];
    }
    if (w == 'X')
        return X_WON;
    if (w == 'O')
        return O_WON;
    return empty ? RUNNING : TIE;
}

static void show(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        fwrite(tiles[i], 1, 3, stdout);
        putchar('\n');
    }
}

int main(void)
{
    char word[256], active = 'X';
    int k;

    memset(tiles, '.', sizeof tiles);
    for (;;) {
        show();
        printf("%c> ", active);
        fflush(stdout);
        if (scanf("%255s%*[^\n]", word) == EOF)
            return 0;
        k = word[1] == '\0' ? word[0] - '0' : -1;
        if (k < 0 || k > 8 || tiles[k / 3][k % 3] != '.') {
            puts("invalid.");
            continue;
        }
        tiles[k / 3][k % 3] = active;
        active = active == 'X' ? 'O' : 'X';

        switch (judge()) {
        case RUNNING:
            break;
        case X_WON:
            puts("X won.");
        case O_WON:
            puts("O won.");
            return 0;
        case TIE:
            puts("tie.");
            return 0;
        }
    }
}
