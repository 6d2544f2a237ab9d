//! `judge check`: rulings on programs made for the purpose. They are in Python, which every machine
//! that runs these tests has.

use predicates::prelude::*;
use serde_json::json;

use crate::program::{check, check_python, folder, judge};

/// A right program, with holes to make it wrong or odd.
pub fn program(prologue: &str, read: &str, refuse: &str, end: &str) -> String {
    format!(
        "import sys\n{prologue}\nb=['.']*9;p='X'\ndef say(t,e='\\n'):\n print(t,end=e,flush=True)\n\
         def show():\n for i in 0,3,6:say(''.join(b[i:i+3]))\n\
         L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]\nwhile 1:\n show();say(p+'> ','')\n \
         while 1:\n  s={read}\n  if s in list('012345678')and b[int(s)]=='.':break\n  {refuse}\n \
         b[int(s)]=p\n r=p+' won.' if any(b[i]==b[j]==b[k]==p for i,j,k in L) else '' if '.' in b else 'tie.'\n \
         if r:say(r);break\n p='XO'[p=='X']\n{end}\n"
    )
}

pub const LINE: &str = "sys.stdin.readline().strip('\\r\\n')";
pub const REFUSE: &str = "say('invalid.');say(p+'> ','')";

pub fn right() -> String {
    program("", LINE, REFUSE, "")
}

#[test]
fn a_right_program_is_accepted_under_both_profiles() {
    let ruling = check_python(&right(), &[]);
    assert_eq!((&ruling["verdict"], &ruling["input"]), (&json!("accepted"), &json!("lines")), "{ruling}");
    assert_eq!(check_python(&right(), &["--profile", "exact"])["verdict"], "accepted");
}

#[test]
fn every_freedom_of_the_challenge_is_granted_but_not_under_exact() {
    let liberties = [
        ("a board after a refusal", program("", LINE, "say('invalid.');show();say(p+'> ','')", "")),
        (
            "new-lines around everything",
            program("", LINE, "say('\\ninvalid.\\n');say('');say(p+'> ','')", "say('\\n')"),
        ),
        ("a new-line after each prompt", program("", &format!("({LINE},say(''))[0]"), REFUSE, "")),
        ("carriage returns", program("", LINE, "say('invalid.\\r');say(p+'> ','')", "say('\\r')")),
        ("an exit status", program("", LINE, REFUSE, "sys.exit(3)")),
        ("words on standard error", program("sys.stderr.write('hello')", LINE, REFUSE, "")),
    ];
    for (freedom, source) in &liberties {
        assert_eq!(check_python(source, &[])["verdict"], "accepted", "{freedom}");
    }
    // What the others print is told from the reference's bytes by the library (`tests/spec/tolerance.rs`).
    for (freedom, source) in &liberties[4..] {
        assert_ne!(check_python(source, &["--profile", "exact"])["verdict"], "accepted", "{freedom}");
    }
}

#[test]
fn empty_lines_may_be_ignored() {
    let read = "next(l for l in map(str.strip,sys.stdin) if l)";
    let ignoring = program("", read, REFUSE, "");
    assert_eq!(check_python(&ignoring, &[])["verdict"], "accepted");
    assert_eq!(check_python(&ignoring, &["--profile", "exact"])["verdict"], "wrong");
}

#[test]
fn the_way_in_is_found_out() {
    let ways = [
        ("words", "w=iter(sys.stdin.readline().split(' '))", "next(w).strip()"),
        ("commas", "w=iter(sys.stdin.readline().split(','))", "next(w).strip()"),
        ("commas", "w=iter(sys.stdin.readline().split(', '))", "next(w).strip('\\n')"),
        ("commas", "s=sys.stdin.readline();assert ' 'not in s;w=iter(s.strip().split(','))", "next(w)"),
        ("args", "w=iter(sys.argv[1:])", "next(w)"),
        ("arg", "a,=sys.argv[1:];w=iter(a.split(', '))", "next(w)"),
        ("arg", "a,=sys.argv[1:];w=iter(a.split(','))", "next(w)"),
    ];
    for (way, prologue, read) in ways {
        let ruling = check_python(&program(prologue, read, REFUSE, ""), &[]);
        assert_eq!((&ruling["verdict"], &ruling["input"]), (&json!("accepted"), &json!(way)), "{prologue}");
    }
    let ruling = check_python(&program("w=iter(sys.argv[1:])", "next(w)", REFUSE, ""), &["--input", "lines"]);
    assert_eq!(ruling["input"], "lines");
    assert_eq!(ruling["verdict"], "early");
}

