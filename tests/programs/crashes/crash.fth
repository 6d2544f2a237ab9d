: board ." ..." cr ." ..." cr ." ..." cr ." X> " ;
: move pad 80 stdin read-line throw drop drop 1 0 / . ;
board move bye
