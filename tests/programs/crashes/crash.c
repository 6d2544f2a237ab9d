#include <stdio.h>
int main(void) {
    printf("...\n...\n...\nX> ");
    fflush(stdout);
    int *p = 0;
    *p = getchar();
    return 0;
}
