#include <stdio.h>
#include <string.h>

#define W 5
#define H 4

static char b[H][W];   /* b[0] is the lowest row */
static int height[W];
static int history[W * H], n;
static char turn = 'X', starter = 'X';
static int won_x, won_o, draws;

static char opponent(char p) { return p == 'X' ? 'O' : 'X'; }

static void show(void)
{
    for (int r = H - 1; r >= 0; r--)
        printf("%.5s\n", b[r]);
    puts("12345");
}

static void new_game(void)
{
    memset(b, '.', sizeof b);
    memset(height, 0, sizeof height);
    n = 0;
    turn = starter;
}

static int run(int r, int c, int dr, int dc)
{
    int k = 0;
    char p = b[r][c];
    for (r += dr, c += dc; r >= 0 && r < H && c >= 0 && c < W && b[r][c] == p; r += dr, c += dc)
        k++;
    return k;
}

static int four(int r, int c)
{
    static const int d[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        if (1 + run(r, c, d[i][0], d[i][1]) + run(r, c, -d[i][0], -d[i][1]) >= 4)
            return 1;
    return 0;
}

static void win(char p)
{
    if (p == 'X')
        won_x++;
    else
        won_o++;
    printf("%c wins.\n", p);
    starter = opponent(starter);
    new_game();
}

static void drop(int c)
{
    if (height[c] == H) {
        puts("Column full.");
        turn = opponent(turn);
        return;
    }
    int r = height[c]++;
    b[r][c] = turn;
    history[n++] = c;
    if (four(r, c)) {
        show();
        win(turn);
    } else if (n == W * H) {
        show();
        puts("Draw.");
        draws++;
        starter = opponent(starter);
        new_game();
    } else {
        turn = opponent(turn);
    }
}

static void undo(void)
{
    if (n == 0) {
        puts("Nothing to undo.");
        return;
    }
    int c = history[--n];
    b[--height[c]][c] = '.';
    turn = opponent(turn);
}

static void score(void)
{
    printf("X %d, O %d, draws %d.\n", won_x, won_o, draws);
}

int main(void)
{
    char line[200];

    new_game();
    for (;;) {
        printf("%c> ", turn);
        if (!fgets(line, sizeof line, stdin)) {
            putchar('\n');
            break;
        }
        line[strcspn(line, "\n")] = 0;
        if (strlen(line) == 1 && line[0] >= '1' && line[0] <= '5')
            drop(line[0] - '1');
        else if (!strcmp(line, "undo"))
            undo();
        else if (!strcmp(line, "board"))
            show();
        else if (!strcmp(line, "score"))
            score();
        else if (!strcmp(line, "resign"))
            win(opponent(turn));
        else if (!strcmp(line, "quit"))
            break;
        else
            puts("Bad move.");
    }
    score();
    return 0;
}
