const readline = require("readline");

const grid = [
  [".", ".", "."],
  [".", ".", "."],
  [".", ".", "."],
];

function show(player) {
  for (const row of grid) console.log(row.join(""));
  process.stdout.write(player + "> ");
}

function winner() {
  for (let i = 0; i < 3; i++) {
    if (grid[i][0] !== "." && grid[i][0] === grid[i][1] && grid[i][1] === grid[i][2]) return grid[i][0];
    if (grid[0][i] !== "." && grid[0][i] === grid[1][i] && grid[1][i] === grid[2][i]) return grid[0][i];
  }
  const mid = grid[1][1];
  if (mid !== "." && grid[0][0] === mid && grid[2][2] === mid) return mid;
  if (mid !== "." && grid[0][2] === mid && grid[2][0] === mid) return mid;
  return null;
}

async function main() {
  const rl = readline.createInterface({ input: process.stdin });
  let player = "X";
  let left = 9;

  show(player);
  for await (const line of rl) {
    const n = parseInt(line, 10);
    // String(n) catches NaN and things like "3x"
    if (String(n) !== line.trim() || n < 0 || n > 8) {
      console.log("invalid.");
      show(player);
      continue;
    }
    const r = Math.floor(n / 3);
    const c = n % 3;
    if (grid[r][c] !== ".") {
      console.log("invalid.");
      show(player);
      continue;
    }
    grid[r][c] = player;
    left--;
    const w = winner();
    if (w) {
      console.log(w + " won.");
      break;
    }
    if (left === 0) {
      console.log("tie.");
      break;
    }
    player = player === "X" ? "O" : "X";
    show(player);
  }
  rl.close();
}

main();