#[test]
fn faults_are_told_by_their_words() {
    let refuse = |text: &str| program("", LINE, &format!("say({text});say(p+'> ','')"), "");
    let faults = [
        ("wrong", refuse("'Invalid.'"), "`invalid.`"),
        ("wrong", right().replace("'> '", "'>'"), "`X> `"),
        ("early", program("", LINE, "sys.exit()", ""), "`invalid.`"),
        ("extra", program("", LINE, REFUSE, "say('bye')"), "nothing more"),
        ("extra", program("", LINE, REFUSE, "sys.stdout.buffer.write(b'\\0')"), "nothing more"),
        ("crashed", program("import os", LINE, REFUSE, "os.abort()"), "an end in good order"),
    ];
    for (word, source, expected) in faults {
        let ruling = check_python(&source, &[]);
        assert_eq!(ruling["verdict"], word, "{ruling}");
        assert_eq!(ruling["failure"]["expected"], expected, "{ruling}");
    }
}

#[test]
fn hostile_programs_harm_nothing() {
    let grandchild = "import os,time\nif os.fork()==0:\n time.sleep(60);os._exit(0)";
    let naughty = [
        ("accepted", program("", LINE, REFUSE, grandchild)),
        (
            "accepted",
            program("", LINE, REFUSE, "open('left','w').close();import os;os.mkdir('a');os.chmod('a',0)"),
        ),
        ("crashed", program("", LINE, REFUSE, "import os;os.kill(os.getpid(),9)")),
        ("output", "while 1:print('x'*65536)".to_owned()),
        ("output", "import sys\nwhile 1:sys.stderr.write('x'*65536)".to_owned()),
        ("output", program("", LINE, REFUSE, "print(' '*10000000)")),
        ("wall-time", "while 1:pass".to_owned()),
        ("wall-time", program("", LINE, REFUSE, "import time;time.sleep(60)")),
        ("wall-time", "import os,signal;os.kill(os.getpid(),signal.SIGSTOP)".to_owned()),
        ("early", "import sys;sys.stdin.close()".to_owned()),
        ("wrong", "import sys;sys.stdout.buffer.write(bytes(range(256)))".to_owned()),
        ("wrong", "print('x'*130000)".to_owned()),
    ];
    for (word, source) in naughty {
        let ruling = check_python(&source, &["--wall", "1.5", "--input", "lines", "--jobs", "1"]);
        assert_eq!(ruling["verdict"], word, "{source}\n{ruling}");
    }
}

