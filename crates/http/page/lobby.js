// The first page: choose a game, say who plays, and go.

import { ask, games, keep, kept, remember } from "./api.js";
import { about, heading, short } from "./about.js";
import { isPerson, player, players } from "./people.js";
import { badge, picture } from "./shapes.js";
import { language, named, say, translate } from "./words.js";

const find = id => document.getElementById(id);
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const LAST = "referee last";

const marks = letters => letters.map((letter, side) => ({ letter, name: letter, side }));
const SMALL = [
  { name: "tictactoe", players: 2, width: 3, solved: true, discs: marks(["X", "O"]), board: "X...O..X." },
  { name: "marubatsu", players: 2, width: 3, solved: true, discs: marks(["o", "x"]), board: "..xo.o.x." },
];
const OWN = `players: Black White

##....##
#......#
........
...WB...
...BW...
........
#......#
##....##
`;

// What is shown of a board of one's own before it is one.
const BLANK = {
  board: ".....WB..BW.....", width: 4, players: 2,
  discs: [{ letter: "B", name: "Black", side: 0 }, { letter: "W", name: "White", side: 1 }],
};

let boards = [];
const own = { name: "own", text: OWN };

async function begin() {
  translate();
  recent();
  boards = await ask("/api/boards");
  find("picture").value = kept("referee picture") ?? OWN;
  await look();
  boards.push(own);
  const last = kept(LAST) ?? {};
  find("games").append(tile("game", "reversi", boards[0], say("games").reversi, say("reversiHint")),
    ...SMALL.map(game => tile("game", game.name, game, say("games")[game.name], say("marksHint"))));
  find("boards").append(...boards.map(board => tile("board", board.name, board, short(board), hint(board))));
  check("board", boards.some(board => board.name === last.board) ? last.board : "standard");
  check("game", ["reversi", "tictactoe", "marubatsu"].includes(last.game) ? last.game : "reversi");
  find("clock").append(...Object.entries(say("clocks")).map(([word, text]) => new Option(text, word)));
  find("clock").value = last.clock in say("clocks") ? last.clock : "";
  choose(last.seats);
  find("setup").addEventListener("submit", event => void (event.preventDefault(), play()));
  find("games").addEventListener("change", () => choose());
  find("boards").addEventListener("change", () => choose());
  find("picture").addEventListener("input", look);
  find("seats").addEventListener("change", allow);
  find("play").disabled = false;
  shelf().catch(why => { find("trouble").textContent = why.message; });
  // Whoever comes back by the browser's button finds it ready again.
  addEventListener("pageshow", () => { find("play").disabled = false; });
}

function tile(group, value, board, title, small = "") {
  const input = make("input", { type: "radio", name: group, value, id: `${group}-${value}` });
  const label = make("label", { htmlFor: input.id, className: "tile" });
  const words = make("span", { className: "words" });
  words.append(make("span", { textContent: title }), make("small", { textContent: small }));
  label.append(picture(board.board, board.width, board.discs), words);
  const holder = document.createElement("div");
  holder.append(input, label);
  return holder;
}

function hint(board) {
  if (board.name === "own") return say("ownHint");
  return board.players > 2 ? say("playersHint", board.players) : say("squares", board.board.replaceAll("#", "").length);
}

const checked = group => document.querySelector(`[name=${group}]:checked`)?.value;
const chosenSeats = () => [...find("seats").querySelectorAll("select")].map(select => select.value);
const isReversi = () => checked("game") === "reversi";
const chosen = () => isReversi() ? boards.find(board => board.name === checked("board")) : SMALL.find(game => game.name === checked("game"));

function check(group, value) {
  const input = find(`${group}-${value}`);
  input.checked = true;
  input.parentElement.scrollIntoView({ block: "nearest", inline: "center" });
}

function choose(seats) {
  find("variants").hidden = !isReversi();
  find("own").hidden = chosen() !== own;
  tell();
  fill(seats);
}

