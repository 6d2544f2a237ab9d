MODULE crash;
FROM StdIO IMPORT Read;
FROM StrIO IMPORT WriteString, WriteLn;
VAR c: CHAR; board: ARRAY [0..2] OF CARDINAL; n: CARDINAL;
BEGIN
  WriteString('...'); WriteLn; WriteString('...'); WriteLn; WriteString('...'); WriteLn; WriteString('X> ');
  Read(c);
  HALT
END crash.
