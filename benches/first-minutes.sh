#!/usr/bin/env bash
# How long the README's two commands take from a clean clone whose crates are downloaded, beside a clean build of hyperfine in the
# same run: the ratios hold on any machine. Nothing else should be running. What is printed is a row of docs/speed.md.
set -euo pipefail
cd "$(dirname "$0")/.."
hyperfine=1.20.0
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# seconds COMMAND...: how long it takes; what it prints goes to the file `log`.
seconds() {
  local began=$EPOCHREALTIME
  "$@" >"$place/log" 2>&1 </dev/null || { tail -n 40 "$place/log" >&2 && echo "failed: $*" >&2 && return 1; }
  difference "$began" "$EPOCHREALTIME"
}
# difference FROM TO: the difference in whole seconds, without any tool.
difference() {
  echo $(((${2/./} - ${1/./} + 500000) / 1000000))
}
# ratio A B: with one decimal.
ratio() {
  local tenths=$((($1 * 100 / $2 + 5) / 10))
  echo "$((tenths / 10)).$((tenths % 10))"
}

git clone --quiet . "$place/clone"
cargo fetch --quiet --locked --manifest-path "$place/clone/Cargo.toml"
# Once to have its crates.
cargo install --quiet --locked hyperfine --version $hyperfine --root "$place/hyperfine" --target-dir "$place/first"
unset CARGO_TARGET_DIR
other=$(seconds cargo install --offline --locked hyperfine --version $hyperfine --force --root "$place/hyperfine" --target-dir "$place/again")
cd "$place/clone"
build=$(seconds cargo build --locked --release --bin judge)
check=$(seconds cargo run --locked --release --bin judge -- check)
tail -n 3 "$place/log"
tests=$(seconds cargo test --locked --workspace --all-features)
grep '^test result' "$place/log"
tail -n 4 "$place/log"
echo "| build of hyperfine | build | ÷ | judging | tests | tests ÷ first command |"
echo "| $other s | $build s | $(ratio "$build" "$other") | $check s | $tests s | $(ratio "$tests" $((build + check))) |"
