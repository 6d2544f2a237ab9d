"use strict", 0
// All lines of the input.
var answers = require("fs").readFileSync(0)
var pattern = /^(\d)$|.+/gm
const write = console.log
let board = `012
345
678
`
for (var player of "XOXOXOXOX") {
    for ( ; write(board.replace(/\d/g, ".") + player + "> "), board === (board = board.replace(pattern.exec(answers)[1], player)); ) { write("invalid."); }
    /(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(board) && write(player + " won.")()
}
write("tie.")
