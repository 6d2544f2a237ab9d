'use strict';
const readline = require('readline');

const books = new Map();   // title -> { copies, waiting }
const members = new Map(); // name -> Set of titles
const say = (s) => console.log(s);

const freeCopies = (title) => {
  let lent = 0;
  for (const titles of members.values()) if (titles.has(title)) lent++;
  return books.get(title).copies - lent;
};

function handOver(title) {
  const name = books.get(title).waiting.shift();
  if (name === undefined) return;
  members.get(name).add(title);
  say(`Lent ${title} to ${name}.`);
}

function refused(title, name) {
  if (title !== null && !books.has(title)) return `No such book: ${title}.`;
  if (!members.has(name)) return `No such member: ${name}.`;
  return '';
}

const commands = {
  add(title) {
    if (!books.has(title)) books.set(title, { copies: 0, waiting: [] });
    books.get(title).copies += 1;
    say(`Added ${title}.`);
    handOver(title);
  },
  join(name) {
    if (members.has(name)) return say(`${name} is already a member.`);
    members.set(name, new Set());
    say(`Welcome ${name}.`);
  },
  lend(title, name) {
    const no = refused(title, name);
    if (no) return say(no);
    const mine = members.get(name);
    if (mine.size >= 3) return say(`${name} has ${mine.size} books.`);
    if (freeCopies(title) < 1) return say(`No copy of ${title} left.`);
    mine.add(title);
    say(`Lent ${title} to ${name}.`);
  },
  return(title, name) {
    const mine = members.get(name);
    if (!mine || !mine.delete(title)) return say(`${name} does not have ${title}.`);
    say(`Returned ${title}.`);
    handOver(title);
  },
  reserve(title, name) {
    const no = refused(title, name);
    if (no) return say(no);
    const { waiting } = books.get(title);
    if (waiting.includes(name)) return say(`${name} already waits for ${title}.`);
    if (freeCopies(title) > 0) return say(`${title} is available.`);
    waiting.push(name);
    say(`${name} waits for ${title}.`);
  },
  leave(name) {
    const no = refused(null, name);
    if (no) return say(no);
    const n = members.get(name).size;
    if (n > 0) return say(`${name} still has ${n} books.`);
    members.delete(name);
    for (const b of books.values()) b.waiting = b.waiting.filter((x) => x !== name);
    say(`Goodbye ${name}.`);
  },
  books() {
    if (books.size === 0) return say('No books.');
    for (const [t, b] of books) say(`- ${t}: ${freeCopies(t)} of ${b.copies} free`);
  },
  member(name) {
    const no = refused(null, name);
    if (no) return say(no);
    const mine = [...members.get(name)];
    if (mine.length === 0) return say(`${name} has no books.`);
    mine.forEach((t) => say(`- ${t}`));
  },
  end() {
    say('Closed.');
    process.exit(0);
  },
};

const rl = readline.createInterface({ input: process.stdin, terminal: false });
rl.on('line', (line) => {
  if (line === '') return;
  const [cmd, ...args] = line.split(' ');
  if (Object.hasOwn(commands, cmd) && commands[cmd].length === args.length) commands[cmd](...args);
  else say('What?');
});
