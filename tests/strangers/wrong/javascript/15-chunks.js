'use strict';

const LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

async function* inputLines() {
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const parts = (rest + chunk).split(/\r?\n/);
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

function view(x, o) {
  const rows = [];
  for (let r = 0; r < 3; r++) {
    const row = [];
    for (let c = 0; c < 3; c++) {
      const bit = 1 << (3 * r + c);
      row.push(x & bit ? 'X' : o & bit ? 'O' : '.');
    }
    rows.push(row.join('|'));
  }
  return rows.join('\n');
}

async function main() {
  const state = { X: 0, O: 0 };
  let who = 'X';
  const prompt = () => process.stdout.write(who + '> ');
  console.log(view(state.X, state.O));
  prompt();
  for await (const text of inputLines()) {
    const bit = /^[0-8]$/.test(text) ? 1 << text : 0;
    if (!bit || (state.X | state.O) & bit) {
      console.log('invalid.');
      prompt();
      continue;
    }
    state[who] |= bit;
    if (LINES.some((line) => (state[who] & line) === line)) {
      console.log(who + ' won.');
      break;
    }
    if ((state.X | state.O) === 0o777) {
      console.log('tie.');
      break;
    }
    who = who === 'X' ? 'O' : 'X';
    console.log(view(state.X, state.O));
    prompt();
  }
}

main();
