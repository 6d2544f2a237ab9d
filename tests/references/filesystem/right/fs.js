class Dir {
  constructor(parent) {
    this.parent = parent;
    this.entries = new Map();
  }
  pathOf() {
    if (!this.parent) return '';
    for (const [n, e] of this.parent.entries) if (e === this) return this.parent.pathOf() + '/' + n;
  }
}

const root = new Dir(null);
let cwd = root;
let free = 100;

const isName = (s) => /^[A-Za-z0-9.]{1,8}$/.test(s) && !/^\.\.?$/.test(s);
const ERR = 'error:';

function* walk(dir) {
  for (const [n, e] of dir.entries) {
    yield [dir, n];
    if (e instanceof Dir) yield* walk(e);
  }
}

const table = {
  mkdir(n) {
    if (cwd.entries.has(n)) return ERR;
    cwd.entries.set(n, new Dir(cwd));
    return 'ok';
  },
  cat(n) {
    const e = cwd.entries.get(n);
    return typeof e === 'string' ? `"${e}"` : ERR;
  },
  rm(n) {
    const e = cwd.entries.get(n);
    if (e === undefined || (e instanceof Dir && e.entries.size > 0)) return ERR;
    if (typeof e === 'string') free += e.length;
    cwd.entries.delete(n);
    return 'ok';
  },
  cp(a, b) {
    const e = cwd.entries.get(a);
    if (typeof e !== 'string' || cwd.entries.has(b) || e.length > free) return ERR;
    free -= e.length;
    cwd.entries.set(b, e);
    return 'ok';
  },
  mv(a, b) {
    if (!cwd.entries.has(a) || cwd.entries.has(b)) return ERR;
    cwd.entries.set(b, cwd.entries.get(a));
    cwd.entries.delete(a);
    return 'ok';
  },
  cd(n) {
    const e = cwd.entries.get(n);
    if (!(e instanceof Dir)) return ERR;
    cwd = e;
    return 'ok';
  },
  find(n) {
    const hits = [...walk(cwd)].filter(([, name]) => name === n).map(([d]) => `\n- ${d.pathOf()}/${n}`);
    return `${hits.length} found${hits.join('')}`;
  },
  pwd() {
    return cwd.pathOf() || '/';
  },
  ls() {
    const out = [`${cwd.entries.size} entries`];
    for (const [n, e] of cwd.entries) out.push(e instanceof Dir ? `- ${n}/` : `- ${n} ${e.length}`);
    return out.join('\n');
  },
  df() {
    return `${free} of 100 free`;
  },
};

function write(rest) {
  const [, n, text] = /^(\S*) ?(.*)$/.exec(rest);
  const old = cwd.entries.get(n);
  if (!isName(n) || old instanceof Dir) return ERR;
  const need = text.length - (old || '').length;
  if (need > free) return ERR;
  free -= need;
  cwd.entries.set(n, text);
  return 'ok';
}

function run(line) {
  if (line === 'cd /') {
    cwd = root;
    return 'ok';
  }
  if (line === 'cd ..') {
    cwd = cwd.parent || root;
    return 'ok';
  }
  if (line.startsWith('write ')) return write(line.slice(6));
  const [cmd, ...args] = line.split(' ');
  if (!Object.keys(table).includes(cmd) || args.length !== table[cmd].length || !args.every(isName)) return ERR;
  return table[cmd](...args);
}

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'exit') process.exit(0);
    if (line !== '') console.log(run(line));
  });
