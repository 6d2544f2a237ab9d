character s*99,b(9),p
b='.'
p='X'
do5 j=1,9
1 print'(3(3a/),a,"> ",$)',b,p
read'(a)',s
do4 k=1,9
4 if(s==achar(k+47).and.b(k)=='.')goto2
print'("invalid.")'
goto1
2 b(k)=p
do6 i=1,3
6 if(all(b(i::3)==p).or.all(b(3*i-2:3*i)==p).or.all(b(::4)==p).or.all(b(3:7:2)==p))goto3
5 p=achar(167-ichar(p))
print'("tie.")'
stop
3 print'(2a)',p," won."
end