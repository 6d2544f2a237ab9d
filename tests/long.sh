#!/usr/bin/env bash
# The tests that are too long for every change: all that are marked #[ignore], and the fuzzers.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'END'
Usage: tests/long.sh NAME... | all | list

  name        lasts     what
  faults      2 min     every pair of positions and lines finds every memoryless fault
  diagnosis   unknown   prints the fault found in each wrong program beside the true one
  challenge   15 s      tic-tac-toe as a table answers all 255,168 games as the rules in Rust do
  longest     6 min     ten tests that are too long for every change
  patience    10 min    all tests, also the sixty that `cargo test` leaves out for want of time
  rulings     10 min    tic-tac-toe as a table rules on submissions and wrong programs as the rules in Rust do
  tricks      5 min     programs that could tell a held process get the same verdicts
  threads     5 min     programs for node and Java are held through a complete suite
  naughty     6 min     misbehaving programs at every level, as an ordinary user, a hundred at once
  table       30 min    2,000 games of othello between programs that are killed again and again
  chaos       5 min     workers and servers of a judging service are killed while it has 300 submissions
  load        1 min     a thousand games open in the browser's server (release build)
  strangers   3 min     programs in JavaScript and Java by authors who do not know the judge get the right verdicts
  references  30 min    programs for twelve challenges with a reference, five right and eight wrong each
  shorten     30 min    judge shorten finds the spare bytes of ten padded programs
  changes     2 min     judge diff finds small changes of programs in other languages
  languages   5 min     every submission of tic-tac-toe is accepted by the complete suite; installs as root what is missing
  busy        30 min    the default rulings are the same beside eight busy processes
  warm        2 h       all submissions and wrong programs, 20 times warm and 20 times clean
                        (REPETITIONS=3 for less often, SUITE=smoke for other games,
                        BUSY=8 beside as many busy processes)
  release     5 min     the oldest compiler, licences and sources of crates, tests without the browser,
                        insta's reviewer; needs cargo-deny, cargo-insta, and rustup with Rust 1.88
  harness     3 min     a project of a user is judged by cargo test and by nextest; needs cargo-nextest
  packages    5 min     the files of a release are made, installed in clean places and run; those whose tools are missing are
                        left out: cargo-deb, maturin, npm, podman or docker, cargo-binstall
  integrations  5 min   the action, the template for GitLab, the hook and the plugin of pytest, run by the tools of
                        others; needs npm, rsync and pip
  canary      1 h       the fuzzer of hostile folders (CANARY_SECONDS=600 for less, CANARY_SEED=N again)
  transcript  1 h       the fuzzer of the transcript parser; needs cargo-fuzz (FUZZ_SECONDS=600 for less)

Names run in the order given; the first failure stops. The times are without building.
END
}

names=(faults diagnosis challenge longest patience rulings tricks threads naughty table chaos load strangers references shorten changes languages busy warm release harness packages integrations canary transcript)

# ignored TARGET TEST...: runs ignored tests whose names contain one of these words.
ignored() {
  local target=$1
  shift
  # shellcheck disable=SC2086 # a target is several words
  {
    # A name that no test has any more would pass, with nothing run.
    cargo test --locked --all-features --quiet $target -- --ignored --list "$@" | grep ': test$' ||
      { echo "tests/long.sh: no ignored test is named $*" >&2 && return 1; }
    cargo test --locked --all-features $target -- --ignored --nocapture "$@"
  }
}

# What CI does not install, since it is large, or its submission takes long to judge.
languages=(crystal gdc gforth gm2 gnat gnucobol3 gobjc kotlin ksh93u+m mono-mcs neko nim r-base-core sbcl scala swi-prolog-nox valac yabasic yash)

# every_language: judges the submissions of tic-tac-toe, with none left out.
every_language() {
  local packages package missing=() report
  read -ra packages <<<"$(sed -n '/^packages=(/,/)$/p' .ci/run | tr -d '()\n' | sed 's/^packages=//') ${languages[*]}"
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if [ "$(id -u)" = 0 ] && [ "${#missing[@]}" -gt 0 ]; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
  fi
  report=$(mktemp)
  cargo build --locked --release --bin judge
  "${CARGO_TARGET_DIR:-target}/release/judge" check --suite fixtures,smoke,complete --wall 60 \
    --format markdown --out "$report" golf/tictactoe || { cat "$report" && return 1; }
  cat "$report"
  # A submission whose language is missing is skipped, and the judge ends with 0.
  ! grep '| skipped' "$report"
}

run() {
  case $1 in
    faults) ignored --lib all_pairs_of_positions_and_lines ;;
    challenge) ignored '--test spec' a_table_says_in_every_game ;;
    longest)
      ignored '--package referee-judging --lib' rare_answers
      ignored '--test cli' programs_are_judged_by_a_search a_challenge_without_an_end rules_say_where limits_that_are_named \
        a_reference_that_asks_on the_first_of_several a_program_that_loops_at programs_that_wait_in a_board_game_is_judged \
        kept_sessions_are_played
      ;;
    patience) LONG_TESTS=1 cargo test --locked --workspace --all-features ;;
    rulings) ignored '--test cli' a_table_rules_as ;;
    diagnosis) ignored '--test spec' wrong_programs_are_explained ;;
    tricks) ignored '--test cli' at_every_level ;;
    threads) ignored '--test cli' held_through_a_complete_suite ;;
    naughty) ignored '--test naughty' ;;
    table) ignored '--test cli' thousands_of_games ;;
    chaos) JUDGE_CHAOS=300 cargo test --locked --all-features --test service -- --nocapture chaos ;;
    load) ignored '--release --test web' a_thousand_games ;;
    strangers) ignored '--test cli' in_javascript_and_java ;;
    references) ignored '--test cli' right_programs_of_all_references ;;
    shorten) ignored '--test cli' spare_bytes_of_padded ;;
    changes) ignored '--test cli' small_changes_of_other ;;
    languages) every_language ;;
    busy) ignored '--test cli' beside_eight_busy ;;
    warm) ignored '--test cli' however_often ;;
    release)
      cargo +1.88 check --locked --workspace --all-features --lib --bins --target-dir target/oldest
      cargo deny check licenses bans sources
      cargo deny check advisories || echo "without advisories"
      cargo test --locked --package referee --package referee-console --package referee-rules --package referee-judging --no-default-features --lib
      cargo insta --version
      cargo test --locked --all-features --test cli the_real_reviewer
      ;;
    harness) ignored '--test cli' by_cargo_test_and_by_nextest ;;
    packages) packaging/build.sh && packaging/check.sh ;;
    integrations) tests/integrations.sh ;;
    canary) CANARY_SECONDS=${CANARY_SECONDS:-3600} cargo test --locked --all-features --test canary -- --nocapture ;;
    transcript)
      RUSTC_BOOTSTRAP=1 cargo fuzz run transcript -- -max_total_time="${FUZZ_SECONDS:-3600}"
      ;;
  esac
}

case ${1-} in
  '' | -h | --help | list)
    usage
    exit $(($# == 0 ? 2 : 0))
    ;;
  all) set -- "${names[@]}" ;;
esac
for name in "$@"; do
  if [[ " ${names[*]} " != *" $name "* ]]; then
    echo "tests/long.sh: there is no test $name" >&2
    usage >&2
    exit 2
  fi
done
for name in "$@"; do
  echo "== $name"
  started=$SECONDS
  run "$name"
  echo "== $name: $((SECONDS - started)) s"
done
