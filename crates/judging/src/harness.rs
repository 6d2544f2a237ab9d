//! Programs as tests of `cargo test` and of nextest, for users of the library.
//!
//! A project that is to be judged needs a target `[[test]]` with `harness = false`, and in it no more than this; the folder
//! `examples/harness` is such a project:
//!
//! ```no_run
//! use referee::catalogue;
//! use referee::dialect::Dialect;
//! use referee::process::Command;
//! use referee::Check;
//!
//! fn main() -> std::process::ExitCode {
//!     referee::harness::run(|| {
//!         let game = Dialect::Tictactoe;
//!         let program = Command::new::<&str>("./my-program", []);
//!         Ok(Check::new(&game).plan(catalogue::plan(&game)?).command("my program", program))
//!     })
//! }
//! ```
//!
//! Each program is a test of its name. One that fails shows the shortest game in which it does, as `judge check` does.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::check::Check;
use crate::process::serve_if_called;
use crate::report::failure;
use crate::runner::{CandidateReport, Status};

/// The exit status of a test target that failed, as of `cargo test`.
const FAILED: u8 = 101;

/// Runs the programs of a check as tests, by the arguments of the test target; the result is that of its `main`, which should do
/// nothing else. The check is made when the processes that isolate programs have been separated from the tests.
pub fn run(check: impl FnOnce() -> Result<Check, Box<dyn Error>>) -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    let arguments = Arguments::from_args();
    match check() {
        Ok(check) => libtest_mimic::run(&arguments, tests(check)).exit_code(),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(FAILED)
        }
    }
}

/// A test for each program, in the order in which they were named.
fn tests(check: Check) -> Vec<Trial> {
    let names: Vec<_> = check.names().map(str::to_owned).collect();
    // Tests run beside each other.
    let check = Arc::new(if names.len() > 1 { check.one_run_at_once() } else { check });
    let test = |(number, name): (usize, String)| {
        let check = Arc::clone(&check);
        Trial::ignorable_test(name.clone(), move || outcome(&check, number, &name))
    };
    names.into_iter().enumerate().map(test).collect()
}

fn outcome(check: &Check, number: usize, name: &str) -> Result<Completion, Failed> {
    let report = check.run_one(number)?;
    match (report.is_as_expected(), &report.status) {
        (Some(true), _) => Ok(Completion::Completed),
        (_, Status::Skipped(why)) => Ok(Completion::ignored_with(why)),
        (_, Status::Judged(_)) => Err(shown(&report, name, check.noun()).into()),
    }
}

/// The failure as at a terminal, without colours, since those of the tests go elsewhere.
fn shown(report: &CandidateReport, name: &str, noun: &str) -> String {
    let text = match &report.failure {
        Some(found) => failure(name, found, noun),
        None => format!("{}, expected: {}", report.verdict(), report.unmet().unwrap_or_default()),
    };
    anstream::adapter::strip_str(&text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::process::Command;
    use crate::suite::Suite;

    fn check() -> Check {
        let game = Dialect::Tictactoe;
        let ends_early = ["-c", "printf '\\n...\\n...\\n...\\nX> '"];
        Check::new(&game)
            .suites([Suite::of(&game, "examples").unwrap()])
            .command("silent", Command::new::<&str>("true", []))
            .command("short", Command::new("sh", ends_early))
    }

    #[test]
    fn each_program_is_a_test_and_a_failed_one_shows_its_game() {
        let names: Vec<_> = tests(check()).iter().map(|test| test.name().to_owned()).collect();
        assert_eq!(names, ["silent", "short"]);
        let Err(failed) = outcome(&check(), 1, "short") else { panic!("it ends early") };
        let text = failed.message().unwrap();
        let game = "    ...\n    ...\n    ...\n    X> ";
        assert!(text.contains(game) && text.contains("\n    expected  `"), "{text}");
        assert!(text.contains("✗ short: early in the game "), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}
