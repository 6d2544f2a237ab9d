# awk -f convert.awk
BEGIN {
    n = split("mm cm m km in ft mi g kg oz lb C F K", name, " ")
    split("1 10 1000 1000000 25.4 304.8 1609344 1 1000 28.349523125 453.59237 0 0 0", f, " ")
    for (i = 1; i <= n; i++) {
        kind[name[i]] = i <= 7 ? "length" : i <= 11 ? "mass" : "temperature"
        size[name[i]] = f[i]
    }
    have = 0
}
NF == 0 { next }
$1 == "quit" && NF == 1 { exit }
$1 == "units" && NF == 1 {
    list("length"); list("mass"); list("temperature")
    next
}
$1 == "last" && NF == 2 {
    if (!have) print "error: no result yet"
    else convert(value, unit, $2, 0)
    next
}
$1 == "define" && NF == 4 { define($2, $3, $4); next }
$1 ~ /^(last|define|units|quit)$/ || NF != 3 { print "error: syntax"; next }
{
    if (!number($1)) print "error: bad number " $1
    else convert($1 + 0, $2, $3, 1)
}
function number(s) { return s ~ /^[-+]?[0-9]+(\.[0-9]+)?$/ }
function list(k,    i, s) {
    s = k ":"
    for (i = 1; i <= n; i++) if (kind[name[i]] == k) s = s " " name[i]
    print s
}
function convert(v, from, to, check,    r) {
    if (!(from in kind)) { print "error: unknown unit " from; return }
    if (!(to in kind)) { print "error: unknown unit " to; return }
    if (kind[from] != kind[to]) { print "error: cannot convert " from " to " to; return }
    if (kind[from] != "temperature") {
        if (check && v < 0) { print "error: negative quantity"; return }
        r = v * size[from] / size[to]
    } else {
        if (check && v < (from == "C" ? -273.15 : from == "F" ? -459.67 : 0)) {
            print "error: below absolute zero"
            return
        }
        r = v
        if (from == "F") r = (v - 32) / 1.8
        if (from == "K") r = v - 273.15
        if (to == "F") r = r * 1.8 + 32
        if (to == "K") r = r + 273.15
    }
    value = r; unit = to; have = 1
    printf "= %.3f %s\n", r, to
}
function define(a, v, u) {
    if (a !~ /^[a-z]+$/) print "error: bad name " a
    else if (a in kind) print "error: " a " exists"
    else if (!number(v)) print "error: bad number " v
    else if (v + 0 <= 0) print "error: value must be positive"
    else if (!(u in kind)) print "error: unknown unit " u
    else if (kind[u] == "temperature") print "error: temperature cannot be defined"
    else {
        name[++n] = a
        kind[a] = kind[u]
        size[a] = v * size[u]
        print "defined " a
    }
}
