#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
static char b[] = ".........", p = 'X', *l;
static int won(int from, int by) { return b[from] == p && b[from + by] == p && b[from + 2 * by] == p; }
int main(void) {
  size_t size = 0;
  /* begin */
  for (int moves = 1;; moves++) {
    printf("%.3s\n%.3s\n%.3s\n", b, b + 3, b + 6);
    for (;;) {
      printf("%c> ", p);
      ssize_t n = getline(&l, &size, stdin);
      if (n < 0) return 0;
      if (l[n - 1] == '\n') l[--n] = 0;
      /* look */
      if (n == 1 && strchr("012345678", *l) && b[*l - '0'] == '.') break;
      puts("invalid.");
    }
    b[*l - '0'] = p;
    if (won(0, 1) || won(3, 1) || won(6, 1) || won(0, 3) || won(1, 3) || won(2, 3) || won(0, 4) || won(2, 2))
      return printf("%c won.\n", p), 0;
    if (moves == 9) return puts("tie."), 0;
    p = p == 'X' ? 'O' : 'X';
  }
}
