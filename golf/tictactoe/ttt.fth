s" 012345678036147258048246" drop value s 'X' value p
: b 9 0 do i 3 mod 0= if cr then s i + c@ dup '9' < if drop '.' then emit loop cr p emit ." > " ;
: t begin b pad 999 stdin read-line 2drop 1 = pad c@ '9' < and s 9 pad c@ scan nip 0> and 0= while ." invalid." repeat 24 0 do s i + dup c@ pad c@ = if p over c! then drop loop ;
: w 0 24 0 do -1 3 0 do s i + j + c@ p = and loop or 3 +loop ;
: z 9 0 do t w if p emit ."  won." bye then p 23 xor to p loop ." tie." bye ; z