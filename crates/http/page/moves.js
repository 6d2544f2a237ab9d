// The list of moves, with which one steps back and forth.

import { say } from "./words.js";

const find = id => document.getElementById(id);

export class Moves {
  /** `names` gives the names of those who moved; `look` shows the board after a step. */
  constructor(names, look) {
    Object.assign(this, { names, look, count: 0, at: 0 });
    const go = { first: () => 0, previous: () => this.at - 1, next: () => this.at + 1, last: () => this.count - 1 };
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.to(go[button.dataset.go]()));
    }
  }

  /** Whether a step is shown that is not the last. */
  get isBack() {
    return this.at < this.count - 1;
  }

  /** Goes back to the game as it stands, because it goes on. */
  live() {
    this.at = Math.max(this.at, this.count - 1);
  }

  last() {
    this.to(this.count - 1);
  }

  /** Shows the moves of these steps. */
  show(steps) {
    const wasLast = !this.isBack;
    const names = this.names(steps);
    const items = steps.map((step, at) => this.#item(step, at, names[at]));
    const old = [...find("moves").children];
    const same = old.findIndex((item, at) => item.textContent !== items[at]?.textContent);
    const from = same < 0 ? old.length : same;
    old.slice(from).forEach(item => item.remove());
    find("moves").append(...items.slice(from));
    this.count = steps.length;
    this.at = wasLast ? this.count - 1 : Math.min(this.at, this.count - 1);
    this.#mark();
  }

  to(at) {
    if (at < 0 || at >= this.count) return;
    this.at = at;
    this.#mark();
    this.look(at);
  }

  #item(step, at, name) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.textContent = at ? `${at}. ${name} ${step.line}` : say("start");
    button.addEventListener("click", () => this.to(at));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  #mark() {
    const list = find("moves");
    [...list.children].forEach((item, at) => {
      if (at === this.at) item.firstElementChild.setAttribute("aria-current", "step");
      else item.firstElementChild.removeAttribute("aria-current");
    });
    const current = list.children[this.at];
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const button of document.querySelectorAll("[data-go]")) {
      const isBackward = ["first", "previous"].includes(button.dataset.go);
      button.disabled = isBackward ? this.at <= 0 : !this.isBack;
    }
  }
}
