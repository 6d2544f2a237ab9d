// How discs and marks look, and small pictures of whole boards.

const SVG = "http://www.w3.org/2000/svg";

/** The side of a square, in the units of the pictures. */
export const UNIT = 100;

/** An element of SVG. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Light, base and ink of the colours that have names; others take one in turn.
const COLOURS = {
  Black: ["#55555e", "#131316", "#f3f1ea"],
  White: ["#ffffff", "#ddd8ca", "#2a2822"],
  Ash: ["#b9bcc4", "#7d818c", "#15161a"],
  Cyan: ["#8fe3ee", "#1e9fb3", "#04272d"],
  Yamabuki: ["#ffd86b", "#e29a00", "#3a2600"],
  Green: ["#a6e36b", "#5aa321", "#13260a"],
  Red: ["#ff9a8a", "#cf3a2b", "#ffffff"],
  Blue: ["#8fb4ff", "#2f5fd0", "#ffffff"],
  Stone: ["#c9b8a3", "#8f7a62", "#201a12"],
};
const OTHERS = [
  ["#f2a6d8", "#b8408f", "#ffffff"], ["#cdb4ff", "#7a4fd0", "#ffffff"],
  ["#ffc39a", "#d9702b", "#2b1200"], ["#9fe8c8", "#2a9d75", "#04251a"],
];

/** The colours of a disc: light, base, ink. */
export function colours(disc, discs) {
  return COLOURS[disc.name] ?? OTHERS[discs.indexOf(disc) % OTHERS.length];
}

/** Whether it is a game of marks, not of discs. */
export const isMarked = discs => /^[XOxo]$/.test(discs[0].name);

/** The gradients that the discs of a picture need. */
export function gradients(discs, id) {
  return draw("defs", {}, ...discs.map(disc => {
    const [light, base] = colours(disc, discs);
    return draw("radialGradient", { id: `${id}-${disc.letter}`, cx: "38%", cy: "32%", r: "75%" },
      draw("stop", { offset: "0", "stop-color": light }), draw("stop", { offset: "1", "stop-color": base }));
  }));
}

/** A disc or mark around the origin. */
export function piece(disc, discs, id) {
  if (isMarked(discs)) return mark(disc);
  const [, , ink] = colours(disc, discs);
  const shown = draw("g", { class: "disc" },
    draw("circle", { cy: 4, r: 40, class: "shade" }),
    draw("circle", { r: 40, fill: `url(#${id}-${disc.letter})`, class: "rim" }));
  // Where there are more than two colours, letters tell them apart for those who cannot see it.
  if (discs.length > 2) {
    const text = draw("text", { class: "letter", fill: ink, y: 12 });
    text.textContent = disc.letter;
    shown.append(text);
  }
  return shown;
}

function mark(disc) {
  const strokes = /x/i.test(disc.letter)
    ? [draw("path", { d: "M-26-26 26 26", pathLength: 1 }), draw("path", { d: "M26-26-26 26", pathLength: 1 })]
    : [draw("circle", { r: 28, pathLength: 1, transform: "rotate(-90)" })];
  return draw("g", { class: `mark-${disc.side}` }, ...strokes);
}

let pictures = 0;

/** A small picture of a board. */
export function picture(board, width, discs) {
  const id = `picture${pictures += 1}`;
  const height = board.length / width;
  const svg = draw("svg", { viewBox: `-12 -12 ${width * UNIT + 24} ${height * UNIT + 24}`, class: "picture", "aria-hidden": "true" });
  svg.append(gradients(discs, id), ground(board, width, discs));
  [...board].forEach((letter, cell) => {
    const disc = discs.find(known => known.letter === letter);
    if (disc) svg.append(draw("g", { transform: at(cell, width) }, piece(disc, discs, id)));
  });
  return svg;
}

/** A disc or mark alone. */
export function badge(disc, discs) {
  const id = `picture${pictures += 1}`;
  return draw("svg", { viewBox: "-50 -50 100 100", class: "badge", "aria-hidden": "true" }, gradients(discs, id), piece(disc, discs, id));
}

/** The squares, without what lies on them. */
export function ground(board, width, discs) {
  const squares = [...board].map((letter, cell) => [letter, cell]).filter(([letter]) => letter !== "#");
  const box = (cell, less) => ({
    x: (cell % width) * UNIT + less, y: Math.floor(cell / width) * UNIT + less,
    width: UNIT - 2 * less, height: UNIT - 2 * less,
  });
  if (isMarked(discs)) {
    const lines = [100, 200].map(at => `M${at} 12V288M12 ${at}H288`).join("");
    return draw("path", { class: "lines", d: lines });
  }
  return draw("g", {},
    ...squares.map(([, cell]) => draw("rect", { ...box(cell, 0), class: "frame" })),
    ...squares.map(([, cell]) => draw("rect", { ...box(cell, 1.3), rx: 4, class: "felt" })));
}

/** The place of a cell's middle, as a transformation. */
export function at(cell, width) {
  return `translate(${(cell % width) * UNIT + UNIT / 2} ${Math.floor(cell / width) * UNIT + UNIT / 2})`;
}
