//! Challenges that are tables in files.

use std::collections::BTreeMap;
use std::path::Path;

use predicates::prelude::*;
use referee::dialect::Dialect;

use crate::needs;
use crate::program::{home, judge, referee, with_change, write_file};

fn told(arguments: &[&str]) -> (Option<i32>, String) {
    let output = judge().current_dir(home()).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// `judge challenge` on a file with this content.
fn examined(content: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path().join("challenge.toml"), content);
    told(&["challenge", folder.path().to_str().unwrap()])
}

/// A counter up to three.
pub(crate) const ECHO: &str = r#"title = "Counter"
open = ["count"]
[state]
n = { init = 0, range = [0, 3] }
[input]
add = 'add (?<by>[0-9])'
[[rule]]
name = "up"
on = "add"
when = "n + by <= 3"
set.n = "n + by"
say = ["count"]
[[rule]]
name = "no"
on = "*"
say = ["no"]
[words]
count = "{n}\n"
no = "no\n"
"#;

/// The counter with another text in one place.
fn change(from: &str, to: &str) -> String {
    with_change(ECHO, from, to)
}

#[test]
fn a_sound_challenge_is_counted() {
    let (code, text) = examined(ECHO);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Counter: sound\n  2 rules, 2 words, 4 states,"), "{text}");
}

#[test]
fn whatever_is_wrong_is_told_with_its_line_and_a_remedy() {
    for (content, line, what) in [
        (change("title", "titel"), "1:", "unknown field `titel`"),
        (change("set.n", "sets.n"), "11:", "unknown field `sets`"),
        (change("n + by <= 3", "n + buy <= 3"), "10:", "what is `buy`?"),
        (change("n + by <= 3", "n + by <="), "10:", "is no expression"),
        (change("n + by <= 3", "n + by == '3'"), "10:", "an int does not go with a string"),
        (change("n + by <= 3", "n + by"), "10:", "is an int, not a bool"),
        (change("n + by <= 3", "n / by <= 3"), "10:", "it divides by zero"),
        (change("n + by <= 3", "n + by <= 4"), "11:", "outside its range [0, 3]"),
        (change("n + by <= 3", "n > 9"), "7:", "`up` never fires"),
        (change("range = [0, 3]", "values = [1]"), "4:", "which is none of its values"),
        (change(", range = [0, 3] }", " }\n[hidden]\nk = '1..=2'"), "4:", "has no range"),
        (change("[0-9])", "[0-9]+)"), "11:", "an int does not go with a string"),
        (
            change("n + by <= 3", "n + by <= 3 && n * 9223372036854775807 >= 0"),
            "10:",
            "a number grows too large",
        ),
        (change("add (?<by>[0-9])", "add (?<by>[0-9]"), "6:", "unclosed group"),
        (change("name = \"no\"", "name = \"up\""), "13:", "a rule `up` stands in line 7"),
        (change("on = \"*\"", "on = \"add\""), "13:", "a line that is no input may have no answer"),
        (change("say = [\"no\"]", "say = [\"now\"]"), "16:", "there is no word `now`"),
        (change("{n}", "{n"), "18:", "a `{` without its `}`"),
        (change("{n}", "{by}"), "18:", "what is `by`?"),
        (format!("{ECHO}spare = \"x\"\n"), "20:", "nobody says `spare`"),
        (format!("{ECHO}[freedom.silver]\n"), "20:", "there is no profile `silver`"),
        (format!("{ECHO}[freedom.golf]\naccept.no = [\"{{n}}\\n\"]\n"), "", "two answers look alike"),
        (
            format!("{ECHO}[freedom.golf]\nnumbers = {{ absolute = 1 }}\n"),
            "18:",
            "\"0\\n\" (`count`) and \"1\\n\" (`count`)",
        ),
        (
            format!("{ECHO}[freedom.golf]\nchoose = [['no', '3']]\n"),
            "",
            "\"no\\n\" (`no`) and \"3\\n\" (`count`)",
        ),
        (
            format!("{}[freedom.golf]\npatterns = true\n", change("no\\n", "{{{{[a-z1]+}}}}\\n")),
            "",
            "two answers look alike",
        ),
    ] {
        let (code, text) = examined(&content);
        assert_eq!(code, Some(2), "{what}: {text}");
        assert!(text.contains(&format!("challenge.toml:{line}")) && text.contains(what), "{what}: {text}");
    }
}

