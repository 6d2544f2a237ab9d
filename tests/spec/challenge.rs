//! Tic-tac-toe as a table of rules, held beside the rules in Rust.

use std::collections::HashSet;

use referee::challenge::{RuleTable, Space};
use referee::diagnosis::{Observation, Suspects};
use referee::dialect::{Declared, Dialect};
use referee::game::Position as _;
use referee::game::graph::Graph;
use referee::game::tictactoe::Position;
use referee::suite::{COMPLETE, PAIRS, PROBED, Suite, SuiteKind, TableCertificate, TableFlaw, fault_matrix};
use referee::transcript::{ExpectedTranscript, Profile, compare};

const TABLE: &str = include_str!("../challenges/tictactoe/challenge.toml");

fn declared() -> Declared {
    Declared::read("tictactoe", TABLE).unwrap_or_else(|why| panic!("{why}"))
}

fn of_table() -> Dialect {
    Dialect::Declared(declared())
}

#[test]
fn a_table_has_the_positions_and_the_games_of_the_rules() {
    let space = Space::explore(&RuleTable::read(TABLE).unwrap()).unwrap();
    let live = space.nodes().iter().filter(|node| !node.is_over).count();
    assert_eq!((space.nodes().len(), live), (5478, 4520));
    // How many ways lead to an end: every game there is.
    let mut games = vec![0_u64; space.nodes().len()];
    for place in (0..games.len()).rev() {
        let moves = space.arrows()[space.out_of(place)].iter().filter(|arrow| arrow.to != place);
        let after = moves.map(|arrow| games[arrow.to]).sum();
        games[place] = if space.nodes()[place].is_over { 1 } else { after };
    }
    assert_eq!(games[0], 255_168);
}

/// The graph of the game has 16,167 moves.
#[test]
fn the_inputs_offered_to_a_person_are_the_legal_moves() {
    let table = RuleTable::read(TABLE).unwrap();
    let space = Space::explore(&table).unwrap();
    let mut moves = 0;
    for (place, node) in space.nodes().iter().enumerate().filter(|(_, node)| !node.is_over) {
        let arrows = space.arrows()[space.out_of(place)].iter().filter(|arrow| arrow.to != place);
        let legal: HashSet<_> =
            arrows.map(|arrow| String::from_utf8_lossy(&arrow.line).into_owned()).collect();
        let offers = table.offers(&node.state);
        assert_eq!(offers.iter().cloned().collect::<HashSet<_>>(), legal);
        moves += offers.len();
    }
    assert_eq!(moves, 16_167);
}

/// The answer to a line depends only on the position, so what is the same in every position, for every line, is the same
/// in every game.
#[test]
fn a_table_says_in_every_position_what_the_rules_say() {
    let graph = Graph::explore(Position::start());
    let (native, table) = (Dialect::Tictactoe, of_table());
    let lines: Vec<_> =
        (0..9).map(|square| square.to_string()).chain(["9", "a", "-1"].map(str::to_owned)).collect();
    let mut ways = vec![None; graph.positions().len()];
    ways[0] = Some(Vec::new());
    let mut seen = 0;
    for place in 0..graph.positions().len() {
        let way: Vec<Vec<u8>> = ways[place].clone().expect("the positions are sorted by their moves");
        for next in graph.from(place) {
            let longer = [&way[..], &[next.chosen.number().to_string().into_bytes()]].concat();
            ways[next.to].get_or_insert(longer);
        }
        for line in &lines {
            let inputs = [&way[..], &[line.clone().into_bytes()]].concat();
            assert_eq!(
                ExpectedTranscript::strict(&native, &inputs).text(),
                ExpectedTranscript::strict(&table, &inputs).text(),
                "{inputs:?}"
            );
            seen += usize::from(graph.positions()[place].outcome().is_none());
        }
    }
    assert_eq!(seen, 4520 * lines.len());
}

#[test]
#[ignore = "every game is played to both referees, which takes a minute"]
fn a_table_says_in_every_game_what_the_rules_say() {
    let (native, table) = (Dialect::Tictactoe, of_table());
    let suite = Suite::of(&native, "exhaustive").unwrap();
    let games = suite.games().filter(|case| {
        let same = ExpectedTranscript::strict(&native, &case.inputs).text()
            == ExpectedTranscript::strict(&table, &case.inputs).text();
        assert!(same, "{:?}", case.inputs);
        true
    });
    assert_eq!(games.count(), 255_168);
}

