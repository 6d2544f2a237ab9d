#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 999999999LL
#define MAXVARS 1000

/* The line is parsed and worked out in one go. The first arithmetic error is
   kept in err; a syntax error later in the line overrides it. */

struct var { char name[200]; long long value; };

static struct var vars[MAXVARS];
static int nvars;
static long long ans;

static const char *p;
static int syntax;
static char err[300];

static long long expr(void);

static void fail(const char *msg)
{
    if (!err[0])
        snprintf(err, sizeof err, "%s", msg);
}

static void skip(void)
{
    while (*p == ' ')
        p++;
}

static long long limit(long long v)
{
    if (v > LIMIT || v < -LIMIT) {
        fail("too large");
        return 0;
    }
    return v;
}

static struct var *find(const char *name)
{
    for (int i = 0; i < nvars; i++)
        if (!strncmp(vars[i].name, name, strlen(name)))
            return &vars[i];
    return NULL;
}

static void word(char *buf, int size)
{
    int n = 0;
    while (*p >= 'a' && *p <= 'z') {
        if (n < size - 1)
            buf[n++] = *p;
        p++;
    }
    buf[n] = 0;
}

static long long atom(void)
{
    long long v = 0;
    skip();
    if (*p == '(') {
        p++;
        v = expr();
        skip();
        if (*p == ')')
            p++;
        else
            syntax = 1;
        return v;
    }
    if (isdigit((unsigned char)*p)) {
        v = strtoll(p, (char **)&p, 10);
        return limit(v);
    }
    if (*p >= 'a' && *p <= 'z') {
        char name[200], msg[250];
        struct var *x;
        word(name, sizeof name);
        if (!strcmp(name, "ans"))
            return ans;
        if ((x = find(name)))
            return x->value;
        snprintf(msg, sizeof msg, "unknown %s", name);
        fail(msg);
        return 0;
    }
    syntax = 1;
    return 0;
}

static long long power(long long a, long long n)
{
    long long r = 1;
    if (n < 0) {
        fail("negative exponent");
        return 0;
    }
    if (a == 0 || a == 1)
        return n ? a : 1;
    if (a == -1)
        return n % 2 ? -1 : 1;
    while (n-- > 0 && !err[0])
        r = limit(r * a);
    return r;
}

static long long unary(void)
{
    long long v;
    skip();
    if (*p == '-') {
        p++;
        return -unary();
    }
    v = atom();
    skip();
    if (*p == '^') {
        p++;
        v = power(v, unary());
    }
    return v;
}

static long long term(void)
{
    long long v = unary();
    for (;;) {
        char op;
        long long w;
        skip();
        op = *p;
        if (op != '*' && op != '/' && op != '%')
            return v;
        p++;
        w = unary();
        if (op == '*')
            v = limit(v * w);
        else if (w == 0) {
            fail("division by zero");
            v = 0;
        } else
            v = op == '/' ? v / w : v % w;
    }
}

static long long expr(void)
{
    long long v = term();
    for (;;) {
        skip();
        if (*p == '+') {
            p++;
            v = limit(v + term());
        } else if (*p == '-') {
            p++;
            v = limit(v - term());
        } else
            return v;
    }
}

static int byname(const void *a, const void *b)
{
    return strcmp(((const struct var *)a)->name, ((const struct var *)b)->name);
}

static void assign(const char *name, long long v)
{
    struct var *x = find(name);
    if (!x) {
        x = &vars[nvars++];
        strcpy(x->name, name);
    }
    x->value = v;
    qsort(vars, nvars, sizeof vars[0], byname);
}

static void evaluate(const char *line)
{
    char name[200];
    long long v;

    p = line;
    skip();
    word(name, sizeof name);
    skip();
    if (name[0] && *p == '=')
        p++;
    else {
        name[0] = 0;
        p = line;
    }
    err[0] = 0;
    syntax = 0;
    v = expr();
    skip();
    if (*p || syntax)
        puts("error: syntax");
    else if (!strcmp(name, "ans"))
        puts("error: ans is read-only");
    else if (err[0])
        printf("error: %s\n", err);
    else {
        ans = v;
        if (name[0]) {
            assign(name, v);
            printf("%s = %lld\n", name, v);
        } else
            printf("%lld\n", v);
    }
}

int main(void)
{
    char line[2000], cmd[2000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "%s", cmd) != 1)
            continue;
        if (!strcmp(cmd, "quit"))
            break;
        if (!strcmp(cmd, "clear")) {
            nvars = 0;
            ans = 0;
            puts("cleared");
        } else if (!strcmp(cmd, "vars")) {
            if (nvars == 0)
                puts("no variables");
            for (int i = 0; i < nvars; i++)
                printf("%s = %lld\n", vars[i].name, vars[i].value);
        } else
            evaluate(line);
    }
    return 0;
}
