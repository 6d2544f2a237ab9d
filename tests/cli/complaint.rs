//! What is told of programs that do not come to play, or crash.

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::candidates::{LINE, REFUSE, program, right};
use crate::program::{check, check_perl, check_python, folder, judge};

fn notes(ruling: &Value) -> Vec<&str> {
    ruling["failure"]["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect()
}

#[test]
fn a_source_that_its_interpreter_refuses_is_a_compile_error_with_its_line() {
    let broken = right() + "\nif (";
    let line = broken.lines().count().to_string();
    for (ruling, line) in [
        (check_perl(&broken, &[]), line.as_str()),
        (check_python("import sys\nprint('a'\n", &[]), "line 2: SyntaxError"),
        (check_python("exec('1+')", &[]), ""),
    ] {
        let is_refused = ruling["verdict"] == "compile-error";
        assert_eq!(is_refused, !line.is_empty(), "what fails as it runs is another matter: {ruling:#}");
        let told = ruling["failure"]["actual"].as_str().unwrap().lines().next().unwrap();
        assert!(told.contains(line), "{ruling:#}");
    }
}

#[test]
fn a_crash_is_told_first_and_the_end_of_a_shortened_game_not_at_all() {
    let crashes = check_perl(&program("", LINE, "die 'not a number'", ""), &[]);
    assert_eq!(crashes["verdict"], "early");
    assert!(notes(&crashes)[0].starts_with("on standard error: `not a number"), "{crashes:#}");
    let read = "do{my$l=<STDIN>//die('EOF when reading a line');chomp$l;$l}";
    let never_won = program("", read, REFUSE, "").replace("' won.');last", "' won!')");
    let ruling = check_perl(&never_won, &[]);
    assert_eq!(ruling["verdict"], "wrong", "{ruling:#}");
    assert!(
        notes(&ruling).iter().all(|note| !note.contains("EOF") && !note.contains("status")),
        "{ruling:#}"
    );
}

#[test]
fn what_was_compiled_is_replayed_by_its_source() {
    if which::which("gcc").is_err() {
        eprintln!("skipped: gcc is not installed");
        return;
    }
    let source = "#include <stdio.h>\nint main(){puts(\"hello\");}\n";
    let (_kept, folder) =
        folder(&[("hello.c", source), ("broken.c", "int main(){\n  return;;\n"), ("right.pl", &right())]);
    let (run, _) = check(&[folder.join("hello.c").to_str().unwrap()]);
    let failure = &run["candidates"][0]["failure"];
    let replay = failure["replay"].as_str().unwrap();
    assert!(replay.ends_with("hello.c") && !replay.contains(" -- "), "{replay}");
    assert_eq!(failure["command"], json!(null), "only the judge knows how it is compiled");
    let replayed = |name: &str| {
        let mut judge = judge();
        judge.current_dir(&folder).args(["replay", "--input", "lines", "2,0,4,1,6", name]);
        judge.assert()
    };
    replayed("hello.c").code(1).stdout(predicate::str::contains("\nwrong: "));
    replayed("broken.c").code(1).stdout(predicate::str::starts_with("compile-error: "));
    replayed("right.pl").code(0).stdout(predicate::str::ends_with("accepted\n"));
    judge().args(["replay", "2,0,4,1,6"]).assert().code(2);
    judge().args(["replay", "2,0,4,1,6", "x.c", "--", "./x"]).assert().code(2);
}

#[test]
fn python_loads_nothing_that_was_installed_and_exits_as_ever() {
    let looks = "import os,site,sys\n\
                 assert not any(os.path.isdir(p) and os.listdir(p) for p in site.getsitepackages())\n\
                 assert sys.argv[0]==__file__ and not any('site-packages' in p for p in sys.path if os.path.isdir(p))\n";
    let golf = std::fs::read_to_string(crate::program::home().join("golf/tictactoe/ttt.py")).unwrap();
    for end in ["exit()", "quit()", "sys.exit()"] {
        let source = format!("{looks}{golf}\n{end}\nprint('never')\n");
        let ruling = check_python(&source, &["--suite", "examples"]);
        if ruling["verdict"] == "skipped" {
            eprintln!("skipped: {}", ruling["reason"]);
            return;
        }
        assert_eq!(ruling["verdict"], "accepted", "{end}: {ruling:#}");
    }
}
