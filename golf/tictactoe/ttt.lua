s=[[012
345
678
036A147A258A048A246]]for k=1,9 do p=p=="X"and"O"or"X"repeat print(s:sub(1,12):gsub("%d",".")..p.."> ")s,n=s:gsub(io.read():match"^%d$"or"_",p)until n>0 or print"invalid."e=s:find(p..p..p)and print(p.." won.")()end
print"tie."