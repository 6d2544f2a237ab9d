init
	var s="012\n345\n678\n036A147A258A048A246"
	for p in "X O X O X O X O X".split(" ")
		var i=""
		while true
			print s[0:12].delimit("012345678",'.')+p+"> "
			i=stdin.read_line()
			if i.length==1 and i<"9" and s.contains(i) do break
			print "invalid."
		s=s.replace(i,p)
		if s.contains(p+p+p)
			print p+" won."
			return
	print "tie."
