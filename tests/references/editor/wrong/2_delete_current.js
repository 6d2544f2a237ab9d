const fs = require('fs');
const input = fs.readFileSync('/dev/stdin', 'utf8').split('\n').slice(0, -1);

let text = [];
let at = -1; // index of the current line
const undo = [];
const out = [];

const NUM = /^\d+$/;
const inRange = (n) => n >= 1 && n <= text.length;

function change(newText, newAt) {
  undo.push([text, at]);
  if (undo.length > 5) undo.shift();
  text = newText;
  at = newAt;
}

function step(line) {
  const w = line.split(' ');
  const c = w.shift();
  if (c === 'a') return change([...text.slice(0, at + 1), line.slice(2), ...text.slice(at + 1)], at + 1);
  if (c === 'i') {
    const pos = Math.max(at, 0);
    return change([...text.slice(0, pos), line.slice(2), ...text.slice(pos)], pos);
  }
  if (c === 'd' && w.length < 3) {
    if (!w.every((x) => NUM.test(x))) return 'bad number';
    if (w.length === 0) {
      if (text.length === 0) return 'empty buffer';
      w.push(at + 1);
    }
    const n = Number(w[0]);
    const m = w.length === 2 ? Number(w[1]) : n;
    if (!inRange(n) || !inRange(m)) return 'no such line';
    if (n > m) return 'bad range';
    const rest = text.filter((_, i) => i + 1 < n || i + 1 > m);
    return change(rest, Math.max(Math.min(n - 2, rest.length - 1), Math.min(0, rest.length - 1)));
  }
  if (c === 'g' && w.length === 1) {
    if (!NUM.test(w[0])) return 'bad number';
    if (!inRange(+w[0])) return 'no such line';
    at = +w[0] - 1;
    return;
  }
  if (c === 'm' && w.length === 1) {
    if (!NUM.test(w[0])) return 'bad number';
    if (text.length === 0) return 'empty buffer';
    const n = +w[0];
    if (n > text.length) return 'no such line';
    const rest = text.slice();
    const [moved] = rest.splice(at, 1);
    const pos = n > at ? n - 1 : n;
    rest.splice(pos, 0, moved);
    return change(rest, pos);
  }
  if (c === 'r' && (w.length === 1 || w.length === 2)) {
    if (text.length === 0) return 'empty buffer';
    if (!text[at].includes(w[0])) return 'not found';
    return change(text.map((t, i) => (i === at ? t.split(w[0]).join(w[1] || '') : t)), at);
  }
  if (w.length > 0) return 'unknown command';
  if (c === 'p') {
    if (text.length === 0) out.push('(empty)\n');
    text.forEach((t, i) => out.push(`${i === at ? '*' : ' '}${i + 1} ${t}\n`));
  } else if (c === 'u') {
    if (undo.length === 0) return 'nothing to undo';
    [text, at] = undo.pop();
  } else if (c === 'q') {
    out.push('bye\n');
    process.stdout.write(out.join(''));
    process.exit();
  } else return 'unknown command';
}

for (const line of input) {
  out.push(`[${text.length}] `);
  const err = line === '' ? undefined : step(line);
  if (err) out.push(`? ${err}\n`);
}
out.push(`[${text.length}] `);
process.stdout.write(out.join(''));
