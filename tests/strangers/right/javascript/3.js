l=require("fs").readFileSync(0,"utf8").split("\n")
l[l.length-1]||l.pop()
b=[..."........."],p="X",o=""
s=()=>o+=b.join("").replace(/.../g,"$&\n")+p+"> "
s()
for(i of l){
  if(!/^[0-8]$/.test(i)||b[i]!="."){o+="invalid.\n";s();continue}
  b[i]=p
  if(["012","345","678","036","147","258","048","246"].some(w=>[...w].every(c=>b[c]==p))){o+=p+" won.\n";break}
  if(!b.includes(".")){o+="tie.\n";break}
  p=p=="X"?"O":"X"
  s()
}
process.stdout.write(o)
