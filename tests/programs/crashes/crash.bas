print "..."
print "..."
print "..."
print "X> "
line input "" l$
dim b(3)
b(len(l$)+9)=1
