//! What is said of a fault: text as text, the error and not what stands below it, and what to do.

use predicates::prelude::*;
use predicates::str::contains;

use crate::needs;
use crate::program::{judge, write_file};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// A challenge of one whole case without input.
    fn with_case(answer: &str, more: &str) -> Place {
        let place = Place::new();
        place.write("c/challenge.toml", &format!("title = 'C'\n[cases]\n{more}"));
        place.write("c/cases/1.in", "");
        place.write("c/cases/1.ans", answer);
        place
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(path, text);
    }

    fn judge(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.0.path()).args(arguments).assert()
    }

    /// What is said of a shell program in the challenge.
    fn told(&self, program: &str) -> String {
        self.write("p.sh", program);
        let ruled = self.judge(&["check", "--challenge", "c", "p.sh"]).code(1);
        String::from_utf8_lossy(&ruled.get_output().stdout).into_owned()
    }
}

/// Each with what an answer is, what is printed, and what is said.
#[test]
fn in_whole_cases_text_is_shown_as_text() {
    for (answer, printed, said) in [
        ("café", "cafe", "`cafe` instead of `café`"),
        ("it's", "its", "`its` instead of `it's`"),
        ("Привет", "日本", "`日本` instead of `Привет`"),
        ("नमस्ते", "x", "`x` instead of `नमस्ते`"),
        ("a", "a\u{200b}", "`a\\u{200b}` instead of `a`"),
        ("Total:", "T\u{43e}tal:", "instead of `Total:` (U+043E instead of U+006F)"),
        ("-5", "\u{2212}5", "(U+2212 instead of U+002D)"),
        ("101", "Number? 101", "`Number?` instead of `101`; that stands only behind `Number?`"),
        ("1 2 3", "1 2 4", "line 1, value 3: `4` instead of `3`"),
    ] {
        let told = Place::with_case(answer, "").told(&format!("echo \"{printed}\"\n"));
        assert!(told.contains(said), "{said}: {told}");
    }
}

#[test]
fn look_alikes_are_named_in_recordings() {
    let place = Place::new();
    place.write("old.sh", "echo Total - 5\n");
    place.write("in.txt", "");
    place.judge(&["new", "c", "--inputs", "in.txt", "--", "sh", "old.sh"]).success();
    assert!(place.told("echo 'T\u{43e}tal - 5'\n").contains("(U+043E instead of U+006F)"));
    assert!(place.told("echo 'Total \u{2013} 5'\n").contains("(U+2013 instead of U+002D)"));
    assert!(!place.told("echo 'Summe - 5'\n").contains("U+"));
}

#[test]
fn a_crash_is_told_by_its_error() {
    let place = Place::with_case("1\n", "");
    for (stderr, said) in [
        ("java.lang.Error: bad\n\tat a.main(a.java:1)\n", "java.lang.Error: bad"),
        ("Error: bad\n    at x\n\nNode.js v20.1.0\n", "Error: bad"),
        (
            "Error: Main method not found, define it as:\n   public\nor a JavaFX application class must extend it\n",
            "Error: Main method not found, define it as:",
        ),
        ("first\nlast words\n", "last words"),
        ("  all indented\n", "  all indented"),
        ("  + Exception Group\n  | ExceptionGroup: two\n    +------\n", "  | ExceptionGroup: two"),
    ] {
        let told = place.told(&format!("printf '%s' '{stderr}' >&2; exit 1\n"));
        let row = told.lines().find(|line| line.contains("p.sh")).unwrap();
        assert!(row.contains("crashed: ") && row.ends_with(&format!(": {said}")), "{told}");
    }
}

#[test]
fn a_known_error_is_the_reason_in_a_whole_case() {
    needs::program("node");
    let place = Place::with_case("1\n", "");
    place.write("p.js", "const a = null;\nconsole.log(a.b);\n");
    let said = contains("crashed: TypeError: Cannot read properties of null (reading 'b') at line 2\n");
    place.judge(&["check", "--challenge", "c", "p.js"]).code(1).stdout(said.and(contains("Node.js v").not()));
}

