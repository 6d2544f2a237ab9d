'use strict';
const teams = new Set();
let played = [];

function stats() {
  const rows = new Map([...teams].map((name) => [name, { name, w: 0, d: 0, l: 0, f: 0, g: 0 }]));
  const count = (r, own, other) => {
    r.f += own;
    r.g += other;
    if (own > other) r.w++;
    else if (own < other) r.l++;
    else r.d++;
  };
  for (const { a, b, x, y } of played) {
    if (!rows.has(a) || !rows.has(b)) continue;
    count(rows.get(a), x, y);
    count(rows.get(b), y, x);
  }
  const list = [...rows.values()];
  for (const r of list) r.pts = 3 * r.w + r.d;
  const rank = (p, q) => q.pts - p.pts || q.f - q.g - (p.f - p.g) || q.f - p.f;
  list.sort((p, q) => rank(p, q) || (p.name < q.name ? -1 : 1));
  list.forEach((r, i) => {
    r.pos = i > 0 && rank(list[i - 1], r) === 0 ? list[i - 1].pos : i + 1;
  });
  return list;
}

const isGoals = (s) => /^[0-9]+$/.test(s) && Number(s) < 100;

const cmds = {
  team1(name) {
    if (teams.has(name)) return `${name} exists.`;
    if (teams.size >= 8) return 'Too many teams.';
    teams.add(name);
    return `Team ${name}.`;
  },
  match4(a, b, x, y) {
    if (!teams.has(a)) return `No team ${a}.`;
    if (!teams.has(b)) return `No team ${b}.`;
    if (a === b) return 'Same team.';
    if (!isGoals(x) || !isGoals(y)) return 'Bad goals.';
    if (played.some((m) => m.a === a && m.b === b)) return 'Already played.';
    const m = { a, b, x: parseInt(x, 10), y: parseInt(y, 10) };
    played.push(m);
    return `${a} ${b} ${m.x}:${m.y}`;
  },
  undo0() {
    const m = played.pop();
    return m ? `Undone: ${m.a} ${m.b} ${m.x}:${m.y}` : 'Nothing to undo.';
  },
  withdraw1(name) {
    if (!teams.delete(name)) return `No team ${name}.`;
    const before = played.length;
    for (let i = 0; i < played.length; i++) {
      if (played[i].a === name || played[i].b === name) played.splice(i, 1);
    }
    return `${name} withdrawn, ${before - played.length} matches removed.`;
  },
  table0() {
    if (!teams.size) return 'No teams.';
    return stats()
      .map((r) => `${r.pos}. ${r.name} ${r.w + r.d + r.l} ${r.w}-${r.d}-${r.l} ${r.f}:${r.g} ${r.pts}`)
      .join('\n');
  },
  left0() {
    const all = teams.size * (teams.size - 1);
    return `${all - played.length} of ${all} left.`;
  },
  end0() {
    if (!played.length) return 'No champion';
    const best = stats().filter((r) => r.pos === 1).map((r) => r.name);
    return `Champion${best.length > 1 ? 's' : ''}: ${best.join(', ')}`;
  },
};

const lines = require('fs').readFileSync(0, 'utf8').split('\n');
for (const line of lines) {
  if (!line) continue;
  const [word, ...args] = line.split(' ');
  const f = cmds[word + args.length];
  console.log(f ? f(...args) : 'Bad command.');
  if (line === 'end') break;
}
