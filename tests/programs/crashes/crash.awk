BEGIN { printf "...\n...\n...\nX> " }
{ print 1 / ($1 - $1) }
