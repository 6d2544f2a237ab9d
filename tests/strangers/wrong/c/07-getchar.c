#include <stdio.h>
#include <stdlib.h>

enum { BAD = -1, QUIT = -2 };

char field[3][4] = { "...", "...", "..." };

/* reads one line with one number in it */
int read_field(void)
{
    int c, digits = 0, value = 0, junk = 0;

    while ((c = getchar()) != '\n') {
        if (c == EOF) {
            if (digits || junk)
                break;
            return QUIT;
        }
        if (c >= '0' && c <= '9' && digits < 4) {
            value = value * 10 + c - '0';
            digits++;
        } else {
            junk = 1;
        }
    }
    return digits && !junk ? value : BAD;
}

int three(char a, char b, char c)
{
    return a != '.' && a == b && b == c;
}

int somebody_won(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (three(field[i][0], field[i][1], field[i][2]))
            return 1;
        if (three(field[0][i], field[1][i], field[2][i]))
            return 1;
    }
    return three(field[0][0], field[1][1], field[2][2])
        || three(field[0][2], field[1][1], field[2][0]);
}

int main(void)
{
    int turn, used = 0;

    for (turn = 0; used < 9; turn++) {
        char sign = "XO"[turn % 2];
        int n;

        printf("%s\n%s\n%s\n%c> ", field[0], field[1], field[2], sign);
        fflush(stdout);
        n = read_field();
        if (n == QUIT)
            exit(0);
        if (n < 0 || n > 8 || field[n / 3][n % 3] != '.') {
            printf("invalid.\n");
            continue;
        }
        field[n / 3][n % 3] = sign;
        used++;
        if (somebody_won()) {
            printf("%s\n%s\n%s\n%c won.\n", field[0], field[1], field[2], sign);
            exit(0);
        }
    }
    printf("tie.\n");
    return 0;
}
