n=1
L=console.log
s=`012
345
678
`
for(p of"XOXOXOXOX"){for(;L(s.replace(/\d/g,".")+p+"> "),s==(s=s.replace(/^\d$/.exec(process.argv[++n]),p));)L("invalid.");/(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(s)&&L(p+" won.")()}L("tie.")