#include <ctype.h>
#include <stdio.h>
#include <string.h>

char b[100], l[9999];
const char *name[] = {"", "black", "white"};

/* The discs that c would take at p; they are turned if turn is set. */
int take(int c, int p, int turn) {
    int d[] = {-11, -10, -9, -1, 1, 9, 10, 11}, all = 0;
    if (b[p]) return 0;
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (b[p + d[i] * (n + 1)] == 3 - c) n++;
        if (b[p + d[i] * (n + 1)] != c) continue;
        all += n;
        if (turn) for (int k = 1; k <= n; k++) b[p + d[i] * k] = c;
    }
    if (turn) b[p] = c;
    return all;
}

int moves(int c) {
    int n = 0;
    for (int p = 11; p < 89; p++) n += take(c, p, 0) > 0;
    return n;
}

void count(void) {
    int n[4] = {0};
    for (int p = 0; p < 100; p++) n[(int)b[p]]++;
    printf("black:%d / white:%d\n", n[1], n[2]);
}

/* One round of c up to the prompt; whether the game is over. */
int show(int c) {
    puts("   a b c d e f g h");
    for (int y = 1; y < 9; y++) {
        printf(" %d ", y);
        for (int p = y * 10 + 1; p < y * 10 + 9; p++)
            fputs(take(c, p, 0) ? "・" : b[p] == 1 ? "●" : b[p] == 2 ? "○" : "□", stdout);
        puts("");
    }
    if (!moves(c)) {
        if (!moves(3 - c)) {
            puts("双方共に石を置く場所がありません。終局します。");
            count();
            return 1;
        }
        puts("石を置く場所がありません。パスしてください。");
    }
    printf("内容?-> %s ", name[3 - c]);
    fflush(stdout);
    return 0;
}

int main(void) {
    int c = 1;
    for (int p = 0; p < 100; p++) b[p] = p < 10 || p > 89 || p % 10 % 9 == 0 ? 3 : 0;
    b[44] = b[55] = 2;
    b[45] = b[54] = 1;
    show(c);
    while (fgets(l, sizeof l, stdin)) {
        l[strcspn(l, "\n")] = 0;
        int x = tolower((unsigned char)l[0]) - 'a' + 1, y = x ? l[1] - '0' : 0, p = y * 10 + x;
        if (!strcmp(l, ".")) {
            puts("終了します。");
            count();
            show(3 - c);
            puts("終了します。");
            count();
            return 0;
        }
        if (!*l) {
            puts("問題なし。");
            if (!moves(c)) c = 3 - c;
        } else if (x < 1 || x > 8 || y < 1 || y > 8) {
            puts("置く石の位置は a1~h8 で指定してください。\n問題なし。");
        } else if (!take(c, p, 0)) {
            puts("石を置けません。\n問題なし。");
        } else {
            puts("発言成功。");
            show(3 - c);
            printf("メッセージ受信。From:%s %s\n", name[c], l);
            take(c, p, 1);
            c = 3 - c;
        }
        if (show(c)) {
            show(3 - c);
            return 0;
        }
    }
}
