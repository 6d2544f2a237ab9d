use strict ; no strict ;
# The board.
$_ = "012
345
678
";
foreach my $p ( ( X , O ) x 4 , X ) {
    print "invalid.
" until print ( y/0-8/./r , "$p> " ) , <STDIN> =~ /^\d$/ && s/$&/$p/ ;
    1 / ! print "$p won." if /$p($p|(.(?2).|..$p..))$p/s ;
}
print "tie." ;
