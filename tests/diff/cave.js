// A small adventure.
const rooms = {
  hall: { exits: { north: 'cave', east: 'kitchen' }, items: ['lamp'] },
  kitchen: { exits: { west: 'hall', down: 'cellar' }, items: ['bread', 'knife'] },
  cellar: { exits: { up: 'kitchen' }, items: ['key'] },
  cave: { exits: { south: 'hall', east: 'vault' }, items: [] },
  vault: { exits: { west: 'cave' }, items: ['gold'] },
};
let at = 'hall', lit = false, open = false, steps = 0, fed = false;
const bag = [];

function look() {
  if (at === 'cave' && !lit) return 'It is dark.';
  const items = rooms[at].items;
  return `You are in the ${at}. ` + (items.length ? `There is ${items.join(', ')}.` : 'It is empty.');
}

function act(line) {
  const [verb, noun, ...rest] = line.trim().split(/\s+/);
  if (rest.length) return 'That is too much.';
  if (verb === 'look') return look();
  if (verb === 'bag') return bag.length ? bag.join(', ') : 'nothing';
  if (verb === 'score') return `${bag.includes('gold') ? 100 : 0} points in ${steps} steps`;
  if (verb === 'go') {
    const to = rooms[at].exits[noun];
    if (!to) return 'There is no way.';
    if (to === 'vault' && !open) return 'The door is locked.';
    if (at === 'cave' && !lit && noun !== 'south') return 'You fall. The end.';
    at = to;
    steps += 1;
    return look();
  }
  if (verb === 'take') {
    const place = rooms[at].items.indexOf(noun);
    if (place < 0) return 'There is no such thing.';
    if (bag.length >= 3) return 'The bag is full.';
    bag.push(...rooms[at].items.splice(place, 1));
    return `You take the ${noun}.`;
  }
  if (verb === 'drop') {
    const place = bag.indexOf(noun);
    if (place < 0) return 'You do not have it.';
    rooms[at].items.push(...bag.splice(place, 1));
    return `You drop the ${noun}.`;
  }
  if (verb === 'use') {
    if (!bag.includes(noun)) return 'You do not have it.';
    if (noun === 'lamp') { lit = !lit; return lit ? 'It is on.' : 'It is off.'; }
    if (noun === 'key' && at === 'cave') { open = true; return 'The door opens.'; }
    if (noun === 'bread' && !fed) { fed = true; bag.splice(bag.indexOf('bread'), 1); return 'Good.'; }
    return 'Nothing happens.';
  }
  return 'What?';
}

console.log(look());
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const said = act(line);
  console.log(said);
  if (said.endsWith('The end.')) process.exit(0);
});