#[test]
fn a_common_mistake_is_told_with_what_to_write_instead() {
    for (content, line, what, hint) in [
        (
            change("no = \"no\\n\"", "no = \"no {}\""),
            "19:",
            "no expression between two braces",
            "`{{}}` prints",
        ),
        (change("n + by <= 3", "n = 3"), "10:", "`n = 3` is no expression", "`==` compares"),
        (change("n + by <= 3", "n <= 3 and by == 1"), "10:", "is no expression", "`and` is `&&`"),
        (change("say = [\"count\"]", "say = [\"count]"), "", "missing comma", "a quote that line 12 opens"),
        (change("[0, 3]", "[3, 0]"), "4:", "the range [3, 0] of `n` is backwards", "`range = [0, 3]`"),
        (change("[0, 3]", "\"0..3\""), "4:", "expected an array", "write `[0, 3]`"),
        (
            change("set.n = \"n + by\"", "set.n = 0"),
            "11:",
            "expected a string",
            "write it in quotes: `\"0\"`",
        ),
        (change("n + by <= 3", "n.upper() == 'A'"), "10:", "there is no function `upper`", "matches"),
        (change("n + by <= 3", "'a'.matches(string(n))"), "10:", "a pattern that is written here", ""),
        (change("n + by <= 3", "'a'.matches('(')"), "10:", "`(` is no pattern: unclosed group", ""),
        (
            change("n + by <= 3", "n + by <= 3 && size(lists.range(n + 999)) > 0"),
            "10:",
            "a list of more than 1000 numbers",
            "after",
        ),
        (
            format!("{ECHO}[hidden]\nsecret = {{ range = [1, 5] }}\n"),
            "21:",
            "expected a range, `\"1..=100\"`",
            "",
        ),
        (
            format!("{ECHO}spare = \"x\"\n").replace("on = \"*\"", "on = \"add\""),
            "13:",
            "may have no answer",
            "*",
        ),
    ] {
        let (code, text) = examined(&content);
        assert_eq!(code, Some(2), "{what}: {text}");
        let is_told = text.contains(&format!("challenge.toml:{line}")) && text.contains(what);
        assert!(is_told && text.contains(hint), "{what}, {hint}: {text}");
    }
}

#[test]
fn an_open_line_that_hides_an_input_is_told() {
    let open = |readings: &str| {
        examined(&format!("{ECHO}[[unspecified]]\ninput = '(?<line>add 9)'\nreadings = {readings}\n"))
    };
    let (code, text) = open("[]");
    assert!(
        code == Some(0) && text.contains("line 21 leaves `add 9` open, which is an input `add`"),
        "{text}"
    );
    assert!(!open("['{line}']").1.contains("leaves"));
}

#[test]
fn guards_look_for_patterns_and_count_to_a_variable() {
    let content = ECHO.replacen("n + by <= 3", "n + by <= 3 && string(n).matches('^[0-9]$')", 1).replacen(
        "set.n = \"n + by\"",
        "set.n = \"size(lists.range(n)) + by\"",
        1,
    );
    let (code, text) = examined(&content);
    assert!(code == Some(0) && text.contains("4 states"), "{text}");
}

#[test]
fn a_word_tells_a_value_from_before_the_rule() {
    let content = ECHO.replacen("add = ", "reset = 'reset'\nadd = ", 1).replacen(
        "[[rule]]\nname = \"no\"",
        "[[rule]]\non = \"reset\"\nset.n = \"0\"\nsay = [\"back\"]\n[[rule]]\nname = \"no\"",
        1,
    );
    let content = content + "back = \"{old.n} back, {n} left\\n\"\n";
    let (code, text) = examined(&content);
    assert!(code == Some(0) && text.contains("4 states"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path().join("challenge.toml"), &content);
    let played =
        referee().arg("--challenge").arg(folder.path()).write_stdin("add 2\nreset\nreset\n").output();
    let text = String::from_utf8(played.unwrap().stdout).unwrap();
    assert_eq!(text, "0\n2\n2 back, 0 left\n0 back, 0 left\n");
    for (from, to, what) in [
        ("{old.n} back", "{old.m} back", "what is `old.m`?"),
        ("{old.n} back", "{old} back", "what is `old`?"),
        ("{old.n} back", "{new.n} back", "maps, fields and structures"),
        ("count = \"{n}", "count = \"{old.n}", "what is `old.n`?"),
    ] {
        let (code, text) = examined(&content.replacen(from, to, 1));
        assert!(code == Some(2) && text.contains(what), "{what}: {text}");
    }
}

#[test]
fn what_several_rules_do_alike_is_written_once() {
    let content = ECHO.replacen("[words]", "[action.full]\nset.n = \"3\"\nsay = [\"count\"]\n[words]", 1);
    let content = content.replacen("say = [\"no\"]", "say = [\"no\"]\ndo = [\"full\"]", 1);
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path().join("challenge.toml"), &content);
    let played = referee().arg("--challenge").arg(folder.path()).write_stdin("add 1\nx\n").output();
    assert_eq!(String::from_utf8(played.unwrap().stdout).unwrap(), "0\n1\nno\n3\n");
    let own = content.replacen("do = [\"full\"]", "set.n = \"0\"\ndo = [\"full\"]", 1);
    write_file(folder.path().join("challenge.toml"), own);
    let played = referee().arg("--challenge").arg(folder.path()).write_stdin("add 1\nx\n").output();
    assert_eq!(String::from_utf8(played.unwrap().stdout).unwrap(), "0\n1\nno\n0\n");
    for (content, what) in [
        (content.replacen("do = [\"full\"]", "do = [\"ful\"]", 1), "17: there is no action `ful`"),
        (content.replacen("do = [\"full\"]\n", "", 1), "no rule does `full`"),
        (content.replacen("set.n = \"3\"", "set.m = \"3\"", 1), "there is no state `m`"),
        ("title = \"t\"\n[action.a]\nend = true\n".to_owned(), "no rule does `a`"),
    ] {
        let (code, text) = examined(&content);
        assert!(code == Some(2) && text.contains(what), "{what}: {text}");
    }
}

