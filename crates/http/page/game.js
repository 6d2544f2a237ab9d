// A game: draws the steps that the server sends, and says what a person clicks.

import { ask, forget, invitation, keepKey, keyOf, known, listen, remember } from "./api.js";
import { about, heading } from "./about.js";
import { Beside } from "./beside.js";
import { Board } from "./board.js";
import { copy, Invite } from "./invite.js";
import { Moves } from "./moves.js";
import { isPerson } from "./people.js";
import { named, say, translate } from "./words.js";

const find = id => document.getElementById(id);
const name = decodeURIComponent(location.pathname.split("/").pop());
const path = `/api/games/${encodeURIComponent(name)}`;
let key = keyOf(name);

let game, board, stop, moves, beside, invite;
let steps = [];
let drawn = 0;
let version = 0;
let isAway = false;
/** Whether something that was asked of the server has not been answered yet. */
let isAsking = false;
let drawing = Promise.resolve();

const PACE = 620;
const BRISK = 170;
/** After how long a move that is on its way is told of, in milliseconds. */
const SLOW = 250;

async function begin() {
  translate();
  try {
    await sit(invitation());
    game = await ask(path, null, key);
  } catch (why) {
    return why.status === 404 ? lost() : message(why.message);
  }
  find("title").textContent = heading(game);
  document.querySelector(".panel").hidden = false;
  const clock = game.clock ? [say("clockHint", say("clocks")[game.clock] ?? game.clock)] : [];
  find("rules").append(...about(game.choice.game, game.text).concat(clock).map(textContent => Object.assign(document.createElement("p"), { textContent })));
  remember({ name, choice: { ...game.choice, picture: undefined }, title: game.title, when: known(name)?.when ?? Date.now() });
  moves = new Moves(steps => sideNames(steps), look);
  beside = new Beside(game, { sideName, change, message, go, question });
  invite = new Invite(name, key, sideName);
  invite.watch();
  buttons();
  hearken();
  document.addEventListener("visibilitychange", () => document.hidden ? stop?.() : hearken());
}

/** Takes the seat to which an invitation belongs, if nobody has it yet. */
async function sit(invited) {
  if (!invited) return;
  if (known(name)?.friends?.length && !await question(say("takeSeat"), say("takeSeatYes"), say("onlyWatch"))) return;
  const { key: own } = await ask(`${path}/seat`, {}, invited);
  if (own) {
    keepKey(name, own);
    key = own;
  } else if (!key) {
    message(say("seatTaken"), true);
  }
}

/** There is no such game: says so, and shows the way home. */
function lost() {
  forget(name);
  document.title = `${say("unknown")} – Referee`;
  find("status").textContent = say("unknown");
  const home = Object.assign(document.createElement("a"), { href: "/", className: "go", textContent: say("chooseGame") });
  const hint = Object.assign(document.createElement("p"), { className: "hint", textContent: say("unknownHint") });
  find("board").replaceChildren(hint, home);
  document.body.classList.add("is-lost");
}

/** Listens to the news of the game; a page that nobody sees does not. */
function hearken() {
  stop?.();
  stop = listen(`${path}/news`, key, hear, isThere => {
    if (isAway === !isThere) return;
    isAway = !isThere;
    message(isAway ? say("serverAway") : say("back"), isAway);
  });
}

function hear(news) {
  version = news.version;
  const next = [...steps.slice(0, news.keep), ...news.steps];
  const isSame = at => next[at]?.line === steps[at].line && next[at].board === steps[at].board;
  const differs = steps.findIndex((_, at) => !isSame(at));
  const isFirst = !steps.length;
  // Where moves were taken back, the board goes to where the game stands now.
  if (differs >= 0 && drawn > differs) drawn = next.length - 1;
  const isNew = isFirst || differs >= 0 || next.length > steps.length;
  steps = next;
  beside.hear(news.beside, isNew);
  invite.show(news.beside.taken);
  drawing = drawing.then(isFirst ? jump : run).catch(why => message(why.message));
}

/** Shows the last step at once. */
async function jump() {
  board = new Board(game, steps[0].board, choose);
  find("board").append(board.svg);
  find("board").style.setProperty("--ratio", board.ratio);
  drawn = steps.length;
  tell(steps.at(-1));
  await show(steps.at(-1), 0);
}

