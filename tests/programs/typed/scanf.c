#include <stdio.h>
#include <string.h>

static char b[9] = {'.', '.', '.', '.', '.', '.', '.', '.', '.'};
static const int w[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

int main(void) {
    char line[256], end, p = 'X';
    for (int n = 0; n < 9; n++) {
        printf("%.3s\n%.3s\n%.3s\n", b, b + 3, b + 6);
        for (;;) {
            printf("%c> ", p);
            fflush(stdout);
            line[0] = 0;
            if (scanf("%255[^\n]", line) == EOF || scanf("%c", &end) == EOF) return 0;
            if (strlen(line) == 1 && line[0] >= '0' && line[0] <= '8' && b[line[0] - '0'] == '.') break;
            puts("invalid.");
        }
        b[line[0] - '0'] = p;
        for (int i = 0; i < 8; i++)
            if (b[w[i][0]] == p && b[w[i][1]] == p && b[w[i][2]] == p) {
                printf("%c won.\n", p);
                return 0;
            }
        p = p == 'X' ? 'O' : 'X';
    }
    puts("tie.");
}
