const rl = require('readline').createInterface({ input: process.stdin });
const it = rl[Symbol.asyncIterator]();
const b = '.........'.split('');
const L = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function print() {
  console.log(b.slice(0, 3).join(''));
  console.log(b.slice(3, 6).join(''));
  console.log(b.slice(6, 9).join(''));
}

async function read(player) {
  for (;;) {
    process.stdout.write(player + '> ');
    const { value, done } = await it.next();
    if (done) process.exit();
    const text = value.trim();
    if (text.length === 1 && text >= '0' && text <= '8' && b[text] === '.') return Number(text);
    console.log('invalid.');
  }
}

async function main() {
  let player = 'X';
  let other = 'O';
  let over = false;
  while (!over) {
    print();
    const n = await read(player);
    b[n] = player;
    for (const [x, y, z] of L) {
      if (b[x] === player && b[y] === player && b[z] === player) {
        console.log(player + ' won.');
        over = true;
      }
    }
    if (!over && b.indexOf('.') === -1) {
      console.log('tie.');
      over = true;
    }
    [player, other] = [other, player];
  }
  process.exit();
}

main();