/** Shows the steps that came, one after the other. */
async function run() {
  while (drawn < steps.length) {
    const [step, left] = [steps[drawn], steps.length - drawn];
    drawn += 1;
    moves.live();
    announce(step);
    tell(step);
    await show(step, left > 2 ? BRISK : PACE);
  }
  // What was settled beside the moves may end the game, too.
  if (!moves.isBack) await show(steps.at(-1), 0);
  tell(steps.at(-1));
}

const isLatest = step => step === steps.at(-1);
const isOver = step => step.turn === null || beside.loser !== null;
const isMine = step => !isOver(step) && game.yours.includes(step.turn);

async function show(step, pace) {
  beside.score(step, isOver(step));
  record();
  moves.show(steps);
  await board.show(step, { isMine: isLatest(step) && isMine(step), pace });
  if (isLatest(step)) remember({ name, isOver: isOver(step), result: isOver(step) ? result(step) : undefined });
}

/** Shows the board as it was after a move, or as it is. */
async function look(at) {
  const step = steps[at];
  const isBack = at < steps.length - 1;
  await board.show(step, { isMine: !isBack && isMine(step), pace: 0 });
  beside.score(step, isOver(step));
  if (isBack) find("status").textContent = say("looking", at, steps.length - 1);
  else tell(step);
}

async function choose(cell) {
  const step = steps.at(-1);
  if (!step || isOver(step) || isAsking) return;
  if (moves.isBack) return moves.last();
  if (!isMine(step)) return message(say(game.yours.length ? "notYours" : "onlyWatching"));
  const line = step.legal.find(([legal]) => legal === cell)?.[1];
  if (line === undefined) return message(say(board.isTaken(cell) ? "taken" : "flipsNothing"));
  message("");
  board.pend(cell, game.discs.find(disc => disc.side === step.turn));
  if (!await change("moves", { version, line })) board.settle();
}

/** Asks for a change; what comes of it is told by the news. Whether it was granted. */
async function change(what, body) {
  if (isAsking) return false;
  isAsking = true;
  const slow = setTimeout(() => message(say("sending"), true), SLOW);
  try {
    await ask(`${path}/${what}`, body ?? { version }, key);
    if (find("message").textContent === say("sending")) message("");
    return true;
  } catch (why) {
    message(why.message);
    if (why.status === 409) hearken();
    return false;
  } finally {
    clearTimeout(slow);
    isAsking = false;
  }
}

let fading;

/** Says something beside how the game stands, for a while or until something else is said. */
function message(words, isLasting = false) {
  clearTimeout(fading);
  find("message").textContent = words;
  find("message").classList.toggle("is-lasting", isLasting);
  if (words && !isLasting) fading = setTimeout(() => { find("message").textContent = ""; }, 5000);
}

const sideName = side => named(game.discs.find(disc => disc.side === side).name);
const sideNames = list => list.map(step => step.mover === null ? "" : sideName(step.mover));

/** Whoever was passed over between a step and the one before, as numbers of sides. */
function passed(step) {
  const before = steps[steps.indexOf(step) - 1];
  return step.notices.filter(words => words.endsWith(" Pass")).map(words => words.slice(0, -5)).filter(() => before);
}

/** Lets the names of those who were passed over, and of guests, appear for a while. */
function announce(step) {
  const notice = find("notice");
  notice.classList.remove("is-shown");
  notice.textContent = happened(step).join(" · ");
  void notice.offsetWidth;
  notice.classList.toggle("is-shown", step.notices.length > 0);
}

const happened = step => [...passed(step).map(side => say("passed", named(side))), ...step.notices.filter(words => !words.endsWith(" Pass"))];

/** Says what happened, and whose turn it is. */
function tell(step) {
  if (moves.isBack) return;
  document.body.classList.toggle("is-over", isOver(step));
  const words = isOver(step) ? result(step) : turn(step);
  const before = happened(step).map(notice => `${notice}. `).join("");
  find("status").textContent = isOver(step) ? words : before + words;
  const move = step.line === null ? "" : `${sideName(step.mover)} ${step.line}. `;
  const told = move + before + words;
  if (find("told").textContent !== told) find("told").textContent = told;
  document.title = `${isMine(step) ? `(●) ${words}` : isOver(step) ? words : heading(game)} – Referee`;
  find("undo").disabled = beside.loser !== null || !steps.some(({ mover }) => game.yours.includes(mover));
  find("resign").hidden = !game.yours.length || isOver(step);
  find("rematch").hidden = !game.yours.length || !isOver(step) || beside.now.next !== null;
  find("undo").hidden = !game.yours.length || beside.loser !== null;
}

