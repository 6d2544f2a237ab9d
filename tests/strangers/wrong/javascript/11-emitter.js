const EventEmitter = require('events');
const readline = require('readline');

class Game extends EventEmitter {
  #cells = Array(9).fill('.');
  #turn = 0;

  get player() {
    return this.#turn % 2 === 0 ? 'X' : 'O';
  }

  start() {
    this.emit('turn', this.#rows(), this.player);
  }

  #rows() {
    const c = this.#cells;
    return [c.slice(0, 3), c.slice(3, 6), c.slice(6, 9)].map((r) => r.join(''));
  }

  #complete(p) {
    const c = this.#cells;
    const all = (...cells) => cells.every((i) => c[i] === p);
    return all(0, 1, 2) || all(3, 4, 5) || all(6, 7, 8) || all(0, 3, 6) ||
      all(1, 4, 7) || all(2, 5, 8) || all(0, 4, 8) || all(2, 4, 6);
  }

  play(text) {
    if (!/^[0-8]$/.test(text) || this.#cells[Number(text)] !== '.') {
      this.emit('invalid', this.player);
      return;
    }
    const mark = this.player;
    this.#cells[Number(text)] = mark;
    this.#turn += 1;
    if (this.#complete(mark)) {
      this.emit('end', this.#rows(), this.player + ' won.');
    } else if (this.#turn === 9) {
      this.emit('end', this.#rows(), 'tie.');
    } else {
      this.emit('turn', this.#rows(), this.player);
    }
  }
}

const game = new Game();
game.on('turn', (rows, player) => process.stdout.write(rows.join('\n') + '\n' + player + '> '));
game.on('invalid', (player) => process.stdout.write('invalid.\n' + player + '> '));
game.on('end', (rows, message) => {
  process.stdout.write('\n' + rows.join('\n') + '\n\n' + message + '\n');
  process.exit(0);
});
game.start();
readline.createInterface({ input: process.stdin }).on('line', (line) => game.play(line.trim()));
