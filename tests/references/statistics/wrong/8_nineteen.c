#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 20

static long list[MAX];  /* in hundredths */
static int n;

static int parse(const char *s, long *out)
{
    long v = 0;
    int neg = 0, digits = 0, decimals = 0;

    if (*s == '-') {
        neg = 1;
        s++;
    }
    for (; isdigit((unsigned char)*s); s++, digits++)
        v = v * 10 + (*s - '0');
    if (digits < 1 || digits > 6)
        return 0;
    if (*s == '.') {
        for (s++; isdigit((unsigned char)*s); s++, decimals++)
            v = v * 10 + (*s - '0');
        if (decimals < 1 || decimals > 2)
            return 0;
    }
    if (*s)
        return 0;
    for (; decimals < 2; decimals++)
        v *= 10;
    *out = neg ? -v : v;
    return 1;
}

static int cmp(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static void show(const char *name, const long *a)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %.2f", a[i] / 100.0);
    printf("\n");
}

static long mode(const long *s)
{
    long best = s[0];
    int most = 0;
    for (int i = 0; i < n;) {
        int j = i;
        while (j < n && s[j] == s[i])
            j++;
        if (j - i > most) {
            most = j - i;
            best = s[i];
        }
        i = j;
    }
    return best;
}

/* commands without arguments; 0 if unknown */
static int ask(const char *c)
{
    long s[MAX], sum = 0;
    double v, mean, sq = 0;

    memcpy(s, list, sizeof s);
    qsort(s, n, sizeof s[0], cmp);
    for (int i = 0; i < n; i++)
        sum += s[i];
    if (!strcmp(c, "clear")) {
        n = 0;
        puts("Cleared");
        return 1;
    }
    if (!strcmp(c, "count")) {
        printf("Count %d\n", n);
        return 1;
    }
    if (!strcmp(c, "list")) {
        show("List", list);
        return 1;
    }
    if (!strcmp(c, "sorted")) {
        show("Sorted", s);
        return 1;
    }
    if (strcmp(c, "sum") && strcmp(c, "min") && strcmp(c, "max") && strcmp(c, "mean") && strcmp(c, "median")
        && strcmp(c, "mode") && strcmp(c, "range") && strcmp(c, "sd"))
        return 0;
    if (n == 0 && strcmp(c, "sum")) {
        puts("Empty list");
        return 1;
    }
    mean = n ? (double)sum / n : 0;
    for (int i = 0; i < n; i++)
        sq += (s[i] - mean) * (s[i] - mean);
    if (!strcmp(c, "sum"))
        v = sum;
    else if (!strcmp(c, "min"))
        v = s[0];
    else if (!strcmp(c, "max"))
        v = s[n - 1];
    else if (!strcmp(c, "mean"))
        v = mean;
    else if (!strcmp(c, "median"))
        v = n % 2 ? s[n / 2] : (s[n / 2 - 1] + s[n / 2]) / 2.0;
    else if (!strcmp(c, "mode"))
        v = mode(s);
    else if (!strcmp(c, "range"))
        v = s[n - 1] - s[0];
    else
        v = sqrt(sq / n);
    printf("%s %.3f\n", c, v / 100);
    return 1;
}

int main(void)
{
    static char line[100000], *w[50000];

    while (fgets(line, sizeof line, stdin)) {
        int k = 0, i, bad = 0;
        long x, xs[MAX];
        for (char *t = strtok(line, " \r\n"); t; t = strtok(NULL, " \r\n"))
            w[k++] = t;
        if (k == 0)
            continue;
        if (k == 1 && !strcmp(w[0], "quit"))
            break;
        if (k == 1) {
            if (!ask(w[0]))
                puts("Unknown command");
        } else if (!strcmp(w[0], "add")) {
            for (i = 1; i < k && !bad; i++) {
                if (!parse(w[i], &x)) {
                    printf("Bad number %s\n", w[i]);
                    bad = 1;
                } else if (i <= MAX)
                    xs[i - 1] = x;
            }
            if (bad)
                continue;
            if (n + k - 1 > MAX) {
                puts("List full");
                continue;
            }
            for (i = 0; i < k - 1; i++)
                list[n++] = xs[i];
            printf("Added %d, now %d\n", k - 1, n);
        } else if (k > 2) {
            puts("Unknown command");
        } else if (!strcmp(w[0], "keep")) {
            if (w[1][strspn(w[1], "0123456789")] || (x = strtol(w[1], NULL, 10)) > MAX) {
                printf("Bad number %s\n", w[1]);
                continue;
            }
            if (x < n) {
                memmove(list, list + n - x, x * sizeof list[0]);
                n = x;
            }
            printf("Kept %d\n", n);
        } else if (!strcmp(w[0], "drop") || !strcmp(w[0], "above")) {
            int above = 0;
            if (!parse(w[1], &x)) {
                printf("Bad number %s\n", w[1]);
                continue;
            }
            if (w[0][0] == 'a') {
                for (i = 0; i < n; i++)
                    above += list[i] > x;
                printf("Above %d\n", above);
                continue;
            }
            for (i = 0; i < n && list[i] != x; i++)
                ;
            if (i == n) {
                puts("Not in list");
                continue;
            }
            if (n < MAX)
                memmove(list + i, list + i + 1, (n - i - 1) * sizeof list[0]);
            n--;
            printf("Dropped, now %d\n", n);
        } else
            puts("Unknown command");
    }
    return 0;
}
