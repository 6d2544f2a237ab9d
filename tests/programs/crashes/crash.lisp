(format t "...~%...~%...~%X> ")
(finish-output)
(parse-integer (concatenate 'string (read-line) "a"))