/// The counter, which says at the end of its input what it has.
fn with_end() -> String {
    let bye = ECHO.replace("no = \"no\\n\"", "no = \"no\\n\"\nbye = \"bye {n}\\n\"\nempty = \"empty\\n\"");
    format!("{bye}[[end]]\nwhen = \"n > 0\"\nsay = [\"bye\"]\n[[end]]\nsay = [\"empty\"]\n")
}

/// A program for the shell that adds up to so much.
pub(crate) fn adder(most: u32) -> String {
    format!(
        "n=0\necho 0\nwhile IFS= read -r line; do\n  sum=9\n  case $line in 'add '[0-9]) sum=$((n + ${{line#add }})) ;; esac\n  \
         if [ $sum -le {most} ]; then n=$sum; echo $n; else echo no; fi\ndone\n"
    )
}

#[test]
fn the_end_of_input_is_judged_in_every_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let write = |name: &str, text: &str| write_file(folder.path().join(name), text);
    let counter = |end: &str| format!("{}{end}\n", adder(3));
    write("right.sh", &counter("[ $n = 0 ] && echo empty || echo bye $n"));
    write("silent.sh", &counter(""));
    write("always.sh", &counter("echo bye $n"));
    write("two.sh", &counter("case $n in 0|2) echo empty ;; *) echo bye $n ;; esac"));
    let codes = |text: &str| {
        write("challenge.toml", text);
        ["right.sh", "silent.sh", "always.sh", "two.sh"]
            .map(|name| told(&["check", "--challenge", path, &format!("{path}/{name}")]))
    };
    assert_eq!(codes(ECHO).map(|(code, _)| code), [Some(0); 4]);
    let judged = codes(&with_end());
    assert_eq!(judged.clone().map(|(code, _)| code), [Some(0), Some(1), Some(1), Some(1)], "{judged:#?}");
    assert!(judged[1].1.contains("says nothing at the end of the input"), "{}", judged[1].1);
    let played = referee().args(["--challenge", path]).write_stdin("add 2\n").output().unwrap();
    assert_eq!(String::from_utf8(played.stdout).unwrap(), "0\n2\nbye 2\n");
}

#[test]
fn an_end_of_the_input_that_means_nothing_is_refused() {
    for (content, what) in [
        (with_end().replace("n > 0", "by > 0"), "what is `by`?"),
        (with_end().replace("n > 0", "n + 1"), "is an int, not a bool"),
        (with_end().replace("n > 0", "3 / n > 0"), "it divides by zero"),
        (with_end().replace("n > 0", "n > 9"), "this [[end]] is never used"),
        (with_end().replace("say = [\"bye\"]", "say = [\"by\"]"), "there is no word `by`"),
        ("title = \"t\"\n[[end]]\nsay = []\n".to_owned(), "[[end]] belongs to a table of rules"),
    ] {
        let (code, text) = examined(&content);
        assert!(code == Some(2) && text.contains(what), "{what}: {text}");
    }
}

