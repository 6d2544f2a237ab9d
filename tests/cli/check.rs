//! `judge check`: rulings on programs made for the purpose.

use std::os::unix::fs::symlink;

use predicates::prelude::*;
use rustix::fs::{CWD, Mode, mkfifoat};
use serde_json::{Value, json};

use crate::candidates::{LINE, REFUSE, SHELL, perl, program, shell};
use crate::needs;
use crate::program::{MISSING_LANGUAGE, check, check_perl, check_shell, folder, judge, write_file};

#[test]
fn a_right_program_is_accepted_under_both_profiles() {
    let ruling = check_shell(SHELL, &[]);
    assert_eq!((&ruling["verdict"], &ruling["input"]), (&json!("accepted"), &json!("lines")), "{ruling}");
    assert_eq!(check_shell(SHELL, &["--profile", "exact"])["verdict"], "accepted");
}

#[test]
fn freedoms_are_granted_but_not_under_exact() {
    let deviations = [
        ("a board after a refusal", program("", LINE, "echo invalid.; show", "")),
        ("new-lines around everything", program("", LINE, r"printf '\ninvalid.\n\n\n'", r"printf '\n\n'")),
        ("a new-line after each prompt", program("", &format!("{LINE}; echo"), REFUSE, "")),
        ("carriage returns", program("", LINE, r"printf 'invalid.\r\n'", r"printf '\r\n'")),
        ("an exit status", program("", LINE, REFUSE, "exit 3")),
        ("words on standard error", program("echo hello >&2", LINE, REFUSE, "")),
    ];
    for (deviation, source) in &deviations {
        assert_eq!(check_shell(source, &[])["verdict"], "accepted", "{deviation}");
    }
    // What the others print is told from the reference's bytes by the library (`tests/spec/profile.rs`).
    for (deviation, source) in &deviations[4..] {
        assert_ne!(check_shell(source, &["--profile", "exact"])["verdict"], "accepted", "{deviation}");
    }
}

#[test]
fn empty_lines_may_be_ignored() {
    let read = "s=; while [ -z \"$s\" ]; do read -r s || exit 1; done";
    let ignoring = program("", read, REFUSE, "");
    assert_eq!(check_shell(&ignoring, &[])["verdict"], "accepted");
    assert_eq!(check_shell(&ignoring, &["--profile", "exact"])["verdict"], "wrong");
}

/// Takes the next of its arguments.
const NEXT: &str = "[ $# -gt 0 ] || exit 1; s=$1; shift";

/// Makes the parts of these words the arguments of a program for the shell.
fn split(by: &str, words: &str) -> String {
    // An empty part has an end, too.
    format!("l=\"{words}{by}\"; IFS='{by}'; set -f; set -- $l; IFS=")
}

/// The same of its first line.
fn split_line(by: &str) -> String {
    format!("IFS= read -r l; {}", split(by, "$l"))
}

#[test]
fn the_way_in_is_found_out() {
    let trimmed = format!("{NEXT}; s=${{s# }}; s=${{s% }}");
    // All parts but the first begin with a blank.
    let spaced =
        format!("{NEXT}; [ -z \"$more\" ] || case $s in ' '*) s=${{s# }} ;; *) exit 1 ;; esac; more=1");
    let ways = [
        ("words", split_line(" "), NEXT),
        ("commas-and-spaces", split_line(","), &trimmed),
        ("commas-and-spaces", split_line(","), &spaced),
        ("commas", split_line(",") + "; case $l in *' '*) exit 1 ;; esac", NEXT),
        ("args", String::new(), NEXT),
        ("arg-and-spaces", format!("[ $# = 1 ] || exit 1; {}", split(",", "$1")), &spaced),
        ("arg", format!("[ $# = 1 ] || exit 1; {}", split(",", "$1")), NEXT),
    ];
    for (way, prologue, read) in &ways {
        let ruling = check_shell(&program(prologue, read, REFUSE, ""), &[]);
        assert_eq!((&ruling["verdict"], &ruling["input"]), (&json!("accepted"), &json!(way)), "{prologue}");
    }
    let ruling = check_shell(&program("", NEXT, REFUSE, ""), &["--input", "lines"]);
    assert_eq!(ruling["input"], "lines");
    assert_eq!(ruling["verdict"], "early");
}

