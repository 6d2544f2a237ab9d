//! Beside busy processes the rulings are the same.

use std::process::Child;

use referee::dialect::Dialect;
use serde_json::Value;

use crate::program::judge;

/// Processes that take all the processor time they can get, until this is dropped.
pub(crate) struct Busy(Vec<Child>);

impl Busy {
    pub(crate) fn new(count: usize) -> Busy {
        let spin = |_| std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Busy((0..count).map(spin).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// What is said of each program by default: its verdict, the suites that it passed, and the one that was too much.
fn rulings(dialect: &str) -> Vec<String> {
    let folders = [format!("golf/{dialect}"), format!("fixtures/{dialect}/wrong")];
    let output =
        judge().args(["check", "--format", "json", "--dialect", dialect]).args(folders).output().unwrap();
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = run["candidates"].as_array().unwrap().iter();
    let mut rulings: Vec<_> = told
        .map(|told| {
            let passed =
                told["passed"].as_array().unwrap().iter().map(|passed| passed["suite"].as_str().unwrap());
            let passed = passed.collect::<Vec<_>>().join(",");
            format!("{} {} {passed} {}", told["path"], told["verdict"], told["fallback"]["suite"])
        })
        .collect();
    rulings.sort();
    rulings
}

#[test]
#[ignore = "judges all submissions and wrong programs twice, once beside eight busy processes: half an hour"]
fn rulings_are_the_same_beside_eight_busy_processes() {
    for game in Dialect::all() {
        let dialect = game.name();
        let alone = rulings(dialect);
        eprintln!("{dialect}: {} rulings", alone.len());
        let _busy = Busy::new(8);
        let beside = rulings(dialect);
        let different: Vec<_> = alone.iter().zip(&beside).filter(|(alone, beside)| alone != beside).collect();
        assert!(different.is_empty() && alone.len() == beside.len(), "{different:#?}");
    }
}
