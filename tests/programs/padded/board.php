<?php
// The board.
for ( $board = "012
345
678
", $n = 9; $n; preg_match("/$p($p|(.(?2).|..$p..))$p/s", $board) && die("$p won.") ) {
    for ( $p = "XO"[--$n % 2]; print preg_replace("/\d/", ".", $board) . "$p> ", !preg_match("/^\d$/", $input = fgets(STDIN)) || $t === $board = strtr($t = $board, $input, $p); ) {
        echo "invalid.
";
    }
}
?>tie.
