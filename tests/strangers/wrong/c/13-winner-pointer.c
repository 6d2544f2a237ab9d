#include <stdio.h>

static char board[9] = { '.', '.', '.', '.', '.', '.', '.', '.', '.' };

/* a pointer to a mark of the finished line, NULL if there is none */
static const char *winner(void)
{
    static const unsigned char t[][3] = {
        { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 },
        { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 },
    };
    unsigned i;

    for (i = 0; i < sizeof t / sizeof t[0]; i++) {
        const char *p = &board[t[i][0]];
        if (*p != '.' && *p == board[t[i][1]] && *p == board[t[i][2]])
            return p;
    }
    return NULL;
}

static void put_board(void)
{
    int i;
    for (i = 0; i < 9; i += 3)
        printf("%.3s\n", board + i);
}

/* one line without its end; -1 at the end of the file */
static int get_line(char *to, int max)
{
    int c, n = 0;
    while ((c = fgetc(stdin)) != EOF && c != '\n')
        if (n < max - 1)
            to[n++] = (char)c;
    to[n] = '\0';
    return c == EOF && n == 0 ? -1 : n;
}

int main(void)
{
    char in[16];
    int moves = 0, len;
    const char *w = NULL;

    setbuf(stdout, NULL);
    while (moves < 9 && w == NULL) {
        char me = moves % 2 ? 'O' : 'X';

        put_board();
        printf("%c> ", me);
        while (1) {
            len = get_line(in, sizeof in);
            if (len < 0)
                return 0;
            if (len == 1 && in[0] >= '0' && in[0] <= '8' && board[in[0] - '0'] == '.')
                break;
            printf("invalid.\n%c> ", me);
        }
        board[in[0] - '0'] = me;
        moves++;
        w = winner();
    }
    put_board();
    if (*w == 'X')
        puts("X won.");
    else if (*w == 'O')
        puts("O won.");
    else
        puts("tie.");
    return 0;
}
