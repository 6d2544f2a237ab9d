#include <stdio.h>
#include <string.h>

char b[10] = ".........", s[9999], *w = "012345678036147257048246", *q;
int p = 'X', n;

int main(void)
{
    for (;;) {
        printf("%.3s\n%.3s\n%.3s\n%c> ", b, b + 3, b + 6, p);
        fflush(stdout);
        if (!fgets(s, sizeof s, stdin))
            return 0;
        s[strcspn(s, "\n")] = 0;
        if (strlen(s) != 1 || !strchr("012345678", *s) || b[*s - '0'] != '.') {
            puts("invalid.");
            continue;
        }
        b[*s - '0'] = p;
        n++;
        for (q = w; *q; q += 3)
            if (b[q[0] - '0'] == p && b[q[1] - '0'] == p && b[q[2] - '0'] == p)
                return printf("%c won.\n", p), 0;
        if (n == 9)
            return puts("tie."), 0;
        p = 'X' + 'O' - p;
    }
}
