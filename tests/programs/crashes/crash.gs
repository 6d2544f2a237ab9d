init
	print "...\n...\n...\nX> "
	var line = stdin.read_line()
	assert line.length > 5
