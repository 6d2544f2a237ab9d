// What a game and its board are called, and what a newcomer has to know of them.

import { named, say } from "./words.js";

/** Sentences on a game: its rules, and what is special on its board. */
export function about(kind, text) {
  const special = (text ?? "").split("\n").flatMap(line => {
    const [, key, words] = /^(\w+):\s*(.+)$/.exec(line) ?? [];
    const twist = say("twists")[key];
    return twist ? [twist(words.trim().split(/\s+/).map(word => named(word)))] : [];
  });
  return [say("base")[kind] ?? say("base").reversi, ...special];
}

/** What a board is called in a word or two. */
export const short = board => board.name === "own" ? say("yourBoard") : say("boards")[board.name] ?? named(board.title);

/** What a game is called at the head of its page. */
export function heading({ choice, title }) {
  const { game, board } = choice;
  if (game === "tictactoe" || game === "marubatsu") return say("games")[game];
  const reversi = say("games").reversi;
  return board === "standard" ? reversi : say("titled", reversi, say("boards")[board] ?? named(title));
}