#[test]
fn a_program_that_answers_differently_from_run_to_run_is_called_unstable() {
    // It counts its runs in a file, which only works without a sandbox, and every third goes wrong.
    let (_kept, folder) = folder(&[]);
    let count = format!("f=open('{}/runs','a');f.write('x');f.flush();n=f.tell()", folder.display());
    let refuse = "say('invalid.' if n%3 else 'Invalid.');say(p+'> ','')";
    let ruling = check_python(&program(&count, LINE, refuse, ""), &["--jobs", "1", "--isolation", "none"]);
    assert_eq!(ruling["verdict"], "wrong");
    let notes = ruling["failure"]["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().starts_with("unstable:")), "{ruling:#}");
}

#[test]
fn a_game_is_replayed_beside_the_right_one() {
    let (_kept, folder) = folder(&[("right.py", &right()), ("wrong.py", &right().replace("won.", "won!"))]);
    let replay = |moves: &str, program: &str| {
        let output =
            judge().args(["replay", moves, "--", "python3", program]).current_dir(&folder).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
    };
    let (told, code) = replay("0,3,1,4,2", "wrong.py");
    insta::assert_snapshot!("replay", told);
    assert_eq!(code, 1);
    let (told, code) = replay(r#"["0","","a",",","3","1","4","2"]"#, "right.py");
    assert!(told.ends_with("\naccepted\n"), "{told}");
    assert_eq!(code, 0);
    std::fs::write(folder.join("game.moves"), "0\n3\n1\n4\n2\n").unwrap();
    assert_eq!(replay("game.moves", "right.py").1, 0);
    assert_eq!(replay("[0", "right.py").1, 2);
}

#[test]
fn candidates_get_the_documented_environment_and_an_empty_folder() {
    let expected = "{'PATH','LANG','LC_ALL','TERM','HOME','TMPDIR'}";
    let assertion = format!(
        "import os\nassert not set(os.environ)-{expected}-{{'LC_CTYPE'}},os.environ\nassert os.listdir('.')==[]\n\
         assert os.getcwd()==os.environ['HOME']\nassert sorted(map(int,os.listdir('/proc/self/fd')))[:4]==[0,1,2,3]\n\
         assert len(os.listdir('/proc/self/fd'))==4"
    );
    let ruling = check_python(&program(&assertion, LINE, REFUSE, ""), &[]);
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
fn a_missing_interpreter_is_a_skipped_submission_with_what_to_install() {
    let language = "[[language]]\nname = \"Zzz\"\nendings = [\"zzz\"]\ntools.zzz = [\"no-such-tool-zzz\"]\n\
                    run = [\"{zzz}\", \"{source}\"]\ninstall = \"apt-get install zzz\"\n";
    let source = right();
    let (_kept, folder) = folder(&[("languages.toml", language), ("a.zzz", "?"), ("b.py", &source)]);
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
        .stderr("judge: no/such/path: No such file or directory (os error 2)\n");
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

#[test]
fn json_is_of_its_schema() {
    let schema = serde_json::from_str(referee::report::SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let (_kept, folder) =
        folder(&[("right.py", &right()), ("broken.c", "int main(){"), ("wrong.py", "print(1)")]);
    for arguments in [&[folder.to_str().unwrap()][..], &["--", "true"]] {
        let (run, _) = check(arguments);
        let errors: Vec<_> = validator.iter_errors(&run).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{run:#}");
    }
}

#[test]
fn results_come_in_a_stable_order_however_many_work() {
    let (_kept, folder) =
        folder(&[("a.py", &right()), ("b.py", "print(1)"), ("c.py", "import sys;sys.exit(1)")]);
    let told = |jobs: &str| {
        let (mut run, _) = check(&["--jobs", jobs, folder.to_str().unwrap()]);
        for candidate in run["candidates"].as_array_mut().unwrap() {
            // What was under way when a failure was found is chance.
            for chance in ["seconds", "runs"] {
                candidate[chance] = json!(null);
            }
        }
        run
    };
    assert_eq!(told("1"), told("5"));
}

#[test]
fn a_refusal_is_shown_as_the_game_it_is() {
    let (_kept, folder) = folder(&[("capital.py", &program("", LINE, "say('Invalid.');say(p+'> ','')", ""))]);
    let output = judge()
        .args(["check", "--suite", "fixtures", "capital.py"])
        .arg("--fixtures")
        .arg(crate::program::home().join("fixtures/tictactoe"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).unwrap();
    let python = shown.split(" | ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    assert!(python.starts_with('/'), "an interpreter is named by its real path: {python}");
    let shown = shown.replace(&python, "python3");
    insta::assert_snapshot!("refusal", shown);
}

#[test]
fn the_strongest_suite_that_fits_the_budget_is_taken_and_said() {
    if which::which("gcc").is_err() {
        eprintln!("skipped: gcc is not installed");
        return;
    }
    let tell = |budget: &str| {
        let output = judge().args(["check", "--budget", budget, "golf/tictactoe/ttt.c"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let told = tell("1ms");
    assert!(told.contains("accepted (smoke)"), "{told}");
    assert!(told.contains("\nsmoke: 91 games and 11 bursts of bad lines, no difference: right on"), "{told}");
    // A clock decides here which level it is; that it is one beyond, and named, is all that is sure.
    let told = tell("15s");
    assert!(told.contains("no difference: complete for"), "{told}");
}

#[test]
fn levels_run_in_order_and_stop_at_the_first_divergence() {
    let misses_a_row = right().replace("(6,7,8),", "");
    let ruling = check_python(&misses_a_row, &["--suite", "examples,smoke,complete"]);
    assert_eq!(ruling["passed"], json!(["examples"]));
    assert_eq!(ruling["failed"], 1);
    let ruling = check_python(&misses_a_row, &["--suite", "examples,smoke", "--keep-going"]);
    assert!(ruling["failed"].as_u64().unwrap() > 1);
    assert_eq!(ruling["cases"], 3 + 102);
}

#[test]
fn a_way_in_that_cannot_carry_a_line_leaves_it_out_and_says_so() {
    let source = program("w=iter(sys.stdin.readline().split(' '))", "next(w).strip()", REFUSE, "");
    let ruling = check_python(&source, &["--suite", "smoke"]);
    assert_eq!(ruling["verdict"], "accepted");
    assert!(ruling["left_out"].as_u64().unwrap() > 0);
    assert!(ruling["claim"].as_str().unwrap().ends_with(", without empty lines"), "{ruling}");
}

#[test]
fn help_has_examples() {
    for arguments in [&["--help"][..], &["check", "--help"]] {
        let output = judge().args(arguments).output().unwrap();
        let name = format!("judge-{}", arguments.join("-").replace("--", ""));
        insta::assert_snapshot!(name, String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn an_interrupt_ends_everything_and_tells_what_is_known() {
    let (_kept, folder) =
        folder(&[("a.py", &right()), ("b.py", "import time\nprint('started',flush=True)\ntime.sleep(60)")]);
    let script = "set -m; \"$0\" check --suite fixtures --jobs 1 --wall 50 a.py b.py & while ! pgrep -f \"$PWD/b.py\" >/dev/null; do :; done; \
                  kill -INT $!; wait $!; echo status $?; pgrep -f \"$PWD/b.py\"; true";
    let output = std::process::Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_judge")])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("a.py") && told.contains("accepted"), "{told}");
    assert!(told.contains("interrupted before 1 more were judged"), "{told}");
    assert!(told.ends_with("status 130\n"), "no process may be left: {told}");
}