#[test]
fn a_silent_validator_leaves_output_and_answer_to_see() {
    let place = Place::with_case("5\n", "validator = 'v.sh'\n");
    place.write("c/v.sh", "exit 43\n");
    let told = place.told("echo 6\n");
    let said = "wrong: the validator refuses it and does not say why: got `6⏎`, where the answer is `5⏎`\n";
    assert!(told.contains(said), "{told}");
    assert!(place.told("printf ''\n").contains("got nothing, where"), "{told}");
}

/// Each with a mistake in `[cases]`, and what to write.
#[test]
fn a_wrong_value_is_told_with_what_to_write() {
    for (mistake, remedy) in [
        ("memory = '256M'", "`memory = 256`; the unit is MiB"),
        ("memory = '1 GB'", "`memory = 1024`; the unit is MiB"),
        ("time = '2s'", "`time = 2`; the unit is the second"),
        ("time = '1.5m'", "`time = 90`; the unit is the second"),
        ("memory = -1", "`-1` is a number: expected one from 0"),
        ("arguments = 'float_tolerance 1e-3'", "`arguments = { \"\" = [\"float_tolerance\", \"1e-3\"] }`"),
        ("arguments = ['float_tolerance 1e-3']", "`arguments = { \"\" = [...] }`"),
        ("arguments = { '' = ['float_tolerance 1e-3'] }", "by itself: `[\"float_tolerance\", \"1e-3\"]`"),
        ("interactive = 'yes'", "`interactive = true` or"),
        ("validator = '../check.py'", "copy it into the folder: `validator = \"check.py\"`"),
    ] {
        let place = Place::with_case("1\n", mistake);
        let told = place.judge(&["challenge", "c"]).code(2).stderr(contains(remedy));
        told.stderr(contains("u64").or(contains("a map")).or(contains("a sequence")).not());
    }
    let place = Place::new();
    place.write("c/challenge.toml", "title = 'A'\nsamples = 'a'\nreference = ['x']\n");
    place.judge(&["challenge", "c"]).code(2).stderr(contains("write a list: `[\"a\"]`"));
    let utf16: Vec<_> = "\u{feff}title = 'A'\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(place.0.path().join("c/challenge.toml"), utf16).unwrap();
    place.judge(&["challenge", "c"]).code(2).stderr(contains("it is UTF-16 text; save it as UTF-8"));
}

#[test]
fn a_missing_file_has_a_tip() {
    let place = Place::new();
    place.write("right.sh", "echo\n");
    place.write("games/a.moves", "0\n");
    let near = |name: &str| contains(format!("tip: a similar name exists: '{name}'"));
    for (arguments, name) in [
        (&["check", "rihgt.sh"][..], "right.sh"),
        (&["check", "--challenge", "game"], "games"),
        (&["accept", "gamse"], "games"),
        (&["replay", "0", "right.s"], "right.sh"),
        (&["diff", "right.sh", "rigth.sh"], "right.sh"),
        (&["report", "righ.sh"], "right.sh"),
    ] {
        place.judge(arguments).code(2).stderr(near(name).and(contains("os error").not()));
    }
    let arguments = ["check", "--suite", "smoke", "--out", "pages/a.html", "right.sh"];
    place.judge(&arguments).code(2).stderr(contains("tip: there is no folder 'pages'"));
    place.judge(&["check", "nothing.py"]).code(2).stderr(contains("tip").or(contains("os error")).not());
}

