use strict;
use warnings;

my @grid = map { ['.', '.', '.'] } 1 .. 3;
my @players = ('X', 'O');
my $turn = 0;

sub show {
    print @$_, "\n" for @grid;
    print $players[$turn % 2], "> ";
}

show();
while (my $line = <>) {
    $line =~ s/^\s+|\s+$//g;
    my $p = $players[$turn % 2];
    if ($line !~ /^\d+$/ or $line > 8 or $grid[$line / 3][$line % 3] ne '.') {
        print "invalid.\n";
        show();
        next;
    }
    $grid[$line / 3][$line % 3] = $p;
    $turn++;

    my @all;
    for my $i (0 .. 2) {
        push @all, join '', @{$grid[$i]};
        push @all, join '', map { $grid[$_][$i] } 0 .. 2;
    }
    push @all, join '', map { $grid[$_][$_] } 0 .. 2;
    push @all, join '', map { $grid[$_][2 - $_] } 0 .. 2;
    if (grep { $_ eq $p x 3 } @all) {
        print "$p won.\n";
        exit;
    }
    if ($turn == 9) {
        print "tie.\n";
        exit;
    }
    show();
}
