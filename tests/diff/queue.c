/* A doctor's waiting list: by urgency, then by order. It shows each answer at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct patient { char name[24]; int urgency; int number; };
static struct patient list[20];
static int waiting, next_number = 1, seen;

int main(void) {
    char line[300], name[300], rest[300];
    int urgency;
    while (printf("? "), fflush(stdout), fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "come %23s %9d %1s", name, &urgency, rest) == 2) {
            if (urgency < 1 || urgency > 5) { puts("urgency is 1 to 5"); continue; }
            if (waiting == 20) { puts("come tomorrow"); continue; }
            int at = waiting;
            while (at > 0 && list[at - 1].urgency < urgency) { list[at] = list[at - 1]; at--; }
            strcpy(list[at].name, name);
            list[at].urgency = urgency;
            list[at].number = next_number++;
            waiting++;
            printf("%s has number %d\n", name, list[at].number);
        } else if (strcmp(line, "next") == 0) {
            if (!waiting) { puts("nobody waits"); continue; }
            printf("%s, please\n", list[0].name);
            memmove(list, list + 1, --waiting * sizeof *list);
            seen++;
        } else if (sscanf(line, "leave %9d %1s", &urgency, rest) == 1) {
            int at = 0;
            while (at < waiting && list[at].number != urgency) at++;
            if (at == waiting) { puts("no such number"); continue; }
            printf("goodbye %s\n", list[at].name);
            memmove(list + at, list + at + 1, (--waiting - at) * sizeof *list);
        } else if (strcmp(line, "who") == 0) {
            for (int i = 0; i < waiting; i++)
                printf("%d %s (%d)\n", list[i].number, list[i].name, list[i].urgency);
            printf("%d waiting, %d seen\n", waiting, seen);
        } else if (strcmp(line, "home") == 0) {
            if (waiting) { puts("somebody waits"); continue; }
            puts("good night");
            return 0;
        } else {
            puts("pardon?");
        }
    }
    return 0;
}