#[test]
fn a_reference_beside_rules_must_agree_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let write = |name: &str, text: &str| write_file(folder.path().join(name), text);
    write("challenge.toml", &format!("reference = ['sh', 'counter.sh']\n{ECHO}"));
    write("counter.sh", &adder(3));
    let (code, text) = told(&["challenge", path]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("  the reference agrees with the rules in all runs of complete\n"), "{text}");

    write("counter.sh", &adder(2));
    let (code, text) = told(&["challenge", path]);
    assert_eq!(code, Some(2), "{text}");
    for part in
        ["the reference and the rules disagree (wrong) after \"add ", "rules      `3`", "reference  `no`"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What is right is what the rules say.
    assert_eq!(told(&["check", "--challenge", path, &format!("{path}/counter.sh")]).0, Some(1));
    // Programs of the challenge are judged if none is named.
    for (name, most) in [("right", 3), ("wrong", 2)] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        write(&format!("{name}/program.sh"), &adder(most));
    }
    let (code, text) = told(&["check", "--challenge", path]);
    assert!(code == Some(0) && text.contains("2 of 2 got the verdict that is expected"), "{text}");
    write("challenge.toml", &format!("reference = []\n{ECHO}"));
    let (code, text) = told(&["challenge", path]);
    assert!(code == Some(2) && text.contains("challenge.toml:1: the reference has no command"), "{text}");
}

#[test]
fn files_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(
        told(&["challenge", path]).1.contains("not a challenge: no challenge.toml and no problem.yaml here")
    );
    write_file(folder.path().join("challenge.toml"), vec![b'#'; 100 << 20]);
    let (code, text) = told(&["challenge", path]);
    assert!(code == Some(2) && text.contains("challenge.toml"), "{text}");
    let (code, text) = told(&["check", "--dialect", "no-such-thing", "true"]);
    assert!(code == Some(2) && text.contains("bank") && text.contains("vending"), "{text}");
}

#[test]
fn the_schema_describes_every_challenge() {
    let (_, text) = told(&["challenge", "--schema"]);
    let schema = jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap();
    let validate =
        |text: &str| schema.is_valid(&serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap());
    let folders = challenges().into_iter().map(|name| format!("fixtures/{name}"));
    for folder in folders.chain(["tests/challenges/tictactoe".to_owned()]) {
        let text = std::fs::read_to_string(home().join(&folder).join("challenge.toml")).unwrap();
        assert!(validate(&text), "{folder}");
    }
    assert!(
        validate(ECHO)
            && !validate(&ECHO.replace("title", "titel"))
            && !validate(&ECHO.replace("\"*\"", "1"))
    );
}

/// An entry of `wrong/expected.toml`.
#[derive(serde::Deserialize)]
struct Wrong {
    verdict: String,
    shortest: Option<usize>,
    suite: Option<String>,
}

impl Wrong {
    fn hold(&self, program: &serde_json::Value) {
        assert_eq!(program["verdict"].as_str().unwrap(), self.verdict, "{program}");
        let inputs = program["failure"]["moves"].as_array().unwrap().len();
        assert!(self.shortest.is_none_or(|shortest| inputs == shortest), "{program}");
    }
}

/// The report on programs, by a suite.
fn judged(name: &str, paths: &[&str], suite: &str) -> Vec<serde_json::Value> {
    let mut arguments = vec!["check", "--dialect", name, "--suite", suite, "--format", "json"];
    arguments.extend(paths);
    let (_, text) = told(&arguments);
    // After it comes what is said where nothing could be judged.
    let mut reports = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
    let report = reports.next().unwrap().unwrap_or_else(|why| panic!("{why}: {text}"));
    report["candidates"].as_array().unwrap().clone()
}

fn hold_to_what_is_expected(name: &str) {
    let folder = format!("fixtures/{name}");
    let text = std::fs::read_to_string(home().join(&folder).join("wrong/expected.toml")).unwrap();
    let expected: std::collections::BTreeMap<String, Wrong> = toml::from_str(&text).unwrap();
    let programs = judged(name, &[&folder], "examples,smoke");
    let right = std::fs::read_dir(home().join(&folder).join("right")).unwrap().count();
    assert!(expected.len() >= 6 && right >= 3, "{name}: {right}");
    assert_eq!(programs.len(), expected.len() + right, "{name}");
    let path = |program: &serde_json::Value| program["name"].as_str().unwrap().to_owned();
    let wrong = |program: &serde_json::Value| expected.get(path(program).rsplit('/').next().unwrap());
    let mut later: std::collections::BTreeMap<&str, Vec<String>> = std::collections::BTreeMap::new();
    for program in &programs {
        match wrong(program) {
            _ if needs::is_skipped(program) => {}
            None => assert_eq!(program["verdict"], "accepted", "{program}"),
            Some(Wrong { suite: Some(suite), .. }) => {
                assert_eq!(program["verdict"], "accepted", "{program}");
                later.entry(suite).or_default().push(path(program));
            }
            Some(wrong) => wrong.hold(program),
        }
    }
    for (suite, paths) in later {
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        let judged = judged(name, &paths, suite);
        judged.iter().for_each(|program| wrong(program).unwrap().hold(program));
    }
}

