//! What things cost, as ratios against a floor measured in the same run: `cargo bench`.
//!
//! Times are medians of many repetitions. Digits differ from machine to machine; ratios carry over.

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use referee::dialect::Dialect;
use referee::execution::Limits;
use referee::process::{self, Interrupt, Room};
use referee::suite::{Case, Way};
use referee::transcript::{Script, Tolerance, compare};

fn main() {
    let referee = env!("CARGO_BIN_EXE_referee");
    println!("{:44} {:>12} {:>9}", "", "median", "× floor");
    let floor = median(300, || spawn("true", &[]));
    row("floor: start `true` and wait for it", floor, floor);
    let game = median(300, || spawn(referee, &["6,4,0,3,1,5"]));
    row("referee: a game from its arguments", game, floor);

    let mut room = Room::new().expect("a folder for temporary files");
    let interrupt = Interrupt::on_signals().expect("signal handlers");
    let case = Case::trial(Dialect::Tictactoe);
    let command = process::Command::new(referee, [""; 0]);
    let fed = Way::Lines.feed(&case.inputs);
    let judged = median(300, || {
        black_box(process::run(&command, &fed, &Limits::default(), &mut room, &interrupt).expect("a run"));
    });
    row("judge: the same game, fed and recorded", judged, floor);

    println!();
    let copy = median(9, || feed("cat", 1_000_000));
    row("floor: a million lines through `cat`", copy, copy);
    row("referee: a million invalid lines", median(9, || feed(referee, 1_000_000)), copy);

    println!();
    let script = Script::scored(case.dialect, &case.inputs);
    let (right, tolerated) = (script.text(), tolerated(&script));
    let per_run = |output: &[u8]| median(999, || drop(black_box(compare(&script, output, Tolerance::Golf))));
    let same = per_run(&right);
    row("compare: a transcript to the byte", same, same);
    row("compare: one that takes liberties", per_run(&tolerated), same);
    let scripted = median(999, || drop(black_box(Script::scored(case.dialect, &case.inputs))));
    row("play the reference to make the script", scripted, same);
}

fn row(what: &str, time: Duration, floor: Duration) {
    println!("{what:44} {time:>12.1?} {:>9.2}", time.as_secs_f64() / floor.as_secs_f64());
}

fn median(times: usize, mut work: impl FnMut()) -> Duration {
    work();
    let mut measured: Vec<_> = (0..times)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed()
        })
        .collect();
    measured.sort();
    measured[times / 2]
}

fn spawn(program: &str, arguments: &[&str]) {
    let mut command = Command::new(program);
    let status = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(status.expect("it starts").success());
}

fn feed(program: &str, lines: usize) {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let text = b"x\n".repeat(lines);
    child.stdin.take().expect("piped").write_all(&text).expect("it reads");
    assert!(child.wait().expect("it ends").success());
}

/// The right output with carriage returns and a new-line more after each.
fn tolerated(script: &Script) -> Vec<u8> {
    let text = String::from_utf8(script.text()).expect("text");
    text.replace("> ", "> \n").replace('\n', "\r\n").into_bytes()
}
