#!/usr/bin/env bash
# Makes docs/demo/check.svg again, the picture in the README: docs/demo/make.sh
#
# Needs `judge` on the PATH, python3 and npm. asciinema (from PyPI) records the session, svg-term (from npm)
# draws it; both are installed into a temporary folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet asciinema==2.4.0
npm install --silent --no-audit --no-fund --prefix "$work/node" svg-term-cli@2.1.1

mkdir "$work/session"
cp "$here/myttt.py" "$work/session/"
cd "$work/session"
PATH=$(dirname "$(command -v judge)"):/usr/bin:/bin TERM=xterm-256color \
  "$work/python/bin/asciinema" rec --quiet --overwrite --cols 96 --rows 20 \
  --command "bash $here/session.sh" "$work/check.cast"
# Each frame makes the picture larger, so there is one for each fifth of a second, and of the progress bar one
# for each second, shown for a third of that.
python3 - "$work/check.cast" <<'PYTHON'
import json, sys

head, *events = map(json.loads, open(sys.argv[1]))
frames, skipped, before = [], 0, ""
for time, kind, text in events:
    is_bar, was_bar = " judged " in text, " judged " in before
    if frames and is_bar == was_bar and time - frames[-1][0] - skipped < (1 if is_bar else 0.2):
        frames[-1][2] += text
        continue
    if was_bar:
        skipped = max(skipped, time - frames[-1][0] - 0.3)
    frames.append([time - skipped, kind, text])
    before = text
open(sys.argv[1], "w").writelines(json.dumps(line) + "\n" for line in [head, *frames])
PYTHON
"$work/node/node_modules/.bin/svg-term" --in "$work/check.cast" --out "$here/check.svg" --window --no-cursor
# Whoever wants no motion sees the last frame.
python3 - "$here/check.svg" <<'PYTHON'
import re, sys

text = open(sys.argv[1]).read()
last = re.findall(r"translateX\((-\d+)px\)", text)[-1]
style = f"@media(prefers-reduced-motion:reduce){{g[style]{{animation:none!important;transform:translateX({last}px)}}}}"
open(sys.argv[1], "w").write(text.replace("<style>", f"<style>{style}", 1))
PYTHON
ls -l "$here/check.svg"
