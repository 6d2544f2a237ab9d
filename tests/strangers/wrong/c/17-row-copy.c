#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define N 3

static void print_rows(const char *squares)
{
    char row[N + 1];
    for (int r = 0; r < N; r++) {
        snprintf(row, N, "%s", squares + r * N);
        printf("%s\n", row);
    }
}

static bool all(const char *squares, char c, int start, int step)
{
    for (int k = 0; k < N; k++)
        if (squares[start + k * step] != c)
            return false;
    return true;
}

static bool victory(const char *squares, char c)
{
    for (int k = 0; k < N; k++)
        if (all(squares, c, k * N, 1) || all(squares, c, k, N))
            return true;
    return all(squares, c, 0, N + 1) || all(squares, c, N - 1, N - 1);
}

static bool full(const char *squares)
{
    return memchr(squares, '.', N * N) == NULL;
}

/* false at the end of the input */
static bool ask(const char *squares, char c, int *where)
{
    char buffer[1 << 12];

    while (true) {
        printf("%c> ", c);
        fflush(stdout);
        if (!fgets(buffer, sizeof buffer, stdin))
            return false;
        size_t len = strcspn(buffer, "\r\n");
        if (len == 1 && buffer[0] >= '0' && buffer[0] < '0' + N * N) {
            *where = buffer[0] - '0';
            if (squares[*where] == '.')
                return true;
        }
        puts("invalid.");
        print_rows(squares);
    }
}

int main(void)
{
    char squares[N * N + 1];
    int where;

    memset(squares, '.', N * N);
    squares[N * N] = '\0';
    for (char c = 'X';; c = c == 'X' ? 'O' : 'X') {
        print_rows(squares);
        if (!ask(squares, c, &where))
            return 0;
        squares[where] = c;
        if (victory(squares, c)) {
            print_rows(squares);
            printf("%c won.\n", c);
            return 0;
        }
        if (full(squares)) {
            print_rows(squares);
            printf("tie.\n");
            return 0;
        }
    }
}
