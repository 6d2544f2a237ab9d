// What those who play are called.

import { say } from "./words.js";

/** The computer's levels as players of the server; docs/players.md has how often each wins. */
const LEVELS = { easy: "search:depth=2,random=50", medium: "search:depth=3,random=15", hard: "search:depth=4" };

/** Who may sit in a seat, and what they are called. */
export const players = () => Object.entries(say("levels"));

/** The server's word for one of them. The hardest is perfect where that is possible. */
export const player = (word, isSolved) => word === "hard" && isSolved ? "perfect" : LEVELS[word] ?? word;

/** What a player of a game is called, for whoever holds the seats `yours`. */
export function who(seat, side, yours) {
  if (yours.includes(side)) return say("you");
  if (seat === "you") return say("host");
  if (seat === "friend") return say("friend");
  const level = seat === "perfect" ? "hard" : Object.keys(LEVELS).find(level => LEVELS[level] === seat);
  return say("levels")[level] ?? `${say("computer")}: ${seat}`;
}

/** Whether a person sits in a seat. */
export const isPerson = seat => seat === "you" || seat === "friend";
