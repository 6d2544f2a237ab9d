def move(text)
  Integer(text)
end

print "...\n...\n...\nX> "
move(gets.chomp + "a")