#[test]
fn faults_are_told_by_their_words() {
    let faults = [
        ("wrong", program("", LINE, "echo Invalid.", ""), "`invalid.`"),
        ("wrong", shell().replace("$p> ", "$p>"), "`X> `"),
        ("early", program("", LINE, "exit", ""), "`invalid.`"),
        ("extra", program("", LINE, REFUSE, "echo bye"), "nothing more"),
        ("extra", program("", LINE, REFUSE, r"printf '\0'"), "nothing more"),
        ("crashed", program("", LINE, REFUSE, "kill -ABRT $$"), "a normal end"),
    ];
    for (word, source, expected) in faults {
        let ruling = check_shell(&source, &[]);
        assert_eq!(ruling["verdict"], word, "{ruling}");
        assert_eq!(ruling["failure"]["expected"], expected, "{ruling}");
    }
}

#[test]
fn hostile_programs_harm_nothing() {
    needs::patience();
    let grandchild = "if(!fork){sleep 60;kill'KILL',$$}";
    let litter = "open(my$f,'>','left')||die;mkdir'a'or die;chmod 0,'a'";
    let naughty = [
        ("accepted", perl::program("", perl::LINE, perl::REFUSE, grandchild)),
        ("accepted", perl::program("", perl::LINE, perl::REFUSE, litter)),
        ("crashed", perl::program("", perl::LINE, perl::REFUSE, "kill'KILL',$$")),
        ("output", "print'x'x65536 while 1".to_owned()),
        ("output", "print STDERR 'x'x65536 while 1".to_owned()),
        ("output", perl::program("", perl::LINE, perl::REFUSE, "print' 'x1e7")),
        ("wall-time", "1 while 1".to_owned()),
        ("wall-time", perl::program("", perl::LINE, perl::REFUSE, "sleep 60")),
        ("wall-time", "kill'STOP',$$".to_owned()),
        ("early", "close STDIN".to_owned()),
        ("wrong", "print pack'C*',0..255".to_owned()),
        ("wrong", "print'x'x130000".to_owned()),
    ];
    for (word, source) in naughty {
        let ruling = check_perl(&source, &["--wall", "1.5", "--input", "lines", "--jobs", "1"]);
        assert_eq!(ruling["verdict"], word, "{source}\n{ruling}");
    }
}

