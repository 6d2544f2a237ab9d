#include <stdio.h>

int main(void) {
    int count;
    double sum = 0, one;
    scanf("%d", &count);
    for (int i = 0; i < count; i++) scanf("%lf", &one), sum += one;
    if (count) printf("%.9f\n", sum / count); else puts("None");
}
