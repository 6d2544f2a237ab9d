//! What the suites are worth: which faults they find.

use crate::single::{Census, Machine, Share};
use referee::dialect::Dialect;
use referee::game::Position as _;
use referee::game::tictactoe::Position;
use referee::suite::mutant::{KillMatrix, MutantRow, kill_matrix};
use referee::suite::{COMPLETE, EXAMPLES, ROBUST, SMOKE, Suite, SuiteKind};

fn matrix() -> KillMatrix {
    let kinds = [ROBUST, SMOKE, COMPLETE];
    kill_matrix(&kinds.map(|kind| Suite::of(&Dialect::Tictactoe, kind.name).unwrap()))
}

/// Parts of the names of faults that only a line shows which nobody types.
const OUTSIDE: [&str; 28] = [
    "no-text",
    "-nul",
    "end-of-file",
    "carriage-return",
    "control",
    "-50",
    "-63",
    "-64",
    "-79",
    "-80",
    "-99",
    "-100",
    "-127",
    "-128",
    "-255",
    "-256",
    "-511",
    "-512",
    "-999",
    "-1000",
    "-1023",
    "-1024",
    "-4095",
    "-4096",
    "-8191",
    "-8192",
    "-65535",
    "-65536",
];

#[test]
fn smoke_and_complete_find_every_mutant_in_the_domain() {
    crate::needs::patience();
    let matrix = matrix();
    assert!(matrix.total(1, |_| true).mutants >= 650);
    for suite in [1, 2] {
        for mutant in matrix.survivors(suite) {
            assert!(OUTSIDE.iter().any(|part| mutant.name.contains(part)), "{}", mutant.name);
        }
    }
    let is_missed =
        |row: &&MutantRow| row.mutant.equivalent.is_none() && row.killed_by.iter().all(Option::is_none);
    assert_eq!(matrix.rows().iter().filter(is_missed).count(), 0, "the others are found by lines outside");
    assert_eq!(matrix.mistaken().count(), 0, "what is called equivalent is not found by any suite");
}

fn runs(kind: SuiteKind) -> Vec<Vec<Vec<u8>>> {
    Suite::of(&Dialect::Tictactoe, kind.name).unwrap().games().map(|case| case.inputs).collect()
}

/// The same runs, each without its last input.
fn cut(runs: &[Vec<Vec<u8>>]) -> Vec<Vec<Vec<u8>>> {
    runs.iter().map(|run| run[..run.len() - 1].to_vec()).collect()
}

#[test]
fn complete_finds_every_fault_and_needs_the_last_line() {
    crate::needs::patience();
    let machine = Machine::new();
    let complete = runs(COMPLETE);
    let census = machine.census(&complete);
    assert_eq!(census.outputs, Share { faults: 632_546_880, found: 632_546_880 });
    assert_eq!(census.transfers, Share { faults: 286_025_600, found: 286_025_600 });
    let census = machine.census(&cut(&complete));
    assert_eq!(format!("{:.1}", census.transfers_on_moves.percent()), "82.3");
}

/// What is found of the faults at legal moves, as a part of a hundred.
fn found_on_moves(census: &Census) -> f64 {
    let shares = [census.outputs_on_moves, census.transfers_on_moves];
    let [faults, found] = [|share: Share| share.faults, |share: Share| share.found];
    100.0 * shares.map(found).iter().sum::<usize>() as f64 / shares.map(faults).iter().sum::<usize>() as f64
}

#[test]
fn the_examples_find_next_to_no_single_fault() {
    let census = Machine::new().census(&runs(EXAMPLES));
    assert_eq!(format!("{:.3}", found_on_moves(&census)), "0.136");
}

/// Games of moves by chance, each with a line after its end; the same each time.
fn games_by_chance(count: usize) -> Vec<Vec<Vec<u8>>> {
    let mut chance = fastrand::Rng::with_seed(0);
    let mut game = || {
        let (mut position, mut run) = (Position::start(), Vec::new());
        while position.outcome().is_none() {
            let moves = position.moves();
            let square = moves[chance.usize(..moves.len())];
            run.push(square.number().to_string().into_bytes());
            position = position.play(square).unwrap();
        }
        run.push(b"0".to_vec());
        run
    };
    (0..count).map(|_| game()).collect()
}

#[test]
fn as_many_games_by_chance_find_far_fewer() {
    let census = Machine::new().census(&games_by_chance(4_920));
    let found = found_on_moves(&census);
    // Other chances give other games; 71.8 % was found with some.
    assert!((71.0..73.0).contains(&found), "{found}");
}
