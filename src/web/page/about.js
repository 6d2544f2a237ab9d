// What a newcomer has to know of a game, in a few sentences.

const BASE = {
  tictactoe: "Take turns to mark a square. Three in a line win the game.",
  marubatsu: "Tic-tac-toe as the articles tell it: squares have names, and one may resign.",
  reversi: "Close in a straight run of other discs between two of your own, and they become yours. Who cannot move is passed over. Most discs win.",
};

const list = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0];
const many = (words, one, more) => `${list(words)} ${words.length > 1 ? more : one}`;

const TWISTS = {
  wild: words => `${many(words, "belongs", "belong")} to nobody, never changes colour, and closes a run if no disc of yours does.`,
  permanent: words => `${many(words, "never changes", "never change")} colour.`,
  bomb: words => `A move that takes ${list(words)} places nothing: all that it takes, and what closed it, is gone.`,
  guest: words => {
    const numbers = words.slice(1, -1);
    return `${words[0]} moves by itself when move ${list(numbers)} is due, and takes as ${words.at(-1) === "most" ? "many" : "few"} discs as it can.`;
  },
};

/** Sentences on a game: its rules, and what is special on its board. */
export function about(choice) {
  const special = (choice.text ?? "").split("\n").flatMap(line => {
    const [, key, words] = /^(\w+):\s*(.+)$/.exec(line) ?? [];
    return TWISTS[key] ? [TWISTS[key](words.trim().split(/\s+/))] : [];
  });
  return [BASE[choice.isReversi ? "reversi" : choice.name] ?? BASE.reversi, ...special];
}

/** What a board is called in a word or two. */
export function short(choice) {
  if (!choice.isReversi) return choice.title;
  if (choice.name === "standard") return "Reversi";
  if (choice.name === "own") return "Your own";
  const words = choice.name.replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** What a game is called at the head of its page. */
export function heading(game) {
  if (game.choice.game === "tictactoe" || game.choice.game === "marubatsu") return game.title;
  return game.choice.board === "standard" ? "Reversi" : `Reversi: ${game.title}`;
}
