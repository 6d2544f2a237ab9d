IFS='
'
set 012 345 678 036 147 258 048 246
for p in {,,,}{X,O} X
do until printf "%.11s
$p> " "${*//[0-8]/.}"
read -r i
[[ $i:$* = [0-8]:*$i* ]]
do echo invalid.
done
set ${*//$i/$p}
[[ $* = *$p$p$p* ]]&&echo $p won.&&exit
done
echo tie.