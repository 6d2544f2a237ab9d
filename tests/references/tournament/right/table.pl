#!/usr/bin/perl -w
use strict;

my %team;
my @match;

sub goals {
    my $g = shift;
    return $g =~ /^\d+$/ && $g < 100;
}

sub rows {
    my %r = map { $_ => { name => $_, map { $_ => 0 } qw(w d l f g) } } keys %team;
    for my $m (@match) {
        my ($a, $b, $x, $y) = @$m;
        $r{$a}{f} += $x; $r{$a}{g} += $y;
        $r{$b}{f} += $y; $r{$b}{g} += $x;
        my $c = $x <=> $y;
        $r{$a}{ (qw(d w l))[$c] }++;
        $r{$b}{ (qw(d w l))[-$c] }++;
    }
    for (values %r) {
        $_->{p} = 3 * $_->{w} + $_->{d};
        $_->{m} = $_->{w} + $_->{d} + $_->{l};
        $_->{key} = sprintf '%05d %05d %05d', $_->{p}, 50000 + $_->{f} - $_->{g}, $_->{f};
    }
    my @sorted = sort { $b->{key} cmp $a->{key} || $a->{name} cmp $b->{name} } values %r;
    my ($pos, $last) = (0, '');
    for my $i (0 .. $#sorted) {
        $pos = $i + 1 if $sorted[$i]{key} ne $last;
        $last = $sorted[$i]{key};
        $sorted[$i]{pos} = $pos;
    }
    return @sorted;
}

while (my $line = <>) {
    chomp $line;
    next unless length $line;
    my ($cmd, @a) = split / /, $line;
    my $sig = "$cmd " . @a;
    if ($sig eq 'team 1') {
        if ($team{$a[0]}) { print "$a[0] exists.\n" }
        elsif (keys %team >= 8) { print "Too many teams.\n" }
        else { $team{$a[0]} = 1; print "Team $a[0].\n" }
    } elsif ($sig eq 'match 4') {
        my ($h, $g, $x, $y) = @a;
        my @no = grep { !$team{$_} } $h, $g;
        if (@no) { print "No team $no[0].\n" }
        elsif ($h eq $g) { print "Same team.\n" }
        elsif (!goals($x) || !goals($y)) { print "Bad goals.\n" }
        elsif (grep { $_->[0] eq $h && $_->[1] eq $g } @match) { print "Already played.\n" }
        else {
            push @match, [$h, $g, $x + 0, $y + 0];
            printf "%s %s %d:%d\n", $h, $g, $x, $y;
        }
    } elsif ($sig eq 'undo 0') {
        my $m = pop @match;
        if ($m) { printf "Undone: %s %s %d:%d\n", @$m }
        else { print "Nothing to undo.\n" }
    } elsif ($sig eq 'withdraw 1') {
        if (delete $team{$a[0]}) {
            my @keep = grep { $_->[0] ne $a[0] && $_->[1] ne $a[0] } @match;
            printf "%s withdrawn, %d matches removed.\n", $a[0], @match - @keep;
            @match = @keep;
        } else {
            print "No team $a[0].\n";
        }
    } elsif ($sig eq 'table 0') {
        print "No teams.\n" unless %team;
        printf "%d. %s %d %d-%d-%d %d:%d %d\n", @$_{qw(pos name m w d l f g p)} for rows();
    } elsif ($sig eq 'left 0') {
        my $n = keys %team;
        printf "%d of %d left.\n", $n * ($n - 1) - @match, $n * ($n - 1);
    } elsif ($sig eq 'end 0') {
        my @best = map { $_->{name} } grep { $_->{pos} == 1 } rows();
        if (!@match) { print "No champion\n" }
        else { print @best == 1 ? 'Champion: ' : 'Champions: ', join(', ', @best), "\n" }
        exit;
    } else {
        print "Bad command.\n";
    }
}
