const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
const board = Array(9).fill(".");
let player = "X";
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
function show() { for (let r = 0; r < 9; r += 3) console.log(board.slice(r, r + 3).join("")); }
function ask() {
  rl.question(player + "> ", (line) => {
    if (!/^[0-8]$/.test(line) || board[line] !== ".") { console.log("invalid."); return ask(); }
    board[line] = player;
    if (lines.some((l) => l.every((i) => board[i] === player))) { console.log(player + " won."); rl.close(); return; }
    if (!board.includes(".")) { console.log("tie."); rl.close(); return; }
    player = player === "X" ? "O" : "X";
    show(); ask();
  });
}
show(); ask();
