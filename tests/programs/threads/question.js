// Asks with promises, in a loop.
const { createInterface } = require("node:readline/promises");

class Board {
  #cells = [..."........."];
  has = (move) => /^[0-8]$/.test(move) && this.#cells[move] === ".";
  set = (move, who) => { this.#cells[move] = who; };
  isFull = () => !this.#cells.includes(".");
  isWonBy = (who) => ["012", "345", "678", "036", "147", "258", "048", "246"].some((row) => [...row].every((i) => this.#cells[i] === who));
  toString = () => this.#cells.join("").match(/.../g).join("\n");
}

(async () => {
  const io = createInterface({ input: process.stdin });
  const answers = io[Symbol.asyncIterator]();
  const board = new Board();
  let isShown = false;
  for (let turn = 0; ; ) {
    const who = "XO"[turn % 2];
    if (!isShown) process.stdout.write(`${board}\n`);
    process.stdout.write(`${who}> `);
    const { value, done } = await answers.next();
    if (done) break;
    isShown = !board.has(value);
    if (isShown) {
      console.log("invalid.");
      continue;
    }
    board.set(value, who);
    turn++;
    if (board.isWonBy(who)) { console.log(`${who} won.`); break; }
    if (board.isFull()) { console.log("tie."); break; }
  }
  io.close();
})();
