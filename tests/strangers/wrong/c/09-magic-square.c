#include <stdio.h>

/* three different marks of one player are in a line when they sum up to 15 */
const int magic[9] = { 2, 7, 6,
                       9, 5, 1,
                       4, 3, 8 };

int owner[9];

int won(int who)
{
    int i, j, k;
    for (i = 0; i < 9; i++)
        for (j = i + 1; j < 9; j++)
            for (k = j + 1; k < 9; k++)
                if (owner[i] == who && owner[j] == who && owner[k] == who
                    && magic[i] + magic[j] + magic[k] == 15)
                    return 1;
    return 0;
}

int main(void)
{
    const char sign[] = ".XO";
    int who = 1, marks = 0, i;
    long n = -1;

    while (1) {
        for (i = 0; i < 9; i++)
            printf("%c%s", sign[owner[i]], i % 3 == 2 ? "\n" : "");
        if (won(3 - who)) {
            printf("%c won.\n", sign[3 - who]);
            break;
        }
        if (marks == 9) {
            printf("tie.\n");
            break;
        }
        printf("%c> ", sign[who]);
        fflush(stdout);
        if (scanf("%ld", &n) == EOF)
            break;
        if (n < 0 || n > 8 || owner[n] != 0) {
            printf("invalid.\n");
            continue;
        }
        owner[n] = who;
        marks++;
        who = 3 - who;
    }
    return 0;
}
