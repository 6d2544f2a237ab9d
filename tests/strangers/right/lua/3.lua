b=("."):rep(9)p="X"
while 1 do
  io.write(b:gsub("...","%0\n"),"")
  io.write(p,"> ")
  i=io.read()
  if not i then break end
  if i:match"^[0-8]$"and b:sub(i+1,i+1)=="."then
    b=b:sub(1,i)..p..b:sub(i+2)
    for w in("123 456 789 147 258 369 159 357"):gmatch"%d+"do
      if w:gsub("%d",function(c)return b:sub(c,c)end)==p:rep(3)then print(p.." won.")return end
    end
    if not b:find("%.")then print"tie."return end
    p=p=="X"and"O"or"X"
  else
    print"invalid."
  end
end
