set 012 345 678 036 147 258 048 246
for p in X O X O X O X O X
do until echo "$1
$2
$3
$p> "|tr 0-8 .
read -r i
echo $i:$*|grep -q ^[0-8]:.*$i
do echo invalid.
done
set `echo $*|tr $i $p`
echo $*|grep -q $p$p$p&&exec echo $p won.
done
echo tie.