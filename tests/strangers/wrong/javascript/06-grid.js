const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });

const grid = [
  ['.', '.', '.'],
  ['.', '.', '.'],
  ['.', '.', '.'],
];
let player = 'X';
let free = 9;

function show() {
  grid.forEach((row) => console.log(row.join('')));
}

function wins(p) {
  for (let i = 0; i < 3; i++) {
    if (grid[i].every((cell) => cell === p)) return true;
    if (grid.every((row) => row[i] === p)) return true;
  }
  return grid.every((row, i) => row[i] === p) || grid.every((row, i) => row[2 - i] === p);
}

function turn() {
  rl.question(player + '> ', (answer) => {
    const n = answer === '' ? -1 : Number(answer);
    if (n < 0 || n > 8) {
      console.log('invalid.');
      return turn();
    }
    const row = Math.floor(n / 3);
    const col = n % 3;
    if (grid[row][col] !== '.') {
      console.log('invalid.');
      return turn();
    }
    grid[row][col] = player;
    free--;
    show();
    if (wins(player)) {
      console.log(player + ' won.');
      process.exit(0);
    }
    if (free === 0) {
      console.log('tie.');
      process.exit(0);
    }
    player = player === 'X' ? 'O' : 'X';
    turn();
  });
}

show();
turn();