function turn(step) {
  if (isMine(step)) return game.yours.length > 1 ? say("toMove", sideName(step.turn)) : say("yourTurn");
  if (!beside.now.taken[step.turn]) return say("waitsFor");
  return say(isPerson(game.seats[step.turn]) ? "toMove" : "thinking", sideName(step.turn));
}

/** How the game ended, for whoever looks. */
function result(step) {
  // Where the dialect has a word for it, giving up is a line of the game.
  const resigned = beside.now.resigned ?? (step.line === "resign" ? step.mover : null);
  const isOneSide = game.yours.length === 1;
  const late = beside.now.late?.side ?? null;
  if (late !== null) {
    if (isOneSide && game.yours.includes(late)) return say("youLate");
    return isOneSide && game.seats.length === 2 ? say("otherLate") : say("sideLate", sideName(late));
  }
  if (resigned !== null) {
    if (isOneSide && game.yours.includes(resigned)) return say("youResigned");
    return isOneSide && game.seats.length === 2 ? say("otherResigned") : say("sideResigned", sideName(resigned));
  }
  const points = step.score;
  if (step.winner === null) return say("draw", points.length === 2 && points[0] ? points[0] : undefined);
  const counted = points.length === 2 ? [points[step.winner], points[1 - step.winner]] : [];
  if (isOneSide && points.length < 3) return game.yours.includes(step.winner) ? say("won", ...counted) : say("lost", ...counted.reverse());
  return points.length > 2 ? say("sideWonAll", sideName(step.winner), points[step.winner]) : say("sideWon", sideName(step.winner), ...counted);
}

/** Writes the record: the command for a terminal, and what a terminal shows. */
function record() {
  const lines = steps.flatMap(step => step.line === null ? [] : [step.line]);
  find("command").textContent = [game.command, ...lines].join(" ");
  find("transcript").textContent = steps.map(step => (step.line === null ? "" : `${step.line}\n`) + step.text).join("") + (beside.now.late ? `\n${beside.now.late.text}` : "");
  if (game.choice.game !== "picture") return;
  find("own-board").hidden = false;
  find("own-board").textContent = `# my.board\n${game.choice.picture}`;
}

function buttons() {
  const hasFriend = game.seats.includes("friend");
  find("undo").textContent = say(hasFriend ? "askUndo" : "undo");
  find("rematch").textContent = say(hasFriend ? "rematch" : "playAgain");
  find("undo").addEventListener("click", () => change("undo"));
  find("rematch").addEventListener("click", () => change("rematch"));
  find("resign").addEventListener("click", async () => {
    if (await question(say("resignQuestion"), say("resign"), say("cancel"))) change("resign");
  });
  find("copy").addEventListener("click", event => copy(event.target, find("command").textContent));
  find("new").addEventListener("click", leave);
  document.querySelector(".mark").addEventListener("click", event => void (event.preventDefault(), leave()));
}

/** Goes home; from a game with a friend that is not over only after a question. */
async function leave() {
  const isShared = game.yours.length && game.seats.filter(isPerson).length > game.yours.length && beside.now.taken.every(Boolean);
  if (isShared && !isOver(steps.at(-1)) && !await question(say("leaveQuestion"), say("leave"), say("stay"))) return;
  location.assign("/");
}

/** Follows those who play on to their next game. */
function go(next) {
  const own = known(name);
  const turned = side => (side - 1 + game.seats.length) % game.seats.length;
  const friends = own?.friends?.map(({ side, key: invited }) => ({ side: turned(side), key: invited }));
  if (key) {
    remember({ name: next, key, friends: own?.key === key ? friends : undefined });
    keepKey(next, key);
  }
  location.assign(`/game/${next}`);
}

/** Asks whoever plays; whether they said yes. */
function question(words, yes, no) {
  const dialog = find("question");
  dialog.querySelector("p").textContent = words;
  const [accept, refuse] = dialog.querySelectorAll("button");
  [accept.textContent, refuse.textContent] = [yes, no];
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

begin();
