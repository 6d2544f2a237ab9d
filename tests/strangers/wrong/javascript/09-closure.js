const readline = require('readline');

function createGame() {
  const marks = { X: [], O: [] };
  let player = 'X';
  const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

  const charAt = (i) => (marks.X.includes(i) ? 'X' : marks.O.includes(i) ? 'O' : '.');

  return {
    board() {
      return Array.from({ length: 9 }, (_, i) => charAt(i) + (i % 3 === 2 ? '\n' : '')).join('');
    },
    player() {
      return player;
    },
    move(text) {
      const i = '012345678'.indexOf(text.trim());
      if (text.trim().length !== 1 || i < 0 || charAt(i) !== '.') return 'invalid.';
      marks[player].push(i);
      if (lines.some((l) => l.every((k) => marks[player].includes(k)))) return player + ' won.';
      if (marks.X.length + marks.O.length === 9) return 'tie.';
      player = player === 'X' ? 'O' : 'X';
      return '';
    },
  };
}

const game = createGame();
const rl = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });
rl.setPrompt(game.player() + '> ');
process.stdout.write(game.board());
rl.prompt();

rl.on('line', (text) => {
  const before = game.player();
  const message = game.move(text);
  if (message === '') {
    process.stdout.write(game.board());
    rl.setPrompt(before + '> ');
    rl.prompt();
  } else if (message === 'invalid.') {
    process.stdout.write(message + '\n');
    rl.prompt();
  } else {
    process.stdout.write(message + '\n');
    process.exit();
  }
});
