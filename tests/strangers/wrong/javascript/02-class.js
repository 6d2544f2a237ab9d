'use strict';
const readline = require('node:readline');

class TicTacToe {
  constructor() {
    this.cells = '.........';
    this.players = ['X', 'O'];
  }

  get current() {
    return this.players[0];
  }

  parse(text) {
    const number = text.trim() === '' ? NaN : Number(text);
    return number - 1;
  }

  put(index) {
    if (this.cells[index] !== '.') return false;
    this.cells = this.cells.slice(0, index) + this.current + this.cells.slice(index + 1);
    return true;
  }

  lines() {
    const c = this.cells;
    const pick = (a, b, d) => c[a] + c[b] + c[d];
    return [
      pick(0, 1, 2), pick(3, 4, 5), pick(6, 7, 8),
      pick(0, 3, 6), pick(1, 4, 7), pick(2, 5, 8),
      pick(0, 4, 8), pick(2, 4, 6),
    ];
  }

  outcome() {
    if (this.lines().includes(this.current.repeat(3))) return `${this.current} won.`;
    if (!this.cells.includes('.')) return 'tie.';
    return null;
  }

  toString() {
    return this.cells.match(/.{3}/g).join('\n') + '\n';
  }
}

async function main() {
  const game = new TicTacToe();
  const rl = readline.createInterface({ input: process.stdin });
  process.stdout.write(`${game}${game.current}> `);
  for await (const line of rl) {
    if (!game.put(game.parse(line))) {
      process.stdout.write(`invalid.\n${game.current}> `);
      continue;
    }
    const outcome = game.outcome();
    if (outcome) {
      process.stdout.write(`${game}${outcome}\n`);
      process.exit();
    }
    game.players.reverse();
    process.stdout.write(`${game}${game.current}> `);
  }
}

main();
