// Collects the data that comes, and plays in a state machine over it.
process.stdin.setEncoding("utf8");
let rest = "";
const game = (function* () {
  const cells = new Map();
  const show = () => [0, 3, 6].map((r) => [0, 1, 2].map((c) => cells.get(r + c) ?? ".").join("")).join("\n") + "\n";
  const lines = [[0, 1], [3, 1], [6, 1], [0, 3], [1, 3], [2, 3], [0, 4], [2, 2]];
  for (let who = "X"; ; who = who === "X" ? "O" : "X") {
    let text = show() + who + "> ";
    for (;;) {
      const move = yield text;
      if (/^[0-8]$/.test(move) && !cells.has(+move)) { cells.set(+move, who); break; }
      text = "invalid.\n" + who + "> ";
    }
    if (lines.some(([at, by]) => [0, 1, 2].every((i) => cells.get(at + i * by) === who))) return who + " won.\n";
    if (cells.size === 9) return "tie.\n";
  }
})();
process.stdout.write(game.next().value);
process.stdin.on("data", (chunk) => {
  rest += chunk;
  for (let at; (at = rest.indexOf("\n")) >= 0; rest = rest.slice(at + 1)) {
    const { value, done } = game.next(rest.slice(0, at));
    if (value) process.stdout.write(value);
    if (done) return process.exit();
  }
});
