use strict;
$| = 1;
my $n = 0;
my %steps = (up => 1, down => -1);
print "0\n";
while (<STDIN>) {
    chomp;
    if ($_ eq 'reset') { $n = 0 }
    elsif (exists $steps{$_}) { $n += $steps{$_}; $n = 0 if $n < 0; $n = 99 if $n > 99 }
    else { print "up, down or reset\n"; next }
    print "$n\n";
}
