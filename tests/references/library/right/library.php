<?php
$copies = [];
$shelf = [];
$waiting = [];
$has = [];

function say($text) { echo $text, ".\n"; }

function arrived($t) {
    global $shelf, $waiting, $has;
    if (count($waiting[$t]) > 0) {
        $n = array_shift($waiting[$t]);
        $has[$n][] = $t;
        say("lent $t to $n");
    } else {
        $shelf[$t]++;
    }
}

function problem($t, $n) {
    global $copies, $has;
    if (!isset($copies[$t])) return "no such book: $t";
    if (!isset($has[$n])) return "no such member: $n";
    if (in_array($t, $has[$n], true)) return "$n already has $t";
    return null;
}

$arity = ['add' => 1, 'join' => 1, 'lend' => 2, 'return' => 2, 'reserve' => 2,
          'leave' => 1, 'books' => 0, 'member' => 1, 'end' => 0];

while (($line = fgets(STDIN)) !== false) {
    $line = trim($line);
    if ($line === '') continue;
    $w = explode(' ', $line);
    $cmd = array_shift($w);
    if (!array_key_exists($cmd, $arity) || count($w) != $arity[$cmd]) {
        echo "what?\n";
        continue;
    }
    switch ($cmd) {
        case 'add':
            $t = $w[0];
            if (!isset($copies[$t])) {
                $copies[$t] = 0;
                $shelf[$t] = 0;
                $waiting[$t] = [];
            }
            $copies[$t]++;
            say("added $t");
            arrived($t);
            break;
        case 'join':
            $n = $w[0];
            if (isset($has[$n])) {
                say("$n is already a member");
            } else {
                $has[$n] = [];
                say("welcome $n");
            }
            break;
        case 'lend':
            list($t, $n) = $w;
            $p = problem($t, $n);
            if ($p === null && count($has[$n]) >= 3) $p = "$n has " . count($has[$n]) . " books";
            if ($p === null && $shelf[$t] == 0) $p = "no copy of $t left";
            if ($p === null) {
                $shelf[$t]--;
                $has[$n][] = $t;
                $p = "lent $t to $n";
            }
            say($p);
            break;
        case 'return':
            list($t, $n) = $w;
            $i = isset($has[$n]) ? array_search($t, $has[$n], true) : false;
            if ($i === false) {
                say("$n does not have $t");
            } else {
                array_splice($has[$n], $i, 1);
                say("returned $t");
                arrived($t);
            }
            break;
        case 'reserve':
            list($t, $n) = $w;
            $p = problem($t, $n);
            if ($p === null && in_array($n, $waiting[$t], true)) $p = "$n already waits for $t";
            if ($p === null && $shelf[$t] > 0) $p = "$t is available";
            if ($p === null) {
                $waiting[$t][] = $n;
                $p = "$n waits for $t";
            }
            say($p);
            break;
        case 'leave':
            $n = $w[0];
            if (!isset($has[$n])) {
                say("no such member: $n");
            } elseif (count($has[$n])) {
                say("$n still has " . count($has[$n]) . " books");
            } else {
                unset($has[$n]);
                foreach ($waiting as $t => $names) {
                    $waiting[$t] = array_values(array_filter($names, fn($x) => $x !== $n));
                }
                say("goodbye $n");
            }
            break;
        case 'books':
            if (!$copies) say('no books');
            ksort($copies, SORT_STRING);
            foreach ($copies as $t => $c) echo "- $t: {$shelf[$t]} of $c free\n";
            break;
        case 'member':
            $n = $w[0];
            if (!isset($has[$n])) {
                say("no such member: $n");
            } elseif (!$has[$n]) {
                say("$n has no books");
            } else {
                foreach (array_reverse($has[$n]) as $t) echo "- $t\n";
            }
            break;
        case 'end':
            say('closed');
            exit(0);
    }
}
