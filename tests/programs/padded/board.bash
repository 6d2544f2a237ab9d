# The board, and the lines of three.
set 012 345 678 036 147 258 048 246
for player in {,,,}{X,O} X
{
  until echo "$1
$2
$3
$player> " | tr 0-8 .
    read -r input
    [[ $input:$* = [0-8]:*$input* ]]
  do
    echo "invalid."
  done
  set ${*//$input/$player}
  [[ $* = *$player$player$player* ]] && exec echo $player won.
}
echo "tie."