function tell() {
  const board = chosen();
  const choice = isReversi() ? { game: "reversi", board: board.name } : { game: checked("game") };
  find("chosen").textContent = board === own ? (own.title || say("ownTitle")) : heading({ choice, title: board.title });
  find("about").replaceChildren(...about(checked("game"), isReversi() ? board.text : "").map(textContent => make("p", { textContent })));
}

/** Offers the players for each seat, and keeps those that were chosen before. */
function fill(seats) {
  const board = chosen();
  const before = seats ?? chosenSeats();
  find("seats").replaceChildren(...Array.from({ length: board.players }, (_, side) => seat(board, side, before[side])));
  allow();
}

/** Offers a clock, unless the computer plays alone. */
function allow() {
  find("clock").disabled = !chosenSeats().some(isPerson);
}

function seat(board, side, before) {
  const disc = board.discs.find(known => known.side === side);
  const select = make("select", { id: `seat-${side}` });
  const offered = players();
  select.append(...offered.map(([word, text]) => new Option(text, word)));
  select.value = offered.some(([word]) => word === before) ? before : side ? "easy" : "you";
  const label = make("label", { htmlFor: select.id });
  label.append(badge(disc, board.discs), named(disc.name));
  const row = make("div", { className: "seat" });
  row.append(label, select);
  return row;
}

let looks = 0;

/** Asks the server what it thinks of the board that was typed. */
async function look() {
  const [text, turn] = [find("picture").value, looks += 1];
  keep("referee picture", text);
  try {
    const board = await ask("/api/boards", { picture: text });
    if (turn !== looks) return;
    if (board.trouble) throw new Error(board.trouble);
    Object.assign(own, board, { name: "own", text });
    find("verdict").textContent = say("people", board.players);
    redraw();
  } catch (why) {
    if (turn !== looks) return;
    find("verdict").textContent = why.message;
    Object.assign(own, { ...BLANK, ...own });
  }
}

function redraw() {
  find("board-own")?.parentElement.querySelector("svg").replaceWith(picture(own.board, own.width, own.discs));
  if (!find("board-own") || chosen() !== own) return;
  tell();
  fill();
}

async function play() {
  if (find("play").disabled) return;
  find("play").disabled = true;
  find("play").textContent = say("opening");
  const board = chosen();
  const [seats, clock] = [chosenSeats(), find("clock").value];
  keep(LAST, { game: checked("game"), board: checked("board"), seats, clock });
  const sent = seats.map(seat => player(seat, board.solved));
  const choice = board === own ? { game: "picture", picture: find("picture").value }
    : isReversi() ? { game: "reversi", board: board.name } : { game: checked("game") };
  try {
    const opened = await ask("/api/games", { ...choice, seats: sent, clock: find("clock").disabled || !clock ? undefined : clock });
    remember({ ...opened, choice: { ...choice, picture: undefined }, title: board.title, when: Date.now() });
    location.assign(`/game/${opened.name}`);
  } catch (why) {
    find("trouble").textContent = why.message;
    find("play").disabled = false;
  }
  find("play").textContent = say("play");
}

/** The challenges, which are played on a page of their own. */
async function shelf() {
  const all = await ask("/api/challenges");
  find("shelf").hidden = !all.length;
  find("shelf").querySelector("ul").append(...all.map(({ name, title }) => {
    const item = document.createElement("li");
    item.append(make("a", { href: `/challenge/${encodeURIComponent(name)}`, textContent: title }));
    return item;
  }));
}

/** The games that were played here, also those that are over. */
function recent() {
  const all = games().filter(game => game.choice).slice(0, 8);
  find("recent").hidden = !all.length;
  find("recent").querySelector("ul").append(...all.map(game => {
    const item = document.createElement("li");
    const link = make("a", { href: `/game/${game.name}`, textContent: heading(game) });
    const state = make("span", { className: "hint", textContent: game.result ?? say(game.isOver ? "over" : "playing") });
    const when = make("time", { textContent: new Date(game.when ?? 0).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) });
    item.append(link, state, when);
    return item;
  }));
}

begin().catch(why => { find("trouble").textContent = why.message; });
