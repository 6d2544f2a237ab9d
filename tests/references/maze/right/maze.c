#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const MAZE[] = {
    "#########",
    "#S..#..c#",
    "#.#.#.#.#",
    "#.#...#k#",
    "#c###T#.#",
    "#.D..c#E#",
    "#########",
};
static const char DIRS[] = "nesw";
static const int DX[] = {0, 1, 0, -1};
static const int DY[] = {-1, 0, 1, 0};

static char map[7][10];
static int px, py, steps, coins, key;

static void start(void)
{
    for (int i = 0; i < 7; i++)
        strcpy(map[i], MAZE[i]);
    px = py = 1;
    steps = coins = key = 0;
}

static int walk(int d)
{
    char *c = &map[py + DY[d]][px + DX[d]];
    switch (*c) {
    case '#':
        puts("Wall.");
        return 0;
    case 'D':
        if (!key) {
            puts("The door is locked.");
            return 0;
        }
        puts("The door opens.");
        key = 0;
        *c = '.';
        break;
    case 'E':
        if (coins < 3) {
            puts("You need 3 coins.");
            return 0;
        }
        printf("Out in %d steps!\n", steps + 1);
        exit(0);
    case 'T':
        puts("A trap!");
        steps++;
        px = py = 1;
        return 0;
    case 'c':
        printf("Coin %d.\n", ++coins);
        *c = '.';
        break;
    case 'k':
        puts("Key found.");
        key = 1;
        *c = '.';
        break;
    }
    px += DX[d];
    py += DY[d];
    steps++;
    return 1;
}

static void go(const char *dir, const char *count)
{
    const char *p = strlen(dir) == 1 ? strchr(DIRS, dir[0]) : NULL;
    if (!p) {
        puts("No such direction.");
        return;
    }
    if (strlen(count) != 1 || count[0] < '1' || count[0] > '9') {
        puts("Steps must be 1 to 9.");
        return;
    }
    for (int k = count[0] - '0'; k > 0 && walk(p - DIRS); k--)
        ;
    printf("Now at %d,%d.\n", px, py);
}

int main(void)
{
    char line[500], copy[500], *w[5];

    start();
    while (printf("> "), fgets(line, sizeof line, stdin)) {
        int n = 0;
        line[strcspn(line, "\n")] = '\0';
        strcpy(copy, line);
        for (char *t = strtok(copy, " "); t && n < 5; t = strtok(NULL, " "))
            w[n++] = t;
        if (!strcmp(line, "quit"))
            break;
        if (!strcmp(line, "look")) {
            printf("Open:");
            for (int d = 0; d < 4; d++) {
                char c = map[py + DY[d]][px + DX[d]];
                if (c != '#' && c != 'D')
                    printf(" %c", DIRS[d]);
            }
            putchar('\n');
        } else if (!strcmp(line, "status")) {
            printf("At %d,%d. Steps %d. Coins %d. Key %s.\n", px, py, steps, coins, key ? "yes" : "no");
        } else if (!strcmp(line, "restart")) {
            start();
            puts("Restarted.");
        } else if (n >= 2 && n <= 3 && !strcmp(w[0], "go")) {
            go(w[1], n == 3 ? w[2] : "1");
        } else {
            puts("Unknown command.");
        }
    }
    printf("Left after %d steps.\n", steps);
    return 0;
}
