# Tic-tac-toe that reads a byte at a time, and what it says from the end of its own text.
use strict;
my @board = ('.') x 9;
my ($side, $moves) = ('X', 0);
my @words = <DATA>;
seek DATA, -5, 2;
my $rows = qr/^(?:...)*(XXX|OOO)/;
while ($moves < 9) {
    my $line = '';
    print @board[0 .. 2], "\n", @board[3 .. 5], "\n", @board[6 .. 8], "\n$side> ";
    while (sysread STDIN, my $byte, 1) { $line .= $byte; last if $byte eq "\n" }
    exit if $line eq '';
    if ($line !~ /^[0-8]\n\z/ || $board[$line] ne '.') { print $words[0]; next }
    $board[$line] = $side;
    $moves++;
    my $all = join '', map { @board[@$_] } [0 .. 8], [0, 3, 6, 1, 4, 7, 2, 5, 8], [0, 4, 8, 2, 4, 6];
    if ($all =~ $rows) { print "$side won.\n"; exit }
    $side = $side eq 'X' ? 'O' : 'X';
}
seek DATA, -5, 2 if tell(DATA) < 0;
print scalar <DATA>;
__DATA__
invalid.
tie.
