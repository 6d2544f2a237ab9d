my ($count, @rest) = split ' ', join '', <STDIN>;
my $sum = 0;
$sum += $_ for @rest;
print $count ? $sum / $count : "None", "\n";
print "Done.\n" unless $count;
