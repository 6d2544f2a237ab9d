print "...\n...\n...\nX> "
STDOUT.flush
puts "#{gets}a".to_i
