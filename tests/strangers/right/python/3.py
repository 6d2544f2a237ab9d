b=["."]*9
p,q="XO"
while 1:
 s="".join(b);print(s[:3],s[3:6],s[6:],sep="\n")
 i=input(p+"> ")
 if i not in list("012345678")or b[int(i)]!=".":print("invalid.");continue
 b[int(i)]=p
 if any(all(b[int(c)]==p for c in w)for w in"012 345 678 036 147 258 048 246".split()):print(p,"won.");break
 if"."not in b:print("tie.");break
 p,q=q,p
