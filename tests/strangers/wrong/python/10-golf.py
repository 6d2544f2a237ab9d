import sys
b=["."]*9;p,q="XO"
def s():print(*map("".join,zip(*[iter(b)]*3)),p+"> ",sep="\n",end="",flush=True)
s()
for l in sys.stdin:
 n=int(l)
 if not 0<=n<9 or b[n]!=".":print("invalid.\n"+p+"> ",end="",flush=True);continue
 b[n]=p
 if[p]*3 in[b[:3],b[3:6],b[6:],b[::3],b[1::3],b[2::3],b[::4],b[2:7:2]]:print(p+" won.");break
 if"."not in b:print("tie.");break
 p,q=q,p
 s()
