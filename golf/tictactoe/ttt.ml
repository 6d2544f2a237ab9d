open String open Printf let w="012
345
678
"let rec f b p q n=printf"%s%c> "(map b w)p;let s=read_line()in let g c=if b c='.'&&make 1 c=s then p else b c in if map g w=map b w then(printf"invalid.
";f b p q n)else if List.mem(make 3 p)(split_on_char '
'(map g(w^"036
147
258
048
246")))then printf"%c won."p else if n>7 then printf"tie."else f g q p(n+1);;f(min '.')'X''O'0