const readline = require('readline');

const rl = readline.createInterface({
  input: process.stdin,
  output: process.stdout,
});

const WINNING_LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const board = Array(9).fill('.');
let player = 'X';

function printBoard() {
  console.log(board.slice(0, 3).join(''));
  console.log(board.slice(3, 6).join(''));
  console.log(board.slice(6, 9).join(''));
}

function nextTurn() {
  printBoard();
  rl.setPrompt(`${player}> `);
  rl.prompt();
}

function hasWon(p) {
  return WINNING_LINES.some((line) => line.every((i) => board[i] === p));
}

rl.on('line', (line) => {
  const input = line.trim();
  if (!/^[0-8]$/.test(input) || board[Number(input)] !== '.') {
    console.log('invalid.');
    rl.prompt();
    return;
  }

  board[Number(input)] = player;

  if (hasWon(player)) {
    printBoard();
    console.log(`${player} won.`);
    process.exit(0);
  }
  if (!board.includes('.')) {
    printBoard();
    console.log('tie.');
    process.exit(0);
  }

  player = player === 'X' ? 'O' : 'X';
  nextTurn();
});

nextTurn();
