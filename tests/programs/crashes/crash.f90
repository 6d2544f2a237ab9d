program t
  integer :: n
  character(8) :: line
  print '(a)', '...', '...', '...'
  write (*, '(a)', advance='no') 'X> '
  line = 'a'
  read (line, *) n
  print *, n
end
