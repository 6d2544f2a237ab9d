s="012
345
678
036A147A258A048A246"
"XOXOXOXOX".each_char{|p|i=""
until puts(s[0,12].gsub(/\d/,"."),"#{p}> ")||(i=gets.to_s)=~/^\d$/&&s[i]?
puts "invalid."end
s=s.tr i,p.to_s
(puts "#{p} won.";exit)if s[p.to_s*3]?}
puts "tie."