<?php
$teams = [];     // name => true
$results = [];   // "Home Away" => [x, y], in order of entry

function standings(): array {
    global $teams, $results;
    $t = [];
    foreach ($teams as $n => $_) $t[$n] = ['n' => $n, 'm' => 0, 'w' => 0, 'd' => 0, 'l' => 0, 'f' => 0, 'g' => 0, 'p' => 0];
    foreach ($results as $pair => [$x, $y]) {
        [$a, $b] = explode(' ', $pair);
        foreach ([[$a, $x, $y], [$b, $y, $x]] as [$n, $own, $opp]) {
            $t[$n]['m']++;
            $t[$n]['f'] += $own;
            $t[$n]['g'] += $opp;
            $t[$n][$own > $opp ? 'w' : ($own < $opp ? 'l' : 'd')]++;
            $t[$n]['p'] += $own > $opp ? 3 : ($own == $opp ? 1 : 0);
        }
    }
    $key = fn($r) => [$r['p'], $r['f'] - $r['g'], $r['f']];
    usort($t, fn($a, $b) => $key($b) <=> $key($a) ?: strcmp($a['n'], $b['n']));
    foreach ($t as $i => $r) {
        $t[$i]['pos'] = ($i > 0 && $key($t[$i - 1]) == $key($r)) ? $t[$i - 1]['pos'] : $i + 1;
    }
    return $t;
}

function play(string $a, string $b, string $x, string $y): string {
    global $teams, $results;
    if (!isset($teams[$a])) return "No team $a.";
    if (!isset($teams[$b])) return "No team $b.";
    if ($a === $b) return 'Same team.';
    if (!ctype_digit($x) || !ctype_digit($y) || max((int)$x, (int)$y) > 99) return 'Bad goals.';
    if (isset($results["$a $b"])) return 'Already played.';
    $results["$a $b"] = [(int)$x, (int)$y];
    return "$a $b " . implode(':', $results["$a $b"]);
}

function answer(array $w): string {
    global $teams, $results;
    switch ($w[0] . '/' . (count($w) - 1)) {
        case 'team/1':
            if (isset($teams[$w[1]])) return "$w[1] exists.";
            if (count($teams) > 7) return 'Too many teams.';
            $teams[$w[1]] = true;
            return "Team $w[1].";
        case 'match/4':
            return play($w[1], $w[2], $w[3], $w[4]);
        case 'undo/0':
            if (!$results) return 'Nothing to undo.';
            $pair = array_key_last($results);
            $r = array_pop($results);
            return "Undone: $pair $r[0]:$r[1]";
        case 'withdraw/1':
            if (!isset($teams[$w[1]])) return "No team $w[1].";
            unset($teams[$w[1]]);
            $n = count($results);
            $results = array_filter($results, fn($k) => !in_array($w[1], explode(' ', $k)), ARRAY_FILTER_USE_KEY);
            return "$w[1] withdrawn, " . ($n - count($results)) . ' matches removed.';
        case 'table/0':
            $out = array_map(fn($r) => "$r[pos]. $r[n] $r[m] $r[w]-$r[d]-$r[l] $r[f]:$r[g] $r[p]", standings());
            return $out ? implode("\n", $out) : 'No teams.';
        case 'left/0':
            $all = count($teams) * (count($teams) - 1);
            return ($all - count($results)) . " of $all left.";
        case 'end/0':
            if (!$results) return 'No champion';
            $best = array_column(array_filter(standings(), fn($r) => $r['pos'] == 1), 'n');
            return (count($best) > 1 ? 'Champions: ' : 'Champion: ') . implode(', ', $best);
    }
    return 'Bad command.';
}

while (($line = fgets(STDIN)) !== false) {
    $line = trim($line);
    if ($line === '') continue;
    echo answer(explode(' ', $line)), PHP_EOL;
    if ($line === 'end') break;
}
