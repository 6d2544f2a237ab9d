use strict;
use warnings;
use List::Util qw(sum0 min max);

my @n;

sub f { sprintf '%.2f', $_[0] }
sub ordered { sort { ($a < 0) <=> ($b < 0) ? $a <=> $b : abs $a <=> abs $b } @n }

sub first_bad {
    for (@_) { return $_ unless /^-?\d{1,6}(\.\d{1,2})?$/ }
    return undef;
}

my %value = (
    sum => sub { sum0 @n },
    min => sub { min @n },
    max => sub { max @n },
    range => sub { (max @n) - (min @n) },
    mean => sub { sum0(@n) / @n },
    median => sub { my @s = ordered(); ($s[$#s / 2] + $s[@s / 2]) / 2 },
    mode => sub {
        my %c;
        $c{$_}++ for @n;
        (sort { $c{$b} <=> $c{$a} || $a <=> $b } keys %c)[0];
    },
    sd => sub {
        my $m = sum0(@n) / @n;
        sqrt(sum0(map { ($_ - $m) ** 2 } @n) / @n);
    },
);

sub answer {
    my ($cmd, @w) = @_;
    if ($cmd eq 'add' && @w) {
        my $bad = first_bad(@w);
        return "bad number $bad" if defined $bad;
        return 'list full' if @n + @w > 20;
        push @n, map { $_ + 0 } @w;
        return 'added ' . @w . ', now ' . @n;
    }
    if ($cmd eq 'drop' && @w == 1) {
        return "bad number $w[0]" if defined first_bad(@w);
        for my $i (0 .. $#n) {
            next if $n[$i] != $w[0];
            splice @n, $i, 1;
            return 'dropped, now ' . @n;
        }
        return 'not in list';
    }
    if ($cmd eq 'keep' && @w == 1) {
        return "bad number $w[0]" if $w[0] !~ /^\d+$/ || $w[0] > 20;
        shift @n while @n > $w[0];
        return 'kept ' . @n;
    }
    if ($cmd eq 'above' && @w == 1) {
        return "bad number $w[0]" if defined first_bad(@w);
        return 'above ' . grep { $_ > $w[0] } @n;
    }
    return 'unknown command' if @w;
    if ($cmd eq 'clear') { @n = (); return 'cleared' }
    return 'count ' . @n if $cmd eq 'count';
    return join ' ', 'list:', map { f($_) } @n if $cmd eq 'list';
    return join ' ', 'sorted:', map { f($_) } ordered() if $cmd eq 'sorted';
    return 'unknown command' unless $value{$cmd};
    return 'empty list' if !@n && $cmd ne 'sum';
    return "$cmd " . f($value{$cmd}->());
}

while (<STDIN>) {
    my @w = split ' ';
    next unless @w;
    last if "@w" eq 'quit';
    print answer(@w), "\n";
}
