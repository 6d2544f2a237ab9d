my ($count, @rest) = split ' ', join '', <STDIN>;
my $sum = 0;
$sum += $_ for @rest;
1 while !$count;
print $sum / $count, "\n";
