//! `--feed`: programs that ask for their input in all the ways there are, fed ahead and line by line.

use serde_json::{Value, json};

use crate::needs;
use crate::program::{check, check_python, folder, judge};

/// A few short games.
const SHORT: [&str; 4] = ["--suite", "examples", "--input", "lines"];

fn fed(how: &str, source: &str) -> Value {
    check_python(source, &[&SHORT[..], &["--feed", how]].concat())
}

/// A right program, with holes to make it wrong or odd, in a language that can wait in all these ways.
fn program(prologue: &str, read: &str, refuse: &str, end: &str) -> String {
    format!(
        "import sys\n{prologue}\nb=['.']*9;p='X'\ndef say(t,e='\\n'):\n print(t,end=e,flush=True)\n\
         def show():\n for i in 0,3,6:say(''.join(b[i:i+3]))\n\
         L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]\nwhile 1:\n show();say(p+'> ','')\n \
         while 1:\n  s={read}\n  if s in list('012345678')and b[int(s)]=='.':break\n  {refuse}\n \
         b[int(s)]=p\n r=p+' won.' if any(b[i]==b[j]==b[k]==p for i,j,k in L) else '' if '.' in b else 'tie.'\n \
         if r:say(r);break\n p='XO'[p=='X']\n{end}\n"
    )
}

const LINE: &str = "sys.stdin.readline().strip('\\r\\n')";
const REFUSE: &str = "say('invalid.');say(p+'> ','')";

fn right() -> String {
    program("", LINE, REFUSE, "")
}

