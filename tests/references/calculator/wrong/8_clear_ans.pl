use strict;
use warnings;
use integer;

my %var;
my $ans = 0;
my @t;

sub limit {
    my $v = shift;
    die "too large\n" if $v > 999_999_999 || $v < -999_999_999;
    return $v;
}

# The parser makes lists: ['+', left, right], ['neg', x], ['num', n], ['var', name].
sub sum {
    my $l = product();
    $l = [shift @t, $l, product()] while @t && $t[0] =~ /^[-+]$/;
    return $l;
}

sub product {
    my $l = factor();
    $l = [shift @t, $l, factor()] while @t && $t[0] =~ m{^[*/%]$};
    return $l;
}

sub factor {
    if (@t && $t[0] eq '-') {
        shift @t;
        return ['neg', factor()];
    }
    my $base = primary();
    return $base unless @t && $t[0] eq '^';
    shift @t;
    return ['^', $base, factor()];
}

sub primary {
    my $t = shift @t // '';
    return ['num', $t] if $t =~ /^\d/;
    return ['var', $t] if $t =~ /^[a-z]/;
    die "syntax\n" unless $t eq '(';
    my $e = sum();
    die "syntax\n" unless @t && shift(@t) eq ')';
    return $e;
}

my %op = (
    '+' => sub { $_[0] + $_[1] },
    '-' => sub { $_[0] - $_[1] },
    '*' => sub { $_[0] * $_[1] },
    '/' => sub { $_[1] or die "division by zero\n"; $_[0] / $_[1] },
    '%' => sub { $_[1] or die "division by zero\n"; $_[0] - $_[0] / $_[1] * $_[1] },
    '^' => \&power,
);

sub power {
    my ($b, $e) = @_;
    die "negative exponent\n" if $e < 0;
    return 1 if $e == 0;
    return $b if $b == 0 || $b == 1;
    return $e % 2 ? -1 : 1 if $b == -1;
    my $r = 1;
    $r = limit($r * $b) for 1 .. $e;
    return $r;
}

sub value {
    my ($kind, $x, $y) = @{ $_[0] };
    return limit($x + 0) if $kind eq 'num';
    return -value($x) if $kind eq 'neg';
    if ($kind eq 'var') {
        return $ans if $x eq 'ans';
        die "unknown $x\n" unless exists $var{$x};
        return $var{$x};
    }
    my $l = value($x);
    my $r = value($y);
    return limit($op{$kind}->($l, $r));
}

while (<STDIN>) {
    s/^\s+|\s+$//g;
    next if $_ eq '';
    last if $_ eq 'quit';
    if ($_ eq 'vars') {
        print "no variables\n" unless %var;
        print "$_ = $var{$_}\n" for sort keys %var;
        next;
    }
    if ($_ eq 'clear') {
        %var = ();
        print "cleared\n";
        next;
    }
    my ($name, $body) = /^([a-z]+)\s*=(.*)$/ ? ($1, $2) : ('', $_);
    my $shown = eval {
        @t = $body =~ /\d+|[a-z]+|\S/g;
        my $tree = sum();
        die "syntax\n" if @t;
        die "ans is read-only\n" if $name eq 'ans';
        $ans = value($tree);
        $var{$name} = $ans if $name ne '';
        ($name ne '' ? "$name = " : '') . $ans;
    };
    if (defined $shown) { print "$shown\n" }
    else { print "error: $@" }
}
