b=0:8;f=file("stdin");open(f)
for(n in 1:9){t=c("O","X")[n%%2+1]
cat(t(cbind(matrix(ifelse(b%in%0:8,".",b),3,byrow=T),"\n")),sep="")
repeat{cat(t,"> ",sep="");s=readLines(f,1);if(!length(s))quit()
if(s%in%b&&s%in%0:8)break
cat("invalid.\n")}
b[b==s]=t
m=matrix(b==t,3)
if(any(colSums(m)>2,rowSums(m)>2,sum(m[c(1,5,9)])>2,sum(m[c(3,5,7)])>2)){cat(t,"won.");quit()}}
cat("tie.")