object T extends App{var(b,n)=("012\n345\n678\n",0)
while(n<9){val t=""+"XO"(n%2)
print(b.replaceAll("\\d","."))
var s=""
do{if(s!="")println("invalid.");print(t+"> ");s=io.StdIn.readLine;if(s==null)sys.exit;if(s=="")s=" "}while(!s.matches("[0-8]")|| !b.contains(s))
b=b.replace(s,t)
n+=1
if(b matches s"(?s).*$t($t|..($t|.($t|.$t.).)..)$t.*"){print(t+" won.");sys.exit}}
print("tie.")}