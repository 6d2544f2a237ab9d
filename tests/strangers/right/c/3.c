#include<stdio.h>
int m[2],w[]={7,56,448,73,146,292,273,84},p,i,n,c,d;
int main(){
  for(;;){
    for(i=0;i<9;i++)printf("%c%s",m[0]>>i&1?'X':m[1]>>i&1?'O':'.',i%3>1?"\n":"");
    printf("%c> ","XO"[p]);
    c=d=getchar();
    if(c==EOF)return 0;
    for(n=0;d!='\n'&&d!=EOF;n++)d=getchar();
    c-='0';
    if(n!=1||c<0||c>8||(m[0]|m[1])>>c&1){puts("invalid.");continue;}
    m[p]|=1<<c;
    for(i=0;i<8;i++)if((m[p]&w[i])==w[i]){printf("%c won.\n","XO"[p]);return 0;}
    if((m[0]|m[1])==511){puts("tie.");return 0;}
    p=!p;
  }
}
