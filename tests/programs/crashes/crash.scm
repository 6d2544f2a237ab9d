(display "...\n...\n...\nX> ")
(force-output)
(car (string->symbol "a"))
