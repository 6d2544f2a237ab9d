s="012
345
678"
"XOXOXOXOX".chars{|p|puts"invalid."until(puts s.tr("0-8",?.),p+"> ";gets=~/^\d$/&&s.sub!($&,p))
+puts(p+" won.")if/(.)(\1|(.\g<3>.|..\1..))\1/m=~s}
puts"tie."