//! Failures around the judge, and attempts of candidates: files that are broken, full or not writable, sudden
//! ends, odd names, and output with special characters for whatever shows it. Saved runs are examined here,
//! too.

use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;

use predicates::prelude::*;
use referee::report::{self, Format, Log};
use serde_json::{Value, json};

use crate::candidates::{LINE, REFUSE, SHELL, in_c, program};
use crate::needs;
use crate::program::{check, check_c, check_shell, folder, home, judge, write_file};

fn naughty(name: &str) -> String {
    home().join("fixtures/naughty").join(name).to_str().unwrap().to_owned()
}

/// A run that was saved, the report in JSON that was made of it at once, and the folder it lies in.
fn saved(files: &[(&str, &str)], arguments: &[&str]) -> (tempfile::TempDir, Vec<u8>, Value) {
    let (kept, folder) = folder(files);
    let run = folder.join("run.json");
    let all = [&["--save", run.to_str().unwrap(), folder.to_str().unwrap()], arguments].concat();
    let (report, _) = check(&all);
    (kept, std::fs::read(run).unwrap(), report)
}

#[test]
fn a_saved_run_fits_its_schema_and_gives_any_report() {
    let files = [("right.sh", SHELL), ("wrong.sh", "echo '\u{1b}[31m'"), ("broken.c", "int main(){")];
    let (_kept, text, report) = saved(&files, &["--suite", "examples"]);
    let schema = serde_json::from_str(&report::log_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let run: Value = serde_json::from_slice(&text).unwrap();
    let errors: Vec<_> = validator.iter_errors(&run).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let log = Log::read(&text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&Format::Json.plain(&log.record(), false)).unwrap(), report);
    assert_eq!(log.json().as_bytes(), text, "what is read and written again is the same");
}

#[test]
fn verdicts_of_a_saved_run_follow_from_its_facts() {
    let bytes = "int putchar(int);int main(void){for(int n=0;n<256;n++)putchar(n);}";
    let files = [("right.sh", SHELL), ("wrong.sh", "echo 1"), ("bytes.c", bytes)];
    let (kept, text, _) = saved(&files, &["--keep-going", "--suite", "examples"]);
    let log = Log::read(&text).unwrap();
    for candidate in 0..files.len() {
        let facts = log.facts_of(candidate);
        assert_eq!(facts.len(), 3, "candidate {candidate}");
        assert!(facts.iter().all(|(_, is_same)| *is_same));
    }
    let run = kept.path().join("run.json");
    let explain = || {
        let mut command = judge();
        command.arg("explain").arg(&run);
        command
    };
    let rule = predicate::str::contains(
        "wrong.sh: wrong: expected `...⏎...⏎...`, got `1⏎` (in the game examples-tie, rule 13)",
    );
    explain().assert().code(0).stdout(rule);
    let told = predicate::str::contains("rule 13").and(predicate::str::contains("exit status 0"));
    explain().arg("wrong.sh").assert().code(0).stdout(told);
    explain().args(["2", "all"]).assert().code(0);
    explain().arg("nobody").assert().code(2).stderr(predicate::str::contains("there are: "));
    let changed =
        String::from_utf8(text).unwrap().replace("\"verdict\": \"wrong\"", "\"verdict\": \"accepted\"");
    write_file(&run, changed);
    explain().assert().code(1).stderr(predicate::str::contains("do not follow from the saved facts"));
    write_file(&run, "{}");
    explain().assert().code(2).stderr(predicate::str::contains("not a run saved by `judge check --save`"));
}

