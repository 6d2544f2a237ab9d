w="012\n345\n678\n"
f(k:z)b ~(s:r)|any(all$(==k).b)$words$w++"036 147 258 048 246"=k:" won."|p:_<-z=map b w++p:"> "++last(("invalid.\n"++f(k:z)b r):[f z(\x->last$b x:[p|x==c])r|c<-w,[c]==s,b c=='.'])|1>0="tie."
main=interact$f"OXOXOXOXOX"(min '.').lines