// Reads a line at a time, byte by byte, as the packages for prompts do.
const fs = require("fs");
function prompt(text) {
  fs.writeSync(1, text);
  const byte = Buffer.alloc(1);
  const line = [];
  while (fs.readSync(0, byte, 0, 1, null) === 1 && byte[0] !== 10) line.push(byte[0]);
  return Buffer.from(line).toString();
}
const b = Array.from({ length: 9 }, () => ".");
const won = (s) => [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]].some(([x, y, z]) => b[x] === s && b[y] === s && b[z] === s);
let player = "X", answer = "";
for (let n = 0; n < 9 && !answer; ) {
  let move = prompt(`${b.slice(0, 3).join("")}\n${b.slice(3, 6).join("")}\n${b.slice(6).join("")}\n${player}> `);
  while (!(move.length === 1 && "012345678".includes(move) && b[move] === ".")) move = prompt(`invalid.\n${player}> `);
  b[move] = player;
  n += 1;
  if (won(player)) answer = `${player} won.`;
  player = player === "X" ? "O" : "X";
}
console.log(answer || "tie.");