/// A right program that takes its lines by this expression.
fn reading(prologue: &str, read: &str) -> String {
    program(prologue, read, REFUSE, "")
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn programs_that_wait_in_any_way_are_right_turn_by_turn() {
    let a_thread = "import threading,queue\nq=queue.Queue()\n\
                    threading.Thread(target=lambda:[q.put(l)for l in sys.stdin],daemon=True).start()";
    let a_child = "import subprocess";
    let ways = [
        ("reads a line", right()),
        ("reads by a thread", reading(a_thread, "q.get().strip()")),
        (
            "reads by a child",
            reading(a_child, "subprocess.run(['head','-n1'],capture_output=True).stdout.decode().strip()"),
        ),
        (
            "waits by select",
            reading("import select,os", "(select.select([0],[],[]),os.read(0,99).decode().strip())[1]"),
        ),
        (
            "waits by poll",
            reading(
                "import select,os\nw=select.poll();w.register(0,1)",
                "(w.poll(),os.read(0,99).decode().strip())[1]",
            ),
        ),
        (
            "waits by epoll",
            reading(
                "import select,os\ne=select.epoll();e.register(0,1)",
                "(e.poll(),os.read(0,99).decode().strip())[1]",
            ),
        ),
        (
            "takes what is there and drops the rest",
            reading("import os", "os.read(0,99).decode().split('\\n')[0]"),
        ),
    ];
    for (way, source) in ways {
        let ruling = fed("turn", &source);
        assert_eq!(ruling["verdict"], "accepted", "{way}: {ruling:#}");
        let advice = ruling["advice"].as_array().unwrap().iter();
        // What it does with lines that nobody types is another matter.
        let advice = advice.filter(|note| !note.as_str().unwrap().contains("(`judge replay "));
        assert_eq!((&ruling["feed"], advice.count()), (&json!("turn"), 0), "{way}: {ruling:#}");
        assert!(ruling["latency"]["moves"].as_u64().unwrap() > 10, "{way}: {ruling:#}");
    }
}

#[test]
fn one_that_never_sleeps_is_known_by_its_prompt() {
    let prologue = "import os\nos.set_blocking(0,False)\ndef line():\n while 1:\n  try:\n   return os.read(0,99).decode().strip()\n  except BlockingIOError:pass";
    let ruling = fed("turn", &reading(prologue, "line()"));
    assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
    assert!(ruling["advice"][0].as_str().unwrap().starts_with("it was not seen to wait"), "{ruling:#}");
}

#[test]
fn a_right_program_that_does_not_flush_is_told_so_and_accepted() {
    let ruling = fed("turn", &right().replace(",flush=True", ""));
    assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
    assert!(ruling["advice"][0].as_str().unwrap().starts_with("flush your output"), "{ruling:#}");
    assert_eq!(fed("ahead", &right().replace(",flush=True", ""))["advice"], json!([]));
}

/// The verdict of one game on a Python program, in the words of `judge replay`.
fn replayed(how: &str, moves: &str, source: &str) -> String {
    let (_kept, folder) = folder(&[("program.py", source)]);
    let arguments = ["replay", "--input", "lines", "--feed", how, moves, "--", "python3", "program.py"];
    let output = judge().args(arguments).current_dir(&folder).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    told.split_once("\n\n").expect("a verdict after the game").1.to_owned()
}

#[test]
fn whoever_asks_for_more_than_a_game_is_idle_line_by_line_only() {
    let ahead = reading("w=iter(sys.stdin.read().split('\\n'))", "next(w)");
    let more = program("", LINE, REFUSE, "sys.stdin.readline()");
    let found = [(ahead, "idle: reads ahead: "), (more, "idle: asks for a line after the end")];
    for (source, idle) in found {
        // Lines after the end of the game change nothing.
        for moves in ["0,3,1,4,2", "0,3,1,4,2,5"] {
            assert_eq!(replayed("ahead", moves, &source), "accepted\n");
            for how in ["turn", "terminal"] {
                let told = replayed(how, moves, &source);
                assert!(told.starts_with(idle), "{how}: {told}");
            }
        }
        assert_eq!(replayed("turn", "0,3,1", &source), "accepted\n", "more is to be asked for in mid-game");
    }
}

#[test]
fn on_a_terminal_programs_are_right_that_prompt_only_there() {
    let wrong = crate::program::home().join("fixtures/tictactoe/wrong/prompt-only-on-a-terminal.bash");
    let wrong = wrong.to_str().unwrap();
    let (run, _) = check(&[&SHORT[..], &[wrong]].concat());
    let candidate = &run["candidates"][0];
    let notes = candidate["failure"]["notes"].as_array().unwrap();
    let note = json!("right with `--feed terminal`: it prompts only on a terminal");
    assert!(candidate["verdict"] == "wrong" && notes.contains(&note), "{candidate:#}");
    let (run, code) = check(&[&SHORT[..], &["--feed", "terminal", wrong]].concat());
    assert_eq!((code, &run["candidates"][0]["feed"]), (0, &json!("terminal")), "{run:#}");
}

/// Node prints what is typed in any case, GNU Readline only if the terminal would have.
#[test]
fn line_editing_programs_may_echo_input() {
    for (interpreter, name) in [("node", "edited.js"), ("python3", "edited.py")] {
        if which::which(interpreter).is_err() {
            needs::has(interpreter);
            continue;
        }
        let path = crate::program::home().join("tests/programs/terminal").join(name);
        let path = path.to_str().unwrap();
        let (run, code) = check(&["--suite", "examples", "--feed", "terminal", path]);
        assert_eq!(code, 0, "{run:#}");
        let (run, code) = check(&["--suite", "examples", path]);
        assert_eq!((code, &run["candidates"][0]["advice"]), (0, &json!([])), "{run:#}");
        // Each line is what the program prints, too.
        let own = r#"["invalid.","0","X..","X> ","tie."]"#;
        judge().args(["replay", "--feed", "terminal", own, "--", interpreter, path]).assert().code(0);
    }
    if which::which("node").is_err() {
        return;
    }
    let source =
        std::fs::read_to_string(crate::program::home().join("tests/programs/terminal/edited.js")).unwrap();
    let silent = source.replace("console.log(\"invalid.\"); ", "");
    assert_ne!(silent, source);
    let (_kept, folder) = folder(&[("silent.js", silent.as_str())]);
    let replay = judge()
        .args(["replay", "--feed", "terminal", "a,0", "--", "node"])
        .arg(folder.join("silent.js"))
        .assert();
    replay.code(1);
}

#[test]
fn a_terminal_is_the_programs_own_at_every_level() {
    needs::patience();
    // `input` prompts by the terminal's own means; `/dev/tty` leads to the same one, and is nobody's
    // where there is none.
    let asks = reading("", "input(p+'> ')")
        .replace("show();say(p+'> ','')", "show()")
        .replace(REFUSE, "say('invalid.')");
    let sees = "import os\nassert all(map(os.isatty,(0,1,2)))\nassert os.getsid(0)==os.getpid()\n\
                t=os.open('/dev/tty',os.O_RDWR);assert os.tcgetpgrp(t)==os.getpgrp()";
    let lacks = "try:open('/dev/tty');sys.exit()\nexcept OSError:0";
    for level in ["none", "rlimits", "filters", "namespaces"] {
        let judged = |source: &str, how: &str| {
            let (_kept, folder) = folder(&[("program.py", source)]);
            let arguments = [&SHORT[..], &["--isolation", level, "--feed", how, "--format", "json"]].concat();
            let output =
                judge().arg("check").args(arguments).arg(folder.join("program.py")).output().unwrap();
            (output.status.code() != Some(2))
                .then(|| serde_json::from_slice::<Value>(&output.stdout).unwrap())
        };
        for (how, source) in [
            ("terminal", asks.clone()),
            ("terminal", program(sees, LINE, REFUSE, "")),
            ("ahead", program(lacks, LINE, REFUSE, "")),
            ("turn", program(lacks, LINE, REFUSE, "")),
        ] {
            match judged(&source, how) {
                Some(run) => {
                    assert_eq!(run["candidates"][0]["verdict"], "accepted", "{level}, {how}: {run:#}");
                }
                None => needs::leaves_out(&format!("isolation {level}"), ""),
            }
        }
    }
}

#[test]
fn dropped_input_is_explained() {
    needs::patience();
    let note = json!("right with `--feed turn`: it drops input that comes before it asks for it");
    let notes = |ruling: &Value| ruling["failure"]["notes"].as_array().unwrap().clone();
    for (end, verdict) in [("or sys.exit()", "early"), ("", "output")] {
        let drops = reading("import os", &format!("(os.read(0,65536){end}).decode().split('\\n')[0]"));
        let ruling = check_python(&drops, &SHORT);
        assert_eq!(ruling["verdict"], verdict, "{ruling:#}");
        assert!(notes(&ruling).contains(&note), "{ruling:#}");
        assert!(!notes(&fed("ahead", &drops)).contains(&note));
    }
}

#[test]
fn a_closed_standard_output_is_the_end() {
    needs::patience();
    let closes = "import os,time\nos.close(1)\nos.close(2)\ntime.sleep(60)";
    for how in ["ahead", "turn"] {
        let ruling = check_python(closes, &[&SHORT[..], &["--feed", how, "--wall", "50"]].concat());
        assert_eq!(ruling["verdict"], "early", "{ruling:#}");
        assert!(ruling["seconds"].as_f64().unwrap() < 40.0, "{ruling:#}");
    }
    let complete = program("import os,time", LINE, REFUSE, "os.close(1);time.sleep(60)");
    let ruling = check_python(&complete, &[&SHORT[..], &["--wall", "2"]].concat());
    assert_eq!(ruling["verdict"], "wall-time", "what is complete is not cut short: {ruling:#}");
}

#[test]
fn much_that_is_never_read_keeps_nobody_waiting() {
    needs::patience();
    let (_kept, folder) = folder(&[("deaf.py", "print('hello')\n"), ("long.moves", &"x\n".repeat(100_000))]);
    for how in ["ahead", "turn"] {
        let arguments =
            ["replay", "--input", "lines", "--feed", how, "long.moves", "--", "python3", "deaf.py"];
        let output = judge().args(arguments).current_dir(&folder).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("\nwrong: expected"), "{told}");
    }
}