/// The challenges in `fixtures/` that have right and wrong programs.
fn challenges() -> Vec<String> {
    let folders = std::fs::read_dir(home().join("fixtures")).unwrap().map(|entry| entry.unwrap());
    let is_one = |folder: &Path| folder.join("challenge.toml").exists() && folder.join("right").exists();
    let folders = folders.filter(|folder| is_one(&folder.path()));
    folders.map(|folder| folder.file_name().into_string().unwrap()).collect()
}

#[test]
fn programs_for_every_challenge_get_their_verdicts() {
    needs::patience();
    let challenges = challenges();
    assert!(challenges.len() >= 2, "{challenges:?}");
    challenges.iter().for_each(|name| hold_to_what_is_expected(name));
}

#[test]
fn the_folder_of_a_built_in_game_is_a_challenge() {
    for game in Dialect::all() {
        let folder = format!("fixtures/{game}");
        let (code, text) = told(&["challenge", &folder]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.starts_with(&format!("{game}: sound; its rules are built in\n  fixtures")), "{text}");
    }
    let check = |which: [&str; 2]| {
        told(&[&["check", "--clean", "--suite", "fixtures", "golf/reversi/rev.c"], &which[..]].concat())
    };
    let by_folder = check(["--challenge", "fixtures/reversi"]);
    assert!(by_folder.0 == Some(0) && by_folder == check(["--dialect", "reversi"]), "{by_folder:?}");
}

#[test]
fn a_built_in_game_is_judged_by_the_move_lists_of_the_folder() {
    let kept = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| write_file(kept.path().join(file), text);
    let folder = kept.path().to_str().unwrap();
    write("challenge.toml", "title = 'Mine'\nrules = 'tictactoe'\n");
    write("mine.moves", "0\n3\n1\n4\n2\n");
    let (code, text) = told(&["challenge", folder]);
    assert!(code == Some(0) && text.contains("fixtures        1 runs         5 inputs"), "{text}");
    let right = ["--challenge", folder, "golf/tictactoe/ttt.c"];
    let (code, text) = told(&[&["check", "--verbose", "--suite", "fixtures"], &right[..]].concat());
    assert!(code == Some(0) && text.contains("fixtures: 1 game matches"), "{text}");
    let (code, text) = told(&["suite", "fixtures", "--challenge", folder]);
    assert_eq!((code, text.trim()), (Some(0), "[\"0\",\"3\",\"1\",\"4\",\"2\"]"));
    write("mine.snap", "---\nsource: x\n---\nX won.\n");
    let (code, text) = told(&["challenge", folder]);
    assert!(code == Some(2) && text.contains("mine"), "{text}");
    for (content, what) in [
        ("title = 'x'\nrules = 'chess'", ":2: there is no game \"chess\"; there are tictactoe, marubatsu"),
        ("title = 'x'\nrules = 'reversi'\n[words]\na = 'b'", ":2: words stands beside `rules`"),
    ] {
        write("challenge.toml", content);
        let (code, text) = told(&["challenge", folder]);
        assert!(code == Some(2) && text.contains(what), "{text}");
    }
}

/// A challenge in which the program chooses `x`, and says by `say` whether a number is it.
fn guessing(hidden: &str, rest: &str) -> String {
    format!(
        r#"title = "Guess"
[hidden]
x = {hidden}
[input]
guess = '(?<n>[0-9])'
[[rule]]
on = "guess"
when = "n == x"
{rest}
say = ["yes"]
[[rule]]
on = "*"
say = ["no"]
[words]
yes = "yes\n"
no = "no\n"
"#
    )
}