#[test]
fn the_complete_suite_is_proved_to_be_the_fewest_games() {
    let suite = Suite::of(&of_table(), "complete").unwrap();
    assert_eq!(suite.len() - suite.bursts(), 4920);
    let certificate = TableCertificate::of(&declared(), COMPLETE).unwrap();
    let proof = certificate.check().unwrap();
    assert_eq!((proof.runs, proof.least, proof.states), (4920, Some(4920), 5478));
    let mut shorter = certificate.clone();
    shorter.runs.truncate(4000);
    assert!(matches!(shorter.check(), Err(TableFlaw::Untaken { .. })));
    let mut dependent = certificate.clone();
    dependent.antichain.push(vec!["0".to_owned()]);
    assert_eq!(dependent.check(), Err(TableFlaw::Compatible));
}

/// Whatever a program prints, both must come to the same: here what is right, and what is right but for a line.
#[test]
fn a_table_allows_what_the_rules_allow() {
    let (native, table) = (Dialect::Tictactoe, of_table());
    let judge = |dialect: &Dialect, inputs: &[Vec<u8>], output: &[u8]| {
        let found = compare(&ExpectedTranscript::scored(dialect, inputs), output, Profile::Golf);
        found.map(|divergence| (divergence.kind, divergence.step, divergence.at))
    };
    let mut verdicts = HashSet::new();
    for case in
        Suite::of(&native, "smoke").unwrap().cases().filter(|case| case.inputs.len() < 100).step_by(25)
    {
        let right = String::from_utf8(ExpectedTranscript::strict(&native, &case.inputs).text()).unwrap();
        let lines: Vec<_> = right.split_inclusive('\n').collect();
        let place = case.inputs.len() % lines.len();
        let without = [&lines[..place], &lines[place + 1..]].concat().concat();
        let twice = [&lines[..=place], &lines[place..]].concat().concat();
        let loose = right.replace('\n', "\n\n").replace("> ", "> \r\n");
        let with_board = right.replace("invalid.\n", "invalid.\n...\n...\n...\n");
        for output in [right.clone(), without, twice, loose, with_board] {
            let of_native = judge(&native, &case.inputs, output.as_bytes());
            let of_table = judge(&table, &case.inputs, output.as_bytes());
            assert_eq!(
                of_native.is_none(),
                of_table.is_none(),
                "{}: {output:?} {of_native:?} {of_table:?}",
                case.name
            );
            verdicts.insert(of_table.map(|(kind, ..)| kind));
        }
    }
    assert!(verdicts.contains(&None) && verdicts.len() > 1, "{verdicts:?}");
}

fn vending() -> Declared {
    let text = include_str!("../../fixtures/vending/challenge.toml");
    Declared::read("vending", text).unwrap()
}

/// No run can show seventeen: amounts go by tens, the run is over, the rules are on different inputs, or there is never more
/// than one water to be set back to. Three change what is left in the machine after a refusal, which shows only if it is
/// bought empty then: states have to be identified.
#[test]
fn probed_finds_every_fault_that_a_run_shows() {
    crate::needs::patience();
    let suite = |kind: SuiteKind| Suite::of(&Dialect::Declared(vending()), kind.name).unwrap();
    let vending = vending();
    let matrix = fault_matrix(&vending, &[suite(COMPLETE), suite(PROBED)]);
    let missed: Vec<_> = matrix.missed().map(|faulty| faulty.fault.as_str()).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    assert_eq!((matrix.faults(), matrix.equivalent(), matrix.found(0), matrix.found(1)), (220, 17, 200, 203));
}

#[test]
fn certificates_of_probed_and_pairs_prove_what_they_say() {
    let door = Declared::read("door", DOOR).unwrap();
    let pairs = TableCertificate::of(&door, PAIRS).unwrap();
    let proof = pairs.check().unwrap();
    assert_eq!(Some(proof.runs), proof.least);
    let mut shorter = pairs.clone();
    shorter.runs.pop();
    assert!(matches!(shorter.check(), Err(TableFlaw::Untaken { .. })));
    let probed = TableCertificate::of(&door, PROBED).unwrap();
    // The lock, twice, and the end.
    assert_eq!(probed.check().map(|proof| (proof.states, proof.distinguished)), Ok((5, Some(3))));
    let mut shorter = probed.clone();
    let longest = shorter.runs.iter_mut().max_by_key(|run| run.len()).unwrap();
    longest.truncate(longest.len() / 2);
    assert!(shorter.check().is_err());
    let mut unidentified = probed.clone();
    unidentified.identifiers.iter_mut().for_each(Vec::clear);
    assert!(matches!(unidentified.check(), Err(TableFlaw::Merged(_))));
    let mut other = probed;
    other.identifiers[0] = vec![vec!["turn".to_owned()]];
    assert!(other.check().is_err());
    assert_eq!(distinguished_of_vending(), Some(127));
}

fn distinguished_of_vending() -> Option<usize> {
    TableCertificate::of(&vending(), PROBED).unwrap().check().unwrap().distinguished
}

