#include <stdio.h>
#include <string.h>

typedef int (*rule)(const char *f, char c);

static int rows(const char *f, char c)
{
    for (const char *p = f; p < f + 9; p += 3)
        if (p[0] == c && p[1] == c && p[2] == c)
            return 1;
    return 0;
}

static int columns(const char *f, char c)
{
    for (const char *p = f; p < f + 3; p++)
        if (p[0] == c && p[3] == c && p[6] == c)
            return 1;
    return 0;
}

static int diagonals(const char *f, char c)
{
    return f[4] == c && ((f[0] == c && f[8] == c) || (f[2] == c && f[6] == c));
}

static const rule rules[] = { rows, columns, diagonals };

static void board(const char *f)
{
    for (int i = 0; i < 9; i++) {
        fputc(f[i], stdout);
        if (i % 3 == 2)
            fputc('\n', stdout);
    }
}

int main(void)
{
    char f[] = ".........", line[4000];
    const char *order = "XOXOXOXOX";
    char result[16] = "tie.";

    board(f);
    while (*order) {
        int n = 0, used = 0;

        printf("%c> ", *order);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return 0;
        if (sscanf(line, "%3d%n", &n, &used) != 1 || line[used + strspn(line + used, " \r\n")]
            || n < 0 || n > 8 || f[n] != '.') {
            puts("invalid.");
            continue;
        }
        f[n] = *order;
        board(f);

        int over = 0;
        for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
            over |= rules[i](f, *order);
        if (over) {
            sprintf(result, "%c won.", *order);
            break;
        }
        order++;
    }
    puts(result);
    puts("Thanks for playing!");
    return 0;
}
