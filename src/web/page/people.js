// What those who play are called.

import { say } from "./words.js";

/** Who may sit in a seat: the server's word and ours. The hardest is perfect where that is possible. */
export function seats(isSolved) {
  const levels = say("levels");
  const offered = ["you", "friend", "random", "greedy", isSolved ? "perfect" : "search:time=500ms"];
  return offered.map(word => [word, levels[word]]);
}

/** What a player of a game is called, for whoever holds the seats `yours`. */
export function who(chair, side, yours) {
  if (yours.includes(side)) return say("you");
  if (chair === "you") return say("host");
  if (chair === "friend") return say("friend");
  return say("levels")[chair] ?? `${say("computer")}: ${chair}`;
}

/** Whether a person sits in a chair. */
export const isPerson = chair => chair === "you" || chair === "friend";
