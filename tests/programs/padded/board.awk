# The board, and the lines of three.
BEGIN {
  unused = 0
  for (p = s = "012\n345\n678\n036A147A258A048A246"; n < 9 && s !~ p p p; ) {
    $0 = substr(s, 1, 12)
    gsub(/[0-8]/, ".")
    print $0 (p = n % 2 ? "O" : "X") "> "
    getline
    print /^[0-8]$/ && gsub($0, p, s) && ++n ? "" : "invalid."
  }
  print s ~ p p p ? p " won." : "tie."
}
