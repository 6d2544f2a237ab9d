b=[..."........."];p="X";w=s=>process.stdout.write(s)
L="012 345 678 036 147 258 048 246".split` `
s=_=>w(b.join``.replace(/.../g,"$&\n")+p+"> ")
e=m=>{w(m+"\n");process.exit()}
s()
require("readline").createInterface(process.stdin).on("line",l=>{
if(!/^[0-8]$/.test(l)||b[l]!=".")return w(`invalid.\n${p}> `)
b[l]=p
if(L.some(([x,y,z])=>b[x]==b[y]==b[z]&&b[x]!="."))e(p+" won.")
if(!b.includes("."))e("tie.")
p=p=="X"?"O":"X"
s()
})
