#!/usr/bin/perl
use strict;
use warnings;

$| = 1;

my @board  = ('.') x 9;
my $player = 'X';

my @lines = (
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
);

sub print_board {
    print join('', @board[0 .. 2]), "\n";
    print join('', @board[3 .. 5]), "\n";
    print join('', @board[6 .. 8]), "\n";
}

sub is_valid {
    my ($in) = @_;
    return 0 unless $in =~ /^[0-8]$/;
    return $board[$in] eq '.';
}

sub has_won {
    my ($p) = @_;
    foreach my $line (@lines) {
        my $count = grep { $board[$_] eq $p } @$line;
        return 1 if $count == 3;
    }
    return 0;
}

sub is_full {
    return !grep { $_ eq '.' } @board;
}

while (1) {
    print_board();
    print "$player> ";
    my $in = <STDIN>;
    last unless defined $in;
    chomp $in;

    unless (is_valid($in)) {
        print "invalid.\n";
        next;
    }

    $board[$in] = $player;

    if (has_won($player)) {
        print_board();
        print "$player won.\n";
        last;
    }
    if (is_full()) {
        print_board();
        print "tie.\n";
        last;
    }
    $player = $player eq 'X' ? 'O' : 'X';
}
