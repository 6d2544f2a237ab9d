const rl = require('readline').createInterface({ input: process.stdin });

function isWin(b, p) {
  for (let i = 0; i < 3; i++) {
    if (b[3 * i] === p && b[3 * i + 1] === p && b[3 * i + 2] === p) return true;
    if (b[i] === p && b[i + 3] === p && b[i + 6] === p) return true;
  }
  return (b[0] === p && b[4] === p && b[8] === p) || (b[2] === p && b[4] === p && b[6] === p);
}

function show(b) {
  console.log(`${b[0]}${b[1]}${b[2]}\n${b[3]}${b[4]}${b[5]}\n${b[6]}${b[7]}${b[8]}`);
}

function prompt(p) {
  process.stdout.write(`${p}>  `);
}

function* game() {
  const b = Array.from('.........');
  for (let turn = 0; turn < 9; turn++) {
    const p = turn % 2 ? 'O' : 'X';
    show(b);
    prompt(p);
    let text = yield;
    while (!'012345678'.split('').includes(text) || b[+text] !== '.') {
      console.log('invalid.');
      prompt(p);
      text = yield;
    }
    b[+text] = p;
    if (isWin(b, p)) {
      console.log(`${p} won.`);
      return;
    }
  }
  console.log('tie.');
}

const play = game();
play.next();
rl.on('line', (line) => {
  if (play.next(line.trim()).done) process.exit();
});
