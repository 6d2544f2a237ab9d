// What those who play are called.

import { say } from "./words.js";

/** Who may sit in a seat: the server's word and ours. The hardest is perfect where that is possible. */
export function players(isSolved) {
  const levels = say("levels");
  const offered = ["you", "friend", "random", "greedy", isSolved ? "perfect" : "search:time=500ms"];
  return offered.map(word => [word, levels[word]]);
}

/** What a player of a game is called, for whoever holds the seats `yours`. */
export function who(seat, side, yours) {
  if (yours.includes(side)) return say("you");
  if (seat === "you") return say("host");
  if (seat === "friend") return say("friend");
  return say("levels")[seat] ?? `${say("computer")}: ${seat}`;
}

/** Whether a person sits in a seat. */
export const isPerson = seat => seat === "you" || seat === "friend";
