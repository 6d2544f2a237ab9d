s$="012345678036147258048246"
for k=1 to 9
p$=mid$("OX",1+mod(k,2),1)
repeat
for j=1 to 9
c$=mid$(s$,j,1)
if c$<"9" c$="."
print c$;
if !mod(j,3) print
next
print p$,"> ";
line input "" i$
v=len(i$)=1 and i$<"9" and instr(left$(s$,9),i$)
if !v print "invalid."
until v
for j=1 to 24
if mid$(s$,j,1)=i$ mid$(s$,j,1)=p$
next
for j=1 to 22 step 3
if mid$(s$,j,3)=p$+p$+p$ then
print p$," won."
end
endif
next
next
print "tie."