const readline = require('readline');

const initial = { cells: '.........', player: 'X', message: '' };
const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function step(state, text) {
  const { player } = state;
  if (!/^\s*[0-8]\s*$/.test(text) || state.cells[Number(text)] !== '.') {
    return { ...state, message: 'invalid.' };
  }
  const n = Number(text);
  const cells = [...state.cells].map((c, i) => (i === n ? player : c)).join('');
  const message = '';
  if (lines.some((line) => line.every((i) => cells[i] === player))) {
    return { cells, player, message: `${player} won.` };
  }
  if (!cells.includes('.')) {
    message = 'tie.';
  }
  return { cells, player: player === 'X' ? 'O' : 'X', message };
}

function output(state) {
  if (state.message !== 'invalid.') {
    console.log(state.cells.replace(/(...)(...)(...)/, '$1\n$2\n$3'));
  }
  if (state.message !== '') {
    console.log(state.message);
  }
  if (/won|tie/.test(state.message)) {
    process.exit(0);
  }
  process.stdout.write(state.player + '> ');
}

let state = initial;
output(state);
readline.createInterface({ input: process.stdin }).on('line', (text) => {
  state = step(state, text);
  output(state);
});
