import re,sys
s="012\n345\n678\n036A147A258A048A246"
for p in"XO"*4+"X":
 while not":">(i:=print(re.sub("\d",".",s[:12])+p+"> ")or sys.argv.pop(1))in[*s]:print("invalid.")
 if p*3in(s:=re.sub(i,p,s)):+print(p,"won.")
print("tie.")