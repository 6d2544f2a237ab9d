<?php
// Directories are objects, files are strings.
final class Folder {
    public array $items = [];
    public function __construct(public ?Folder $up = null, public string $name = '') {}
    public function path(): string {
        return $this->up === null ? '' : $this->up->path() . '/' . $this->name;
    }
    public function bytes(): int {
        $n = 0;
        foreach ($this->items as $x) $n += is_string($x) ? strlen($x) : $x->bytes();
        return $n;
    }
    public function search(string $name): array {
        $out = [];
        foreach ($this->items as $k => $x) {
            if ((string)$k === $name) $out[] = '- ' . $this->path() . '/' . $k;
            if ($x instanceof Folder) array_push($out, ...$x->search($name));
        }
        return $out;
    }
}

$root = new Folder();
$cur = $root;

function fail(string $why): never { throw new RuntimeException($why); }
function name(string $s): string {
    if (!preg_match('/^[a-z0-9.]{1,8}$/iD', $s) || $s === '.' || $s === '..') fail("$s is no name");
    return $s;
}
function item(string $s): mixed {
    global $cur;
    return $cur->items[name($s)] ?? fail("$s not found");
}
function fresh(string $s): void {
    global $cur;
    if (isset($cur->items[name($s)])) fail("$s exists");
}
function store(string $name, string $text): void {
    global $cur, $root;
    $old = $cur->items[$name] ?? '';
    if (!is_string($old)) fail("$name is a directory");
    if ($root->bytes() - strlen($old) + strlen($text) > 100) fail('too big');
    $cur->items[$name] = $text;
}

function run(string $line): string {
    global $cur, $root;
    $w = explode(' ', $line);
    $cmd = $w[0];
    if ($cmd === 'write' && count($w) > 1) {
        store(name($w[1]), implode(' ', array_slice($w, 2)));
        return 'ok';
    }
    switch ($cmd . count($w)) {
        case 'pwd1':
            return $cur->path() ?: '/';
        case 'df1':
            return (100 - $root->bytes()) . ' of 100 free';
        case 'ls1':
            $out = [count($cur->items) . ' entries'];
            foreach ($cur->items as $k => $x) $out[] = is_string($x) ? "- $k " . strlen($x) : "- $k/";
            return implode("\n", $out);
        case 'find2':
            $hits = $cur->search(name($w[1]));
            array_unshift($hits, count($hits) . ' found');
            return implode("\n", $hits);
        case 'cat2':
            $x = item($w[1]);
            return is_string($x) ? "\"$x\"" : fail("$w[1] is a directory");
        case 'mkdir2':
            fresh($w[1]);
            $cur->items[$w[1]] = new Folder($cur, $w[1]);
            return 'ok';
        case 'rm2':
            $x = item($w[1]);
            if ($x instanceof Folder && $x->items) fail("$w[1] is not empty");
            unset($cur->items[$w[1]]);
            return 'ok';
        case 'cp3':
            $x = item($w[1]);
            if (!is_string($x)) fail("$w[1] is a directory");
            fresh($w[2]);
            store($w[2], $x);
            return 'ok';
        case 'mv3':
            $x = item($w[1]);
            fresh($w[2]);
            if ($x instanceof Folder) $x->name = $w[2];
            $cur->items[$w[2]] = $x;
            unset($cur->items[$w[1]]);
            return 'ok';
        case 'cd2':
            if ($w[1] === '/') $cur = $root;
            elseif ($w[1] === '..') $cur = $cur->up ?? $root;
            else {
                $x = item($w[1]);
                if (is_string($x)) fail("$w[1] is a file");
                $cur = $x;
            }
            return 'ok';
    }
    fail('bad command');
}

while (($line = fgets(STDIN)) !== false) {
    $line = rtrim($line, "\n");
    if ($line === '') continue;
    if ($line === 'exit') exit;
    try {
        echo run($line), "\n";
    } catch (RuntimeException $e) {
        echo 'error: ', $e->getMessage(), "\n";
    }
}
