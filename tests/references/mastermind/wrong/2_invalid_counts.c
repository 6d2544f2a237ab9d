#include <stdio.h>
#include <string.h>

#define TRIES 8

static char line[1024];
static int solved, failed, best;

static int get(void)
{
    if (!fgets(line, sizeof line, stdin))
        return 0;
    line[strcspn(line, "\r\n")] = 0;
    return 1;
}

static int valid(const char *s)
{
    return strlen(s) == 4 && strspn(s, "123456") == 4;
}

static void score(void)
{
    if (best)
        printf("Solved %d, failed %d, best %d.\n", solved, failed, best);
    else
        printf("Solved %d, failed %d, best -.\n", solved, failed);
}

/* returns 0 at quit (-1 at end of input) */
static int play(const char *code)
{
    char tried[TRIES][5];
    int n = 0, i, j;

    while (n < TRIES) {
        int black = 0, white = 0, usedc[4] = {0}, usedg[4] = {0}, again = 0;
        printf("Guess %d? ", n + 1);
        if (!get())
            return -1;
        if (!strcmp(line, "quit"))
            return 0;
        if (!strcmp(line, "score")) {
            score();
            continue;
        }
        if (!strcmp(line, "give up")) {
            printf("The code was %s.\n", code);
            failed++;
            return 1;
        }
        if (!valid(line)) {
            puts("Invalid guess.");
            strcpy(tried[n++], "");
            continue;
        }
        for (i = 0; i < n; i++)
            if (!strcmp(tried[i], line))
                again = 1;
        if (again) {
            puts("Already tried.");
            continue;
        }
        strcpy(tried[n++], line);
        for (i = 0; i < 4; i++)
            if (line[i] == code[i]) {
                black++;
                usedc[i] = usedg[i] = 1;
            }
        for (i = 0; i < 4; i++)
            for (j = 0; j < 4; j++)
                if (!usedg[i] && !usedc[j] && line[i] == code[j]) {
                    white++;
                    usedg[i] = usedc[j] = 1;
                }
        printf("Black: %d, white: %d\n", black, white);
        if (black == 4) {
            printf("Solved in %d.\n", n);
            solved++;
            if (!best || n < best)
                best = n;
            return 1;
        }
    }
    printf("Failed. The code was %s.\n", code);
    failed++;
    return 1;
}

int main(void)
{
    for (;;) {
        char code[5];
        int r;
        printf("Code? ");
        if (!get()) {
            putchar('\n');
            return 0;
        }
        if (!strcmp(line, "quit"))
            break;
        if (!strcmp(line, "score")) {
            score();
            continue;
        }
        if (!valid(line)) {
            puts("Invalid code.");
            continue;
        }
        strcpy(code, line);
        r = play(code);
        if (r < 0) {
            putchar('\n');
            return 0;
        }
        if (r == 0)
            break;
    }
    puts("Bye.");
    return 0;
}