#[test]
fn whoever_keeps_state_between_runs_is_found_beside_itself() {
    let equal = check_shell(SHELL, &["--cross-check", "--suite", "examples"]);
    assert_eq!(equal["verdict"], "accepted");
    assert_eq!(equal["advice"][0], "3 games alone and in parallel: equal transcripts");
    // It says something else while another of its kind runs, which only works without a sandbox.
    let (_kept, folder) = folder(&[]);
    let place = folder.display();
    let lock = format!(
        "if (flock(creat(\"{place}/lock\", 0600), LOCK_EX | LOCK_NB)) puts(\"bye\"); usleep(100000);"
    );
    let stateful = in_c(&lock, "");
    let arguments = ["--cross-check", "--isolation", "none", "--jobs", "1", "--suite", "examples"];
    let ruling = check_c(&stateful, &arguments);
    assert_eq!(ruling["failure"]["is_flaky"], true, "{ruling:#}");
    assert_ne!(ruling["verdict"], "accepted");
    assert_eq!(check_c(&stateful, &arguments[1..])["verdict"], "accepted");
}

#[test]
fn reports_are_inert_whatever_a_candidate_prints_or_is_called() {
    let (_kept, folder) = folder(&[]);
    let name = "|`a`<b>\u{1b}[2J\n::error::x\u{202e}.sh";
    std::fs::copy(naughty("draws-on-the-terminal.sh"), folder.join(name)).unwrap();
    let own = folder.join(name);
    let every_byte = naughty("every-byte.c");
    for format in ["terminal", "json", "markdown"] {
        let output = judge()
            .args(["check", "--suite", "examples", "--input", "lines", "--format", format, &every_byte])
            .arg(&own)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stdout).expect("a report is text");
        let odd =
            told.chars().find(|c| (c.is_control() && *c != '\n') || "\u{202e}\u{2066}\u{200b}".contains(*c));
        assert_eq!(odd, None, "{format}: {told:?}");
        assert!(!told.lines().any(|line| line.trim_start().starts_with("::")), "{format}: {told}");
        assert!(!told.lines().any(|line| line.trim_start().starts_with("##[")), "{format}: {told}");
        if format == "markdown" {
            only_its_own_markup(&told);
        }
    }
}

/// A Markdown report of two candidates: a table of four lines, whose rows have eight bars, and for each candidate a folded
/// block. No other line has a tag, and within a block nothing ends the fence.
fn only_its_own_markup(told: &str) {
    let (table, rest) = told.split_once("\n\n").unwrap();
    assert_eq!(table.lines().count(), 4, "{told}");
    for line in table.lines() {
        assert!(!line.replace("\\<", "").contains('<'), "{line}");
        assert_eq!(line.replace("\\|", "").matches('|').count(), 8, "{line}");
    }
    let blocks: Vec<_> = rest.split("</details>\n").filter(|block| !block.trim().is_empty()).collect();
    assert_eq!(blocks.len(), 2, "{told}");
    for block in blocks {
        let (head, fenced) = block.trim_start().split_once("\n\n").unwrap();
        let summary = head.strip_prefix("<details><summary>").unwrap().strip_suffix("</summary>").unwrap();
        assert!(!summary.contains(['<', '>', '\n']), "{head}");
        let (fence, evidence) = fenced.split_once("text\n").unwrap();
        assert!(fence.len() >= 3 && fence.chars().all(|sign| sign == '`'), "{fence:?}");
        assert_eq!(evidence.matches(fence).count(), 1, "{evidence}");
        assert!(evidence.trim_end().ends_with(fence), "{evidence}");
    }
}

#[test]
fn a_move_list_may_have_carriage_returns_and_no_last_line_feed() {
    let (_kept, folder) = folder(&[("a.sh", SHELL)]);
    let games = folder.join("games");
    std::fs::create_dir(&games).unwrap();
    write_file(games.join("win.moves"), "0\r\n3\r\n1\r\n4\r\n2");
    let (run, code) = check(&[folder.to_str().unwrap(), "--fixtures", games.to_str().unwrap()]);
    assert_eq!((code, &run["candidates"][0]["verdict"]), (0, &Value::from("accepted")), "{run:#}");
}