#[test]
fn what_is_no_kattis_package_is_told_what_to_do() {
    let place = Place::new();
    for (file, said) in [
        ("a/problem.xml", "not a Kattis package (no problem.yaml in it)"),
        ("b/task.yaml", "it has nothing else that is known, either"),
        ("d/domjudge-problem.ini", "data: there are no cases in sample and secret"),
        ("e/p/problem.yaml", "it has packages in it, name one: p"),
        ("f/p.zip", "unpack p.zip first"),
        ("g/1.in", "files without an input or an answer of the same name are left out: 1.in"),
    ] {
        place.write(file, "name: P\n");
        place.judge(&["import", &file[..1], "made"]).code(2).stderr(contains(said));
    }
    place.write("f/p.zip", "PK\x03\x04");
    place.judge(&["import", "f/p.zip"]).code(2).stderr(contains("p.zip: it is no zip archive"));
    place.judge(&["check", "--challenge", "e/p"]).code(2).stderr(contains("e/p: data: there are no cases"));
    place.write("e/p/data/secret/1.in", "");
    place.write("e/p/data/secret/1.ans", "1\n");
    let made = place.judge(&["import", "e/p", "made"]).success();
    made.stdout(contains("the time limit is 10 s").and(contains("`judge check --challenge made PROGRAM`")));
    assert!(place.0.path().join("made/challenge.toml").is_file());
}

#[test]
fn a_saved_run_keeps_some_kilobytes_of_each_output() {
    let place = Place::with_case("1\n", "");
    for (program, code) in [
        ("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done\n", 1),
        (
            "i=0\nwhile [ $i -lt 2000 ]; do echo 'some words to fill the memory' >&2; i=$((i+1)); done\necho 1\n",
            0,
        ),
    ] {
        place.write("p.sh", program);
        place.judge(&["check", "--challenge", "c", "--save", "r.json", "p.sh"]).code(code);
        let saved = std::fs::read_to_string(place.0.path().join("r.json")).unwrap();
        assert!(saved.len() < 40_000 && saved.contains("bytes in all)"), "{}", saved.len());
        place.judge(&["explain", "r.json"]).success();
    }
}

#[test]
fn of_too_many_errors_of_a_compiler_the_first_is_told() {
    needs::program("g++");
    let place = Place::with_case("1\n", "");
    let nested = "A(".repeat(4) + "v.nope();" + &")".repeat(4);
    let macros = "#define A(x) x x x x x x x x x x\n";
    place.write(
        "m.cpp",
        &format!("#include <vector>\n{macros}int main(){{std::vector<int> v;\n{nested}\n}}\n"),
    );
    let ruled = place.judge(&["check", "--challenge", "c", "m.cpp"]).code(1);
    ruled.stdout(contains("compile-error: m.cpp:4:").and(contains("nope")));
}

#[test]
fn an_interrupted_run_has_no_empty_table() {
    needs::program("timeout");
    let place = Place::with_case("1\n", "");
    place.write("p.sh", "while :; do :; done\n");
    let output = std::process::Command::new("timeout")
        .args(["-s", "INT", "2", env!("CARGO_BIN_EXE_judge"), "check", "--challenge", "c", "p.sh"])
        .current_dir(place.0.path())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "interrupted: 1 not judged\n");
}

const LIFT: &str = r#"title = "Lift"
open = ["ready"]
[state]
floor = { init = 20, range = [0, 40] }
up = { init = true }
moving = { init = false }
[input]
up = 'up'
down = 'down'
go = 'go'
stop = 'stop'
[[rule]]
on = "up"
when = "!moving"
set = { up = "true", moving = "true" }
say = ["ok"]
[[rule]]
on = "down"
when = "!moving"
set = { up = "false", moving = "true" }
say = ["ok"]
[[rule]]
on = "stop"
when = "moving"
set.moving = "false"
say = ["stopped"]
[[rule]]
on = "go"
when = "up && floor < 40"
set.floor = "floor + 1"
say = ["at"]
[[rule]]
on = "go"
when = "!up && floor > 0"
set.floor = "floor - 1"
say = ["at"]
[[rule]]
on = "go"
say = ["end"]
[[rule]]
on = "*"
say = ["what"]
[words]
ready = "ready\n"
ok = "ok\n"
stopped = "stopped\n"
at = "at {floor}\n"
end = "end\n"
what = "what?\n"
"#;

