// The words of the pages, in the language of whoever reads them.

const SPOKEN = ["en", "ja"];
const CHOSEN = "referee language";

function wanted() {
  try {
    const chosen = localStorage.getItem(CHOSEN);
    if (SPOKEN.includes(chosen)) return chosen;
  } catch {
    // A browser that keeps nothing still has a language.
  }
  return navigator.languages?.map(tag => tag.slice(0, 2)).find(tag => SPOKEN.includes(tag)) ?? "en";
}

/** The language of the page. */
export const language = wanted();
const { default: words } = await import(language === "ja" ? "./ja.js" : "./en.js");

/** The words for something: a text, or what a function makes of the rest. */
export function say(key, ...rest) {
  const found = words[key];
  return typeof found === "function" ? found(...rest) : found ?? key;
}

/** The server's words for why it refuses, in the language of the page where there are some. */
export const refusal = why => words.refusals[why.code] ?? why.message;

/** What a colour or a board is called. */
export const named = name => words.names[name] ?? name;

/** Writes the words into the page, and the switch between the languages. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  const other = language === "ja" ? ["en", "English"] : ["ja", "日本語"];
  const button = Object.assign(document.createElement("button"), { type: "button", className: "language", textContent: other[1], lang: other[0] });
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(CHOSEN, other[0]);
    } finally {
      location.reload();
    }
  });
  document.querySelector(".top").append(button);
}
