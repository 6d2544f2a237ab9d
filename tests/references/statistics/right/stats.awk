#!/usr/bin/awk -f
function isnum(s) { return s ~ /^-?[0-9]+(\.[0-9][0-9]?)?$/ && s ~ /^-?[0-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?(\.|$)/ }
function bad(s) { print "bad number " s }
function total(   i, t) { t = 0; for (i = 1; i <= n; i++) t += a[i]; return t }
function order(   i, j, t) {
    for (i = 1; i <= n; i++) {
        for (j = i; j > 1 && b[j - 1] > a[i]; j--) b[j] = b[j - 1]
        b[j] = a[i]
    }
}
function row(name, x,   i, s) {
    s = name ":"
    for (i = 1; i <= n; i++) s = s sprintf(" %.2f", x[i])
    print s
}
function value(name, x) { printf "%s %.4f\n", name, x }

BEGIN { n = 0 }
NF == 0 { next }
NF == 1 && $1 == "quit" { exit }
NF == 1 && $1 == "clear" { n = 0; print "cleared"; next }
NF == 1 && $1 == "count" { print "count", n; next }
NF == 1 && $1 == "sum" { value("sum", total()); next }
NF == 1 && $1 == "list" { row("list", a); next }
NF == 1 && $1 == "sorted" { order(); row("sorted", b); next }
NF == 1 && $1 ~ /^(min|max|mean|median|mode|range|sd)$/ {
    if (n == 0) { print "empty list"; next }
    order()
    if ($1 == "min") value($1, b[1])
    if ($1 == "max") value($1, b[n])
    if ($1 == "range") value($1, b[n] - b[1])
    if ($1 == "mean") value($1, total() / n)
    if ($1 == "median") value($1, (b[int((n + 1) / 2)] + b[int(n / 2) + 1]) / 2)
    if ($1 == "mode") {
        best = 0
        run = 0
        for (i = 1; i <= n; i++) {
            run = (i > 1 && b[i] == b[i - 1]) ? run + 1 : 1
            if (run > best) { best = run; m = b[i] }
        }
        value($1, m)
    }
    if ($1 == "sd") {
        m = total() / n
        s = 0
        for (i = 1; i <= n; i++) s += (a[i] - m) ^ 2
        value($1, sqrt(s / n))
    }
    next
}
$1 == "add" && NF > 1 {
    for (i = 2; i <= NF; i++) if (!isnum($i)) { bad($i); next }
    if (n + NF - 1 > 20) { print "list full"; next }
    for (i = 2; i <= NF; i++) a[++n] = $i + 0
    print "added " NF - 1 ", now " n
    next
}
$1 == "drop" && NF == 2 {
    if (!isnum($2)) { bad($2); next }
    for (i = 1; i <= n && a[i] != $2 + 0; i++);
    if (i > n) { print "not in list"; next }
    for (n--; i <= n; i++) a[i] = a[i + 1]
    print "dropped, now " n
    next
}
$1 == "keep" && NF == 2 {
    if ($2 !~ /^[0-9]+$/ || $2 + 0 > 20) { bad($2); next }
    k = n - $2
    if (k > 0) {
        for (i = 1; i + k <= n; i++) a[i] = a[i + k]
        n -= k
    }
    print "kept " n
    next
}
$1 == "above" && NF == 2 {
    if (!isnum($2)) { bad($2); next }
    c = 0
    for (i = 1; i <= n; i++) if (a[i] > $2 + 0) c++
    print "above " c
    next
}
{ print "unknown command" }