/// A program for it, with more at each line and at each answer to `stop` and to `down`.
fn lift(line: &str, stop: &str, down: &str) -> String {
    format!(
        "floor=20 up=1 moving=0 lost=0 n=0\necho ready\nwhile IFS= read -r l; do\nn=$((n+1)); {line}\ncase $l$moving in\n\
         up0) up=1 moving=1; echo ok ;;\ndown0) up=0 moving=1; {down}; echo ok ;;\n\
         stop1) moving=0; {stop}; echo stopped ;;\ngo?) if [ $up = 1 ] && [ $floor -lt 40 ]; then floor=$((floor+1)); \
         echo at $floor; elif [ $up = 0 ] && [ $floor -gt 0 ]; then floor=$((floor-1)); echo at $floor; \
         else echo end; fi ;;\n*) echo 'what?' ;;\nesac\ndone\n"
    )
}

#[test]
fn a_fault_in_a_long_run_is_reduced_to_what_it_needs() {
    let place = Place::new();
    place.write("c/challenge.toml", LIFT);
    place.write("right.sh", &lift(":", ":", ":"));
    place.judge(&["check", "--challenge", "c", "right.sh"]).success();
    let told = place.told(&lift(":", "up=1", ":"));
    assert!(told.contains("judge replay --challenge c 'down,stop,go'"), "{told}");
    assert!(told.contains("fault     it sets `up` back to true"), "{told}");
    // It needs a stop before: no fault of the table is like that, though all runs of the suite have one.
    let told = place.told(&lift(":", "lost=1", "[ $lost = 1 ] && [ $floor -lt 18 ] && up=1; lost=0"));
    assert!(told.contains("'down,go,go,go,stop,down,go'"), "{told}");
    assert!(!told.contains("fault "), "{told}");
}

#[test]
fn of_a_long_game_some_lines_are_shown_and_no_command() {
    let place = Place::new();
    place.write("c/challenge.toml", LIFT);
    let told = place.told(&lift("if [ $n -gt 150 ]; then echo oh; continue; fi", ":", ":"));
    assert!(told.lines().count() < 60 && told.contains("    … 2"), "{told}");
    assert!(told.contains("inputs    151; `--format json --out FILE` keeps them"), "{told}");
    assert!(!told.contains("judge replay") && !told.contains("printf"), "{told}");
    let check = ["check", "--challenge", "c", "--format", "markdown", "p.sh"];
    let markdown = place.judge(&check).code(1);
    assert!(String::from_utf8_lossy(&markdown.get_output().stdout).lines().count() < 80);
}

#[test]
fn what_fails_before_any_input_is_shown_without_inputs() {
    let place = Place::new();
    place.write("p.sh", "echo wrong; while :; do printf 'X> '; read x; done\n");
    let told = place.judge(&["check", "p.sh"]).code(1);
    let at_once = contains("when      before any input").and(contains("p.sh < /dev/null | head\n"));
    told.stdout(at_once.and(contains("judge replay '[]'")));
}

#[test]
fn a_hang_is_reduced_to_the_line_that_it_hangs_on() {
    needs::patience();
    let place = Place::new();
    place.write("c/challenge.toml", LIFT);
    let told = place.told(&lift("if [ \"$l\" = upx ]; then while :; do :; done; fi", ":", ":"));
    assert!(
        told.contains("cpu-time: ") && told.contains("--challenge c upx p.sh")
            || told.contains("'[\"upx\"]'"),
        "{told}"
    );
}

#[test]
fn long_lines_of_others_are_cut() {
    let place = Place::with_case("5\n", "validator = 'v.sh'\n");
    place.write("c/v.sh", "printf '%05000d\\n' 1 >&2; exit 43\n");
    let told = place.told("echo 6\n");
    assert!(told.contains("000 …") && told.lines().all(|line| line.len() < 500), "{told}");
}

#[test]
fn the_page_says_what_the_terminal_says() {
    let place = Place::with_case("5\n", "");
    place.write("right.sh", "echo 5\n");
    place.write("wrong.sh", "echo 6\n");
    let check = ["check", "--challenge", "c", "--format", "html", "right.sh", "wrong.sh"];
    let page = place.judge(&check).code(1);
    let said = contains("<span class=\"why\">(the given cases)</span>");
    page.stdout(said.and(contains("<dt>wrong: line 1: <code>6</code> instead of <code>5</code></dt>")));
}
