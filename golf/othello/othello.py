import sys
N="","black","white"
b=[3]*100
for p in range(11,89):b[p]=3*(p%10%9<1)
b[44]=b[55]=2
b[45]=b[54]=1
def f(c,p):
 o=[]
 if b[p]<1:
  for d in-11,-10,-9,-1,1,9,10,11:
   q=p+d;r=[]
   while b[q]==3-c:r+=[q];q+=d
   if b[q]==c:o+=r
 return o
def m(c):return[p for p in range(100)if f(c,p)]
def n():print(f"black:{b.count(1)} / white:{b.count(2)}")
def s(c):
 l=m(c);print("   a b c d e f g h")
 for y in range(1,9):print("",y,"".join("・"if p in l else"□●○"[b[p]]for p in range(y*10+1,y*10+9)))
 if not l:
  if not m(3-c):print("双方共に石を置く場所がありません。終局します。");n();return 1
  print("石を置く場所がありません。パスしてください。")
 print(f"内容?-> {N[3-c]} ",end="")
c=1
s(1)
for l in sys.stdin:
 l=l.strip("\n");x=l[:1].lower();y=l[1:2];r="問題なし。"
 if l==".":
  for c in c,3-c:
   print("終了します。");n()
   if l:s(3-c);l=""
  break
 if l=="":c=c if m(c)else 3-c
 elif not(x and y and x in"abcdefgh"and y in"12345678"):r="置く石の位置は a1~h8 で指定してください。\n"+r
 else:
  p=int(y)*10+ord(x)-96;o=f(c,p)
  if o:
   print("発言成功。");s(3-c);r=f"メッセージ受信。From:{N[c]} "+l
   for q in o+[p]:b[q]=c
   c=3-c
  else:r="石を置けません。\n"+r
 print(r)
 if s(c):s(3-c);break