#[test]
fn what_a_program_may_choose_from_is_checked() {
    for (hidden, rest, line, what) in [
        ("'1..9'", "", "3:", "this is no range"),
        ("'9..=1'", "", "3:", "the range is empty"),
        ("'1..=99999'", "", "3:", "more than 10000 values to choose from"),
        ("[]", "", "3:", "the list is empty"),
        ("[1, 'a']", "", "3:", "of different kinds"),
        ("[1, 1]", "", "3:", "listed twice"),
        ("[1, 2]", "set.x = '3'", "9:", "`x` is chosen by the program"),
    ] {
        let (code, text) = examined(&guessing(hidden, rest));
        assert_eq!(code, Some(2), "{what}: {text}");
        assert!(text.contains(&format!("challenge.toml:{line}")) && text.contains(what), "{what}: {text}");
    }
    let (code, text) = examined(&guessing("'1..=9'", ""));
    assert!(code == Some(0) && text.contains("9 states"), "{text}");
}

/// The verdict on a program that answers each line `l`, the guess `g`, by an expression in C: whether it is right.
fn verdict_on(is_right: &str, profile: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path().join("challenge.toml"), guessing("'1..=5'", ""));
    let file = folder.path().join("program.c");
    let program = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/random.h>\n#include <string.h>\nint x = 3, no[6], noes; unsigned y;\n\
         int main(void) {{\n  char *l = 0;\n  size_t size = 0;\n  \
         for (ssize_t n; (n = getline(&l, &size, stdin)) > 0;) {{\n    if (l[n - 1] == '\\n') l[--n] = 0;\n    \
         int g = n == 1 && *l > '0' && *l < '6' ? *l - '0' : 0;\n    puts(({is_right}) ? \"yes\" : \"no\");\n  }}\n}}\n"
    );
    write_file(&file, program);
    let (folder, file) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
    let arguments = ["--isolation", "none", "--profile", profile, "--suite", "smoke", file];
    told(&[&["check", "--challenge", folder], &arguments[..]].concat())
}

#[test]
fn a_choice_is_whatever_the_answers_leave() {
    for profile in ["golf", "exact"] {
        for right in [
            "g == x",
            // By chance, and as late as possible.
            "g == 1 + (int)((y || getrandom(&y, sizeof y, 0) ? y : y) % 5)",
            "g && (no[g] || noes < 4 ? (noes += !no[g], no[g] = 1, 0) : 1)",
        ] {
            let (code, text) = verdict_on(right, profile);
            assert_eq!(code, Some(0), "{right}: {text}");
        }
        for wrong in ["0", "g == 3 || g == 4", "g == x && (x = x % 5 + 1)", "!strcmp(l, \"7\")"] {
            let (code, text) = verdict_on(wrong, profile);
            assert_eq!(code, Some(1), "{wrong}: {text}");
            assert!(profile == "exact" || text.contains("no choice of `x` fits these answers"), "{text}");
        }
    }
}

/// The verdict of `smoke` on a program for the challenge `guess`, by its text.
fn guessed(name: &str, program: &str, wall: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    write_file(&file, program);
    told(&["check", "--dialect", "guess", "--suite", "smoke", "--wall", wall, file.to_str().unwrap()])
}

#[test]
fn a_buffering_program_is_cornered_on_a_terminal() {
    let file = home().join("fixtures/guess/wrong/cheats-when-cornered.pl");
    let cheat = std::fs::read_to_string(file).unwrap().replace("$| = 1;", "");
    // What it says is not what most numbers would say, so no fixed lines corner it.
    let cheat = cheat.replace("my $is_higher = @$high > @$low;", "my $is_higher = @$high;");
    let (code, text) = guessed("cheat.pl", &cheat, "5m");
    assert_eq!(code, Some(1), "{text}");
    for part in ["no choice of `secret` fits these answers", "Seen on a terminal", "--feed terminal"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn an_adaptive_game_is_replayed_by_its_name() {
    let replay = |program: &str| told(&["replay", "--dialect", "guess", "adaptive-bisect-1", program]);
    let wrong = home().join("fixtures/guess/wrong/cheats-when-cornered.pl");
    let (code, text) = replay(wrong.to_str().unwrap());
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(text.matches("no choice of `secret` fits these answers").count(), 1, "{text}");
    let right = home().join("fixtures/guess/right/chance.pl");
    let (code, text) = replay(right.to_str().unwrap());
    assert!(code == Some(0) && text.contains("left> "), "{text}");
    // One that answers at random is caught by other lines in each run; fixed lines corner it by luck alone.
    let cheat = std::fs::read_to_string(&wrong).unwrap();
    let cheat = cheat.replace("@$high > @$low", "rand(@$high + @$low) < @$high");
    let (code, text) = guessed("cheat.pl", &cheat, "5m");
    assert_eq!(code, Some(1), "{text}");
    let is_adaptive = text.contains("in the run adaptive-");
    assert_eq!(is_adaptive, text.contains("judge replay --dialect guess adaptive-"), "{text}");
}

/// Nobody sees it wait, so it gets no line before its time is over; all lines at once it answers.
#[test]
fn a_program_that_is_never_seen_to_wait_is_given_fixed_lines() {
    needs::patience();
    let (code, text) = guessed("polls.pl", POLLS, "3s");
    assert_eq!(code, Some(0), "{text}");
}

const POLLS: &str = r#"use strict;
use Fcntl;
fcntl(STDIN, F_SETFL, O_NONBLOCK);
my ($unread, $is_over, $left, $secret) = ("", 0, 7, 1 + int rand 100);
print "I think of a number from 1 to 100.\n";
while (1) {
    print "$left left> ";
    until ($unread =~ /\n/ || $is_over) {
        my $count = sysread STDIN, $unread, 65536, length $unread;
        $is_over = defined $count && $count == 0;
    }
    last unless $unread =~ s/\A([^\n]*)\n//;
    my $line = $1;
    if ($line !~ /^[0-9]{1,3}$/ or $line < 1 or $line > 100) { print "A number from 1 to 100, please.\n" }
    elsif ($line == $secret) { print "Right!\n"; last }
    elsif (--$left == 0) { print "It was $secret.\n"; last }
    else { print $line < $secret ? "Higher.\n" : "Lower.\n" }
}
"#;

#[test]
fn the_referee_chooses_by_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path().join("challenge.toml"), guessing("'1..=5'", ""));
    let folder = folder.path().to_str().unwrap();
    let said = |seed: &str| {
        let arguments = ["--challenge", folder, "--seed", seed, "1", "2", "3", "4", "5"];
        let output = crate::program::referee().args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(said("0"), "yes\nno\nno\nno\nno\n");
    assert_eq!(said("7"), "no\nno\nyes\nno\nno\n");
    let output = crate::program::referee().args(["--seed", "1", "4"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_saved_run_holds_its_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let [challenge, saved] = ["counter", "run.json"].map(|name| folder.path().join(name));
    std::fs::create_dir(&challenge).unwrap();
    write_file(challenge.join("challenge.toml"), ECHO);
    let program = folder.path().join("wrong.sh");
    write_file(&program, "echo 0; while read line; do echo no; done\n");
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let check = [
        "check",
        "--challenge",
        &path(&challenge),
        "--suite",
        "smoke",
        "--save",
        &path(&saved),
        &path(&program),
    ];
    let (code, text) = told(&check);
    assert!(code == Some(1) && text.contains("it does not say `count` in `up`"), "{text}");
    assert!(text.contains("judge replay --challenge"), "{text}");
    std::fs::remove_dir_all(&challenge).unwrap();
    let (code, text) = told(&["explain", &path(&saved), "1"]);
    assert!(code == Some(0) && text.contains("wrong"), "{text}");
    let (code, text) = told(&["report", &path(&saved), "--format", "html"]);
    assert!(code == Some(0) && predicate::str::contains("counter").eval(&text), "{text}");
}

/// What docs/teaching.md shows is what happens.
#[test]
fn a_teacher_gets_what_the_page_shows() {
    let page = std::fs::read_to_string(home().join("docs/teaching.md")).unwrap();
    let table = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = judge().current_dir(folder.path()).args(arguments).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    assert!(page.contains(&run(&["new", "parking"])));
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(path, text);
    };
    write("parking/challenge.toml", table);
    assert!(page.contains(&run(&["challenge", "parking"])));
    write("handed-in/right.sh", METER);
    write("handed-in/wrong.sh", &METER.replace("-le 60", "-lt 60"));
    let report = run(&["check", "--challenge", "parking", "handed-in/"]);
    assert!(report.contains("accepted (every state, checked afterwards)"), "{report}");
    let failure = page.split("    0 minutes\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(report.contains(failure), "{report}");
    write("parking/challenge.toml", &table.replace("> 60", "> 70"));
    let told = run(&["challenge", "parking"]);
    assert!(page.contains(&told), "{told}");
}

const METER: &str = r#"minutes=0
while printf '%s minutes\n> ' $minutes; IFS= read -r line; do
    case $line in
    'coin 10'|'coin 20'|'coin 50'|'coin 0'[125]0)
        coin=${line#coin } sum=$((minutes + ${coin#0}))
        if [ $sum -le 60 ]; then minutes=$sum; else echo Coin returned.; fi ;;
    'coin '[0-9]|'coin '[0-9][0-9]|'coin '[0-9][0-9][0-9]) echo Coin returned. ;;
    go)
        if [ $minutes -gt 0 ]; then echo "Ticket: $minutes minutes."; exit; fi
        echo Please pay. ;;
    *) echo '?' ;;
    esac
done
"#;

/// `cargo test --test cli -- --ignored a_table_rules_as_the_rules_in_rust`
#[test]
#[ignore = "judges all submissions and all wrong programs twice: some minutes"]
fn a_table_rules_as_the_rules_in_rust() {
    let rulings = |which: [&str; 2], folder: &str| -> BTreeMap<String, String> {
        let fixed = ["check", "--suite", "smoke,complete", "--format", "json"];
        let output = judge().current_dir(home()).args(fixed).args(which).arg(folder).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let word = |candidate: &serde_json::Value, key: &str| candidate[key].as_str().unwrap().to_owned();
        let candidates = report["candidates"].as_array().unwrap().iter();
        candidates.map(|candidate| (word(candidate, "path"), word(candidate, "verdict"))).collect()
    };
    for (folder, least) in [("golf/tictactoe", 20), ("fixtures/tictactoe/wrong", 100)] {
        let native = rulings(["--dialect", "tictactoe"], folder);
        let table = rulings(["--challenge", "tests/challenges/tictactoe"], folder);
        assert!(native.len() > least, "{folder}");
        assert_eq!(native, table, "{folder}");
    }
}

/// A line that is left open may be answered as its pattern says, too.
#[test]
fn a_reading_may_be_the_line_itself() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_file(place.path().join(name), text);
    let table = r#"title = "Adder"
[state]
n = { init = 0, range = [0, 9] }
[input]
add = 'add (?<by>[0-9])'
[[unspecified]]
input = '(?<line>add 9)'
readings = ["{line}", "add 8"]
[[rule]]
on = "add"
set.n = "by"
say = ["sum"]
[[rule]]
on = "*"
say = ["no"]
[words]
sum = "{n}\n"
no = "no\n"
"#;
    write("challenge.toml", table);
    for (nine, code) in [("9", 0), ("8", 0), ("'no'", 0), ("7", 1)] {
        write(
            "add.sh",
            &format!(
                "while IFS= read -r l; do case $l in 'add '[0-8]) echo ${{l#add }} ;; 'add 9') echo {nine} ;; *) echo no ;; esac; done"
            ),
        );
        let folder = place.path().to_str().unwrap();
        let check =
            judge().current_dir(place.path()).args(["check", "--challenge", folder, "add.sh"]).assert();
        let check = check.code(code);
        if code == 1 {
            check.stdout(predicates::str::contains("add 9"));
        }
    }
}

/// A table whose program may remember more than its state: what `probed` is for.
#[test]
fn memory_is_probed_where_the_budget_allows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    write_file(folder.path().join("challenge.toml"), LAMP);
    let program = folder.path().join("lamp.sh");
    let lamp = "s=off n=0\nwhile IFS= read -r l; do case $l in\n on) s=on ;;\n off) s=off; n=0 ;;\n look) ;;\n *) echo '?'; continue ;;\n esac\n \
                [ $l = look ] && n=$((n + 1)); [ $n = 3 ] && s=on\n echo $s\ndone\n";
    write_file(&program, lamp);
    let (code, text) = told(&["check", "--challenge", path, program.to_str().unwrap()]);
    assert!(code == Some(1) && text.contains("wrong"), "{text}");
    write_file(&program, lamp.replace("[ $n = 3 ]", "[ $n = 300 ]").replace("n=$((n + 1))", "n=0"));
    let (code, text) = told(&["check", "--challenge", path, program.to_str().unwrap()]);
    assert!(code == Some(0) && text.contains("accepted (every state, checked afterwards)"), "{text}");
    let (_, text) = told(&["check", "--challenge", path, "--suite", "complete", program.to_str().unwrap()]);
    assert!(text.contains("accepted (every state; memory untested)"), "{text}");
}

const LAMP: &str = r#"title = "Lamp"
[state]
lit = { init = 0, range = [0, 1] }
[input]
on = 'on'
off = 'off'
look = 'look'
[[rule]]
on = "on"
set.lit = "1"
say = ["lit"]
[[rule]]
on = "off"
set.lit = "0"
say = ["dark"]
[[rule]]
on = "look"
when = "lit == 1"
say = ["lit"]
[[rule]]
on = "look"
say = ["dark"]
[[rule]]
on = "*"
say = ["what"]
[words]
lit = "on\n"
dark = "off\n"
what = "?\n"
"#;
