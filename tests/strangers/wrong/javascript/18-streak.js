const fs = require('fs');

let buffer = '';
function nextLine() {
  const chunk = Buffer.alloc(256);
  while (!buffer.includes('\n')) {
    let size = 0;
    try {
      size = fs.readSync(0, chunk);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
    }
    if (size === 0) {
      if (buffer === '') process.exit(0);
      buffer += '\n';
    } else {
      buffer += chunk.toString('utf8', 0, size);
    }
  }
  const end = buffer.indexOf('\n');
  const line = buffer.slice(0, end);
  buffer = buffer.slice(end + 1);
  return line.trim();
}

const WINS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function wins(board, player) {
  let streak = 0;
  for (const win of WINS) {
    for (const i of win) {
      streak = board[i] === player ? streak + 1 : 0;
      if (streak === 3) return true;
    }
  }
  return false;
}

function run() {
  const board = Array(9).fill('.');
  let player = 'X';
  for (let turn = 1; turn <= 9; turn++) {
    process.stdout.write(board.join('').replace(/(.{3})/g, '$1\n'));
    let position = null;
    while (position === null) {
      process.stdout.write(player + '> ');
      const line = nextLine();
      if (line.length === 1 && board[line] === '.') position = Number(line);
      else process.stdout.write('invalid.\n');
    }
    board[position] = player;
    if (wins(board, player)) {
      process.stdout.write(player + ' won.\n');
      return;
    }
    player = player === 'X' ? 'O' : 'X';
  }
  process.stdout.write('tie.\n');
}

run();
