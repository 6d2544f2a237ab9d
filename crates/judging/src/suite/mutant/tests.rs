//! The machine with nothing changed is the reference; every row of the table changes something.

use std::collections::HashSet;

use proptest::prelude::*;

use super::table::FILE;
use super::{ALPHABET, Deviations, Mutant, kill_matrix};
use crate::dialect::Dialect;
use crate::dialect::tictactoe::read;
use crate::game::Position as _;
use crate::game::tictactoe::Position;
use crate::suite::{Case, Fixture, Suite};
use crate::transcript::{ExpectedTranscript, Profile, compare};

fn reference(inputs: &[Vec<u8>]) -> Vec<u8> {
    ExpectedTranscript::strict(&Dialect::Tictactoe, inputs).text()
}

/// Every game, as its moves; only each `step`-th is given to the visitor.
fn games(step: usize, visit: &mut impl FnMut(&[Vec<u8>])) {
    fn walk(position: &Position, moves: &mut Vec<Vec<u8>>, visit: &mut impl FnMut(&[Vec<u8>])) {
        if position.outcome().is_some() {
            return visit(moves);
        }
        for square in position.moves() {
            moves.push(square.number().to_string().into_bytes());
            walk(&position.play(square).expect("a legal move"), moves, visit);
            moves.pop();
        }
    }
    let mut count = 0;
    walk(&Position::start(), &mut Vec::new(), &mut |moves| {
        if count % step == 0 {
            visit(moves);
        }
        count += 1;
    });
    assert_eq!(count, 255_168);
}

/// Runs as a suite, made from move lists, so that this does not depend on how suites are generated.
fn suite(name: &str, runs: Vec<Vec<Vec<u8>>>) -> Suite {
    let moves =
        |run: Vec<Vec<u8>>| run.into_iter().flat_map(|line| [line, b"\n".to_vec()].concat()).collect();
    let fixture =
        |(index, run)| Fixture { name: format!("{name}-{index}"), moves: moves(run), snapshot: None };
    let fixtures: Vec<_> = runs.into_iter().enumerate().map(fixture).collect();
    Suite::of_fixtures(&Dialect::Tictactoe, &fixtures).unwrap()
}

fn fixtures() -> Suite {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/tictactoe");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "moves"));
    paths.sort();
    let name = |path: &std::path::Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let fixtures: Vec<_> = paths
        .iter()
        .map(|path| Fixture { name: name(path), moves: std::fs::read(path).unwrap(), snapshot: None })
        .collect();
    Suite::of_fixtures(&Dialect::Tictactoe, &fixtures).unwrap()
}

/// Some games, each with some bad lines and a line after its end.
fn sample(step: usize) -> Vec<Vec<Vec<u8>>> {
    const BAD: [&[u8]; 8] = [b"9", b"10", b"-1", b"a", b"", b"hello", b"12", b"4"];
    let mut runs = Vec::new();
    games(step, &mut |moves| {
        let seed = runs.len();
        let mut inputs = Vec::new();
        for (ply, chosen) in moves.iter().enumerate() {
            let bad = BAD[(seed + ply) % BAD.len()];
            if (seed + ply) % 3 == 0 && bad != b"4" {
                inputs.push(bad.to_vec());
            }
            inputs.push(chosen.clone());
            if (seed + ply) % 4 == 0 {
                inputs.push(moves[ply / 2].clone());
            }
        }
        inputs.push(b"0".to_vec());
        runs.push(inputs);
    });
    runs
}

