const lines = require('fs').readFileSync(0, 'utf8').split('\n');
lines.pop();

const stats = { solved: 0, failed: 0, best: Infinity };
let game = null;
let out = '';

const handlers = {
  quit() {
    out += 'Bye.\n';
    process.stdout.write(out);
    process.exit(0);
  },
  score() {
    const best = stats.best === Infinity ? '-' : stats.best;
    out += `Solved ${stats.solved}, failed ${stats.failed}, best ${best}.\n`;
  },
};

function lost(text) {
  out += text + '\n';
  stats.failed++;
  game = null;
}

function rate(code, guess) {
  const left = {};
  let black = 0;
  let white = 0;
  [...code].forEach((c, i) => {
    if (c === guess[i]) black++;
    else left[c] = (left[c] || 0) + 1;
  });
  [...guess].forEach((g, i) => {
    if (g !== code[i] && left[g] > 0) {
      left[g]--;
      white++;
    }
  });
  return [black, white];
}

function guess(s) {
  if (s === 'give up') return lost(`The code was ${game.code}.`);
  if (!/^[1-6]{4}$/.test(s)) return void (out += 'Invalid guess.\n');
  if (game.tried.includes(s)) return void (out += 'Already tried.\n');
  game.tried.push(s);
  const [b, w] = rate(game.code, s);
  out += `Black: ${b}, white: ${w}\n`;
  const n = game.tried.length;
  if (b === 4) {
    out += `Solved in ${n}.\n`;
    stats.solved++;
    stats.best = n;
    game = null;
  } else if (n >= 8) {
    lost(`Failed. The code was ${game.code}.`);
  }
}

for (const s of lines) {
  out += game ? `Guess ${game.tried.length + 1}? ` : 'Code? ';
  if (handlers[s]) handlers[s]();
  else if (game) guess(s);
  else if (/^[1-6]{4}$/.test(s)) game = { code: s, tried: [] };
  else out += 'Invalid code.\n';
}
out += game ? `Guess ${game.tried.length + 1}? ` : 'Code? ';
console.log(out);
