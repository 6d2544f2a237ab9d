s="012
345
678
036A147A258A048A246"
for p in X O X O X O X O X
do until printf "%.12s$p> " "${s//[0-8]/.}"
read -r i
case $i:$s in [0-8]:*$i*);;*)! :;esac
do echo invalid.
done
s=${s//$i/$p}
case $s in *$p$p$p*)echo $p won.;exit;esac
done
echo tie.