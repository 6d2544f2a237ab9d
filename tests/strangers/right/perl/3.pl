$|=1;$_="."x9;$p="X";
{
  print s/.../$&\n/gr,"$p> ";
  ($i=<STDIN>)//exit;
  chomp$i;
  print("invalid.\n"),redo if$i!~/^[0-8]$/||substr($_,$i,1)ne".";
  substr($_,$i,1)=$p;
  print("$p won.\n"),exit if/^(...)*$p$p$p|$p..$p..$p|$p...$p...$p|^..$p.$p.$p/;
  print("tie.\n"),exit if!/\./;
  $p=~y/XO/OX/;
  redo
}
