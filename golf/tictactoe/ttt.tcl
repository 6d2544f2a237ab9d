set s 012\n345\n678\n
foreach p {X O X O X O X O X} {while {![regexp ^\\d$ [puts [regsub -all \\d $s .]$p>\ ;gets stdin] i]||![regsub $i $s $p s]} {puts invalid.}
if [regexp $p\($p|..($p|.$p.|..$p..)..)$p $s] {[puts $p\ won.]}}
puts tie.