#[test]
fn programs_that_vary_are_flaky() {
    // It counts its runs in a file, which only works without a sandbox, and every third goes wrong.
    let (_kept, folder) = folder(&[]);
    let count = format!("cd '{}' && echo x >>runs && n=$(($(wc -l <runs) % 3))", folder.display());
    let refuse = "case $n in 0) echo Invalid. ;; *) echo invalid. ;; esac";
    let ruling = check_shell(&program(&count, LINE, refuse, ""), &["--jobs", "1", "--isolation", "none"]);
    assert_eq!(ruling["verdict"], "wrong");
    let notes = ruling["failure"]["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().starts_with("flaky:")), "{ruling:#}");
}

#[test]
fn a_game_is_replayed_beside_the_right_one() {
    let (_kept, folder) = folder(&[("right.sh", SHELL), ("wrong.sh", &SHELL.replace("won.", "won!"))]);
    let replay = |moves: &str, program: &str| {
        let output =
            judge().args(["replay", moves, "--", "sh", program]).current_dir(&folder).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
    };
    let (told, code) = replay("0,3,1,4,2", "wrong.sh");
    insta::assert_snapshot!("replay", told);
    assert_eq!(code, 1);
    let (told, code) = replay(r#"["0","","a",",","3","1","4","2"]"#, "right.sh");
    assert!(told.ends_with("\naccepted\n"), "{told}");
    assert_eq!(code, 0);
    write_file(folder.join("game.moves"), "0\n3\n1\n4\n2\n");
    assert_eq!(replay("game.moves", "right.sh").1, 0);
    for no_inputs in ["[0", "no.moves", "games/no", "/"] {
        assert_eq!(replay(no_inputs, "right.sh").1, 2, "{no_inputs}");
    }
}

#[test]
fn of_what_comes_after_a_replayed_game_some_lines_are_shown() {
    let talks = "printf '...\\n...\\n...\\nX> '; i=0; while [ $i -lt 1000 ]; do echo x; i=$((i + 1)); done";
    judge().args(["replay", "[]", "--", "sh", "-c", talks]).assert().code(0).stdout(predicate::function(
        |told: &str| told.lines().count() < 40 && told.contains("… 980 more lines\n"),
    ));
}

#[test]
fn candidates_get_a_fixed_environment_and_an_empty_folder() {
    let assertion = "set -e; for v in $(tr '\\0' '\\n' </proc/$$/environ | cut -d = -f 1); do\n\
                     case $v in PATH|LANG|LC_ALL|TERM|HOME|TMPDIR) ;; *) exit 1 ;; esac; done\n\
                     [ -z \"$(ls -A)\" ]; [ \"$(pwd -P)\" = \"$HOME\" ]; set -- $(ls /proc/self/fd); [ \"$*\" = '0 1 2 3' ]; set +e";
    let ruling = check_shell(&program(assertion, LINE, REFUSE, ""), &[]);
    assert_eq!(ruling["verdict"], "accepted", "{ruling}");
}

#[test]
fn what_cannot_be_run_says_why() {
    let (_kept, folder) = folder(&[("broken.c", "int main(){"), ("plain", "no program"), ("ttt.zzz", "?")]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (run, code) = check(&[&path("broken.c"), &path("plain")]);
    assert_eq!(code, 1);
    assert_eq!(run["candidates"][0]["verdict"], "compile-error");
    assert!(run["candidates"][0]["failure"]["actual"].as_str().unwrap().contains("broken.c:1"), "{run}");
    assert_eq!(run["candidates"][1]["verdict"], "cannot-run");
    assert!(run["candidates"][1]["failure"]["actual"].as_str().unwrap().contains("not executable"), "{run}");
    judge().args(["check", "--", "./no-such-program"]).assert().code(1);
}

#[test]
fn who_waits_has_thrice_the_time_of_who_works() {
    needs::patience();
    let waits = perl::program("", perl::LINE, perl::REFUSE, "select undef,undef,undef,.7");
    let (_kept, folder) = folder(&[("waits.pl", waits.as_str()), ("works.pl", "1 while 1")]);
    let replayed = |name: &str, limit: [&str; 2]| {
        let mut judge = judge();
        judge.args(["replay", "2,0,4,1,6"]).args(limit).args(["--", "perl"]).arg(folder.join(name));
        judge.assert()
    };
    replayed("waits.pl", ["--cpu", "0.5"]).code(0);
    replayed("waits.pl", ["--wall", "0.5"]).code(1).stdout(predicate::str::contains("wall-time"));
    replayed("works.pl", ["--cpu", "0.5"]).code(1).stdout(predicate::str::contains("-time"));
    replayed("works.pl", ["--wall", "0.5"]).code(1).stdout(predicate::str::contains("wall-time"));
}

#[test]
fn who_uses_up_a_limit_after_the_end_is_not_blamed_for_more() {
    let never = "never ends after the result".into();
    let floods = "writes line feeds without end after the result".into();
    for (end, limit, verdict, fault) in [
        ("while :; do :; done", ["--cpu=0.2", "--wall=60"], "cpu-time", never),
        ("while :; do echo; done", ["--output", "5000"], "output", floods),
        ("l=x; while :; do l=$l$l; done", ["--memory", "50M"], "memory", serde_json::Value::Null),
    ] {
        let ruling =
            check_shell(&program("", LINE, REFUSE, end), &[&limit[..], &["--input", "lines"]].concat());
        assert_eq!(ruling["verdict"], verdict, "{ruling:#}");
        assert_eq!(ruling["failure"]["diagnosis"]["fault"], fault, "{ruling:#}");
    }
}

#[test]
fn output_after_the_end_of_input_changes_no_verdict() {
    let (much, endless) = ("printf %50000s", "while :; do printf %65536s; done");
    let wrong = "echo what?";
    for (verdict, refuse, at_end) in [
        ("accepted", REFUSE, much),
        ("accepted", REFUSE, endless),
        ("wrong", wrong, much),
        ("output", wrong, endless),
    ] {
        let read = format!("IFS= read -r s || {{ {at_end}; exit; }}");
        let (_kept, folder) = folder(&[("program.sh", &program("", &read, refuse, ""))]);
        let replay = ["replay", "--input", "lines", "0,a", "program.sh"];
        let told = judge().args(replay).current_dir(&folder).assert();
        let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
        assert!(told.lines().last().unwrap().starts_with(verdict), "{verdict}, {at_end}: {told}");
    }
}

#[test]
fn of_a_folder_only_files_are_judged_and_each_once() {
    let (_kept, folder) = folder(&[("right.sh", SHELL)]);
    let link = |to: &str, name: &str| symlink(to, folder.join(name)).unwrap();
    link(".", "around");
    link("nowhere", "dangling.sh");
    link("/dev/zero", "endless.sh");
    // What is there and cannot be read, even by root.
    link("/proc/self/mem", "unreadable.sh");
    let pipe = folder.join("pipe.sh");
    mkfifoat(CWD, &pipe, Mode::RUSR).unwrap();

    let (run, code) = check(&[folder.to_str().unwrap()]);
    let told = run["candidates"].as_array().unwrap().iter();
    let verdicts: Vec<_> = told.map(|told| (told["path"].as_str().unwrap(), &told["verdict"])).collect();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert_eq!(code, 1);
    assert_eq!(
        verdicts,
        [
            (&*path("endless.sh"), &"cannot-run".into()),
            (&*path("right.sh"), &"accepted".into()),
            (&*path("unreadable.sh"), &"cannot-run".into())
        ]
    );
    let why = run["candidates"][0]["failure"]["actual"].as_str().unwrap();
    assert_eq!(why, "it cannot be read: it is a link to somewhere outside its folder");

    let alone = judge().arg("check").arg(&pipe).assert().code(2);
    alone.stderr(predicate::str::contains("pipe.sh: it is a named pipe, not a file"));
}

#[test]
fn a_missing_interpreter_skips_the_submission() {
    let (_kept, folder) = folder(&[("languages.toml", MISSING_LANGUAGE), ("a.zzz", "?"), ("b.sh", SHELL)]);
    let languages = folder.join("languages.toml");
    let arguments = ["--languages", languages.to_str().unwrap(), folder.to_str().unwrap()];
    let (run, code) = check(&arguments);
    assert_eq!(code, 0, "a skipped submission is no failure");
    assert_eq!(run["candidates"][0]["verdict"], "skipped");
    assert_eq!(run["candidates"][0]["reason"], "Zzz is not installed (apt-get install zzz)");
    let only = folder.join("a.zzz");
    let alone = judge().args(["check", "--languages", languages.to_str().unwrap()]).arg(only).assert();
    alone.code(2).stderr(predicate::str::contains("nothing could be judged"));
}

#[test]
fn the_judge_says_what_it_cannot_do() {
    judge()
        .args(["check", "no/such/path"])
        .assert()
        .code(2)
        .stderr("judge: no/such/path: No such file or directory\n\n  tip: there is no folder 'no'\n");
    let (_kept, empty) = folder(&[]);
    judge()
        .arg("check")
        .arg(&empty)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no submission in this folder"));
    judge()
        .args(["check", "--fixtures"])
        .arg(&empty)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no move lists"));
    judge().args(["check", "--wall", "0"]).assert().code(2);
    judge()
        .arg("check")
        .arg("--languages")
        .arg("Cargo.toml")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("Cargo.toml: TOML parse error"));
}

/// The files that the documentation refers to; `INSTA_UPDATE=always` writes them.
#[test]
fn the_files_of_schemas_are_made_from_the_types() {
    let folder = crate::program::home().join("crates/judging/src/report");
    let files = [
        ("run.schema.json", referee::report::schema()),
        ("log.schema.json", referee::report::log_schema()),
        ("events.schema.json", referee::report::events_schema()),
        ("compare.schema.json", referee::report::compare_schema()),
    ];
    for (name, schema) in files {
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            write_file(folder.join(name), &schema);
        }
        let there = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(there == schema, "{name} is not what is made from the types: INSTA_UPDATE=always writes it");
    }
}

#[test]
fn json_is_of_its_schema() {
    let schema = serde_json::from_str(&referee::report::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let (_kept, folder) = folder(&[("right.sh", SHELL), ("broken.c", "int main(){"), ("wrong.sh", "echo 1")]);
    for arguments in [&[folder.to_str().unwrap()][..], &["--", "true"]] {
        let (run, _) = check(arguments);
        let errors: Vec<_> = validator.iter_errors(&run).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{run:#}");
    }
}

#[test]
fn results_come_in_a_stable_order_however_many_work() {
    let (_kept, folder) = folder(&[("a.sh", SHELL), ("b.sh", "echo 1"), ("c.sh", "exit 1")]);
    let told = |jobs: &str| {
        let (mut run, _) = check(&["--jobs", jobs, folder.to_str().unwrap()]);
        for candidate in run["candidates"].as_array_mut().unwrap() {
            // Which cases were in progress when a failure was found is random.
            for chance in ["seconds", "runs", "most"] {
                candidate[chance] = json!(null);
            }
        }
        run
    };
    assert_eq!(told("1"), told("5"));
}

#[test]
fn a_refusal_is_shown_as_the_game_it_is() {
    let (_kept, folder) = folder(&[("capital.sh", &program("", LINE, "echo Invalid.", ""))]);
    let output = judge()
        .args(["check", "--suite", "fixtures", "capital.sh"])
        .arg("--fixtures")
        .arg(crate::program::home().join("fixtures/tictactoe"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).unwrap();
    let sh = shown.split(" | ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    assert!(sh.starts_with('/'), "an interpreter is named by its real path: {sh}");
    let shown = shown.replace(&sh, "sh");
    insta::assert_snapshot!("refusal", shown);
}

/// The names of the suites that a candidate passed.
fn passed(ruling: &Value) -> Vec<&str> {
    ruling["passed"].as_array().unwrap().iter().map(|passed| passed["suite"].as_str().unwrap()).collect()
}

#[test]
fn complete_is_played_within_the_budget() {
    needs::patience();
    let ruled = |source: &str, arguments: &[&str]| {
        let (_kept, folder) = folder(&[("program.pl", source)]);
        let output =
            judge().args(["check", "--format", "json"]).args(arguments).arg(folder).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["candidates"][0].take()
    };
    let quick = ruled(&perl::right(), &[]);
    assert_eq!(passed(&quick), ["fixtures", "smoke", "complete"], "{quick:#}");
    assert_eq!(quick["fallback"], json!(null));
    // Some 50 ms in each game: minutes for `complete`, by any machine's clock.
    let slow =
        ruled(&perl::program("", "do{my$l=line();if(!$n++){for(1..3_000_000){}}$l}", perl::REFUSE, ""), &[]);
    assert_eq!(passed(&slow), ["fixtures", "smoke"], "{slow:#}");
    assert_eq!(slow["fallback"]["suite"], "complete");
    assert!(slow["fallback"]["budget"].as_f64().unwrap() > slow["fallback"]["seconds"].as_f64().unwrap());
    let on_less = ruled(&perl::right(), &["--budget", "1ms"]);
    assert_eq!(passed(&on_less), ["fixtures", "smoke"], "{on_less:#}");
}

#[test]
fn what_was_accepted_on_less_is_said_in_its_row_and_at_the_end() {
    let (_guard, path) = folder(&[("right.sh", SHELL)]);
    let tell = |form: &str| {
        let output =
            judge().args(["check", "--budget", "1ms", "--format", form]).arg(&path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let told = tell("terminal");
    assert!(told.contains("  accepted (quick test)\n"), "{told}");
    let slow = "too slow for `complete` within the budget: right.sh; `--budget ";
    assert_eq!(told.lines().last().map(|line| line.starts_with(slow)), Some(true), "{told}");
    assert!(tell("markdown").contains("accepted (quick test only; "));
    assert!(tell("html").contains("accepted (quick test only; "));
}

#[test]
fn levels_run_in_order_and_stop_at_the_first_divergence() {
    let misses_a_row = SHELL.replace("|??????$p$p$p|", "|");
    let ruling = check_shell(&misses_a_row, &["--suite", "examples,smoke,complete"]);
    assert_eq!(passed(&ruling), ["examples"]);
    assert_eq!(ruling["failed"], 1);
    let ruling = check_shell(&misses_a_row, &["--suite", "examples,smoke", "--keep-going"]);
    assert!(ruling["failed"].as_u64().unwrap() > 1);
    assert_eq!(ruling["cases"], 3 + 143);
}

#[test]
fn a_way_in_that_cannot_carry_a_line_leaves_it_out_and_says_so() {
    let source = program(&split_line(" "), NEXT, REFUSE, "");
    let ruling = check_shell(&source, &["--suite", "smoke"]);
    assert_eq!(ruling["verdict"], "accepted");
    assert!(ruling["left_out"].as_u64().unwrap() > 0);
    let claim = ruling["passed"][0]["claim"].as_str().unwrap();
    assert!(claim.ends_with(" 37 lines skipped: they cannot be passed as words."), "{ruling}");
}

#[test]
fn an_interrupt_ends_everything_and_tells_what_is_known() {
    let (_kept, folder) = folder(&[("a.sh", SHELL), ("b.sh", "echo started; while :; do :; done")]);
    needs::program("pgrep");
    let script = "set -m; \"$0\" check --suite smoke --jobs 2 --wall 50 --format events --save run.json a.sh b.sh >events & \
                  while ! grep -q candidate-finished events && kill -0 $!; do :; done; \
                  kill -INT $!; wait $!; code=$?; \"$0\" report run.json; echo status $code; pgrep -f \"$PWD/b.sh\"; true";
    let output = std::process::Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_judge")])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("a.sh") && told.contains("accepted"), "{told}");
    assert!(told.contains("interrupted: 1 not judged"), "{told}");
    assert!(told.ends_with("status 130\n"), "no process may be left: {told}");
}

#[test]
fn nothing_that_was_not_judged_is_called_conforming() {
    let wrong = SHELL.replace("won.", "won!");
    let (_kept, folder) = folder(&[("wrong.sh", &wrong), ("right.sh", SHELL), ("word.moves", "a b\n")]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let verdicts = |arguments: &[&str]| {
        let (run, code) = check(arguments);
        let candidates = run["candidates"].as_array().unwrap().iter();
        (candidates.map(|candidate| candidate["verdict"].clone()).collect::<Vec<_>>(), code)
    };
    // A submission and a command are both judged.
    let both = verdicts(&[&path("wrong.sh"), "--", "sh", &path("right.sh")]);
    assert_eq!(both, (vec![json!("wrong"), json!("accepted")], 1));
    // A file that is named twice is judged once.
    let around = format!("{}/../{}/right.sh", folder.display(), folder.file_name().unwrap().display());
    assert_eq!(verdicts(&[&path("right.sh"), &path("right.sh"), &around]), (vec![json!("accepted")], 0));
    // An option behind `--` is no command, and told if it is given to one.
    let options = judge().args(["check", "--", "--suite", "smoke", &path("right.sh")]).assert().code(2);
    options.stderr(predicate::str::contains("options go before `--`"));
    let given =
        judge().args(["check", "--suite", "examples", "--", "sh", &path("right.sh"), "--wall"]).assert();
    given.code(0).stderr("judge: --wall comes after `--`, so it is passed to the program\n");
    // A pattern that matches nothing, and a folder of nothing beside a good one.
    judge().args(["check", &path("right.sh"), &path("*.zzz")]).assert().code(2);
    std::fs::create_dir(folder.join("empty")).unwrap();
    judge().args(["check", &path("right.sh"), &path("empty")]).assert().code(2);
}

#[test]
fn a_suite_that_does_not_go_in_this_way_judges_nobody() {
    // It would be right in every game that has no moves.
    let (_kept, folder) = folder(&[("starts.sh", "printf '...\\n...\\n...\\nX> '"), ("word.moves", "a b\n")]);
    let arguments = ["--suite", "fixtures", "--input", "words", "--fixtures", folder.to_str().unwrap()];
    let (run, code) = check(&[&arguments[..], &[folder.join("starts.sh").to_str().unwrap()]].concat());
    assert_eq!((code, &run["candidates"][0]["verdict"]), (2, &json!("skipped")), "{run:#}");
}

#[test]
fn numbers_beyond_all_measure_are_refused_or_taken_for_much() {
    let huge = "10000000000000000000";
    for option in ["--cpu", "--wall", "--budget", "--jobs"] {
        judge().args(["check", option, huge, "--", "true"]).assert().code(2);
    }
    for option in ["--output", "--processes", "--memory", "--files", "--stack"] {
        let arguments = ["check", "--suite", "examples", "--input", "lines", option, huge, "--", "true"];
        judge().args(arguments).assert().code(1);
    }
}
