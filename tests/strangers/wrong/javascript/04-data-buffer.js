let pending = '';
let board = {};
let player = 'X';
let moves = 0;
for (let i = 0; i <= 8; i++) board[i] = '.';

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];

function boardText() {
  let out = '';
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out += board[3 * r + c];
    out += '\n';
  }
  return out;
}

function won(p) {
  for (const line of LINES) {
    let n = 0;
    for (const digit of line) if (board[digit] === p) n++;
    if (n === 3) return true;
  }
  return false;
}

function taken(n) {
  return board[n] === 'X' || board[n] === 'O';
}

function handle(line) {
  const n = /^\d+$/.test(line) ? Number(line) : -1;
  if (n < 0 || n > 9 || taken(n)) {
    process.stdout.write('invalid.\n' + player + '> ');
    return;
  }
  board[n] = player;
  moves++;
  process.stdout.write(boardText());
  if (won(player)) {
    process.stdout.write(player + ' won.\n');
    process.exit();
  } else if (moves === 9) {
    process.stdout.write('tie.\n');
    process.exit();
  }
  player = player === 'X' ? 'O' : 'X';
  process.stdout.write(player + '> ');
}

process.stdout.write(boardText() + player + '> ');
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  pending += chunk;
  let end;
  while ((end = pending.indexOf('\n')) >= 0) {
    const line = pending.slice(0, end).trim();
    pending = pending.slice(end + 1);
    handle(line);
  }
});
