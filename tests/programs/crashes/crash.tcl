proc move {line} {
    return [expr {$line + 1}]
}
puts -nonewline "...\n...\n...\nX> "
move "[gets stdin]a"
