#include <stdio.h>
#include <string.h>

struct player {
    char sign;
    int has[9];
};

static int triple(const struct player *p, int a, int b, int c)
{
    return p->has[a] + p->has[b] + p->has[c] == 3;
}

static int winning(const struct player *p)
{
    int i, ok = 0;
    for (i = 0; i < 3; i++) {
        ok |= triple(p, 3 * i, 3 * i + 1, 3 * i + 2);
        ok |= triple(p, i, i + 3, i + 6);
    }
    ok |= triple(p, 0, 4, 8);
    ok |= triple(p, 2, 4, 6);
    return ok;
}

static void print_board(const struct player *p)
{
    int i;
    for (i = 0; i < 9; i++) {
        char c = '.';
        if (p[0].has[i])
            c = p[0].sign;
        if (p[1].has[i])
            c = p[1].sign;
        printf("%c", c);
        if ((i + 1) % 3 == 0)
            printf("\n");
    }
}

int main(void)
{
    struct player p[2] = { { 'X', { 0 } }, { 'O', { 0 } } };
    char line[2048];
    int t = 0, moves = 0;

    setvbuf(stdout, NULL, _IONBF, 0);
    print_board(p);
    printf("%c> ", p[t].sign);
    while (fgets(line, sizeof line, stdin)) {
        int n = -1;
        char *word = strtok(line, " \t\r\n");

        if (strlen(word) == 1 && *word >= '0' && *word <= '8')
            n = *word - '0';
        if (n < 0 || p[0].has[n] || p[1].has[n]) {
            printf("invalid.\n");
            printf("%c> ", p[t].sign);
            continue;
        }
        p[t].has[n] = 1;
        moves++;
        print_board(p);
        if (winning(&p[t])) {
            printf("%c won.\n", p[t].sign);
            return 0;
        }
        if (moves == 9) {
            printf("tie.\n");
            return 0;
        }
        t = 1 - t;
        printf("%c> ", p[t].sign);
    }
    return 0;
}