#[test]
fn other_runtimes_are_seen_to_wait() {
    let node = "const w=require('readline').createInterface({input:process.stdin})\nlet b=[...'.........'],p='X'\n\
                const ask=()=>process.stdout.write(p+'> '),show=()=>console.log(b.join('').match(/.../g).join('\\n'))\n\
                show();ask();w.on('line',s=>{\n if(!/^[0-8]$/.test(s)||b[s]!='.')return console.log('invalid.'),ask()\n b[s]=p\n \
                const won=['012','345','678','036','147','258','048','246'].some(l=>[...l].every(i=>b[i]==p))\n \
                if(won||!b.includes('.')){console.log(won?p+' won.':'tie.');process.exit()}\n p=p=='X'?'O':'X';show();ask()})\n";
    let bash = std::fs::read_to_string(crate::program::home().join("golf/tictactoe/ttt.bash")).unwrap();
    let c = std::fs::read_to_string(crate::program::home().join("golf/tictactoe/ttt.c")).unwrap();
    let (_kept, folder) = folder(&[("events.js", node), ("reads.bash", &bash), ("reads.c", &c)]);
    let (run, _) = check(&[&SHORT[..], &["--feed", "turn", folder.to_str().unwrap()]].concat());
    for candidate in run["candidates"].as_array().unwrap() {
        if needs::is_skipped(candidate) {
        } else {
            assert_eq!(candidate["verdict"], "accepted", "{candidate:#}");
        }
    }
}

#[test]
fn where_input_may_be_dropped_it_is_given_turn_by_turn() {
    let source = std::fs::read_to_string(crate::program::home().join("golf/marubatsu/maru.py")).unwrap();
    // A fresh buffer for each line loses what the last one had read beyond it.
    let drops = format!(
        "import os\ninput=lambda p='':(print(p,end='',flush=True),(os.read(0,9999)or exit()).decode().split('\\n')[0])[1]\n{source}"
    );
    assert!(source.contains("input("), "{source}");
    let short = ["--dialect", "marubatsu", "--suite", "examples", "--input", "lines"];
    let ruling = check_python(&drops, &short);
    assert_eq!((&ruling["verdict"], &ruling["feed"]), (&json!("accepted"), &json!("turn")), "{ruling:#}");
    assert_eq!(check_python(&source, &short)["feed"], "ahead");
}

#[test]
fn who_takes_the_end_of_input_for_a_line_is_told() {
    let endless = reading("", "(sys.stdin.readline()or'x').strip()").replace("if r:say(r);break", "");
    let ruling = check_python(&endless, &[&SHORT[..], &["--output", "5000"]].concat());
    assert_eq!(ruling["verdict"], "output", "{ruling:#}");
    let notes = ruling["failure"]["notes"].as_array().unwrap();
    assert!(notes.contains(&json!("it treats the end of input as a line, again and again")), "{ruling:#}");
}
