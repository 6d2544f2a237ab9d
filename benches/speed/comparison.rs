//! Comparing a transcript with the expected one, in time and in instructions. Instructions are counted by
//! callgrind, which runs this program twice with different numbers of comparisons: the difference is
//! theirs alone.

use std::hint::black_box;
use std::process::Command;

use referee::dialect::Dialect;
use referee::suite::Case;
use referee::transcript::{ExpectedTranscript, Profile, compare};

use crate::machine::median;

/// The argument with which this program does nothing but compare, so many times as the next one says.
pub(crate) const ONLY: &str = "compare-only";

/// The right output to the byte, and with carriage returns and a new-line more after each prompt.
fn transcripts(expected: &ExpectedTranscript) -> [Vec<u8>; 2] {
    let right = expected.text();
    let text = String::from_utf8(right.clone()).expect("text");
    [right, text.replace("> ", "> \n").replace('\n', "\r\n").into_bytes()]
}

pub(crate) fn measure() {
    let case = Case::trial(&Dialect::Tictactoe);
    let expected = ExpectedTranscript::scored(&case.dialect, &case.inputs);
    let [right, tolerated] = transcripts(&expected);
    let scripted = median(999, || drop(black_box(ExpectedTranscript::scored(&case.dialect, &case.inputs))));
    println!("{:48} {scripted:>10.1?}", "play the reference to make the expected transcript");
    for (name, output) in
        [("compare a transcript to the byte", right), ("one with allowed deviations", tolerated)]
    {
        let taken = median(999, || drop(black_box(compare(&expected, &output, Profile::Golf))));
        println!("{name:48} {taken:>10.1?}");
    }
    match (instructions(200), instructions(1200)) {
        (Some(few), Some(many)) => {
            println!("{:48} {:>10}", "instructions of both comparisons", (many - few) / 1000);
        }
        _ => println!("instructions of both comparisons: skipped, valgrind is not installed"),
    }
}

/// Compares both transcripts so many times.
pub(crate) fn repeat(times: usize) {
    let case = Case::trial(&Dialect::Tictactoe);
    let expected = ExpectedTranscript::scored(&case.dialect, &case.inputs);
    let outputs = transcripts(&expected);
    for _ in 0..times {
        for output in &outputs {
            assert_eq!(black_box(compare(&expected, output, Profile::Golf)), None);
        }
    }
}

/// How many instructions this program takes to compare so many times.
fn instructions(times: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let mut counted = Command::new("valgrind");
    counted.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let output = counted.args([ONLY, &times.to_string()]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find_map(|line| line.split_once("Collected : "))?;
    line.1.trim().parse().ok()
}
