identification division.
program-id. crash.
data division.
working-storage section.
1 l pic x(80).
procedure division.
display "..." display "..." display "..." display "X> "
accept l
call "nosuch"
stop run.
