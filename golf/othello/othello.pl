@N=("","black","white");$_=3x10 .(3 .0 x8 .3)x8 .3x10;@b=/./g;@b[44,55]=(2,2);@b[45,54]=(1,1);$c=1;
sub f{my($c,$p)=@_;my@o;return if$b[$p];for my$d(-11,-10,-9,-1,1,9,10,11){my($q,@r)=$p+$d;push(@r,$q),$q+=$d while$b[$q]==3-$c;push@o,@r if$b[$q]==$c}@o}
sub m{my$c=pop;grep f($c,$_),11..88}
sub n{print"black:".(grep$_==1,@b)." / white:".(grep$_==2,@b)."\n"}
sub s{my$c=pop;print"   a b c d e f g h\n";for my$y(1..8){print" $y ",(map f($c,$_)?"・":("□","●","○")[$b[$_]],$y.1..$y.8),"\n"}
if(!&m($c)){if(!&m(3-$c)){print"双方共に石を置く場所がありません。終局します。\n";n();return 1}print"石を置く場所がありません。パスしてください。\n"}
print"内容?-> $N[3-$c] ";0}
&s($c);
while(<STDIN>){chomp;
if($_ eq"."){print"終了します。\n";n();&s(3-$c);print"終了します。\n";n();exit}
if($_ eq""){print"問題なし。\n";&m($c)or$c=3-$c}
elsif(!/^([a-h])([1-8])/i){print"置く石の位置は a1~h8 で指定してください。\n問題なし。\n"}
else{$p=$2*10+ord(lc$1)-96;if(@o=f($c,$p)){print"発言成功。\n";&s(3-$c);print"メッセージ受信。From:$N[$c] $_\n";@b[@o,$p]=($c)x65;$c=3-$c}
else{print"石を置けません。\n問題なし。\n"}}
if(&s($c)){&s(3-$c);exit}}
