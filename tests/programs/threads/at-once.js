// Reads all of it by the name of the device, and plays over what it read.
let out = "", b = [..."........."], turn = 0, shown = 0;
const input = require("fs").readFileSync("/dev/stdin", "utf8").split("\n");
const wins = [7, 56, 448, 73, 146, 292, 273, 84], of = { X: 0, O: 0 };
for (const line of input) {
  const p = turn % 2 ? "O" : "X";
  if (!shown) out += b.slice(0, 3).join("") + "\n" + b.slice(3, 6).join("") + "\n" + b.slice(6).join("") + "\n";
  out += p + "> ";
  if (line.length === 1 && line >= "0" && line <= "8" && b[line] === ".") {
    b[line] = p;
    of[p] |= 1 << line;
    shown = 0;
    if (wins.some((w) => (of[p] & w) === w)) { out += p + " won.\n"; break; }
    if (++turn === 9) { out += "tie.\n"; break; }
  } else {
    out += "invalid.\n";
    shown = 1;
  }
}
process.stdout.write(out);
