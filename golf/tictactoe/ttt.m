#import<stdio.h>
#import<string.h>
char s[]="012345678036147258048246",l[999],p=88;int main(){for(int n=9,j;n;){for(j=0;j<9;j++)printf(j%3<2?"%c":"%c\n",s[j]<57?46:s[j]);printf("%c> ",p);fgets(l,999,stdin);if(l[1]==10&*l<57&&memchr(s,*l,9)){for(j=0;j<24;j++)s[j]^=s[j]^*l?0:*l^p;for(j=0;j<24;j+=3)if(s[j]==p&s[j+1]==p&s[j+2]==p)return!printf("%c won.",p);p^=23;n--;}else puts("invalid.");}puts("tie.");}
