const NUMBER = /^-?\d{1,6}(\.\d{1,2})?$/;
const MAX = 20;
let list = []; // hundredths, so that all is exact

const hundredths = (s) => Math.round(Number(s) * 100);
const show = (h) => (h / 100).toFixed(5);
const sorted = () => [...list].sort((a, b) => a - b);
const sum = () => list.reduce((a, b) => a + b, 0);
const mean = () => sum() / list.length;

function median() {
  const s = sorted();
  const mid = s.length >> 1;
  return s.length % 2 ? s[mid] : (s[mid - 1] + s[mid]) / 2;
}

function mode() {
  const freq = new Map();
  for (const x of sorted()) freq.set(x, (freq.get(x) || 0) + 1);
  const top = Math.max(...freq.values());
  return [...freq.keys()].find((x) => freq.get(x) === top);
}

function sd() {
  const m = mean();
  return Math.sqrt(list.reduce((t, x) => t + (x - m) ** 2, 0) / list.length);
}

const figures = {
  min: () => Math.min(...list),
  max: () => Math.max(...list),
  range: () => Math.max(...list) - Math.min(...list),
  mean,
  median,
  mode,
  sd,
};

const commands = {
  add(...xs) {
    const bad = xs.find((x) => !NUMBER.test(x));
    if (bad !== undefined) return `Bad number ${bad}`;
    if (list.length + xs.length > MAX) return 'List full';
    list.push(...xs.map(hundredths));
    return `Added ${xs.length}, now ${list.length}`;
  },
  drop(x) {
    if (!NUMBER.test(x)) return `Bad number ${x}`;
    const i = list.indexOf(hundredths(x));
    if (i < 0) return 'Not in list';
    list.splice(i, 1);
    return `Dropped, now ${list.length}`;
  },
  keep(k) {
    if (!/^\d+$/.test(k) || Number(k) > MAX) return `Bad number ${k}`;
    list = list.slice(-Number(k));
    return `Kept ${list.length}`;
  },
  above(x) {
    if (!NUMBER.test(x)) return `Bad number ${x}`;
    return `Above ${list.filter((y) => y > hundredths(x)).length}`;
  },
  clear() {
    list = [];
    return 'Cleared';
  },
  count: () => `Count ${list.length}`,
  sum: () => `Sum ${show(sum())}`,
  list: () => ['List:', ...list.map(show)].join(' '),
  sorted: () => ['Sorted:', ...sorted().map(show)].join(' '),
};

for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  const [cmd, ...args] = line.split(' ').filter((w) => w !== '');
  if (cmd === undefined) continue;
  if (cmd === 'quit' && args.length === 0) break;
  const arity = cmd === 'add' ? Math.max(args.length, 1) : ['drop', 'keep', 'above'].includes(cmd) ? 1 : 0;
  let out = 'Unknown command';
  if (args.length === arity) {
    if (Object.hasOwn(commands, cmd)) out = commands[cmd](...args);
    else if (Object.hasOwn(figures, cmd)) out = list.length ? `${cmd} = ${show(figures[cmd]())}`.replace(' =', '') : 'Empty list';
  }
  console.log(out);
}
