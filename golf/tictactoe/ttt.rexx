s='012 345 678 036 147 258 048 246'
do k=1 to 9
p=substr(OX,k//2+1,1)
do forever
b=translate(s,'.........',012345678)
say word(b,1)
say word(b,2)
say word(b,3)
say p'> '
parse pull i
if length(i)=1&verify(i,012345678)=0&pos(i,s)>0 then leave
say 'invalid.'
end
s=translate(s,p,i)
if pos(p||p||p,s)>0 then do
say p 'won.'
exit
end
end
say 'tie.'