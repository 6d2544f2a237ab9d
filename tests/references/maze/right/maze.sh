#!/bin/bash
# The maze; the map is an array of rows.

restart() {
    map=('#########' '#S..#..c#' '#.#.#.#.#' '#.#...#k#' '#c###T#.#' '#.D..c#E#' '#########')
    x=1 y=1 steps=0 coins=0 key=no
}

target() {
    tx=$x ty=$y
    case $1 in
        n) ((ty -= 1)) ;;
        s) ((ty += 1)) ;;
        e) ((tx += 1)) ;;
        w) ((tx -= 1)) ;;
    esac
    cell=${map[ty]:tx:1}
}

clear_cell() { map[ty]=${map[ty]:0:tx}.${map[ty]:tx+1}; }

step() {
    target "$1"
    case $cell in
        '#') echo 'Wall.'; return 1 ;;
        D)
            if [[ $key == no ]]; then
                echo 'The door is locked.'
                return 1
            fi
            key=no
            clear_cell
            echo 'The door opens.' ;;
        E)
            if ((coins < 3)); then
                echo 'You need 3 coins.'
                return 1
            fi
            echo "Out in $((steps + 1)) steps!"
            exit 0 ;;
        T)
            echo 'A trap!'
            x=1 y=1 steps=$((steps + 1))
            return 1 ;;
        c)
            coins=$((coins + 1))
            clear_cell
            echo "Coin $coins." ;;
        k)
            key=yes
            clear_cell
            echo 'Key found.' ;;
    esac
    x=$tx y=$ty steps=$((steps + 1))
}

go() {
    [[ $1 == [nesw] ]] || { echo 'No such direction.'; return; }
    [[ $2 == [1-9] ]] || { echo 'Steps must be 1 to 9.'; return; }
    for ((i = 0; i < $2; i++)); do
        step "$1" || break
    done
    echo "Now at $x,$y."
}

restart
while printf '> ' && IFS= read -r line; do
    read -ra w <<< "$line"
    case $line in
        quit) break ;;
        look)
            out=Open:
            for d in n e s w; do
                target $d
                [[ $cell == ["#D"] ]] || out+=" $d"
            done
            echo "$out" ;;
        status) echo "At $x,$y. Steps $steps. Coins $coins. Key $key." ;;
        restart) restart; echo 'Restarted.' ;;
        'go '*)
            if ((${#w[@]} == 2)); then go "${w[1]}" 1
            elif ((${#w[@]} == 3)); then go "${w[1]}" "${w[2]}"
            else echo 'Unknown command.'; fi ;;
        *) echo 'Unknown command.' ;;
    esac
done
echo "Left after $steps steps."
