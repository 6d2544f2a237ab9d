#!/usr/bin/env bash
# Makes docs/reversi.png and docs/phone.png again, the pictures of `referee serve` in the README:
# docs/demo/screens.sh
#
# Needs `referee` and `chromium` on the PATH, node, npm and python3. puppeteer-core (from npm) drives the browser,
# Pillow (from PyPI) makes the pictures smaller; both are installed into a temporary folder.
set -euo pipefail
docs=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" puppeteer-core@23.11.1
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet pillow==11.3.0

referee serve --listen 127.0.0.1:0 --pause 0ms --data "$work/games" >"$work/server.log" &
server=$!
until grep -q '^Play at ' "$work/server.log"; do sleep 0.1; done

cat >"$work/screens.mjs" <<'JAVASCRIPT'
import puppeteer from "puppeteer-core";

const [url, chromium, folder] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });

/** Sets a game up, makes so many moves as the first player, and takes a picture. */
async function take({ file, width, height, scheme, board, seats, clock, moves }) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(url);
  await page.waitForSelector("#play:not([disabled])");
  await page.evaluate((board, seats, clock) => {
    const find = id => document.getElementById(id);
    find("game-reversi").click();
    find(`board-${board}`).click();
    seats.forEach((seat, side) => { find(`seat-${side}`).value = seat; });
    find("clock").value = clock;
    find("play").click();
  }, board, seats, clock);
  for (let made = 0; made < moves; made += 1) {
    await page.waitForSelector(".is-legal");
    const before = await page.$eval("#command", command => command.textContent);
    await page.evaluate(made => {
      const legal = document.querySelectorAll(".is-legal");
      legal[(made * 3) % legal.length].dispatchEvent(new MouseEvent("click"));
    }, made);
    await page.waitForFunction(before => document.querySelector("#command").textContent !== before, {}, before);
  }
  await page.waitForSelector(".is-legal");
  await page.screenshot({ path: `${folder}/${file}` });
  await page.close();
}

await take({
  file: "reversi.png", width: 960, height: 656, scheme: "light",
  board: "standard", seats: ["you", "medium"], clock: "10m", moves: 9,
});
await take({
  file: "phone.png", width: 390, height: 760, scheme: "dark",
  board: "bomb", seats: ["you", "medium", "easy"], clock: "", moves: 5,
});
await browser.close();
JAVASCRIPT
(cd "$work" && node screens.mjs "$(sed -n 's/^Play at //p' server.log)" "$(command -v chromium)" "$work")

"$work/python/bin/python" - "$work" "$docs" <<'PYTHON'
import sys
from PIL import Image

work, docs = sys.argv[1:]
for name in "reversi.png", "phone.png":
    Image.open(f"{work}/{name}").convert("RGB").quantize(128).save(f"{docs}/{name}", optimize=True)
PYTHON
ls -l "$docs"/*.png
