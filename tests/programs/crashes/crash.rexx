say '...'
say '...'
say '...'
say 'X> '
parse pull line
say line'a' + 1
