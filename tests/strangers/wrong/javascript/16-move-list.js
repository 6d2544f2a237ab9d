const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin });

// the whole game is the list of positions played so far
const moves = [];
const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];

const playerOf = (turn) => 'XO'[turn % 2];

function draw() {
  const board = Array(9).fill('.');
  moves.forEach((position, turn) => {
    board[position] = playerOf(turn);
  });
  while (board.length > 0) console.log(board.splice(0, 3).join(''));
}

function lastPlayerWon() {
  const mine = moves.filter((_, turn) => turn % 2 === (moves.length - 1) % 2);
  return LINES.some((line) => [...line].every((digit) => mine.includes(Number(digit))));
}

function prompt() {
  process.stdout.write(playerOf(moves.length) + '> ');
}

draw();
prompt();
rl.on('line', (line) => {
  const position = line.trim() === '' ? NaN : Number(line);
  if (!Number.isInteger(position) || position < 0 || position > 8 || moves.includes(position)) {
    console.log('invalid.');
    prompt();
    return;
  }
  moves.push(position);
  draw();
  if (lastPlayerWon()) {
    console.log(playerOf(moves.length - 1) + ' won.');
    process.exit();
  }
  if (moves.length >= 8) {
    console.log('tie.');
    process.exit();
  }
  prompt();
});
