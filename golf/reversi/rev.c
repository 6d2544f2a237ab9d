#include <stdio.h>
#include <string.h>
char b[100], a[999], *n[] = {"", "Black", "White"};
int d[] = {-11, -10, -9, -1, 1, 9, 10, 11};
int play(int s, int p, int set) {
  int t = 0;
  if (b[s]) return 0;
  for (int i = 0; i < 8; i++) {
    int q = s + d[i], k = 0;
    for (; b[q] == 3 - p; q += d[i]) k++;
    if (!k || b[q] != p) continue;
    t += k;
    if (set) for (q = s; k-- >= 0; q += d[i]) b[q] = p;
  }
  return t;
}
int moves(int p) {
  int t = 0;
  for (int s = 11; s < 89; s++) t += s % 10 && s % 10 < 9 && play(s, p, 0);
  return t;
}
int show(char *h) {
  int c[4] = {0};
  for (int s = 0; s < 100; s++) c[(int)b[s]]++;
  printf("%s %d : %d\n  A B C D E F G H\n", h, c[1], c[2]);
  for (int r = 1; r < 9; r++) {
    printf("%d", r);
    for (int k = 1; k < 9; k++) printf(" %c", ".BW"[(int)b[10 * r + k]]);
    puts("");
  }
  return c[1] - c[2];
}
int main(void) {
  setbuf(stdout, 0);
  memset(b, 3, 100);
  for (int r = 1; r < 9; r++) memset(b + 10 * r + 1, 0, 8);
  b[44] = b[55] = 2, b[45] = b[54] = 1;
  for (int p = 1, s; moves(p) || moves(3 - p); p = 3 - p) {
    if (!moves(p)) printf("%s Pass\n", n[p]), p = 3 - p;
    show(n[p]);
    for (;;) {
      printf("> ");
      if (!fgets(a, sizeof a, stdin)) return 0;
      a[strcspn(a, "\n")] = 0;
      s = 0;
      if (strlen(a) == 2 && (*a | 32) >= 'a' && (*a | 32) <= 'h' && (*a & 64) && a[1] >= '1' && a[1] <= '8') s = (a[1] - '0') * 10 + (*a | 32) - 'a' + 1;
      if (s && play(s, p, 1)) break;
      puts("invalid.");
    }
  }
  int w = show("End");
  puts(w > 0 ? "Black Win!" : w ? "White Win!" : "Draw");
}
