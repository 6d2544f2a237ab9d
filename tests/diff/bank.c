/* Accounts with balances. Its output is buffered on a pipe. */
#include <stdio.h>
#include <string.h>

struct account { char name[32]; long balance; int locked; };
static struct account accounts[8];
static int count;

static struct account *find(const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(accounts[i].name, name) == 0) return &accounts[i];
    return NULL;
}

int main(void) {
    char line[300], word[300], name[300], other[300];
    long amount;
    puts("bank");
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%299s", word) != 1) { puts("what?"); continue; }
        if (strcmp(word, "open") == 0 && sscanf(line, "%*s %31s", name) == 1) {
            if (find(name)) puts("there is such an account");
            else if (count == 8) puts("the bank is full");
            else { struct account new = {"", 0, 0}; strcpy(new.name, name); accounts[count++] = new; puts("opened"); }
        } else if (strcmp(word, "put") == 0 && sscanf(line, "%*s %31s %9ld", name, &amount) == 2) {
            struct account *a = find(name);
            if (!a) puts("no such account");
            else if (amount <= 0) puts("bad amount");
            else if (a->balance + amount > 1000000) puts("too much");
            else { a->balance += amount; printf("%ld\n", a->balance); }
        } else if (strcmp(word, "take") == 0 && sscanf(line, "%*s %31s %9ld", name, &amount) == 2) {
            struct account *a = find(name);
            if (!a) puts("no such account");
            else if (a->locked) puts("locked");
            else if (amount <= 0) puts("bad amount");
            else if (amount > a->balance) { puts("not enough"); }
            else { a->balance -= amount; printf("%ld\n", a->balance); }
        } else if (strcmp(word, "move") == 0 && sscanf(line, "%*s %31s %31s %9ld", name, other, &amount) == 3) {
            struct account *a = find(name), *b = find(other);
            if (!a || !b) puts("no such account");
            else if (a->locked || b->locked) puts("locked");
            else if (a == b) puts("the same account");
            else if (amount <= 0 || amount > a->balance) puts("bad amount");
            else { a->balance -= amount; b->balance += amount; printf("%ld %ld\n", a->balance, b->balance); }
        } else if (strcmp(word, "lock") == 0 && sscanf(line, "%*s %31s", name) == 1) {
            struct account *a = find(name);
            if (!a) puts("no such account");
            else { a->locked = !a->locked; puts(a->locked ? "locked" : "unlocked"); }
        } else if (strcmp(word, "sum") == 0) {
            long sum = 0;
            for (int i = 0; i < count; i++) sum += accounts[i].balance;
            printf("%d accounts, %ld\n", count, sum);
        } else if (strcmp(word, "quit") == 0) {
            break;
        } else puts("what?");
    }
    puts("bye");
    return 0;
}
