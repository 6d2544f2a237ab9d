const { createInterface } = require('readline');

const COMBOS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const render = (board) => [0, 3, 6].map((i) => board.slice(i, i + 3).join('')).join('\n');
const winner = (board) => {
  const combo = COMBOS.find(([a, b, c]) => board[a] !== '.' && board[a] === board[b] && board[a] === board[c]);
  return combo ? board[combo[0]] : null;
};

(async () => {
  const board = Array(9).fill('.');
  let player = 'X';
  console.log(render(board));
  process.stdout.write(`${player}> `);

  for await (const line of createInterface({ input: process.stdin })) {
    const position = Number(line.trim());
    if (!position || board[position] !== '.') {
      console.log('invalid.');
      console.log(render(board));
      process.stdout.write(`${player}> `);
      continue;
    }
    board[position] = player;
    console.log(render(board));
    if (winner(board)) {
      console.log(`${winner(board)} won.`);
      process.exit();
    }
    if (board.every((cell) => cell !== '.')) {
      console.log('tie.');
      process.exit();
    }
    player = player === 'X' ? 'O' : 'X';
    process.stdout.write(`${player}> `);
  }
})();