#[test]
fn unchanged_it_is_the_reference_in_every_sampled_game() {
    let unchanged = Mutant::default();
    games(if cfg!(debug_assertions) { 29 } else { 1 }, &mut |moves| {
        assert_eq!(unchanged.play(moves), reference(moves), "{moves:?}");
    });
    for inputs in sample(997) {
        assert_eq!(unchanged.play(&inputs), reference(&inputs), "{inputs:?}");
    }
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => (b'0'..=b'8').prop_map(|digit| vec![digit]),
        1 => proptest::sample::select(vec!["9", "10", "-1", "a", "", "+4", "04", " 4", "4\r", "99999999999999999999"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ]
}

proptest! {
    #[test]
    fn unchanged_it_is_the_reference_on_any_input(inputs in proptest::collection::vec(line(), 0..30)) {
        prop_assert_eq!(Mutant::default().play(&inputs), reference(&inputs));
    }

    #[test]
    fn liberties_are_let_through(inputs in proptest::collection::vec(line(), 0..30), choice in 0..16_usize) {
        let expected = ExpectedTranscript::scored(&Dialect::Tictactoe, &inputs);
        let deviations = Deviations::all().nth(choice).expect("there are sixteen");
        let (output, _) = Mutant::default().run(deviations, &inputs);
        prop_assert_eq!(compare(&expected, &output, Profile::Golf), None);
    }

    #[test]
    fn no_mutant_panics(inputs in proptest::collection::vec(line(), 0..30)) {
        for mutant in Mutant::family().iter().chain(Mutant::family_of_endings()) {
            mutant.play(&inputs);
        }
    }
}

/// A row that does not have its form makes this panic.
#[test]
fn names_are_unique_and_the_family_is_large() {
    let families = [Mutant::family(), Mutant::family_of_endings(), Mutant::family_of_lengths()];
    let all: Vec<_> = families.into_iter().flatten().collect();
    let names: HashSet<_> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    let faults: HashSet<_> = all.iter().map(|mutant| mutant.fault.as_str()).collect();
    assert_eq!((names.len(), faults.len()), (all.len(), all.len()));
    let family = Mutant::family();
    assert!(family.len() >= 150, "only {}", family.len());
    let equivalent = family.iter().filter(|mutant| mutant.equivalent.is_some()).count();
    assert_eq!(equivalent, FILE.equivalent.len(), "a reason is given for a name that no mutant has");
}

/// Runs that make every move and feed every line of the alphabet in every position, and a line after each
/// end. The empty line, to which silence is allowed, gets visits of its own: next to other bad lines it would
/// allow silence to them.
fn every_pair() -> Vec<Vec<Vec<u8>>> {
    let mut seen = HashSet::new();
    let mut runs = Vec::new();
    games(1, &mut |moves| {
        let mut inputs: Vec<Vec<u8>> = Vec::new();
        let mut is_new = false;
        let mut position: Position = Position::start();
        for chosen in moves {
            let square = read(chosen).expect("a move");
            if seen.insert((position, None)) {
                inputs.extend(bad_lines(&position).filter(|line| !line.is_empty()));
            } else {
                inputs.extend(bad_lines(&position).filter(Vec::is_empty));
            }
            is_new |= seen.insert((position, Some(square)));
            position = position.play(square).expect("a legal move");
            inputs.push(chosen.clone());
        }
        if is_new {
            inputs.push(b"0".to_vec());
            runs.push(inputs);
        }
    });
    runs
}

fn bad_lines(position: &Position) -> impl Iterator<Item = Vec<u8>> {
    let is_bad = |line: &Vec<u8>| read(line).ok().is_none_or(|square| position.play(square).is_err());
    ALPHABET.iter().map(|line| line.as_bytes().to_vec()).filter(is_bad)
}

#[test]
#[ignore = "a minute or two in a debug build"]
fn all_pairs_of_positions_and_lines_find_every_memoryless_fault() {
    let matrix = kill_matrix(&[suite("every pair", every_pair())]);
    let missed: Vec<_> = matrix
        .survivors(0)
        .filter(|mutant| mutant.is_memoryless && mutant.is_within_alphabet())
        .map(|mutant| &mutant.name)
        .collect();
    assert_eq!(missed, [""; 0]);
}

#[test]
fn the_matrix_distinguishes_suites() {
    let examples = suite("examples", vec![Case::trial(&Dialect::Tictactoe).inputs]);
    let runs = sample(if cfg!(debug_assertions) { 499 } else { 97 });
    let smoke = Suite::of(&Dialect::Tictactoe, "smoke").unwrap();
    let robust = Suite::of(&Dialect::Tictactoe, "robust").unwrap();
    let matrix = kill_matrix(&[examples, fixtures(), smoke, robust, suite("sample", runs)]);
    println!("{matrix}");
    assert_eq!(matrix.mistaken().map(|mutant| &mutant.name).collect::<Vec<_>>(), [""; 0]);
    let [examples, fixtures, smoke] = [0, 1, 2].map(|suite| matrix.total(suite, |_| true));
    assert!(examples.killed < fixtures.killed && fixtures.killed < smoke.killed);
    let is_missed = |row: &&super::MutantRow| {
        row.mutant.equivalent.is_none() && row.killed_by[2].or(row.killed_by[3]).is_none()
    };
    let missed: Vec<_> = matrix.rows().iter().filter(is_missed).map(|row| &row.mutant.name).collect();
    assert_eq!(missed, [""; 0], "by games with lines within the domain, or with others");
}
