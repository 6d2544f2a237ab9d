#!/usr/bin/perl
use strict;
use warnings;

my ($solved, $failed, $best) = (0, 0, '-');
my $code;
my %seen;
my $n;

while (1) {
    print defined $code ? "Guess $n? " : "Code? ";
    my $in = <STDIN>;
    last unless defined $in;
    chomp $in;
    if ($in eq 'quit') { print "Bye.\n"; exit 0 }
    if ($in eq 'score') { print "Solved $solved, failed $failed, best $best.\n"; next }
    my $ok = $in =~ /^[1-6]{4}$/;
    if (!defined $code) {
        unless ($ok) { print "Invalid code.\n"; next }
        $code = $in;
        %seen = ();
        $n ||= 1;
        next;
    }
    if ($in eq 'give up') {
        print "The code was $code.\n";
        $failed++;
        undef $code;
        $n = 1;
        next;
    }
    unless ($ok) { print "Invalid guess.\n"; next }
    if ($seen{$in}++) { print "Already tried.\n"; next }
    my @c = split //, $code;
    my @g = split //, $in;
    my $black = grep { $c[$_] == $g[$_] } 0 .. 3;
    my $all = 0;
    my $rest = $code;
    for my $d (@g) { $all++ if $rest =~ s/$d// }
    printf "Black: %d, white: %d\n", $black, $all - $black;
    if ($black == 4) {
        print "Solved in $n.\n";
        $solved++;
        $best = $n if $best eq '-' || $n < $best;
        undef $code;
        $n = 0;
    } elsif ($n == 8) {
        print "Failed. The code was $code.\n";
        $failed++;
        undef $code;
    }
    $n++;
}
print "\n";
