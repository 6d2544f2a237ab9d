use strict;
use warnings;

my (@text, @undo);
my $cur = 0;
$| = 1;

sub save { push @undo, [$cur, @text]; shift @undo if @undo > 5 }
sub bad { print "? $_[0]\n" }
sub isnum { $_[0] =~ /^[0-9]+$/ }

sub delete_lines {
    my @n = @_;
    return bad('bad number') if grep { !isnum($_) } @n;
    return bad('empty buffer') if !@n && !@text;
    @n = ($cur) unless @n;
    push @n, $n[0] if @n == 1;
    return bad('no such line') if grep { $_ < 1 || $_ > @text } @n;
    return bad('bad range') if $n[0] > $n[1];
    save();
    splice @text, $n[0] - 1, $n[1] - $n[0] + 1;
    $cur = $n[0] > @text ? @text : $n[0] + 0;
}

sub move_line {
    my $n = shift;
    return bad('bad number') unless isnum($n);
    return bad('empty buffer') unless @text;
    return bad('no such line') if $n > @text;
    save();
    my ($line) = splice @text, $cur - 1, 1;
    $n-- if $n >= $cur;
    splice @text, $n, 0, $line;
    $cur = $n + 1;
}

while (1) {
    print '[', scalar @text, '] ';
    my $in = <STDIN>;
    last unless defined $in;
    chomp $in;
    next if $in eq '';
    if ($in =~ /^a(?: (.*))?$/) {
        save();
        splice @text, $cur++, 0, $1 // '';
    } elsif ($in =~ /^i(?: (.*))?$/) {
        save();
        $cur ||= 1;
        splice @text, $cur - 1, 0, $1 // '';
    } elsif ($in =~ /^d(?: (\S+))?(?: (\S+))?$/) {
        delete_lines(grep { defined } $1, $2);
    } elsif ($in =~ /^g (\S+)$/) {
        if (!isnum($1)) { bad('bad number') }
        elsif ($1 < 1 || $1 > @text) { bad('no such line') }
        else { $cur = $1 + 0 }
    } elsif ($in =~ /^m (\S+)$/) {
        move_line($1);
    } elsif ($in =~ /^r (\S+)(?: (\S+))?$/) {
        my ($old, $new) = ($1, $2 // '');
        if (!@text) { bad('empty buffer') }
        elsif (index($text[$cur - 1], $old) < 0) { bad('not found') }
        else {
            save();
            $text[$cur - 1] =~ s/\Q$old\E/$new/g;
        }
    } elsif ($in eq 'p') {
        print "(empty)\n" unless @text;
        for my $i (1 .. @text) {
            print $i == $cur ? '*' : ' ', $i, ' ', $text[$i - 1], "\n";
        }
    } elsif ($in eq 'u') {
        if (@undo) { ($cur, @text) = @{ pop @undo } }
        else { bad('nothing to undo') }
    } elsif ($in eq 'q') {
        print "bye\n";
        last;
    } else {
        bad('unknown command');
    }
}
