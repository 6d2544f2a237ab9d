program-id. t.data division.working-storage section. 1 s pic x(31) value"012"&x"0a"&"345"&x"0a"&"678"&x"0a"&"036A147A258A048A246". 1 b pic x(12). 1 l pic x(256). 1 p pic xxx value"XXX". 1 q pic xxx value"OOO". 1 r pic xxx. 1 n pic 99. procedure division.perform 9 times
move 0 to n perform until n>0
move s to b inspect b converting"012345678"to"........."display b p(1:1)"> "accept l
if l<"9"and l(2:)=space inspect s tallying n for all l(1:1)end-if
if n=0 display"invalid."end-if
end-perform
inspect s replacing all l(1:1)by p(1:1)move 0 to n inspect s tallying n for all p
if n>0 display p(1:1)" won."stop run end-if
move p to r move q to p move r to q
end-perform
display"tie.".