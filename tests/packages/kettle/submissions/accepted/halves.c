#include <stdio.h>
#include <string.h>

int main(void) {
    int low = 1, high = 100;
    char answer[10];
    for (;;) {
        int middle = (low + high) / 2;
        printf("%d\n", middle);
        fflush(stdout);
        if (scanf("%9s", answer) != 1 || !strcmp(answer, "right")) return 0;
        if (!strcmp(answer, "cold")) low = middle + 1; else high = middle - 1;
    }
}
