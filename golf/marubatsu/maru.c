#include <stdio.h>
#include <string.h>
char s[10] = "         ", *l = "012345678036147258048246", a[999];
void board(void) {
  puts("    1   2   3\n  ┏━━━┳━━━┳━━━┓");
  for (int i = 0; i < 3; i++)
    printf("%s%c ┃ %c ┃ %c ┃ %c ┃\n", i ? "  ┣━━━╋━━━╋━━━┫\n" : "", 'a' + i, s[3 * i], s[3 * i + 1], s[3 * i + 2]);
  puts("  ┗━━━┻━━━┻━━━┛");
}
int main(void) {
  setbuf(stdout, 0);
  for (int p = 'o', q = 'x', t, n, i, over = 0, abort = 0, quit = 0, line; !over;) {
    board();
    printf("\"%c\" to play. > ", p);
    if (!fgets(a, sizeof a, stdin)) return 0;
    a[strcspn(a, "\n")] = 0;
    line = -1;
    if (!strcmp(a, "resign")) over = quit = 1;
    else if (!strcmp(a, "abort")) over = abort = 1;
    else if (strlen(a) == 2 && strchr("abc", *a) && strchr("123", a[1])) {
      i = (*a - 'a') * 3 + a[1] - '1';
      if (s[i] == p) { puts("The action is rejected: You have already filled this square.\n"); continue; }
      if (s[i] == q) { printf("The action is rejected: The square has already been filled with \"%c\".\n\n", q); continue; }
      s[i] = p;
      for (n = 7; n >= 0; n--)
        if (s[l[3 * n] - 48] == p && s[l[3 * n + 1] - 48] == p && s[l[3 * n + 2] - 48] == p) line = n;
      over = line >= 0 || !strchr(s, ' ');
      t = p; p = q; q = t;
    } else { puts("Invalid notation.\n"); continue; }
    puts("");
    if (!over) continue;
    board();
    if (quit) printf("\"%c\" win !\n\"%c\" resigned.\n", q, p);
    else if (abort) puts("The game is end.\nThe game is aborted.");
    else if (line < 0) puts("Draw !\nNo line is completed.");
    else printf("\"%c\" win !\nA %s line is completed !\n", q, line < 3 ? "horizontal" : line < 6 ? "vertical" : "diagonal");
  }
}