#[test]
fn submissions_may_have_any_name() {
    let (_kept, folder) = folder(&[]);
    for name in [
        &b"-n.sh"[..],
        b" .sh",
        b"a\nb.sh",
        b"'\"$(x)`.sh",
        b"\xff.sh",
        &[[b'a'; 252].as_slice(), b".sh"].concat(),
    ] {
        write_file(folder.join(std::ffi::OsStr::from_bytes(name)), SHELL);
    }
    let (run, code) = check(&[folder.to_str().unwrap(), "--suite", "examples"]);
    assert_eq!(code, 0, "{run:#}");
    assert_eq!(run["candidates"].as_array().unwrap().len(), 6);
}

#[test]
fn what_is_no_program_is_named_so() {
    let (_kept, folder) = folder(&[]);
    std::os::unix::fs::symlink("nowhere", folder.join("link")).unwrap();
    judge()
        .args(["check", "--"])
        .arg(&folder)
        .assert()
        .code(1)
        .stdout(predicate::str::contains("cannot-run"));
    judge()
        .arg("check")
        .arg(folder.join("link"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("No such file"));
    let huge = folder.join("huge.c");
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let (run, _) = check(&[huge.to_str().unwrap()]);
    assert_eq!(run["candidates"][0]["verdict"], "cannot-run");
    assert!(run["candidates"][0]["failure"]["actual"].as_str().unwrap().contains("too large"), "{run:#}");
}

#[test]
fn a_broken_snapshot_or_list_stops_the_judge_with_its_name() {
    let (_kept, folder) = folder(&[("game.moves", "0\n3\n1\n4\n2\n"), ("game.snap", "no snapshot")]);
    let program = naughty("says-nothing.c");
    let check = |fixtures: &Path| {
        let mut command = judge();
        command.args(["check", "--suite", "fixtures", &program, "--fixtures"]).arg(fixtures);
        command
    };
    check(&folder).assert().code(2).stderr(predicate::str::contains("game"));
    std::fs::remove_file(folder.join("game.snap")).unwrap();
    std::fs::remove_file(folder.join("game.moves")).unwrap();
    std::fs::create_dir(folder.join("game.moves")).unwrap();
    check(&folder).assert().code(2).stderr(predicate::str::contains("game.moves"));
}

#[test]
fn a_report_that_cannot_be_written_is_a_plain_message() {
    let (_kept, folder) = folder(&[("a.sh", "echo 1")]);
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
    let quick = ["check", "--suite", "examples", "--input", "lines"];
    let output = command.args(quick).arg(&folder).stdout(full()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told, "judge: standard output: No space left on device\n");
    let save = |file: &Path| {
        let mut command = judge();
        command.args(quick).arg(&folder).arg("--save").arg(file);
        command.assert().code(2)
    };
    save(Path::new("/dev/full")).stderr("judge: /dev/full: No space left on device\n");
    let nowhere = folder.join("no/such/run.json");
    save(&nowhere).stderr(predicate::str::contains("no/such")).stdout("");
}

#[test]
fn a_full_disk_is_a_plain_message_and_takes_nothing() {
    let (_kept, folder) = folder(&[("a.sh", "echo 1"), ("g.moves", "0\n3\n1\n4\n2\n")]);
    // A disk of its own, which goes with the namespace.
    let script = "mkdir disk && mount -t tmpfs -o size=128k none disk || exit 77; mv g.moves disk; j=$0; \
         c() { \"$j\" check --suite examples a.sh \"$@\" > shown; echo $?; }; \
         c --save disk/run.json; \"$j\" record disk; \"$j\" accept disk; \
         printf '%s\\n' 0 1 3 4 6 > disk/g.moves; md5sum disk/* > before; head -c 1M /dev/zero > disk/fill; \
         c --save disk/run.json; c --format json --out disk/report.json; \"$j\" record disk; echo $?; \
         TMPDIR=$PWD/disk c; md5sum --quiet -c before; ls -A disk";
    let mut shell = std::process::Command::new("unshare");
    shell.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_judge")]);
    let output = shell.env_remove("CI").env("LC_ALL", "C").current_dir(&folder).output();
    let Some(output) = output.ok().filter(|output| !matches!(output.status.code(), Some(1 | 77))) else {
        needs::leaves_out("mounts", "");
        return;
    };
    let [shown, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let full = |file: &str| format!("judge: disk/{file}: No space left on device\n");
    let told: String = told.split_inclusive('\n').filter(|line| line.starts_with("judge: ")).collect();
    assert_eq!(told, [full("run.json"), full("report.json"), full("g.snap.new")].concat());
    let proposed =
        "disk/g.snap.new\nproposed; review them, then run `judge accept disk` or `cargo insta review`\n";
    assert_eq!(shown, format!("1\n{proposed}disk/g.snap\n2\n2\n2\n1\nfill\ng.moves\ng.snap\nrun.json\n"));
}

#[test]
fn a_program_of_several_files_sees_those_that_it_is_shown() {
    needs::patience();
    let (_kept, folder) = folder(&[("main.sh", ". \"${0%/*}/part.sh\""), ("part.sh", SHELL)]);
    let set_mode = |mode| std::fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
    let judged = |more: &[&str]| {
        let arguments = ["check", "--suite", "examples", "--input", "lines", "--format", "json", "main.sh"];
        let told = judge().args(arguments).args(more).current_dir(&folder).output().unwrap();
        serde_json::from_slice::<Value>(&told.stdout).ok().map(|mut run| run["candidates"][0].take())
    };
    for level in ["filters", "namespaces"] {
        set_mode(0o700);
        let Some(ruling) = judged(&["--isolation", level]) else {
            needs::leaves_out(&format!("isolation {level}"), "");
            continue;
        };
        assert_ne!(ruling["verdict"], "accepted", "{level}: {ruling:#}");
        let notes = ruling["failure"]["notes"].to_string();
        assert!(notes.contains("it cannot see your other files; add `--show PATH`"), "{level}: {notes}");
        // What everybody may read is named, so that it can be shown.
        set_mode(0o755);
        let ruling = judged(&["--isolation", level]).unwrap();
        assert_eq!(ruling["verdict"], "cannot-run", "{level}: {ruling:#}");
        let path = folder.join("part.sh");
        let help = format!("add --show {}", path.display());
        assert!(ruling["failure"]["actual"].as_str().unwrap().ends_with(&help), "{level}: {ruling:#}");
        for shown in [".", "part.sh"] {
            let ruling = judged(&["--isolation", level, "--show", shown]).unwrap();
            assert_eq!(ruling["verdict"], "accepted", "{level}, {shown}: {ruling:#}");
        }
    }
    set_mode(0o755);
    assert_eq!(judged(&["--show", "."]).unwrap()["verdict"], "accepted");
    for (path, why) in
        [("nowhere", "No such file"), ("/", "contains a home folder"), ("/tmp", "contains a home folder")]
    {
        let told = judge().args(["check", "main.sh", "--show", path]).current_dir(&folder).assert().code(2);
        told.stderr(predicate::str::contains(format!("judge: candidates cannot be shown {path}: ")))
            .stderr(predicate::str::contains(why));
    }
}

#[test]
fn limits_of_the_judge_itself_are_not_held_against_candidates() {
    let (_kept, folder) = folder(&[("a.sh", SHELL)]);
    for level in ["auto", "rlimits", "filters"] {
        let script = "ulimit -n 200; ulimit -s 4096; ulimit -f 40000; \
             exec \"$0\" check --isolation \"$1\" --suite examples a.sh";
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_judge"), level]).current_dir(&folder);
        let output = shell.output().unwrap();
        let [told, why] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        if level != "auto" && told.is_empty() {
            eprintln!("skipped: {why}");
            continue;
        }
        assert!(told.contains("1 of 1 passed"), "{level}: {told}{why}");
    }
}

/// A process that is started by another has, as the system counts, the most memory that the other had.
#[test]
fn the_judges_memory_does_not_count_for_candidates() {
    let (_kept, folder) = folder(&[("a.sh", "echo no\n")]);
    for level in ["none", "rlimits", "filters", "namespaces"] {
        let arguments =
            ["check", "--suite", "examples", "--input", "lines", "--memory", "4M", "--isolation", level];
        let output = judge().args(arguments).arg("a.sh").current_dir(&folder).output().unwrap();
        let [told, why] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        if why.contains("is not available here") {
            needs::leaves_out(&format!("isolation {level}"), "");
            continue;
        }
        assert!(told.contains("wrong") && !told.contains("memory"), "{level}: {told}{why}");
    }
}

#[test]
fn a_killed_judge_leaves_no_process_and_no_partial_file() {
    needs::program("pgrep");
    let sleeper = "import os,time\nif os.fork()==0:os.setsid()\nprint('started',flush=True)\ntime.sleep(60)";
    for level in ["auto", "rlimits", "filters"] {
        let (_kept, folder) = folder(&[("b.py", sleeper)]);
        // A judge that does not find the level is gone before it has started anything.
        let script = "\"$0\" check --isolation \"$1\" --suite fixtures --wall 50 --save run.json b.py & \
             seen() { pgrep -f \"$PWD/b.py\" > /dev/null; }; \
             while ! seen && kill -0 $! 2> /dev/null; do :; done; \
             kill -KILL $!; wait $!; while seen && [ $SECONDS -lt 100 ]; do :; done; \
             seen && echo left; ls -A";
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_judge"), level]).current_dir(&folder);
        let output = shell.process_group(0).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told, "b.py\n", "{level}");
    }
}

#[test]
fn who_minds_its_surroundings_only_when_it_refuses_is_told() {
    for (words, why) in [("on a terminal", "-t 0"), ("with standard input from a file", "-f /dev/stdin")] {
        let refuse = format!("if [ {why} ]; then echo Invalid.; else echo invalid.; fi");
        let told = check_shell(&program("", LINE, &refuse, ""), &["--suite", "fixtures"]);
        assert_eq!(told["verdict"], "accepted", "{told:#}");
        let sentence = format!("{words} it prints something else: expected `invalid.`, got `Invalid.`");
        assert_eq!(told["advice"], json!([sentence]), "{told:#}");
    }
}

#[test]
fn dependence_on_surroundings_fails_a_cross_check() {
    let minds = [
        ("in the locale C", "[ $LC_ALL = C ]"),
        ("without HOME", "! printenv HOME >/dev/null"),
        ("in another folder", "pwd -P | grep -q 'other$'"),
        ("with standard input from a file", "[ -f /dev/stdin ]"),
        ("under another name", "case $0 in ??other*) ;; *) false ;; esac"),
        ("on a terminal", "[ -t 0 ]"),
    ];
    let name = |words: &str| format!("{}.sh", words.replace(' ', "-"));
    let sources = minds
        .map(|(words, why)| (name(words), program(&format!("if {why}; then exit 3; fi"), LINE, REFUSE, "")));
    let files: Vec<_> = sources.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
    let (_kept, folder) = folder(&files);
    let arguments = ["--suite", "examples", "--input", "lines", folder.to_str().unwrap()];
    let judged = |more: &[&str]| check(&[&arguments[..], more].concat()).0["candidates"].clone();
    let (told, refused) = (judged(&[]), judged(&["--cross-check"]));
    for (words, _) in minds {
        let of = |run: &Value| {
            let is_it = |one: &&Value| one["name"].as_str().unwrap().ends_with(&name(words));
            run.as_array().unwrap().iter().find(is_it).unwrap().clone()
        };
        let told = of(&told);
        assert_eq!(told["verdict"], "accepted", "{told:#}");
        let sentence = told["advice"][0].as_str().unwrap();
        assert!(sentence.starts_with(&format!("{words} it fails (early): ended")), "{told:#}");
        let refused = of(&refused);
        let note = json!(format!("Right in the usual surroundings, but fails {words}."));
        assert_eq!(refused["verdict"], "early", "{refused:#}");
        assert!(refused["failure"]["notes"].as_array().unwrap().contains(&note), "{refused:#}");
    }
}
