#include <stdio.h>
#include <stdlib.h>
char a[9],s[1000],*e;int i,m,t;
#define E(x,y,z) (a[x]&&a[x]==a[y]&&a[y]==a[z])
int main(void){
 for(;;){
  for(i=0;i<9;i++)printf(i%3<2?"%c":"%c\n",a[i]?a[i]:'.');
 again:
  printf("%c> ","XO"[t]);fflush(stdout);
  *s=0;
  if(scanf("%999[^\n]",s)==EOF)return 0;
  getchar();
  long n=strtol(s,&e,10);
  if(e==s||*e||n<0||n>8||a[n]){puts("invalid.");goto again;}
  a[n]="XO"[t];
  m++;
  for(i=0;i<3;i++)
   if(E(i,i+3,i+6)||E(3*i,3*i+1,3*i+2))return printf("%c won.\n",a[n]),0;
  if(E(0,4,8)||E(2,4,6))return printf("%c won.\n",a[n]),0;
  if(m=9)return puts("tie."),0;
  t^=1;
 }
}
