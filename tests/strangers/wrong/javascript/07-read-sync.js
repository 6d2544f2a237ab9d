const fs = require('fs');

function readLine() {
  const byte = Buffer.alloc(1);
  let line = '';
  for (;;) {
    let count;
    try {
      count = fs.readSync(0, byte, 0, 1, null);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      if (error.code === 'EOF') return line || null;
      throw error;
    }
    if (count === 0) return line || null;
    const char = byte.toString('latin1');
    if (char === '\n') return line;
    line += char;
  }
}

function completed(b, mark) {
  const rows = [b.slice(0, 3), b.slice(3, 6), b.slice(6)];
  const columns = [0, 1, 2].map((i) => rows.map((row) => row[i]));
  const diagonals = [[b[0], b[4], b[8]], [b[2], b[4], b[6]]];
  return [...rows, ...columns, ...diagonals].some((l) => l.join('') === mark + mark + mark);
}

function play() {
  const b = [...'.........'];
  let xTurn = true;
  while (b.includes('.')) {
    const mark = xTurn ? 'X' : 'O';
    fs.writeSync(1, b.slice(0, 3).join('') + '\n' + b.slice(3, 6).join('') + '\n' + b.slice(6).join('') + '\n');
    let position;
    do {
      if (position !== undefined) fs.writeSync(1, 'invalid.\n');
      fs.writeSync(1, mark + '> ');
      const line = readLine();
      if (line === null) return;
      position = ['0', '1', '2', '3', '4', '5', '6', '7', '8'].indexOf(line.trim());
    } while (b[position] !== '.');
    b[position] = mark;
    if (completed(b, 'X')) {
      fs.writeSync(1, 'X won.\n');
      return;
    }
    if (completed(b, 'O')) {
      fs.writeSync(1, player + ' won.\n');
      return;
    }
    xTurn = !xTurn;
  }
  fs.writeSync(1, 'tie.\n');
}

play();
