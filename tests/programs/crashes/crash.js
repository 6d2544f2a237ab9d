const lines = require("fs").readFileSync(0, "utf8").split("\n");
process.stdout.write("...\n...\n...\nX> ");
const move = prompt(lines[0]);
