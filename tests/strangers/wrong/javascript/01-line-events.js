const readline = require('readline');

const rl = readline.createInterface({ input: process.stdin });
const board = new Array(9).fill('.');
const wins = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];
let player = 'X';

function draw() {
  for (let i = 0; i < 9; i += 3) {
    console.log(board.slice(i, i + 3).join(''));
  }
}

function ask() {
  process.stdout.write(player + '> ');
}

function finish(message) {
  console.log(message);
  process.exit(0);
}

rl.on('line', (line) => {
  if (!/^[0-8]$/.test(line.trim()) || board[Number(line)] !== '.') {
    console.log('invalid.');
    ask();
    return;
  }
  board[Number(line)] = player;
  draw();
  if (wins.some((win) => win.every((i) => board[i] === player))) {
    finish(player + ' won.');
  }
  if (!board.includes('.')) {
    finish('tie.');
  }
  player = player === 'X' ? 'O' : 'X';
  ask();
});

console.log('Welcome to tic-tac-toe!');
draw();
ask();
