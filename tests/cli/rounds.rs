//! Games in which a program chooses a hidden value anew, and takes its leave at the end of the input.

use predicates::prelude::*;
use predicates::str::contains;

use crate::needs;
use crate::program::{judge, referee, with_change, write};

/// A number is guessed, then another one.
const ROUNDS: &str = r#"title = "Guessing games"
open = ["hello", "ask"]
[hidden]
secret = "1..=20"
[input]
guess = '(?<n>[0-9]{1,2})'
[[rule]]
on = "guess"
when = "n == secret"
redraw = ["secret"]
say = ["right", "ask"]
[[rule]]
on = "guess"
when = "n < secret"
say = ["higher", "ask"]
[[rule]]
on = "guess"
say = ["lower", "ask"]
[[rule]]
on = "*"
say = ["what", "ask"]
[[end]]
say = ["bye"]
[words]
hello = "A number from 1 to 20.\n"
ask = "? "
right = "Yes, {old.secret}. Another number.\n"
higher = "Higher.\n"
lower = "Lower.\n"
what = "A number, please.\n"
bye = "\nBye.\n"
"#;

/// The number is another one each time.
fn another() -> String {
    with_change(ROUNDS, "redraw = [\"secret\"]", "redraw.secret = \"secret != old.secret\"")
}

/// A program that chooses this number first, and the next one like this.
fn program(first: &str, next: &str) -> String {
    format!(
        "s=$(({first})); game=1\necho 'A number from 1 to 20.'\nwhile printf '? ' && IFS= read -r g; do\n\
         case $g in [0-9]|[0-9][0-9]) g=${{g#0}}; g=${{g:-0}} ;; *) echo 'A number, please.'; continue ;; esac\n\
         if [ $g -eq $s ]; then echo \"Yes, $s. Another number.\"; s=$(({next})); game=$((game + 1))\n\
         elif [ $g -lt $s ]; then echo Higher.\nelse echo Lower.; fi\ndone\nprintf '\\nBye.\\n'\n"
    )
}

const NAMES: [&str; 7] =
    ["always.sh", "chance.sh", "xbeyond.sh", "xkeeps.sh", "xlate.sh", "xsecond.sh", "xsilent.sh"];

/// The programs, in a folder beside the challenge. Of wrong ones the name begins with `x`.
fn folder(challenge: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "challenge.toml", challenge);
    let chance = program("$$ % 20 + 1", "(s + $$ % 19) % 20 + 1");
    for (name, text) in [
        ("always.sh", program("7", "s % 20 + 1")),
        ("xkeeps.sh", program("7", "s")),
        ("xbeyond.sh", program("7", "s + 9")),
        ("xsecond.sh", with_change(&chance, "-lt $s", "-lt $((game == 2 ? 21 - s : s))")),
        ("xsilent.sh", with_change(&chance, "printf '\\nBye.\\n'", "echo")),
        ("xlate.sh", with_change(&chance, "number.\"; s=", "number.\"; [ $game = 2 ] || s=")),
        ("chance.sh", chance),
    ] {
        write(place.path(), name, &text);
    }
    place
}

/// The names of the programs in a folder that are accepted.
fn accepted(place: &tempfile::TempDir, options: &[&str]) -> Vec<String> {
    let check = ["check", "--challenge", ".", "--format", "json"];
    let output = judge().current_dir(place.path()).args(check).args(options).args(NAMES).output().unwrap();
    let run: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let candidates = run["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), NAMES.len(), "{run:#}");
    let accepted = candidates.iter().filter(|candidate| candidate["verdict"] == "accepted");
    let mut names: Vec<_> = accepted.map(|one| one["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn each_game_has_a_value_that_its_answers_allow() {
    needs::patience();
    for options in [&[][..], &["--profile", "exact"]] {
        assert_eq!(accepted(&folder(&another()), options), ["always.sh", "chance.sh"], "{options:?}");
    }
    // A value that may be drawn again may also be the same.
    let place = folder(ROUNDS);
    assert_eq!(accepted(&place, &[]), ["always.sh", "chance.sh", "xkeeps.sh", "xlate.sh"]);
}

#[test]
fn a_fault_in_a_later_game_is_explained() {
    let place = folder(&another());
    let judged = |arguments: &[&str]| judge().current_dir(place.path()).args(arguments).assert();
    let check = ["check", "--challenge", ".", "--save", "run.json"];
    judged(&[&check[..], &["xsecond.sh"]].concat()).code(1).stdout(contains("xsecond.sh: wrong"));
    std::fs::remove_file(place.path().join("challenge.toml")).unwrap();
    judged(&["explain", "run.json"]).success().stdout(contains("xsecond.sh: wrong"));
    write(place.path(), "challenge.toml", &another());
    judged(&["replay", "--challenge", ".", "adaptive-bisect-1", "xbeyond.sh"])
        .code(1)
        .stdout(contains("Lower.").or(contains("Higher.")));
    judged(&[&check[..], &["xsilent.sh"]].concat()).code(1).stdout(contains("Bye."));
    judged(&["challenge", "."]).success().stdout(contains("Guessing games: sound\n  4 rules"));
    // The same number chooses the same values.
    let play = |seed: &str| {
        let lines: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let played = referee()
            .args(["--challenge", place.path().to_str().unwrap(), "--seed", seed])
            .write_stdin(lines.repeat(3))
            .output()
            .unwrap();
        String::from_utf8(played.stdout).unwrap()
    };
    assert_eq!(play("3"), play("3"));
    let games = |text: &str| text.matches("Yes, ").count();
    assert!(games(&play("3")) >= 3 && play("3").ends_with("\nBye.\n"), "{}", play("3"));
}

#[test]
fn what_cannot_be_chosen_anew_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for (from, to, what) in [
        ("[\"secret\"]", "[\"secre\"]", "there is no hidden `secre`"),
        ("redraw = [\"secret\"]", "redraw.secret = \"secret\"", "is an int, not a bool"),
        ("redraw = [\"secret\"]", "redraw.secret = \"secret > 20\"", "has no value to draw"),
        ("redraw = [\"secret\"]", "set.secret = \"1\"", "`redraw = [\"secret\"]` lets it choose anew"),
        ("redraw = [\"secret\"]", "redraw = \"secret\"", "expected a list of hidden values, or conditions"),
    ] {
        write(place.path(), "challenge.toml", &with_change(ROUNDS, from, to));
        judge().arg("challenge").arg(place.path()).assert().code(2).stderr(contains(what));
    }
}
