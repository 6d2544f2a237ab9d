const W = 5;
const H = 4;
const score = { X: 0, O: 0, draws: 0 };
const other = { X: 'O', O: 'X' };

class Game {
  constructor(first) {
    this.first = first;
    this.turn = first;
    this.cells = Array(W * H).fill('.'); // from the top left
    this.past = [];
  }
  lowest(col) {
    for (let i = W * (H - 1) + col; i >= 0; i -= W) if (this.cells[i] === '.') return i;
    return -1;
  }
  put(i) {
    this.cells[i] = this.turn;
    this.past.push(i);
    this.turn = other[this.turn];
  }
  back() {
    const i = this.past.pop();
    this.cells[i] = '.';
    this.turn = other[this.turn];
  }
  four(p) {
    return WINNING.some((line) => line.every((i) => this.cells[i] === p));
  }
  toString() {
    let s = '';
    for (let r = 0; r < H; r++) s += this.cells.slice(r * W, r * W + W).join('') + '\n';
    return s + '12345\n';
  }
}

const WINNING = [];
for (let r = 0; r < H; r++) {
  for (let c = 0; c < W; c++) {
    for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      const line = [0, 1, 2, 3].map((k) => [r + k * dr, c + k * dc]);
      if (line.every(([y, x]) => y < H && x >= 0 && x < W)) WINNING.push(line.map(([y, x]) => y * W + x));
    }
  }
}

let game = new Game('X');
let out = '';
const scoreLine = () => `X ${score.X}, O ${score.O}, draws ${score.draws}.\n`;

function over(winner) {
  score[winner || 'draws']++;
  out += winner ? `${winner} wins.\n` : 'Draw.\n';
  game = new Game('X');
}

function move(col) {
  const i = game.lowest(col);
  if (i < 0) {
    out += 'Column full.\n';
    return;
  }
  const p = game.turn;
  game.put(i);
  if (game.four(p)) {
    out += game;
    over(p);
  } else if (game.past.length === W * H) {
    out += game;
    over(null);
  }
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n');
lines.pop();
let quit = false;
for (const line of lines) {
  out += game.turn + '> ';
  if (/^[1-5]$/.test(line)) move(line - 1);
  else if (line === 'board') out += game;
  else if (line === 'score') out += scoreLine();
  else if (line === 'resign') over(other[game.turn]);
  else if (line === 'undo') {
    if (game.past.length) game.back();
    else out += 'Nothing to undo.\n';
  } else if (line === 'quit') {
    quit = true;
    break;
  } else out += 'Bad move.\n';
}
if (!quit) out += game.turn + '> \n';
process.stdout.write(out + scoreLine());
