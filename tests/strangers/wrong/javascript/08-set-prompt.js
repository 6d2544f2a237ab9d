const readline = require('readline');

const rl = readline.createInterface({
  input: process.stdin,
  output: process.stdout,
  terminal: false,
});

const owner = new Map();
let active = 'X';

const at = (i) => owner.get(i) || '.';

function show() {
  for (const r of [0, 3, 6]) console.log(at(r) + at(r + 1) + at(r + 2));
}

function next() {
  show();
  rl.setPrompt(active + '> ');
  rl.prompt();
}

function lineOf(start, step) {
  return at(start) === active && at(start + step) === active && at(start + 2 * step) === active;
}

function hasWon() {
  return lineOf(0, 1) || lineOf(3, 1) || lineOf(6, 1) ||
    lineOf(0, 3) || lineOf(1, 3) || lineOf(2, 3) ||
    lineOf(0, 4) || lineOf(2, 2);
}

function stop(message) {
  console.log(message);
  process.exit();
}

rl.on('line', (input) => {
  const text = input.trim();
  const i = Number(text);
  if (!/^[0-8]$/.test(text) || owner.has(i)) {
    console.log('invalid.');
    return;
  }
  owner.set(i, active);
  if (hasWon()) {
    stop(active + ' won.');
  } else if (owner.size === 9) {
    stop('tie.');
  } else {
    active = active === 'X' ? 'O' : 'X';
    next();
  }
});

next();
