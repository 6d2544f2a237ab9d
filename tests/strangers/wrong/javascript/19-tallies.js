const rl = require('readline').createInterface({
  input: process.stdin,
  output: process.stdout,
  terminal: false,
});

const grid = Array.from({ length: 3 }, () => Array(3).fill('.'));
// +1 for X, -1 for O: rows 0-2, columns 3-5, diagonals 6-7
const sums = [0, 0, 0, 0, 0, 0, 0, 0];
const players = [{ name: 'X', value: 1 }, { name: 'O', value: -1 }];
let turn = 0;

function show() {
  console.log(grid.map((row) => row.join('')).join('\n'));
}

function mark(row, column, { name, value }) {
  grid[row][column] = name;
  sums[row] += value;
  sums[3 + column] += value;
  if (row === column) sums[6] += value;
  if (row + column === 2) sums[7] += value;
  return sums.includes(3 * value);
}

function ask() {
  const player = players[turn % 2];
  rl.question(player.name + '> ', (answer) => {
    const digits = answer.trim().match(/^[0-8]$/);
    const n = digits ? Number(digits[0]) : null;
    const row = Math.floor(n / 3);
    const column = n % 3;
    if (n === null || grid[row][column] !== '.') {
      console.log('invalid.');
      show();
      ask();
      return;
    }
    const won = mark(row, column, player);
    turn++;
    show();
    if (won) {
      console.log(player.name + ' won.');
      process.exit();
    } else if (turn === 9) {
      console.log('Tie.');
      process.exit();
    } else {
      ask();
    }
  });
}

show();
ask();
