#include <stdio.h>
#include <string.h>

int main(void) {
    int n = 0, c, length;
    char line[8];
    puts("0");
    for (;;) {
        length = 0;
        while ((c = getchar()) != EOF && c != '\n') {
            if (c == 0) length = 7;
            if (length < 7) line[length++] = c;
        }
        if (c == EOF && length == 0) return 0;
        line[length] = 0;
        if (strcmp(line, "up") == 0) n += n < 99;
        else if (strcmp(line, "down") == 0) n -= n > 0;
        else if (strcmp(line, "reset") == 0) n = 0;
        else { puts("up, down or reset"); continue; }
        printf("%d\n", n);
    }
}
