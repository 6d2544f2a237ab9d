//! What the suites are worth: which faults they find.

use referee::dialect::Dialect;
use referee::suite::mutant::single::Machine;
use referee::suite::mutant::{KillMatrix, kill_matrix};
use referee::suite::{Level, Suite};

fn matrix() -> KillMatrix {
    let levels = [Level::Smoke, Level::Complete];
    kill_matrix(&levels.map(|level| Suite::generate(Dialect::Tictactoe, level).unwrap()))
}

#[test]
fn smoke_finds_nine_in_ten_and_complete_every_memoryless_mutant_of_its_alphabet() {
    let matrix = matrix();
    let all = matrix.total(0, |_| true);
    assert!(all.mutants >= 120 && all.killed * 10 > all.mutants * 9, "{all:?}");
    let sure = matrix.total(1, |mutant| mutant.is_memoryless && mutant.is_within_alphabet());
    assert!(sure.mutants >= 120);
    assert_eq!(sure.killed, sure.mutants);
    assert_eq!(matrix.mistaken().count(), 0, "what is called equivalent is not found by any suite");
}

#[test]
fn complete_finds_every_sampled_single_fault_and_the_examples_next_to_none() {
    let machine = Machine::new();
    let faults = machine.sample(20_000, 7);
    let killed = |level| {
        let suite = Suite::generate(Dialect::Tictactoe, level).unwrap();
        let runs: Vec<_> = suite.games().map(|case| case.inputs).collect();
        let visits = machine.visits(&runs);
        faults.iter().filter(|fault| machine.is_killed(fault, &visits)).count()
    };
    assert_eq!(killed(Level::Complete), faults.len());
    assert!(killed(Level::Examples) * 100 < faults.len());
}
