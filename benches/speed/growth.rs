//! How cost grows: with the games of a suite, and how many of their beginnings are the same; and with
//! candidates, on one core and on all.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use referee::dialect::Dialect;
use referee::suite::{COMPLETE, EXHAUSTIVE, SMOKE, Suite};

use crate::machine::time;
use crate::programs::{JUDGE, path};

pub(crate) fn measure() {
    println!("{:12} {:>9} {:>9} {:>20}", "suite", "games", "inputs", "distinct beginnings");
    for kind in [SMOKE, COMPLETE, EXHAUSTIVE] {
        let suite = Suite::of(&Dialect::Tictactoe, kind.name).expect("it is generated");
        let (inputs, beginnings) = count(&suite);
        println!("{:12} {:>9} {inputs:>9} {beginnings:>20}", kind.name, suite.len());
    }
    println!("\n{:24} {:>9} {:>9}", "candidates, `complete`", "jobs", "seconds");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for candidates in [1, 4] {
        for jobs in BTreeSet::from([1, cores]) {
            let taken = time(|| judge(candidates, jobs));
            println!("{candidates:24} {jobs:>9} {:>9.2}", taken.as_secs_f64());
        }
    }
    let generated = time(|| drop(Suite::of(&Dialect::Tictactoe, "exhaustive")));
    println!("\nof the time of `exhaustive`, making the suite: {:.2} s", generated.as_secs_f64());
}

/// How many inputs the games of a suite have, and how many different beginnings.
fn count(suite: &Suite) -> (usize, usize) {
    let mut games: Vec<_> = suite.cases().map(|case| case.inputs).collect();
    games.sort();
    let shared = |pair: &[Vec<Vec<u8>>]| pair[0].iter().zip(&pair[1]).take_while(|(a, b)| a == b).count();
    let inputs: usize = games.iter().map(Vec::len).sum();
    (inputs, inputs - games.windows(2).map(shared).sum::<usize>())
}

/// Judges the C submission under so many names.
fn judge(candidates: usize, jobs: usize) {
    let mut program = Command::new(JUDGE);
    program.args(["check", "--suite", "complete", "--input", "lines", "--jobs", &jobs.to_string()]);
    let program = program.args(vec![path("c"); candidates]).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(program.status().expect("the judge starts").success());
}
