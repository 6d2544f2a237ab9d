def f($s;$p;$q):($s[:12]|gsub("\\d";"."))+$p+"> ",(input as$i|($s|if$i|test("^\\d$")then gsub($i;$p)else . end)as$t|if$s==$t then"invalid.",f($s;$p;$q)elif$t|contains($p*3)then$p+" won."elif$t|test("\\d")then f($t;$q;$p)else"tie."end);f("012
345
678
036A147A258A048A246";"X";"O")