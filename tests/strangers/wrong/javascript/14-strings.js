const readline = require('readline');

let board = '...\n...\n...';
let mark = 'X';

function offset(n) {
  return n + Math.floor(n / 3);
}

function cell(n) {
  return board[offset(n)];
}

function three(a, b, c) {
  return cell(a) === cell(b) && cell(b) === cell(c);
}

function hasWinner() {
  for (let i = 0; i < 3; i++) {
    if (three(3 * i, 3 * i + 1, 3 * i + 2) || three(i, i + 3, i + 6)) return true;
  }
  return three(0, 4, 8) || three(2, 4, 6);
}

function valid(text) {
  return text.length === 1 && '012345678'.includes(text) && cell(Number(text)) === '.';
}

async function main() {
  const rl = readline.createInterface({ input: process.stdin });
  process.stdout.write(board + '\n' + mark + '> ');
  for await (const line of rl) {
    if (valid(line)) {
      const at = offset(Number(line));
      board = board.substring(0, at) + mark + board.substring(at + 1);
      process.stdout.write(board + '\n');
      if (hasWinner()) {
        process.stdout.write(mark + ' won.\n');
        process.exit();
      }
      if (board.indexOf('.') < 0) {
        process.stdout.write('tie.\n');
        process.exit();
      }
      mark = mark === 'X' ? 'O' : 'X';
    } else {
      process.stdout.write('invalid.\n');
    }
    process.stdout.write(mark + '> ');
  }
}

main();
