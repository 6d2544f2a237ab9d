N="Black","White"
b={c+r:"."for r in"12345678"for c in"abcdefgh"}
b["d4"]=b["e5"]="W"
b["e4"]=b["d5"]="B"
def F(s,p):
 t=[]
 if b.get(s)==".":
  for i in range(9):
   u=[];c,r=map(ord,s)
   while 1:
    c+=i%3-1;r+=i//3-1;k=chr(c)+chr(r);v=b.get(k,".")
    if v=="."or i==4:break
    if v==p:t+=u;break
    u+=k,
 return t
def M(p):return any(F(s,p)for s in b)
def S(h):
 v=[*b.values()]
 print(h,v.count("B"),":",v.count("W"))
 print("  A B C D E F G H")
 for r in"12345678":print(r,*(b[c+r]for c in"abcdefgh"))
 return v.count("B")-v.count("W")
p=0
while M("BW"[p])or M("BW"[1-p]):
 if not M("BW"[p]):print(N[p],"Pass");p=1-p
 S(N[p])
 while 1:
  try:s=input("> ").lower()
  except EOFError:exit()
  f=F(s,"BW"[p])if len(s)==2 else[]
  if f:break
  print("invalid.")
 for k in f+[s]:b[k]="BW"[p]
 p=1-p
d=S("End")
print("Black Win!"if d>0 else"White Win!"if d else"Draw")