/// A door whose lock shows only when it is pushed; of what `spare` says nobody knows.
const DOOR: &str = r#"
title = "Door"
[state]
locked = { init = false }
spare = { init = 0, range = [0, 1] }
[input]
turn = "turn"
push = "push"
[[rule]]
on = "turn"
set = { locked = "!locked", spare = "1" }
say = ["ok"]
[[rule]]
on = "push"
when = "!locked"
say = ["open"]
end = true
[[rule]]
on = "*"
say = ["no"]
[words]
ok = "ok\n"
open = "open\n"
no = "no\n"
"#;

#[test]
fn a_fault_is_named_if_every_run_fits_it_and_no_other() {
    crate::needs::patience();
    let text = include_str!("../../fixtures/vending/challenge.toml");
    let vending = Declared::read("vending", text).unwrap();
    let dialect = Dialect::Declared(vending.clone());
    let runs: Vec<_> = Suite::of(&dialect, "complete").unwrap().cases().map(|case| case.inputs).collect();
    let seen = |what: Dialect| {
        let see = |inputs: &Vec<Vec<u8>>| Observation {
            inputs: inputs.clone(),
            output: ExpectedTranscript::strict(&what, inputs).text(),
            ending: None,
        };
        runs.iter().map(see).collect::<Vec<_>>()
    };
    assert!(Suspects::of(&dialect, &seen(dialect.clone())).mutants().is_empty());
    for faulty in vending.mutants().iter().filter(|faulty| faulty.is_exact).step_by(20) {
        let seen = seen(Dialect::Declared(faulty.declared.clone()));
        let suspects = Suspects::of(&dialect, &seen);
        let is_told = suspects.mutants().iter().any(|suspect| suspect.fault() == faulty.fault);
        let is_wrong = seen.iter().any(|run| {
            let expected = ExpectedTranscript::scored(&dialect, &run.inputs);
            compare(&expected, &run.output, Profile::Golf).is_some()
        });
        assert_eq!(is_told, is_wrong, "{}", faulty.fault);
    }
}

/// A line of ten words may be refused word by word, and each word may be taken for one of four squares that are taken.
/// These ways say the same and are one: followed apart, they would be five to the tenth.
#[test]
fn readings_that_say_the_same_are_followed_together() {
    let dialect = of_table();
    let words = b"4 4 4 4 4 4 4 4 4 4".to_vec();
    let moves = ["4", "0", "8", "2"].map(|line| line.as_bytes().to_vec());
    let end = ["7", "1"].map(|line| line.as_bytes().to_vec());
    let said =
        |inputs: &[Vec<u8>]| String::from_utf8(ExpectedTranscript::scored(&dialect, inputs).text()).unwrap();
    let before = said(&moves);
    let after = said(&[&moves[..], &end[..]].concat())[before.len()..].to_owned();
    let inputs = [&moves[..], &[words.clone(), words], &end[..]].concat();
    let expected = ExpectedTranscript::scored(&dialect, &inputs);
    let is_right = |refusals: usize| {
        let output = before.clone() + &"invalid.\nX> ".repeat(refusals) + &after;
        compare(&expected, output.as_bytes(), Profile::Golf).is_none()
    };
    assert!([0, 2, 11, 20].into_iter().all(is_right));
    let most = (0..60).filter(|refusals| is_right(*refusals)).max();
    assert_eq!(most, Some(20));
}

/// Lines are fed that real programs trip over, also as the number of an input.
#[test]
fn error_prone_lines_are_fed_if_the_challenge_covers_them() {
    let lines = |dialect: &Dialect| -> HashSet<Vec<u8>> {
        let suite = Suite::of(dialect, "smoke").unwrap();
        (0..suite.len()).flat_map(|place| suite.case(place).inputs).collect()
    };
    let has = |known: &HashSet<Vec<u8>>, line: &str| known.contains(line.as_bytes());
    let vending = include_str!("../../fixtures/vending/challenge.toml");
    let read = |text: &str| Dialect::Declared(Declared::read("vending", text).unwrap());
    let known = lines(&read(vending));
    for line in
        ["quit()", "insert 4294967306", "insert -10", "insert length", "insert 0000000000000000000004"]
    {
        assert!(has(&known, line), "{line}");
    }
    // Whether these are coins the specification does not say, but the challenge does not say so.
    for line in ["insert +4", "insert 4.0", "insert ４"] {
        assert!(!has(&known, line), "{line}");
    }
    assert_eq!(known.iter().map(Vec::len).max(), Some(40));
    let short = lines(&read(&format!("longest = 20\n{vending}")));
    assert!(short.iter().all(|line| line.len() <= 20) && short.len() > 300);
    let squares = lines(&of_table());
    assert!(has(&squares, "4294967300") && has(&squares, "+4") && has(&squares, "\\"));
}
