#include <stdio.h>
#include <string.h>

#define SEATS 6

struct patient {
    char name[100];
    int urgency;
    int ticket;
};

static struct patient room[SEATS];
static int n, tickets, seen, home;

static int before(const struct patient *a, const struct patient *b)
{
    if (a->urgency != b->urgency)
        return a->urgency < b->urgency;
    return a->ticket < b->ticket;
}

/* insertion sort: the list is short and nearly in order */
static void sort(void)
{
    for (int i = 1; i < n; i++) {
        struct patient p = room[i];
        int j = i;
        while (j > 0 && before(&p, &room[j - 1])) {
            room[j] = room[j - 1];
            j--;
        }
        room[j] = p;
    }
}

static int find(const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(room[i].name, name) == 0)
            return i;
    return -1;
}

static void removeat(int i)
{
    n--;
    for (; i < n; i++)
        room[i] = room[i + 1];
}

static void arrive(const char *name, const char *u)
{
    if (strlen(u) != 1 || *u < '1' || *u > '5') {
        printf("Urgency must be 1 to 5.\n");
        return;
    }
    if (find(name) >= 0) {
        printf("%s is already waiting.\n", name);
        return;
    }
    if (n == SEATS) {
        if (*u != '1' || room[n - 1].urgency == 1) {
            printf("The room is full.\n");
            return;
        }
        printf("%s is sent home.\n", room[n - 1].name);
        n--;
        home++;
    }
    strcpy(room[n].name, name);
    room[n].urgency = *u - '0';
    room[n].ticket = tickets++;
    n++;
    sort();
    printf("%s is number %d.\n", name, find(name) + 1);
}

static void next(void)
{
    if (n == 0) {
        printf("Nobody waits.\n");
        return;
    }
    printf("%s, please.\n", room[0].name);
    removeat(0);
    if (++seen % 3 == 0) {
        for (int i = 0; i < n; i++)
            if (room[i].urgency > 1)
                room[i].urgency--;
        sort();
    }
}

static void worse(const char *name)
{
    int i = find(name);
    if (i < 0)
        printf("%s is not waiting.\n", name);
    else if (room[i].urgency == 1)
        printf("%s is already at 1.\n", name);
    else {
        room[i].urgency--;
        sort();
        printf("%s is number %d.\n", name, find(name) + 1);
    }
}

static void leave(const char *name)
{
    int i = find(name);
    if (i < 0) {
        printf("%s is not waiting.\n", name);
        return;
    }
    removeat(i);
    printf("%s left.\n", name);
}

int main(void)
{
    char line[300], cmd[100], a[100], b[100], c[100];
    while (fgets(line, sizeof line, stdin)) {
        int k = sscanf(line, "%99s %99s %99s %99s", cmd, a, b, c);
        if (k == 3 && !strcmp(cmd, "arrive"))
            arrive(a, b);
        else if (k == 1 && !strcmp(cmd, "next"))
            next();
        else if (k == 2 && !strcmp(cmd, "worse"))
            worse(a);
        else if (k == 2 && !strcmp(cmd, "leave"))
            leave(a);
        else if (k == 1 && !strcmp(cmd, "list")) {
            if (n == 0)
                printf("Nobody waits.\n");
            for (int i = 0; i < n; i++)
                printf("%d. %s (%d)\n", i + 1, room[i].name, room[i].urgency);
        } else if (k == 1 && !strcmp(cmd, "count"))
            printf("%d waiting, %d seen.\n", n, seen);
        else if (k == 1 && !strcmp(cmd, "close"))
            break;
        else
            printf("Unknown command.\n");
    }
    printf("%d seen, %d sent home.\n", seen, home + n);
    return 0;
}
