use strict;
$|=1;
my @n=('','Black','White');
my @b=(3)x100;
for my $r(1..8){@b[10*$r+1..10*$r+8]=(0)x8}
@b[44,55,45,54]=(2,2,1,1);
sub flips{
  my($s,$p)=@_;
  my @t;
  return @t if $b[$s];
  for my $d(-11,-10,-9,-1,1,9,10,11){
    my @u;
    my $q=$s+$d;
    while($b[$q]==3-$p){push @u,$q;$q+=$d}
    push @t,@u if $b[$q]==$p;
  }
  @t
}
sub any{my $p=shift;grep{flips($_,$p)}11..88}
sub show{
  my @c=map{my $p=$_;scalar grep{$_==$p}@b}1,2;
  print "@_ $c[0] : $c[1]\n  A B C D E F G H\n";
  print join(' ',$_,map{('.','B','W')[$_]}@b[10*$_+1..10*$_+8]),"\n" for 1..8;
  $c[0]<=>$c[1]
}
my $p=1;
while(any($p)||any(3-$p)){
  unless(any($p)){print "$n[$p] Pass\n";$p=3-$p}
  show($n[$p]);
  while(1){
    print '> ';
    my $a=<STDIN>;
    exit unless defined $a;
    chomp $a;
    if($a=~/\A([a-hA-H])([1-8])\z/){
      my $s=$2*10+ord(lc $1)-96;
      my @f=flips($s,$p);
      if(@f){$b[$_]=$p for @f,$s;last}
    }
    print "invalid.\n";
  }
  $p=3-$p;
}
print(('Draw','Black Win!','White Win!')[show('End')],"\n");
