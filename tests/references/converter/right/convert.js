#!/usr/bin/env node
const ABS_ZERO = { K: 0, C: -273.15, F: -459.67 };
const toC = { C: (x) => x, K: (x) => x - 273.15, F: (x) => ((x - 32) * 5) / 9 };
const fromC = { C: (x) => x, K: (x) => x + 273.15, F: (x) => (x * 9) / 5 + 32 };

const length = new Map([['mm', 0.001], ['cm', 0.01], ['m', 1], ['km', 1000],
  ['in', 0.0254], ['ft', 0.3048], ['mi', 1609.344]]);
const mass = new Map([['g', 0.001], ['kg', 1], ['oz', 0.028349523125], ['lb', 0.45359237]]);
const temperature = new Map([['C', 0], ['F', 0], ['K', 0]]);
const tables = { length, mass, temperature };

let last = null;

const tableOf = (u) => Object.values(tables).find((t) => t.has(u));
const isNumber = (s) => /^[+-]?\d+(\.\d+)?$/.test(s);

function change(value, from, to, fresh) {
  const a = tableOf(from);
  const b = tableOf(to);
  if (!a) throw `unknown unit ${from}`;
  if (!b) throw `unknown unit ${to}`;
  if (a !== b) throw `cannot convert ${from} to ${to}`;
  let result;
  if (a === temperature) {
    if (fresh && value < ABS_ZERO[from]) throw 'below absolute zero';
    result = fromC[to](toC[from](value));
  } else {
    if (value < 0) throw 'negative quantity';
    result = (value * a.get(from)) / a.get(to);
  }
  last = { value: result, unit: to };
  return `= ${result.toFixed(6)} ${to}`;
}

function define(name, text, base) {
  if (!/^[a-z]+$/.test(name)) throw `bad name ${name}`;
  if (tableOf(name)) throw `${name} exists`;
  if (!isNumber(text)) throw `bad number ${text}`;
  const value = Number(text);
  if (value <= 0) throw 'value must be positive';
  const table = tableOf(base);
  if (!table) throw `unknown unit ${base}`;
  if (table === temperature) throw 'temperature cannot be defined';
  table.set(name, value * table.get(base));
  return `defined ${name}`;
}

function answer(words) {
  const n = words.length;
  switch (words[0]) {
    case 'quit':
      if (n === 1) process.exit(0);
      throw 'syntax';
    case 'units':
      if (n !== 1) throw 'syntax';
      return Object.keys(tables).map((k) => `${k}: ${[...tables[k].keys()].join(' ')}`).join('\n');
    case 'last':
      if (n !== 2) throw 'syntax';
      if (!last) throw 'no result yet';
      return change(last.value, last.unit, words[1], false);
    case 'define':
      if (n !== 4) throw 'syntax';
      return define(...words.slice(1));
    default:
      if (n !== 3) throw 'syntax';
      if (!isNumber(words[0])) throw `bad number ${words[0]}`;
      return change(parseFloat(words[0]), words[1], words[2], true);
  }
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const words = line.trim().split(/\s+/);
  if (words[0] === '') return;
  try {
    console.log(answer(words));
  } catch (e) {
    console.log(`error: ${e}`);
  }
});
