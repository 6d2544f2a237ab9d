s=[" "]*9
p,q="ox"
D="horizontal vertical diagonal".split()
L=[("012","345","678"),("036","147","258"),("048","246")]
def B():
 e="━━━"
 print("    1   2   3\n  ┏"+"┳".join([e]*3)+"┓\n"+("  ┣"+"╋".join([e]*3)+"┫\n").join("abc"[i]+" ┃ "+" ┃ ".join(s[3*i:3*i+3])+" ┃\n"for i in(0,1,2))+"  ┗"+"┻".join([e]*3)+"┛")
r=0
while not r:
 B()
 try:a=input(f'"{p}" to play. > ')
 except EOFError:break
 if a=="resign":r=f'"{q}" win !\n"{p}" resigned.'
 elif a=="abort":r="The game is end.\nThe game is aborted."
 elif len(a)!=2 or a[0]not in"abc"or a[1]not in"123":print("Invalid notation.\n");continue
 else:
  i="abc".find(a[0])*3+int(a[1])-1
  if s[i]!=" ":print("The action is rejected:",["The square has already been filled with \"%s\"."%q,"You have already filled this square."][s[i]==p]+"\n");continue
  s[i]=p
  for d,l in zip(D,L):
   for x in l:
    if not r and all(s[int(y)]==p for y in x):r=f'"{p}" win !\nA {d} line is completed !'
  if not r and" "not in s:r="Draw !\nNo line is completed."
  p,q=q,p
 print()
if r:B();print(r)
