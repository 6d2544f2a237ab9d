// The first page: choose a game, say who plays, and go.

import { ask, games, keep, kept, remember } from "./api.js";
import { about, short } from "./about.js";
import { SEATS } from "./people.js";
import { badge, picture } from "./shapes.js";

const find = id => document.getElementById(id);
const LAST = "referee last";

const marks = letters => letters.map((letter, side) => ({ letter, name: letter, side }));
const SMALL = [
  { name: "tictactoe", title: "Tic-tac-toe", players: 2, width: 3, solved: true, discs: marks(["X", "O"]), board: "X...O..X." },
  { name: "marubatsu", title: "Marubatsu", players: 2, width: 3, solved: true, discs: marks(["o", "x"]), board: "..xo.o.x." },
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
  board: ".....WB..BW.....", width: 4, players: 2, isReversi: true,
  discs: [{ letter: "B", name: "Black", side: 0 }, { letter: "W", name: "White", side: 1 }],
};

let choices = [];
const own = { name: "own", title: "A board of your own", text: OWN };

async function begin() {
  const boards = await ask("/api/boards");
  choices = [...SMALL, ...boards.map(board => ({ ...board, isReversi: true }))];
  find("picture").value = kept("referee picture") ?? OWN;
  await look();
  choices.push(own);
  const last = kept(LAST);
  find("games").append(...choices.map(tile));
  choose(last?.name && choices.some(choice => choice.name === last.name) ? last.name : "standard", last?.chairs);
  find("setup").addEventListener("submit", event => void (event.preventDefault(), play()));
  find("games").addEventListener("change", event => choose(event.target.value));
  find("picture").addEventListener("input", look);
  recent();
}

function tile(choice) {
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "game", value: choice.name, id: `game-${choice.name}` });
  const label = document.createElement("label");
  label.htmlFor = input.id;
  label.className = "tile";
  const title = Object.assign(document.createElement("span"), { textContent: short(choice) });
  const small = Object.assign(document.createElement("small"), { textContent: hint(choice) });
  label.append(picture(choice.board, choice.width, choice.discs), title, small);
  const holder = document.createElement("div");
  holder.append(input, label);
  return holder;
}

function hint(choice) {
  if (!choice.isReversi) return `${choice.discs[0].letter} and ${choice.discs[1].letter}`;
  if (choice.name === "standard") return "the usual board";
  if (choice.name === "own") return "as text";
  return choice.players > 2 ? `${choice.players} players` : `${choice.board.replaceAll("#", "").length} squares`;
}

const chosen = () => choices.find(choice => choice.name === document.querySelector("[name=game]:checked")?.value);

function choose(name, chairs) {
  const input = find(`game-${name}`);
  input.checked = true;
  input.scrollIntoView({ block: "nearest", inline: "center" });
  find("own").hidden = name !== "own";
  tell(chosen());
  seats(chairs);
}

function tell(choice) {
  find("chosen").textContent = choice.name === "standard" ? "Reversi" : choice.title;
  find("about").replaceChildren(...about(choice).map(textContent => Object.assign(document.createElement("p"), { textContent })));
}

function seats(chairs) {
  const choice = chosen();
  const before = chairs ?? [...find("seats").querySelectorAll("select")].map(select => select.value);
  const rows = Array.from({ length: choice.players }, (_, side) => seat(choice, side, before[side]));
  find("seats").replaceChildren(...rows);
}

function seat(choice, side, before) {
  const disc = choice.discs.find(known => known.side === side);
  const select = Object.assign(document.createElement("select"), { id: `seat-${side}` });
  const offered = SEATS.filter(([word]) => word !== "perfect" || choice.solved);
  select.append(...offered.map(([word, text]) => new Option(text, word)));
  select.value = offered.some(([word]) => word === before) ? before : side ? "random" : "you";
  const label = document.createElement("label");
  label.htmlFor = select.id;
  label.append(badge(disc, choice.discs), disc.name);
  const row = document.createElement("div");
  row.className = "seat";
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
    Object.assign(own, board, { name: "own", title: board.title, isReversi: true, text });
    find("verdict").textContent = `${board.players} play.`;
    redraw();
  } catch (why) {
    if (turn !== looks) return;
    find("verdict").textContent = why.message;
    Object.assign(own, { ...BLANK, ...own });
  }
}

function redraw() {
  const old = find("game-own")?.parentElement.querySelector("svg");
  old?.replaceWith(picture(own.board, own.width, own.discs));
  if (chosen() !== own) return;
  tell(own);
  seats();
}

async function play() {
  const choice = chosen();
  const chairs = [...find("seats").querySelectorAll("select")].map(select => select.value);
  keep(LAST, { name: choice.name, chairs });
  const game = choice === own ? { game: "picture", picture: find("picture").value }
    : choice.isReversi ? { game: "reversi", board: choice.name } : { game: choice.name };
  try {
    const opened = await ask("/api/games", { ...game, chairs });
    remember({ ...opened, title: choice.isReversi ? `Reversi: ${choice.title}` : choice.title, when: Date.now() });
    location.assign(`/game/${opened.name}`);
  } catch (why) {
    find("trouble").textContent = why.message;
  }
}

function recent() {
  const all = games().filter(game => game.title && !game.isOver).slice(0, 5);
  find("recent").hidden = !all.length;
  find("recent").querySelector("ul").append(...all.map(game => {
    const link = Object.assign(document.createElement("a"), { href: `/game/${game.name}`, textContent: game.title });
    const item = document.createElement("li");
    const when = document.createElement("time");
    when.textContent = game.when ? new Date(game.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "";
    item.append(link, " ", when);
    return item;
  }));
}

begin().catch(why => { find("trouble").textContent = why.message; });
