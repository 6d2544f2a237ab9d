// Asking the server, and what this browser remembers of its games: their names and the keys to its seats.

/** What the server answers; throws its own words if it refuses. */
export async function ask(path, body, key) {
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body) headers["Content-Type"] = "application/json";
  const request = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => { throw new Error("The server is away."); });
  const said = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

const SHELF = "referee games";
const MOST = 30;

/** The games that were played here, the latest first. */
export function games() {
  try {
    return JSON.parse(localStorage.getItem(SHELF)) ?? [];
  } catch {
    return [];
  }
}

/** Remembers a game, or more of one. */
export function remember(game) {
  const all = games();
  const known = all.find(other => other.name === game.name);
  const rest = all.filter(other => other.name !== game.name);
  keep(SHELF, [{ ...known, ...game }, ...rest].slice(0, MOST));
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

/** The key of this page: one that came with the link holds for this tab. */
export function keyOf(name) {
  const linked = new URLSearchParams(location.hash.slice(1)).get("key");
  if (linked) {
    sessionStorage.setItem(name, linked);
    if (!games().some(game => game.name === name && game.key)) remember({ name, key: linked });
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(name) ?? games().find(game => game.name === name)?.key;
}
