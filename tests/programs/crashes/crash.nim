import strutils

proc move(line: string): int =
  parseInt(line & "a")

stdout.write "...\n...\n...\nX> "
stdout.flushFile
echo move(stdin.readLine)
