#include <stdio.h>

static int line_of(const char *b, char c, int from, int step)
{
    return b[from] == c && b[from + step] == c && b[from + 2 * step] == c;
}

static int wins(const char *b, char c)
{
    return line_of(b, c, 0, 1) || line_of(b, c, 3, 1) || line_of(b, c, 6, 1)
        || line_of(b, c, 0, 3) || line_of(b, c, 1, 3) || line_of(b, c, 2, 3)
        || line_of(b, c, 0, 4) || line_of(b, c, 2, 2);
}

static long ask(const char *b, char who)
{
    char in[2000], rest;
    long n;

    printf("%c> ", who);
    fflush(stdout);
    if (fgets(in, sizeof in, stdin) == NULL)
        return -1;
    if (sscanf(in, "%ld %c", &n, &rest) == 1 && n >= 0 && n <= 8 && b[n] == '.')
        return n;
    puts("invalid.");
    return ask(b, who);
}

static void play(char *b, char me, char you, int free_cells)
{
    long n;

    printf("%.3s\n%.3s\n%.3s\n", b, b + 3, b + 6);
    n = ask(b, me);
    if (n < 0)
        return;
    b[n] = me;
    if (free_cells == 1)
        puts("tie.");
    else if (wins(b, me))
        printf("%c won.\n", me);
    else
        play(b, you, me, free_cells - 1);
}

int main(void)
{
    char b[] = ".........";
    play(b, 'X', 'O', 9);
    return 0;
}
