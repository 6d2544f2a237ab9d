const readline = require('readline');

const board = Array(9).fill('.');
let player = 'X';

const lines = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

function printBoard() {
  for (let i = 0; i < 9; i += 3) {
    console.log(board.slice(i, i + 3).join(''));
  }
}

function hasWon(p) {
  return lines.some((line) => line.every((i) => board[i] === p));
}

function prompt() {
  process.stdout.write(`${player}> `);
}

async function main() {
  const rl = readline.createInterface({ input: process.stdin });

  printBoard();
  prompt();

  for await (const line of rl) {
    const text = line.trim();

    if (!/^[0-8]$/.test(text) || board[Number(text)] !== '.') {
      console.log('invalid.');
      prompt();
      continue;
    }

    board[Number(text)] = player;

    if (hasWon(player)) {
      console.log(`${player} won.`);
      break;
    }
    if (!board.includes('.')) {
      console.log('tie.');
      break;
    }

    player = player === 'X' ? 'O' : 'X';
    printBoard();
    prompt();
  }

  rl.close();
}

main();
