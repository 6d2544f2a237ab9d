//! What challenges as data cost: reading and exploring a table, making a suite of it, answering by it, and judging by
//! it instead of by the rules in Rust.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::machine::{middle, time};
use crate::programs::{JUDGE, path};

const REFEREE: &str = env!("CARGO_BIN_EXE_referee");
const TICTACTOE: &str = "tests/challenges/tictactoe";
const VENDING: &str = "fixtures/vending";

/// The lines of a long run.
const LINES: usize = 200_000;

/// How often each thing is measured.
const ROUNDS: usize = 5;

pub(crate) fn measure() {
    let explored = median(|| quiet(&["challenge", TICTACTOE]));
    println!("{:60} {explored:>10.0?}", "judge challenge: tic-tac-toe, 5,478 states");
    let made = median(|| quiet(&["suite", "complete", "--challenge", VENDING]));
    println!("{:60} {made:>10.0?}", "judge suite complete: vending machine");
    let answered = median(answer);
    let a_minute = LINES as f64 / answered.as_secs_f64() * 60.0 / 1e6;
    println!("{:60} {a_minute:>10.1}", "referee: lines answered by the vending machine a minute, 10^6");
    judged();
}

/// The suite `complete` has the same 4,920 games by the table and by the rules; beside these the judge feeds rows of bad
/// lines, 34 by the rules and 30 by the table.
///
/// What `complete` takes beyond `smoke` is the time of its games alone: to start and these rows are in both.
fn judged() {
    let [few_native, few_table] = check("smoke");
    let [native, table] = check("complete");
    println!("{:60} {native:>10.0?}", "judge check, complete, clean, one job, C: rules in Rust");
    println!("{:60} {table:>10.0?}", "the same by the table");
    println!("{:60} {:>10.2}", "ratio", table.as_secs_f64() / native.as_secs_f64());
    let beyond = |all: Duration, few: Duration| all.saturating_sub(few).as_secs_f64();
    let ratio = beyond(table, few_table) / beyond(native, few_native);
    println!("{:60} {ratio:>10.2}", "ratio of what that takes beyond smoke");
}

/// The time of a suite by the rules in Rust, and by the table.
fn check(suite: &str) -> [Duration; 2] {
    let mut times = [const { Vec::new() }; 2];
    let source = path("c");
    for _ in 0..ROUNDS {
        for (which, times) in [["--dialect", "tictactoe"], ["--challenge", TICTACTOE]].iter().zip(&mut times)
        {
            let fixed = ["check", "--suite", suite, "--input", "lines", "--clean", "--jobs", "1"];
            times.push(time(|| quiet(&[&fixed[..], which, &[source.as_str()]].concat())));
        }
    }
    times.map(middle)
}

fn median(mut work: impl FnMut()) -> Duration {
    middle((0..ROUNDS).map(|_| time(&mut work)).collect())
}

fn quiet(words: &[&str]) {
    let status = Command::new(JUDGE).args(words).stdout(Stdio::null()).status().expect("the judge starts");
    assert!(status.success(), "{words:?}");
}

/// A long run of the vending machine, which has credit and takes it back.
fn answer() {
    let mut referee = Command::new(REFEREE);
    referee.args(["--challenge", VENDING]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut running = referee.spawn().expect("the referee starts");
    let lines = ["insert 50", "cola", "tea", "back"].into_iter().cycle().take(LINES);
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    running.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    assert!(running.wait().expect("it ends").success());
}
