#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char screen[512];
static char cell[10] = ".........";

static const char *const lines[] = {
    "012", "345", "678", "036", "147", "258", "048", "246", NULL
};

static void compose(void)
{
    int row;
    for (row = 0; row < 3; row++) {
        strncat(screen, cell + 3 * row, 3);
        strcat(screen, "\n");
    }
}

static int owns_line(char who)
{
    const char *const *l;
    for (l = lines; *l; l++) {
        const char *s = *l;
        while (*s && cell[*s - '0'] == who)
            s++;
        if (!*s)
            return 1;
    }
    return 0;
}

static int number(const char *s)
{
    size_t n = 0;
    while (isdigit((unsigned char)s[n]))
        n++;
    if (n == 0 || n > 3 || s[n] != '\0')
        return -1;
    return atoi(s);
}

int main(void)
{
    char who = 'X', buf[3000];
    int n;

    compose();
    fputs(screen, stdout);
    for (;;) {
        fprintf(stdout, "%c> ", who);
        fflush(stdout);
        if (!fgets(buf, sizeof buf, stdin))
            break;
        buf[strcspn(buf, "\n")] = '\0';
        n = number(buf);
        if (n < 0 || n > 8 || cell[n] != '.') {
            fputs("invalid.\n", stdout);
            continue;
        }
        cell[n] = who;
        compose();
        fputs(screen, stdout);
        if (owns_line(who)) {
            fprintf(stdout, "%c won.\n", who);
            break;
        }
        if (!strchr(cell, '.')) {
            fputs("tie.\n", stdout);
            break;
        }
        who = who == 'X' ? 'O' : 'X';
    }
    return 0;
}
