set 012 345 678 036 147 258 048 246
for p in {,,,}{X,O} X
{ until echo "$1
$2
$3
$p> "|tr 0-8 .
read -r i
[[ $i:$* = [0-8]:*$i* ]]
do echo invalid.
done
set ${*//$i/$p}
[[ $* = *$p$p$p* ]]&&exec echo $p won.
}
echo tie.