var n: integer;
begin
  writeln('...');
  writeln('...');
  writeln('...');
  write('X> ');
  flush(output);
  val('1', n);
  n := 1 div (n - 1);
  writeln(n);
end.
