$_="012
345
678
";for$p((X,O)x4,X){print"invalid.
"until print(y/0-8/./r,"$p> "),<>=~/^\d$/&&s/$&/$p/;1/!print"$p won."if/$p($p|(.(?2).|..$p..))$p/s}print"tie."