//! How many of all single faults a suite finds (the game as a Mealy machine), as a table.

use crate::suite::mutant::single::{Census, Machine, Share};
use crate::suite::{Suite, grouped};

/// The faults that a suite finds, and those that it finds without the last line of each game, which comes
/// after the end.
pub(super) fn of_suite(suite: &Suite) -> String {
    let machine = Machine::new();
    let runs: Vec<_> = suite.games().map(|case| case.inputs).collect();
    let cut: Vec<_> = runs.iter().map(|run| run[..run.len().saturating_sub(1)].to_vec()).collect();
    format!(
        "{}\n{}\nWithout the last line of each game:\n{}",
        suite.claim(),
        table(&machine.census(&runs)),
        table(&machine.census(&cut))
    )
}

fn table(census: &Census) -> String {
    let rows = [
        ("wrong reactions", census.outputs),
        ("  to legal moves", census.outputs_on_moves),
        ("wrong states", census.transfers),
        ("  after legal moves", census.transfers_on_moves),
    ];
    let head = format!("{:21}{:>11}  {:>11}\n", "single faults", "there are", "found");
    rows.iter().fold(head, |text, (label, share)| text + &row(label, *share))
}

fn row(label: &str, share: Share) -> String {
    let [faults, found] = [share.faults, share.found].map(grouped);
    format!("{label:21}{faults:>11}  {found:>11}  {:.3} %\n", share.percent())
}
