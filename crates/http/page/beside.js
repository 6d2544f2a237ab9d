// What stands beside the board: who plays, who is there, what one asks of the other.

import { isPerson, who } from "./people.js";
import { badge } from "./shapes.js";
import { say } from "./words.js";

/** Time that is shown as short, in milliseconds. */
const SHORT = 20_000;

const find = id => document.getElementById(id);

export class Beside {
  /** For a game that the server described; `page` has the acts of the page. */
  constructor(game, page) {
    Object.assign(this, { game, page, isFirst: true });
    this.now = { present: [], taken: [], offer: null, resigned: null, next: null, clocks: null, late: null };
    find("players").append(...game.seats.map((seat, side) => this.#player(seat, side)));
  }

  /** Shows how things stand, and says what changed; `hasMoved` is whether the game went on with it. */
  hear(next, hasMoved) {
    const before = this.now;
    this.now = next;
    if (this.isFirst) this.told = this.#others().every(side => next.present[side]);
    else this.#tell(before, hasMoved);
    this.#presence();
    this.#time();
    this.#offer(before);
    find("next").hidden = next.next === null;
    if (next.next !== null) {
      Object.assign(find("next"), { href: `/game/${next.next}`, textContent: say("nextGame") });
      if (!this.isFirst && before.next === null) this.page.go(next.next);
      else find("next").onclick = event => void (event.preventDefault(), this.page.go(next.next));
    }
    this.isFirst = false;
  }

  /** Shows what each side has, and whose turn it is. */
  score(step, isOver) {
    for (const item of find("players").children) {
      const side = Number(item.dataset.side);
      const isTurn = !isOver && step.turn === side;
      item.querySelector(".score").textContent = step.score[side] ?? "";
      item.classList.toggle("is-turn", isTurn);
      item.classList.toggle("has-won", step.winner === side || (isOver && step.winner === null && this.#hasWonOtherwise(side)));
      if (isTurn) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
  }

  /** The side that has lost otherwise than by the moves, or null. */
  get loser() {
    return this.now.resigned ?? this.now.late?.side ?? null;
  }

  #hasWonOtherwise(side) {
    return this.loser !== null && this.game.seats.length === 2 && side !== this.loser;
  }

  /** Shows the clocks, and lets the one that runs count down. The server alone ends the game. */
  #time() {
    const { clocks } = this.now;
    clearInterval(this.ticking);
    if (!clocks) return;
    const heard = performance.now();
    const show = () => clocks.left.forEach((left, side) => {
      const rest = side === clocks.running ? Math.max(0, left - (performance.now() - heard)) : left;
      const seconds = Math.ceil(rest / 1000);
      const clock = find("players").children[side].querySelector(".clock");
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("is-running", side === clocks.running);
      clock.classList.toggle("is-short", rest < SHORT && (side === clocks.running || !rest));
    });
    show();
    if (clocks.running !== null) this.ticking = setInterval(show, 100);
  }

  #player(seat, side) {
    const item = document.createElement("li");
    item.dataset.side = side;
    const texts = ["name", "who", "clock", "score"].map(kind => Object.assign(document.createElement("span"), { className: kind }));
    texts[0].textContent = this.page.sideName(side);
    texts[1].textContent = who(seat, side, this.game.yours);
    texts[2].setAttribute("role", "timer");
    texts[2].setAttribute("aria-label", say("timeLeft"));
    texts[2].hidden = !this.game.clock;
    item.append(badge(this.game.discs.find(disc => disc.side === side), this.game.discs), ...texts);
    return item;
  }

  /** The sides of other people, as seen from here. */
  #others() {
    const { seats, yours } = this.game;
    return seats.flatMap((seat, side) => isPerson(seat) && !yours.includes(side) ? [side] : []);
  }

  #presence() {
    for (const side of this.#others()) {
      const item = find("players").children[side];
      const state = !this.now.taken[side] ? "notYet" : this.now.present[side] ? "here" : "away";
      item.querySelector(".who").textContent = `${who(this.game.seats[side], side, this.game.yours)} · ${say(state)}`;
      item.classList.toggle("is-here", state === "here");
    }
  }

  /** Says that a friend came or went, to whoever plays with them. */
  #tell(before, hasMoved) {
    if (!this.game.yours.length) return;
    for (const side of this.#others()) {
      const [came, isHere, wasHere] = [this.now.taken[side] && !before.taken[side], this.now.present[side], before.present[side]];
      if (came) {
        this.page.message(say("joined"));
        this.told = true;
      } else if (this.now.taken[side] && isHere !== wasHere) this.#later(side, isHere);
    }
    const isOwn = before.offer?.by.some(side => this.game.yours.includes(side));
    if (isOwn && !this.now.offer && !hasMoved && this.now.next === null && !this.hasWithdrawn) this.page.message(say("refused"));
    this.hasWithdrawn = false;
  }

  /** Says that a friend went or came back, unless it was only for a moment, as when a page is loaded anew. */
  #later(side, isHere) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.now.present[side] === isHere && this.told !== isHere) {
        this.page.message(say(isHere ? "returned" : "left"));
      }
      this.told = this.now.present[side];
    }, isHere && this.told === false ? 0 : 2500);
  }

  #offer(before) {
    const { offer } = this.now;
    const box = find("offer");
    box.hidden = !offer || !this.game.yours.length;
    if (!offer || JSON.stringify(offer) === JSON.stringify(before.offer)) return;
    const isOwn = offer.by.some(side => this.game.yours.includes(side));
    const rematch = offer.what === "rematch";
    const words = isOwn ? say(rematch ? "askedRematch" : "askedUndo")
      : say(rematch ? "asksRematch" : "asksUndo", this.page.sideName(offer.by[0]));
    const button = (text, accept, isMain) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: isMain ? "go" : "" });
      made.addEventListener("click", () => {
        this.hasWithdrawn = isOwn;
        this.page.change("reply", { accept });
      });
      return made;
    };
    const buttons = isOwn ? [button(say("withdraw"), false)] : [button(say("accept"), true, true), button(say("decline"), false)];
    box.replaceChildren(Object.assign(document.createElement("p"), { textContent: words }), ...buttons);
  }
}
