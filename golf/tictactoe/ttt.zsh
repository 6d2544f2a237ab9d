set 012 345 678 036 147 258 048 246
for p ({,,,}{X,O} X){
until print -l ${${*//[0-8]/.}[1,3]} "$p> "
read -r i
[[ $i:$* = [0-8]:*$i* ]]
do echo invalid.
done
set ${*//$i/$p}
[[ $* = *$p$p$p* ]]&&echo $p won.&&exit
}
echo tie.