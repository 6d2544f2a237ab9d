# Tic-tac-toe with nothing but what is built into every shell, so that it makes no processes.
a=. b=. c=. d=. e=. f=. g=. h=. i=. side=X other=O moves=0
wins() {
    case "$a$b$c $d$e$f $g$h$i $a$d$g $b$e$h $c$f$i $a$e$i $c$e$g" in
    *$side$side$side*) return 0 ;;
    esac
    return 1
}
while [ $moves -lt 9 ]; do
    printf '%s\n' "$a$b$c" "$d$e$f" "$g$h$i"
    printf '%s> ' $side
    IFS= read -r line || exit 0
    square=
    case $line in
    0) square=a ;; 1) square=b ;; 2) square=c ;;
    3) square=d ;; 4) square=e ;; 5) square=f ;;
    6) square=g ;; 7) square=h ;; 8) square=i ;;
    esac
    held=taken
    [ -n "$square" ] && eval "held=\$$square"
    if [ "$held" != . ]; then
        echo invalid.
        continue
    fi
    eval "$square=$side"
    moves=$((moves + 1))
    if wins; then
        echo "$side won."
        exit 0
    fi
    last=$side side=$other other=$last
done
echo tie.
