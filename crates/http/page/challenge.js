// A run of a challenge: type what a program would be fed, and see what it has to answer. The address holds the run.

import { ask } from "./api.js";
import { copy } from "./invite.js";
import { say, translate } from "./words.js";

const find = id => document.getElementById(id);
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const path = `/api${location.pathname.replace("/challenge/", "/challenges/")}`;

let inputs = [];
let seed = 0;
let isOver = false;
let turn = 0;

function begin() {
  translate();
  find("entry").addEventListener("submit", event => void (event.preventDefault(), enter(find("line").value)));
  find("undo").addEventListener("click", () => go(inputs.slice(0, -1)));
  find("again").addEventListener("click", () => go([], chance()));
  find("copy").addEventListener("click", event => copy(event.target, find("command").textContent));
  addEventListener("popstate", read);
  read();
}

/** A number for what the program chooses; small enough to be typed again. */
const chance = () => crypto.getRandomValues(new Uint16Array(1))[0];

/** Plays the run that the address holds. */
function read() {
  const run = new URLSearchParams(location.hash.slice(1));
  const known = Number(run.get("seed"));
  show(run.getAll("input"), run.has("seed") && Number.isSafeInteger(known) && known >= 0 ? known : chance());
}

function enter(line) {
  find("line").value = "";
  if (!isOver) go([...inputs, line]);
}

/** Plays another run, which becomes the address; the browser's button leads back. */
async function go(lines, number = seed) {
  if (await show(lines, number)) {
    const run = new URLSearchParams([["seed", seed], ...inputs.map(line => ["input", line])]);
    history.pushState(null, "", `#${run}`);
  }
}

/** Plays a run and shows it; whether the server did. Of several requests at a time the last one counts. */
async function show(lines, number) {
  const own = turn += 1;
  try {
    const played = await ask(path, { inputs: lines, seed: number });
    if (own !== turn) return false;
    inputs = lines.slice(0, played.outputs.length - 1);
    [seed, isOver] = [number, played.over];
    draw(played);
    find("message").textContent = isOver ? say("runOver") : "";
    return true;
  } catch (why) {
    if (own === turn) find("message").textContent = why.message;
    return false;
  }
}

function draw({ title, outputs, offers, command }) {
  document.title = `${title} – Referee`;
  find("title").textContent = title;
  find("command").textContent = command;
  const typed = line => make("kbd", { textContent: `${line}\n` });
  find("screen").replaceChildren(...outputs.flatMap((text, at) => at ? [typed(inputs[at - 1]), text] : [text]));
  find("screen").scrollTop = find("screen").scrollHeight;
  for (const id of ["line", "enter"]) find(id).disabled = isOver;
  find("undo").disabled = !inputs.length;
  find("offers").hidden = !offers.length;
  find("offers").replaceChildren(...offers.map(offer));
  const { activeElement } = document;
  if (!isOver && (activeElement === document.body || activeElement === null)) find("line").focus();
}

function offer(line) {
  const button = make("button", { type: "button", textContent: line === "" ? say("emptyLine") : line });
  button.addEventListener("click", () => enter(line));
  return button;
}

begin();
