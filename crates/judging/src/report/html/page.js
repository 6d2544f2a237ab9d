"use strict";

// Sorting: the button in a heading sorts by its column; again, the other way round.
for (const table of document.querySelectorAll("table.leaderboard")) {
  const headings = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const key = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  const compare = (a, b) => (isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const isUp = heading.getAttribute("aria-sort") !== "ascending";
      const rows = [...body.rows];
      rows.sort((one, other) => {
        const [a, b] = [key(one, column), key(other, column)];
        if (!a || !b) return !a - !b;
        return isUp ? compare(a, b) : compare(b, a);
      });
      body.append(...rows);
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    });
  });
}

// Stepping: one step of a game is shown at a time, at first the one that failed.
for (const game of document.querySelectorAll(".game")) {
  const frames = [...game.querySelectorAll(".frame")];
  const moves = [...game.querySelectorAll("[data-step]:is(button)")];
  const turns = [...game.querySelectorAll("[data-go]")];
  let now = frames.length - 1;
  const show = (place) => {
    now = Math.max(0, Math.min(place, frames.length - 1));
    frames.forEach((frame, at) => frame.classList.toggle("now", at === now));
    moves.forEach((move, at) => (at === now ? move.setAttribute("aria-current", "step") : move.removeAttribute("aria-current")));
    for (const turn of turns) {
      const isAtEnd = ["first", "back"].includes(turn.dataset.go) ? now === 0 : now === frames.length - 1;
      turn.setAttribute("aria-disabled", isAtEnd);
    }
  };
  const go = { first: () => show(0), back: () => show(now - 1), on: () => show(now + 1), last: () => show(frames.length - 1) };
  turns.forEach((turn) => turn.addEventListener("click", go[turn.dataset.go]));
  moves.forEach((move, at) => move.addEventListener("click", () => show(at)));
  game.querySelector(".steps").addEventListener("keydown", (event) => {
    const wanted = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go[wanted]();
    if (event.target.dataset.step) moves[now].focus();
  });
  game.classList.add("stepping");
  game.querySelector(".steps").hidden = frames.length < 2;
  show(now);
}

// Finding: by text, ruling, language and fault; and from failure to failure.
const filter = document.querySelector(".filter");
if (filter) {
  const sections = [...document.querySelectorAll("main > section")];
  const rows = new Map([...document.querySelectorAll(".leaderboard tbody tr")].map((row) => [row.querySelector("a").hash.slice(1), row]));
  const names = new Map(sections.map((section) => [section, section.querySelector("h2").textContent.toLowerCase()]));
  const wanted = (section) => {
    const { text, ...choices } = Object.fromEntries(new FormData(filter));
    const isChosen = ([key, word]) => !word || section.dataset[key] === word;
    return Object.entries(choices).every(isChosen) && names.get(section).includes(text.trim().toLowerCase());
  };
  const choose = () => {
    const shown = sections.filter((section) => {
      const isWanted = wanted(section);
      section.hidden = !isWanted;
      if (rows.has(section.id)) rows.get(section.id).hidden = !isWanted;
      return isWanted;
    });
    const failing = shown.filter((section) => section.classList.contains("bad")).length;
    filter.elements.count.textContent = `${shown.length} shown, ${failing} failing`;
  };
  const go = (step) => {
    const failing = sections.filter((section) => !section.hidden && section.classList.contains("bad"));
    const here = failing.findIndex((section) => `#${section.id}` === decodeURIComponent(location.hash));
    const next = failing[here < 0 ? (step > 0 ? 0 : failing.length - 1) : (here + step + failing.length) % failing.length];
    if (!next) return;
    location.hash = next.id;
    next.querySelector(".here").focus({ preventScroll: true });
  };
  filter.addEventListener("input", choose);
  filter.addEventListener("submit", (event) => event.preventDefault());
  for (const button of filter.querySelectorAll("[data-failure]")) {
    button.addEventListener("click", () => go(button.dataset.failure === "next" ? 1 : -1));
  }
  filter.hidden = false;
  choose();
}

// Copying: where a page may not, the command is selected, so that a key copies it.
const said = document.getElementById("said");
for (const button of document.querySelectorAll("button.copy")) {
  const command = button.parentElement.querySelector("code");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      said.textContent = "Copied.";
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 1500);
    } catch {
      getSelection().selectAllChildren(command);
      said.textContent = "The command is selected.";
    }
  });
}

// What is folded up is wanted on paper, and where a link leads into it.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details.transcripts, details.source")) folded.open = true;
});
