use strict;
use warnings;
print "...\n...\n...\nX> ";
my $line = <STDIN>;
my $x = 1 / ($line - $line);
