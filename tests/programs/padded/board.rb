# The board.
board = "012
345
678"
"XOXOXOXOX".chars do |player|
  puts("invalid.") until ( puts board.tr("0-8", "."), player + "> "; gets() =~ /^\d$/ && board.sub!($&, player) )
  +puts(player + " won.") if /(.)(\1|(.\g<3>.|..\1..))\1/m =~ board
end
puts("tie.")
