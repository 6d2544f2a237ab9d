const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });

const cells = new Array(9);
for (let i = 0; i < cells.length; i++) cells[i] = '.';

function printBoard() {
  let row = '';
  for (let i = 0; i < 9; i++) {
    row += cells[i];
    if ((i + 1) % 3 === 0) {
      console.log(row);
      row = '';
    }
  }
}

function isWinner(mark) {
  let i;
  for (i = 0; i < 9; i += 3) {
    if (cells[i] === mark && cells[i + 1] === mark && cells[i + 2] === mark) return true;
  }
  for (i = 0; i < 2; i++) {
    if (cells[i] === mark && cells[i + 3] === mark && cells[i + 6] === mark) return true;
  }
  if (cells[0] === mark && cells[4] === mark && cells[8] === mark) return true;
  if (cells[2] === mark && cells[4] === mark && cells[6] === mark) return true;
  return false;
}

function isFull() {
  for (let i = 0; i < 9; i++) {
    if (cells[i] === '.') return false;
  }
  return true;
}

function round(mark) {
  printBoard();
  ask(mark);
}

function ask(mark) {
  rl.question(mark + '> ', function (answer) {
    const number = /^[0-9]$/.test(answer.trim()) ? Number(answer) : -1;
    if (cells[number] !== '.') {
      console.log('invalid.');
      ask(mark);
      return;
    }
    cells[number] = mark;
    if (isWinner(mark)) {
      console.log(mark + ' won.');
      process.exit();
    } else if (isFull()) {
      console.log('tie.');
      process.exit();
    } else {
      round(mark === 'X' ? 'O' : 'X');
    }
  });
}

round('X');
