// Asking the server, and what this browser remembers of its games: their names and the keys to its seats.

import { refusal, say } from "./words.js";

/** What the server answers; throws words for whoever plays if it refuses. */
export async function ask(path, body, key) {
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body) headers["Content-Type"] = "application/json";
  const request = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => { throw new Error(say("serverAway")); });
  const said = await answer.json().catch(() => ({ error: answer.statusText }));
  if (answer.ok) return said;
  const why = Object.assign(new Error(said.error), { status: answer.status, code: said.code });
  why.message = refusal(why);
  throw why;
}

/** How long a stream may be silent, in milliseconds: the server says something every 15 seconds. */
const SILENCE = 40_000;

/**
 * Listens to a stream of news until `stop` is called on what this gives. `hear` gets what is said; `tell` whether
 * the server is there.
 */
export function listen(path, key, hear, tell) {
  let controller, timer, isStopped = false;
  const again = () => { timer = setTimeout(connect, 1500); };
  async function connect() {
    controller = new AbortController();
    let watch;
    const wait = () => {
      clearTimeout(watch);
      watch = setTimeout(() => controller.abort(), SILENCE);
    };
    try {
      wait();
      const headers = key ? { Authorization: `Bearer ${key}` } : {};
      const answer = await fetch(path, { headers, signal: controller.signal, cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      tell(true);
      await read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), hear, wait);
      throw new Error("the stream has ended");
    } catch {
      if (isStopped) return;
      tell(false);
      again();
    } finally {
      clearTimeout(watch);
    }
  }
  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    controller.abort();
  };
}

async function read(reader, hear, wait) {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    wait();
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      if (event.startsWith("data:")) hear(JSON.parse(event.slice(5)));
    }
  }
}

const SHELF = "referee games";
const MOST = 30;

/** The games that were played here, the latest first. */
export function games() {
  return kept(SHELF) ?? [];
}

/** What is remembered of a game. */
export const known = name => games().find(game => game.name === name);

/** Remembers a game, or more of one. */
export function remember(game) {
  const rest = games().filter(other => other.name !== game.name);
  keep(SHELF, [{ ...known(game.name), ...game }, ...rest].slice(0, MOST));
}

/** Forgets a game that is no more. */
export function forget(name) {
  keep(SHELF, games().filter(game => game.name !== name));
}

/** What was kept under a name. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keeps something under a name, where the browser lets us. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Keeps the key to a seat: for this tab, and for others if they have none. */
export function keepKey(name, key) {
  sessionStorage.setItem(name, key);
  if (!known(name)?.key) remember({ name, key });
}

/** The key of this page. */
export const keyOf = name => sessionStorage.getItem(name) ?? known(name)?.key;

/** The invitation that came with the link; it does not stay in the address. */
export function invitation() {
  const linked = new URLSearchParams(location.hash.slice(1)).get("key");
  if (linked) history.replaceState(null, "", location.pathname);
  return linked;
}
