// Links to pass on: to a friend's seat, and to watch; with a QR code, and a way into the local network.

import { ask, known } from "./api.js";
import { draw } from "./shapes.js";
import { say } from "./words.js";

const find = id => document.getElementById(id);
const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** The links of a game; `seatsLeft` are the sides of friends who have not come yet. */
export class Invite {
  constructor(name, key, sideName) {
    Object.assign(this, { name, key, sideName, base: location.origin, shown: "" });
  }

  /** Shows what fits how the game stands. */
  async show(taken) {
    const own = known(this.name);
    const open = own?.key === this.key ? (own?.friends ?? []).filter(({ side }) => !taken[side]) : [];
    const shown = open.map(({ side }) => side).join();
    if (shown === this.shown) return;
    this.shown = shown;
    find("invite").hidden = !open.length;
    if (!open.length) return void find("invite").replaceChildren();
    this.open = open;
    this.reach ??= await this.#reach();
    this.#draw();
  }

  /** The link to watch, for everybody. */
  watch() {
    find("watch").replaceChildren(this.#link(say("watchLink"), `${this.base}/game/${this.name}`, false));
  }

  async #reach() {
    const isAlone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const reach = isAlone ? await ask("/api/reach").catch(() => ({})) : {};
    if (reach.address) this.base = reach.address;
    return { ...reach, isAlone };
  }

  #draw() {
    const rows = this.open.map(({ side, key }) =>
      this.#link(say("invite", this.sideName(side)), `${this.base}/game/${this.name}#key=${key}`, true));
    find("invite").replaceChildren(...rows, ...this.#network());
    this.watch();
  }

  /** A button that lets the local network in, and says so. */
  #network() {
    const { isAlone, address, may } = this.reach;
    if (!isAlone) return [];
    if (address) return [make("p", { className: "hint", textContent: say("letInDone", address) })];
    if (!may) return [];
    const hint = make("p", { className: "hint", textContent: say("letInHint") });
    const button = make("button", { type: "button", id: "let-in", textContent: say("letIn") });
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        this.reach.address = this.base = (await ask("/api/reach", {})).address;
        this.#draw();
      } catch (why) {
        hint.textContent = why.message;
        button.disabled = false;
      }
    });
    return [hint, button];
  }

  #link(words, url, withCode) {
    const field = make("input", { readOnly: true, value: url });
    field.addEventListener("focus", () => field.select());
    const button = make("button", { type: "button", textContent: say("copy"), ariaLabel: `${say("copyLink")}: ${words}` });
    button.addEventListener("click", () => copy(button, url));
    const label = make("label", {}, make("span", { textContent: words }), field);
    const buttons = make("div", { className: "actions" }, button);
    if (withCode && navigator.share) {
      const share = make("button", { type: "button", textContent: say("share") });
      share.addEventListener("click", () => navigator.share({ url }).catch(() => {}));
      buttons.append(share);
    }
    const row = make("div", { className: "link" }, label, buttons);
    if (withCode) buttons.append(this.#code(url, row));
    return row;
  }

  #code(url, row) {
    const button = make("button", { type: "button", className: "code-button", textContent: say("code") });
    button.addEventListener("click", async () => {
      const old = row.querySelector(".code");
      if (old) return void old.remove();
      const { width, dots } = await ask("/api/code", { text: url });
      const path = [...dots].map((dot, at) => dot === "1" ? `M${at % width} ${Math.floor(at / width)}h1v1h-1z` : "").join("");
      row.append(draw("svg", { class: "code", viewBox: `-4 -4 ${width + 8} ${width + 8}`, role: "img", "aria-label": say("codeOf") },
        draw("rect", { x: -4, y: -4, width: width + 8, height: width + 8, fill: "#fff" }),
        draw("path", { d: path, fill: "#000" })));
    });
    return button;
  }
}

/** Copies a text, and says so on the button for a while. */
export async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = say("copied");
  } catch {
    button.textContent = say("selectIt");
  }
  setTimeout(() => { button.textContent = say("copy"); }, 2000);
}
