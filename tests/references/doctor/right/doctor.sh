#!/usr/bin/env bash
# Two arrays in calling order: names and urgencies; tickets decide between equals.
names=() urg=() tick=()
ticket=0 seen=0 home=0

at() {  # index of $1 in $found, or 1 as status
    for found in "${!names[@]}"; do
        [[ ${names[found]} == "$1" ]] && return 0
    done
    return 1
}

drop() {
    names=("${names[@]:0:$1}" "${names[@]:$1+1}")
    urg=("${urg[@]:0:$1}" "${urg[@]:$1+1}")
    tick=("${tick[@]:0:$1}" "${tick[@]:$1+1}")
}

insert() {  # name urgency ticket
    local k=0
    while ((k < ${#names[@]} && (urg[k] < $2 || urg[k] == $2 && tick[k] < $3))); do ((k += 1)); done
    names=("${names[@]:0:k}" "$1" "${names[@]:k}")
    urg=("${urg[@]:0:k}" "$2" "${urg[@]:k}")
    tick=("${tick[@]:0:k}" "$3" "${tick[@]:k}")
    place=$((k + 1))
}

arrive() {
    if [[ $2 != [1-5] ]]; then echo "Urgency must be 1 to 5."; return; fi
    if at "$1"; then echo "$1 is already waiting."; return; fi
    if ((${#names[@]} == 6)); then
        if (($2 > 1 || urg[5] == 1)); then echo "The room is full."; return; fi
        echo "${names[5]} is sent home."
        drop 5
        ((home += 1))
    fi
    ((ticket += 1))
    insert "$1" "$2" $ticket
    echo "$1 is number $place."
}

next_patient() {
    if ((${#names[@]} == 0)); then echo "Nobody waits."; return; fi
    echo "${names[0]}, please."
    drop 0
    ((seen += 1))
    ((seen % 3 == 0)) || return
    local n=("${names[@]}") u=("${urg[@]}") t=("${tick[@]}") i
    names=() urg=() tick=()
    for i in "${!n[@]}"; do
        insert "${n[i]}" $((u[i] > 1 ? u[i] - 1 : 1)) "${t[i]}"
    done
}

worse() {
    if ! at "$1"; then echo "$1 is not waiting."; return; fi
    local u=${urg[found]} t=${tick[found]}
    if ((u == 1)); then echo "$1 is already at 1."; return; fi
    drop $found
    insert "$1" $((u - 1)) "$t"
    echo "$1 is number $place."
}

leave() {
    if at "$1"; then drop $found; echo "$1 left."; else echo "$1 is not waiting."; fi
}

list() {
    ((${#names[@]})) || echo "Nobody waits."
    for i in "${!names[@]}"; do echo "$((i + 1)). ${names[i]} (${urg[i]})"; done
}

while IFS= read -r line; do
    set -f
    set -- $line
    case "$1/$#" in
        arrive/3) arrive "$2" "$3" ;;
        next/1) next_patient ;;
        worse/2) worse "$2" ;;
        leave/2) leave "$2" ;;
        list/1) list ;;
        count/1) echo "${#names[@]} waiting, $seen seen." ;;
        close/1) break ;;
        *) echo "Unknown command." ;;
    esac
done
echo "$seen seen, $((home + ${#names[@]})) sent home."
