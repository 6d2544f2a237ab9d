// Takes each line when it comes, with the events of readline.
const lines = require("readline").createInterface({ input: process.stdin, output: process.stdout });
const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const board = Array(9).fill(".");
let player = "X";
const show = () => {
  for (let i = 0; i < 9; i += 3) console.log(board.slice(i, i + 3).join(""));
};
show();
lines.setPrompt("X> ");
lines.prompt();
lines.on("line", (line) => {
  if (!/^[0-8]$/.test(line) || board[line] !== ".") {
    console.log("invalid.");
    return lines.prompt();
  }
  board[line] = player;
  if (rows.some((row) => row.every((i) => board[i] === player))) {
    console.log(player + " won.");
    process.exit(0);
  }
  if (!board.includes(".")) {
    console.log("tie.");
    process.exit(0);
  }
  player = player === "X" ? "O" : "X";
  show();
  lines.setPrompt(player + "> ");
  lines.prompt();
});
