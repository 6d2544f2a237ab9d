// The board one plays on: a grid of squares that can be clicked and walked over with the arrow keys.

import { at, draw, gradients, ground, isMarked, piece, UNIT } from "./shapes.js";
import { named, say } from "./words.js";

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /**
   * A board for a game that the server described; `choose` is told of a cell that was clicked.
   */
  constructor(game, letters, choose) {
    Object.assign(this, { discs: game.discs, width: game.width, kind: game.choice.game, choose });
    this.height = letters.length / game.width;
    this.shown = letters.replace(/[^#]/g, ".");
    this.cells = new Map();
    this.svg = this.#frame(letters);
    this.#walkTo([...this.cells.keys()][0]);
  }

  /** The name of a cell, as one would type it. */
  name(cell) {
    const [column, row] = [cell % this.width, Math.floor(cell / this.width)];
    if (this.kind === "tictactoe") return String(cell);
    if (this.kind === "marubatsu") return `${"abc"[row]}${column + 1}`;
    return String.fromCharCode(97 + column) + (row + 1);
  }

  /** Whether something lies on a cell. */
  isTaken(cell) {
    return this.cells.get(cell).group.classList.contains("is-taken");
  }

  /** Shows a move that is on its way to the server. */
  pend(cell, disc) {
    this.settle();
    const ghost = draw("g", { class: "is-pending" }, piece(disc, this.discs, "disc"));
    this.cells.get(cell).place.replaceChildren(ghost);
    this.svg.classList.remove("is-mine");
    this.pending = cell;
  }

  /** Takes away what was shown of a move that was not made. */
  settle() {
    this.cells.get(this.pending)?.place.querySelector(".is-pending")?.remove();
    this.pending = undefined;
  }

  /** Shows how a step left the board; `pace` is how long that may take, in milliseconds. */
  async show(step, { isMine, pace }) {
    const before = this.shown;
    this.shown = step.board;
    const places = [step.cell, ...step.automatic.map(([, cell]) => cell)].filter(cell => cell !== null);
    const changes = [...step.board].flatMap((letter, cell) => letter === before[cell] ? [] : [cell]);
    this.#mark(step, places, isMine);
    const quick = pace && !isStill();
    await Promise.all(changes.map(cell => this.#change(cell, before[cell], quick ? pace : 0, places)));
    for (const [cell, { group }] of this.cells) group.classList.toggle("is-winning", step.row.includes(cell));
  }

  /** Puts the focus on the board. */
  focus() {
    this.cells.get(this.current).group.focus({ preventScroll: true });
  }

  #frame(letters) {
    const [left, top, rest] = this.kind === "tictactoe" ? [10, 10, 10] : [62, 56, 20];
    const [width, height] = [this.width * UNIT, this.height * UNIT];
    this.ratio = (width + left + rest) / (height + top + rest);
    const svg = draw("svg", {
      viewBox: `${-left} ${-top} ${width + left + rest} ${height + top + rest}`,
      role: "grid", "aria-label": say("boardLabel"), class: isMarked(this.discs) ? "marks" : "discs",
    });
    svg.append(gradients(this.discs, "disc"), ground(letters, this.width, this.discs), this.#headings());
    for (let row = 0; row < this.height; row += 1) {
      const squares = this.#row(letters, row);
      if (squares.length) svg.append(draw("g", { role: "row" }, ...squares));
    }
    svg.addEventListener("keydown", event => this.#key(event));
    return svg;
  }

  #headings() {
    const group = draw("g", { class: "heading", "aria-hidden": "true" });
    if (this.kind === "tictactoe") return group;
    const [across, down] = this.kind === "marubatsu" ? [n => n + 1, n => "abc"[n]] : [n => String.fromCharCode(65 + n), n => n + 1];
    const add = (text, x, y) => {
      const heading = draw("text", { x, y });
      heading.textContent = text;
      group.append(heading);
    };
    for (let n = 0; n < this.width; n += 1) add(across(n), n * UNIT + UNIT / 2, -22);
    for (let n = 0; n < this.height; n += 1) add(down(n), -36, n * UNIT + UNIT / 2 + 12);
    return group;
  }

  #row(letters, row) {
    const cells = Array.from({ length: this.width }, (_, column) => row * this.width + column);
    return cells.filter(cell => letters[cell] !== "#").map(cell => this.#cell(cell));
  }

  #cell(cell) {
    const half = UNIT / 2;
    const place = draw("g", { class: "place" });
    const group = draw("g", { role: "gridcell", tabindex: -1, transform: at(cell, this.width), class: "cell", "data-cell": cell },
      draw("rect", { x: -half + 3, y: -half + 3, width: UNIT - 6, height: UNIT - 6, rx: 8, class: "target" }),
      draw("circle", { r: isMarked(this.discs) ? 6 : 11, class: "hint" }), place,
      draw("circle", { r: 43.5, class: "last" }),
      draw("rect", { x: -half + 5, y: -half + 5, width: UNIT - 10, height: UNIT - 10, rx: 10, class: "focus" }));
    if (this.kind === "tictactoe") {
      const name = draw("text", { class: "small", x: -40, y: -35, "aria-hidden": "true" });
      name.textContent = cell;
      group.append(name);
    }
    group.addEventListener("click", () => {
      this.#walkTo(cell);
      this.choose(cell);
    });
    this.cells.set(cell, { group, place });
    return group;
  }

  #mark(step, places, isMine) {
    const legal = new Map(step.legal);
    for (const [cell, { group }] of this.cells) {
      const letter = step.board[cell];
      const disc = this.discs.find(known => known.letter === letter);
      const isLegal = isMine && legal.has(cell);
      group.classList.toggle("is-legal", isLegal);
      group.classList.toggle("is-last", places.includes(cell));
      group.classList.toggle("is-taken", Boolean(disc));
      const words = [this.name(cell), disc ? named(disc.name) : say("empty")];
      if (isLegal) words.push(say("legal"));
      if (places.includes(cell)) words.push(say("lastMove"));
      group.setAttribute("aria-label", words.join(", "));
    }
    this.svg.classList.toggle("is-mine", isMine);
    this.svg.dataset.turn = step.turn ?? "";
  }

  async #change(cell, before, pace, places) {
    const { place } = this.cells.get(cell);
    const disc = this.discs.find(known => known.letter === this.shown[cell]);
    const isPending = place.firstElementChild?.classList.contains("is-pending");
    const old = isPending ? null : place.firstElementChild;
    const next = disc && piece(disc, this.discs, "disc");
    if (!pace || isPending) return void place.replaceChildren(...(next ? [next] : []));
    if (old && next) return this.#turn(place, next, pace, this.#wait(cell, places, pace));
    if (next) {
      place.replaceChildren(next);
      return isMarked(this.discs) ? this.#write(next, pace) : this.#lay(next, pace);
    }
    await old.animate({ opacity: [1, 0], transform: ["scale(1)", "scale(1.4)"] }, { duration: pace, easing: "ease-in" }).finished;
    place.replaceChildren();
  }

  /** How long a disc waits before it turns: the nearest to the move goes first. */
  #wait(cell, places, pace) {
    const far = from => Math.max(Math.abs(cell % this.width - from % this.width), Math.abs(Math.floor(cell / this.width) - Math.floor(from / this.width)));
    return Math.min(...places.map(far), 8) * pace * 0.16;
  }

  async #turn(place, next, pace, delay) {
    const half = { duration: pace * 0.32, fill: "both" };
    await place.animate({ transform: ["scaleX(1)", "scaleX(0)"] }, { ...half, delay, easing: "ease-in" }).finished;
    place.replaceChildren(next);
    const open = place.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, { ...half, easing: "ease-out" });
    await open.finished;
    place.getAnimations().forEach(animation => animation.cancel());
  }

  #lay(next, pace) {
    const frames = { transform: ["translateY(-14px) scale(1.18)", "translateY(0) scale(1)"], opacity: [0, 1] };
    return next.animate(frames, { duration: pace * 0.45, easing: "cubic-bezier(.2,.9,.3,1.2)" }).finished;
  }

  #write(next, pace) {
    const strokes = [...next.children];
    return Promise.all(strokes.map((stroke, number) => stroke.animate(
      { strokeDasharray: ["0 1", "1 0"] },
      { duration: pace * 0.5 / strokes.length, delay: number * pace * 0.25, fill: "backwards", easing: "ease-out" },
    ).finished));
  }

  #key(event) {
    const step = KEYS[event.key];
    if (step) this.#walk(step);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.current);
    else return;
    event.preventDefault();
  }

  /** Goes to the next square in a direction, over holes. */
  #walk([dx, dy]) {
    let [column, row] = [this.current % this.width, Math.floor(this.current / this.width)];
    for (;;) {
      column += dx;
      row += dy;
      if (column < 0 || column >= this.width || row < 0 || row >= this.height) return;
      if (this.cells.has(row * this.width + column)) break;
    }
    this.#walkTo(row * this.width + column);
    this.focus();
  }

  #walkTo(cell) {
    this.cells.get(this.current)?.group.setAttribute("tabindex", -1);
    this.current = cell;
    this.cells.get(cell).group.setAttribute("tabindex", 0);
  }
}
