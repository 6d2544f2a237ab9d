const MAP = '#########|#S..#..c#|#.#.#.#.#|#.#...#k#|#c###T#.#|#.D..c#E#|#########';
const WIDTH = 10;
const MOVES = { n: -WIDTH, e: 1, s: WIDTH, w: -1 };

let cells, pos, steps, coins, key, over = false;

function restart() {
  cells = [...MAP];
  pos = MAP.indexOf('S');
  steps = 0;
  coins = 0;
  key = false;
}

const where = () => `${pos % WIDTH},${Math.floor(pos / WIDTH)}`;
const print = (s) => process.stdout.write(s + '\n');

function stop(text) {
  print(text);
  return false;
}

function step(dir) {
  const next = pos + MOVES[dir];
  const cell = cells[next];
  if (cell === '#') return stop('Wall.');
  if (cell === 'D' && !key) return stop('The door is locked.');
  if (cell === 'E' && coins !== 3) return stop('You need 3 coins.');
  pos = next;
  steps++;
  if (cell === 'T') {
    pos = MAP.indexOf('S');
    return stop('A trap!');
  }
  if (cell === 'E') {
    over = true;
    return stop(`Out in ${steps} steps!`);
  }
  cells[next] = '.';
  if (cell === 'D') {
    key = false;
    print('The door opens.');
  }
  if (cell === 'c') print(`Coin ${++coins}.`);
  if (cell === 'k') {
    key = true;
    print('Key found.');
  }
  return true;
}

function obey(line) {
  const m = /^go (\S+)(?: (\S+))?$/.exec(line);
  if (m) {
    if (!Object.keys(MOVES).includes(m[1])) return print('No such direction.');
    if (m[2] !== undefined && !/^[1-9]$/.test(m[2])) return print('Steps must be 1 to 9.');
    let left = Number(m[2] || 1);
    while (left > 0 && step(m[1])) left--;
    if (!over) print(`Now at ${where()}.`);
  } else if (line === 'look') {
    print(['Open:', ...Object.keys(MOVES).filter((d) => !'#D'.includes(cells[pos + MOVES[d]]))].join(' '));
  } else if (line === 'status') {
    print(`At ${where()}. Steps ${steps}. Coins ${coins}. Key ${key ? 'yes' : 'no'}.`);
  } else if (line === 'restart') {
    restart();
    print('Restarted.');
  } else {
    print('Unknown command.');
  }
}

restart();
const lines = require('fs').readFileSync(0).toString().split('\n');
lines.pop();
lines.push('quit');
for (const line of lines) {
  process.stdout.write('> ');
  if (line === 'quit') {
    print(`Left after ${steps} steps.`);
    break;
  }
  obey(line);
  if (over) break;
}
