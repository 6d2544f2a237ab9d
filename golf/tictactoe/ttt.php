<?php for($s="012
345
678
",$n=9;$n;preg_match("/$p($p|(.(?2).|..$p..))$p/s",$s)&&die("$p won."))for($p="XO"[--$n%2];print preg_replace("/\d/",".",$s)."$p> ",!preg_match("/^\d$/",$i=fgets(STDIN))||$t==$s=strtr($t=$s,$i,$p);)echo"invalid.
"?>tie.