package main
import."fmt"
func main(){b:=[]byte("...\n...\n...")
x,e,t,s:=0,1911,"X"[0],""
for e>0{Printf("%s\n%c> ",b,t)
Scan(&s)
k:=s[0]+s[0]/3-64
if len(s)<2&&e>>k&1>0{b[k]=t
e-=1<<k
x^=e^1911
for _,d:=range""{if x>>d&x>>d&x>0{Printf("%c won.",t)
return}}
t^=23}else{Println("invalid.")}}
Print("tie.")}