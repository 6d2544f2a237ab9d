import strutils
var s="012\n345\n678\n036A147A258A048A246"
for p in "XOXOXOXOX":
 while 1>0:
  for c in s[0..11]:stdout.write if c in'0'..'8':'.'else:c
  echo p,"> "
  let i=readLine stdin
  if i.len==1 and i<"9"and i in s:s=s.replace(i,$p);break
  echo "invalid."
 if p.repeat(3)in s:echo p," won.";quit()
echo "tie."