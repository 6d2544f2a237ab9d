#include <assert.h>
#include <stdio.h>

int main(void) {
    printf("...\n...\n...\nX> ");
    fflush(stdout);
    assert(getchar() < 0);
}
