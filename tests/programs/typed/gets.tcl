set board {. . . . . . . . .}
set lines {{0 1 2} {3 4 5} {6 7 8} {0 3 6} {1 4 7} {2 5 8} {0 4 8} {2 4 6}}
set player X
while 1 {
    foreach {a b c} $board {puts $a$b$c}
    while 1 {
        puts -nonewline "$player> "
        flush stdout
        if {[gets stdin line] < 0} exit
        set line [string trim $line]
        if {[lsearch -exact {0 1 2 3 4 5 6 7 8} $line] >= 0 && [lindex $board $line] eq "."} break
        puts invalid.
    }
    lset board $line $player
    foreach l $lines {
        lassign $l a b c
        if {[lindex $board $a] eq $player && [lindex $board $b] eq $player && [lindex $board $c] eq $player} {
            puts "$player won."
            exit
        }
    }
    if {[lsearch -exact $board .] < 0} {
        puts tie.
        exit
    }
    set player [expr {$player eq "X" ? "O" : "X"}]
}
