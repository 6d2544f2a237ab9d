function board(  i, j, t) {
  print "    1   2   3\n  ┏━━━┳━━━┳━━━┓"
  for (i = 0; i < 3; i++) {
    t = substr("abc", i + 1, 1) " ┃"
    for (j = 0; j < 3; j++) t = t " " s[3 * i + j] " ┃"
    print (i ? "  ┣━━━╋━━━╋━━━┫\n" : "") t
  }
  print "  ┗━━━┻━━━┻━━━┛"
}
function ask() { board(); printf "\"%s\" to play. > ", p; fflush() }
function end(words) { print ""; board(); print words; exit }
BEGIN {
  for (i = 0; i < 9; i++) s[i] = " "
  split("012 345 678 036 147 258 048 246", l, " ")
  p = "o"; q = "x"; ask()
}
$0 == "resign" { end("\"" q "\" win !\n\"" p "\" resigned.") }
$0 == "abort" { end("The game is end.\nThe game is aborted.") }
!/^[abc][123]$/ { print "Invalid notation.\n"; ask(); next }
{
  i = 3 * (index("abc", substr($0, 1, 1)) - 1) + substr($0, 2) - 1
  if (s[i] != " ") {
    print "The action is rejected: " (s[i] == p ? "You have already filled this square." : "The square has already been filled with \"" q "\".") "\n"
    ask(); next
  }
  s[i] = p
  for (n = 1; n < 9; n++) {
    for (k = 1; k < 4 && s[substr(l[n], k, 1)] == p; k++);
    if (k > 3) end("\"" p "\" win !\nA " (n < 4 ? "horizontal" : n < 7 ? "vertical" : "diagonal") " line is completed !")
  }
  if (++m > 8) end("Draw !\nNo line is completed.")
  t = p; p = q; q = t; print ""; ask()
}
