use strict;
my @s=(' ')x9;
my($p,$q)=('o','x');
my @l=map{[split//]}qw(012 345 678 036 147 258 048 246);
sub board{
  my $e=shift;
  print "    1   2   3\n  ┏━━━┳━━━┳━━━┓\n";
  for my $i(0..2){
    print "  ┣━━━╋━━━╋━━━┫\n" if $i;
    print chr(97+$i)," ┃ ",join(" ┃ ",@s[3*$i..3*$i+2])," ┃\n";
  }
  print "  ┗━━━┻━━━┻━━━┛\n";
}
$|=1;
while(1){
  board;
  print "\"$p\" to play. > ";
  my $a=<STDIN>;
  last unless defined $a;
  chomp $a;
  my $r;
  if($a eq 'resign'){$r="\"$q\" win !\n\"$p\" resigned.\n"}
  elsif($a eq 'abort'){$r="The game is end.\nThe game is aborted.\n"}
  elsif($a=~/\A([abc])([123])\z/){
    my $i=3*(ord($1)-97)+$2-1;
    if($s[$i] ne ' '){
      my $why=$s[$i] eq $p?'You have already filled this square.':"The square has already been filled with \"$q\".";
      print "The action is rejected: $why\n\n";
      next;
    }
    $s[$i]=$p;
    for my $n(0..7){
      next if $r||grep{$s[$_] ne $p}@{$l[$n]};
      $r="\"$p\" win !\nA ".($n<3?'horizontal':$n<6?'vertical':'diagonal')." line is completed !\n";
    }
    $r||="Draw !\nNo line is completed.\n" unless grep{$_ eq ' '}@s;
    ($p,$q)=($q,$p);
  }
  else{print "Invalid notation.\n\n";next}
  print "\n";
  if($r){board;print $r;last}
}
