variable s="012\n345\n678\n036A147A258A048A246",i,p;
foreach p(["X","O","X","O","X","O","X","O","X"]){forever{()=printf("%s%s> ",strtrans(s[[:11]],"0-8","."),p);
()=fgets(&i,stdin);
if(strlen(i)==2&&i<"9"&&is_substr(s,i[[0]]))break;
()=printf("invalid.\n");
}s=strreplace(s,i[[0]],p);
if(is_substr(s,p+p+p)){()=printf("%s won.",p);
exit(0);
}}()=printf("tie.");