const readline = require('readline');

const LINES = /^(?:...)*(XXX|OOO)|(X|O)..\2..\2|^(X|O)...\3...\3|^..(X|O).\4.\4/;

const queue = [];
let waiting = null;
const rl = readline.createInterface({ input: process.stdin });
rl.on('line', (line) => {
  if (waiting) {
    const resolve = waiting;
    waiting = null;
    resolve(line.trim());
  } else {
    queue.push(line.trim());
  }
});

function nextLine() {
  if (queue.length > 0) return Promise.resolve(queue.shift());
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

async function main() {
  const board = Array(9).fill('.');
  let player = 'X';
  for (let count = 1; ; count++) {
    console.log(board.slice(0, 3).join('') + '\n' + board.slice(3, 6).join('') + '\n' + board.slice(6).join(''));
    let position = -1;
    while (position < 0) {
      process.stdout.write(player + '> ');
      position = Object.keys(board).indexOf(await nextLine());
      if (position < 0 || board[position] !== '.') {
        console.log('invalid.');
        position = -1;
      }
    }
    board[position] = player;
    if (LINES.test(board.join(''))) {
      console.log(player + ' won.');
      break;
    }
    if (count === 9) {
      console.log('tie.');
      break;
    }
    player = 'XO'[position % 2];
  }
  process.exit();
}

main();
