function show() { print b[0] b[1] b[2]; print b[3] b[4] b[5]; print b[6] b[7] b[8] }
function ask() { printf "%s> ", p }
function won(i, c) {
  for (i = 1; i <= 8; i++) { split(w[i], c, " "); if (b[c[1]] == p && b[c[2]] == p && b[c[3]] == p) return 1 }
  return 0
}
BEGIN {
  split("0 1 2,3 4 5,6 7 8,0 3 6,1 4 7,2 5 8,0 4 8,2 4 6", w, ",")
  for (i = 0; i < 9; i++) b[i] = "."
  p = "X"; show(); ask()
}
/^[0-8]$/ && b[$0] == "." {
  b[$0] = p
  if (won()) { print p " won."; exit }
  if (++n == 9) { print "tie."; exit }
  p = p == "X" ? "O" : "X"
  show(); ask(); next
}
{ print "invalid."; ask() }
