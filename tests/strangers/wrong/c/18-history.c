#include <stdio.h>
#include <stdlib.h>

/* the moves in the order they were made; even ones belong to X */
static int history[9];
static int made;

static char mark_at(int pos)
{
    for (int i = made - 1; i >= 0; i--)
        if (history[i] == pos)
            return i % 2 == 0 ? 'X' : 'O';
    return '.';
}

static void show(void)
{
    for (int pos = 0; pos < 9; pos++)
        printf(pos % 3 == 2 ? "%c\n" : "%c", mark_at(pos));
}

static int line(int a, int b, int c)
{
    char m = mark_at(a);
    return m != '.' && m == mark_at(b) && m == mark_at(c);
}

static int decided(void)
{
    return line(0, 1, 2) || line(3, 4, 5) || line(6, 7, 8)
        || line(0, 3, 6) || line(1, 4, 7) || line(2, 5, 8)
        || line(0, 4, 8) || line(6, 4, 2);
}

int main(void)
{
    char text[5000], c;
    long n;

    while (made < 9) {
        char active = made % 2 == 0 ? 'X' : 'O';

        show();
        for (;;) {
            printf("%c> ", active);
            fflush(stdout);
            if (!fgets(text, sizeof text, stdin))
                return EXIT_SUCCESS;
            if (sscanf(text, "%ld %c", &n, &c) == 1 && n >= 0 && n <= 8)
                break;
            printf("invalid.\n");
        }
        history[made++] = (int)n;
        if (decided()) {
            show();
            printf("%c won.\n", active);
            return EXIT_SUCCESS;
        }
    }
    show();
    printf("tie.\n");
    return EXIT_SUCCESS;
}
