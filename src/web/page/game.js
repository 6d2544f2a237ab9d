// A game: draws the steps that the server sends, and says what a person clicks.

import { ask, forget, games, keyOf, remember } from "./api.js";
import { heading } from "./about.js";
import { Board } from "./board.js";
import { who } from "./people.js";
import { badge } from "./shapes.js";

const find = id => document.getElementById(id);
const name = decodeURIComponent(location.pathname.split("/").pop());
const key = keyOf(name);

let game, board, stream;
let steps = [];
let drawn = 0;
let version = 0;
let drawing = Promise.resolve();

const PACE = 620;
const BRISK = 170;

async function begin() {
  try {
    game = await ask(`/api/games/${encodeURIComponent(name)}`, null, key);
  } catch (why) {
    if (why.status === 404) forget(name);
    return say(why.message);
  }
  document.title = `${heading(game)} – Referee`;
  find("title").textContent = heading(game);
  find("undo").hidden = !game.undo;
  find("resign").hidden = game.choice.game !== "marubatsu" || !game.yours.length;
  links();
  players();
  buttons();
  listen();
  document.addEventListener("visibilitychange", () => document.hidden ? stream?.close() : listen());
}

/** Listens to the news of the game; a page that nobody sees does not. */
function listen() {
  stream?.close();
  stream = new EventSource(`/api/games/${name}/news`);
  stream.onmessage = event => hear(JSON.parse(event.data));
  stream.onerror = () => {
    say("The server is away; waiting for it to come back.");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

function hear(news) {
  version = news.version;
  const next = [...steps.slice(0, news.keep), ...news.steps];
  const isSame = at => next[at]?.line === steps[at].line && next[at].board === steps[at].board;
  const differs = steps.findIndex((_, at) => !isSame(at));
  const isFirst = !steps.length;
  // Where moves were taken back, the board goes to where the game stands now.
  if (differs >= 0 && drawn > differs) drawn = next.length - 1;
  steps = next;
  drawing = drawing.then(isFirst ? jump : run).catch(why => say(why.message));
}

/** Shows the last step at once. */
async function jump() {
  board ??= place();
  drawn = steps.length;
  tell(steps.at(-1));
  await show(steps.at(-1), 0);
}

/** Shows the steps that came, one after the other. */
async function run() {
  while (drawn < steps.length) {
    const [step, left] = [steps[drawn], steps.length - drawn];
    drawn += 1;
    announce(step);
    tell(step);
    await show(step, left > 2 ? BRISK : PACE);
  }
  tell(steps.at(-1));
}

function place() {
  const made = new Board(game, steps[0].board, choose);
  find("board").append(made.svg);
  return made;
}

const isLatest = step => step === steps.at(-1);
const isMine = step => step.turn !== null && game.yours.includes(step.turn);

async function show(step, pace) {
  score(step);
  record();
  await board.show(step, { isMine: isLatest(step) && isMine(step), pace });
  if (isLatest(step)) remember({ name, isOver: step.turn === null });
}

async function choose(cell) {
  const step = steps.at(-1);
  if (!step || step.turn === null) return;
  if (!isMine(step)) return say(game.yours.length ? "It is not your turn." : "You are watching this game.");
  const named = step.legal.find(([legal]) => legal === cell)?.[1] ?? board.name(cell);
  await change("moves", { version, line: named });
}

/** Asks for a change; what comes of it is told by the news. */
async function change(what, body) {
  try {
    await ask(`/api/games/${name}/${what}`, body, key);
  } catch (why) {
    say(why.message);
    if (why.status === 409) listen();
  }
}

/** Shows words above the board, and tells them, or more, to those who do not see it. */
function say(words, told = words) {
  find("status").textContent = words;
  if (find("told").textContent !== told) find("told").textContent = told;
}

const sideName = side => game.discs.find(disc => disc.side === side).name;

/** Lets the names of those who were passed over, and of guests, appear for a while. */
function announce(step) {
  const notice = find("notice");
  notice.classList.remove("is-shown");
  notice.textContent = step.notices.join(" · ");
  void notice.offsetWidth;
  notice.classList.toggle("is-shown", step.notices.length > 0);
}

/** Says what happened, and whose turn it is. */
function tell(step) {
  find("undo").disabled = !steps.some(known => game.yours.includes(known.mover));
  find("resign").disabled = !isMine(step);
  document.body.classList.toggle("is-over", step.turn === null);
  const happened = step.notices.map(words => `${words}. `).join("");
  const words = happened + (step.result ?? turn(step));
  say(words, step.line === null ? words : `${sideName(step.mover)} ${step.line}. ${words}`);
}

function turn(step) {
  if (isMine(step)) return game.yours.length > 1 ? `${sideName(step.turn)} to move` : "Your turn";
  const isPerson = ["you", "friend"].includes(game.chairs[step.turn]);
  return isPerson ? `${sideName(step.turn)} to move` : `${sideName(step.turn)} is thinking`;
}

function players() {
  find("players").append(...game.chairs.map((chair, side) => {
    const item = document.createElement("li");
    item.dataset.side = side;
    const texts = ["name", "who", "score"].map(kind => Object.assign(document.createElement("span"), { className: kind }));
    texts[0].textContent = sideName(side);
    texts[1].textContent = who(chair, side, game.yours);
    item.append(badge(game.discs.find(disc => disc.side === side), game.discs), ...texts);
    return item;
  }));
}

function score(step) {
  for (const item of find("players").children) {
    const side = Number(item.dataset.side);
    const isTurn = step.turn === side;
    item.querySelector(".score").textContent = step.score[side] ?? "";
    item.classList.toggle("is-turn", isTurn);
    item.classList.toggle("has-won", step.winner === side);
    if (isTurn) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}

/** Writes the record: the command for a terminal, and what a terminal shows. */
function record() {
  const lines = steps.flatMap(step => step.line === null ? [] : [step.line]);
  find("command").textContent = [game.command, ...lines].join(" ");
  find("transcript").textContent = steps.map(step => (step.line === null ? "" : `${step.line}\n`) + step.text).join("");
  if (game.choice.game !== "picture") return;
  find("own-board").hidden = false;
  find("own-board").textContent = `# my.board\n${game.choice.picture}`;
}

function buttons() {
  find("undo").addEventListener("click", () => change("undo", { version }));
  find("resign").addEventListener("click", () => change("moves", { version, line: "resign" }));
  find("copy").addEventListener("click", event => copy(event.target, find("command").textContent));
  find("again").addEventListener("click", again);
}

async function again() {
  try {
    const opened = await ask("/api/games", { ...game.choice, chairs: game.chairs });
    remember({ ...opened, title: heading(game), when: Date.now() });
    location.assign(`/game/${opened.name}`);
  } catch (why) {
    say(why.message);
  }
}

/** The links to pass on: a seat for each friend, and one to watch. */
function links() {
  const known = games().find(other => other.name === name);
  const here = `${location.origin}/game/${name}`;
  const seats = (known?.key === key ? known?.friends ?? [] : []);
  const rows = seats.map(({ side, key: own }) => link(`For your friend, who plays ${sideName(side)}`, `${here}#key=${own}`));
  find("links").append(...rows, link("To watch", here));
  const isAlone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  if (!seats.length || !isAlone) return;
  const hint = Object.assign(document.createElement("p"), { className: "hint" });
  hint.textContent = "These links work on this machine only. For another one, start the server with --listen 0.0.0.0:8080.";
  find("links").append(hint);
}

function link(words, url) {
  const label = Object.assign(document.createElement("label"), { textContent: words });
  const field = Object.assign(document.createElement("input"), { readOnly: true, value: url });
  field.addEventListener("focus", () => field.select());
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy", ariaLabel: `Copy the link: ${words}` });
  button.addEventListener("click", () => copy(button, url));
  const row = Object.assign(document.createElement("div"), { className: "copyable" });
  row.append(field, button);
  label.append(row);
  return label;
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Select it, and copy";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

begin();
