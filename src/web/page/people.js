// What those who play are called.

/** Who may sit in a seat: the word of the server, and ours. */
export const SEATS = [
  ["you", "You"],
  ["friend", "A friend, by link"],
  ["random", "Computer: random"],
  ["greedy", "Computer: greedy"],
  ["search:time=500ms", "Computer: looks ahead"],
  ["search:time=2s", "Computer: looks far"],
  ["perfect", "Computer: perfect"],
];

/** What a player of a game is called, for whoever holds the seats `yours`. */
export function who(chair, side, yours) {
  if (yours.includes(side)) return "You";
  if (chair === "you") return "Host";
  if (chair === "friend") return "Friend";
  return SEATS.find(([word]) => word === chair)?.[1] ?? `Computer: ${chair}`;
}
