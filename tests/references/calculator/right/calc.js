// Shunting-yard into reverse Polish notation, then a stack machine.
const PREC = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, 'u-': 3, '^': 4 };
const LIMIT = 999999999;
let vars = {};
let ans = 0;

function toRpn(tokens) {
  const out = [];
  const ops = [];
  let operand = true; // an operand is expected next
  for (const t of tokens) {
    if (/^[0-9a-z]/.test(t)) {
      if (!operand) throw 'syntax';
      out.push(t);
      operand = false;
    } else if (t === '(') {
      if (!operand) throw 'syntax';
      ops.push(t);
    } else if (t === ')') {
      if (operand) throw 'syntax';
      while (ops.length && ops[ops.length - 1] !== '(') out.push(ops.pop());
      if (ops.pop() !== '(') throw 'syntax';
    } else if (t === '-' && operand) {
      ops.push('u-');
    } else if (PREC[t] && !operand) {
      while (ops.length) {
        const top = ops[ops.length - 1];
        if (top === '(' || PREC[top] < PREC[t] || (PREC[top] === PREC[t] && t === '^')) break;
        out.push(ops.pop());
      }
      ops.push(t);
      operand = true;
    } else throw 'syntax';
  }
  if (operand) throw 'syntax';
  while (ops.length) {
    const op = ops.pop();
    if (op === '(') throw 'syntax';
    out.push(op);
  }
  return out;
}

function limited(v) {
  if (Math.abs(v) > LIMIT) throw 'too large';
  return v + 0 || 0; // no negative zero
}

const binary = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/'(a, b) {
    if (b === 0) throw 'division by zero';
    return Math.trunc(a / b);
  },
  '%'(a, b) {
    if (b === 0) throw 'division by zero';
    return a % b;
  },
  '^'(a, b) {
    if (b < 0) throw 'negative exponent';
    return a ** b;
  },
};

function run(rpn) {
  const st = [];
  for (const t of rpn) {
    if (t === 'u-') st.push(limited(-st.pop()));
    else if (binary[t]) {
      const b = st.pop();
      const a = st.pop();
      st.push(limited(binary[t](a, b)));
    } else if (/^[0-9]/.test(t)) st.push(limited(Number(t)));
    else if (t === 'ans') st.push(ans);
    else if (Object.hasOwn(vars, t)) st.push(vars[t]);
    else throw `unknown ${t}`;
  }
  return st[0];
}

function answer(line) {
  if (line === 'vars') {
    const names = Object.keys(vars).sort();
    return names.length ? names.map((n) => `${n} = ${vars[n]}`).join('\n') : 'no variables';
  }
  if (line === 'clear') {
    vars = {};
    ans = 0;
    return 'cleared';
  }
  const m = /^([a-z]+) *=(.*)$/.exec(line);
  const rpn = toRpn((m ? m[2] : line).match(/[0-9]+|[a-z]+|\S/g) || []);
  if (!m) return (ans = run(rpn));
  if (m[1] === 'ans') throw 'ans is read-only';
  ans = run(rpn);
  vars[m[1]] = ans;
  return `${m[1]} = ${ans}`;
}

for (const raw of require('fs').readFileSync(0, 'latin1').split('\n')) {
  const line = raw.trim();
  if (line === '') continue;
  if (line === 'quit') break;
  try {
    console.log(String(answer(line)));
  } catch (e) {
    if (typeof e !== 'string') throw e;
    console.log('error: ' + e);
  }
}
