//! The figures of the generated suites, and what they promise.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use crate::coverage::Coverage;
use referee::dialect::tictactoe::{TictactoeGame, read};
use referee::dialect::{Dialect, Unreadable};
use referee::game::graph::Graph;
use referee::game::tictactoe::Position;
use referee::game::{Cell, Position as _, Side};
use referee::session::{Event, Refusal, Session};
use referee::suite::{
    Case, Certificate, Fixture, Flaw, Goal, InputFormat, NoSuite, Proof, Suite, SuiteKind, offers,
};

const DIALECT: Dialect = Dialect::Tictactoe;

static COMPLETE: LazyLock<Suite> = LazyLock::new(|| suite("complete"));
static CERTIFICATE: LazyLock<Certificate> = LazyLock::new(|| certificate("complete"));

fn suite(name: &str) -> Suite {
    Suite::of(&DIALECT, name).unwrap()
}

fn certificate(name: &str) -> Certificate {
    Certificate::of(&DIALECT, SuiteKind::named(name).unwrap()).unwrap()
}

fn least(goal: Goal) -> (usize, usize, usize) {
    let cover = goal.cover(&Graph::explore(Position::start()));
    let walks = cover.split();
    assert_eq!(walks.len(), cover.walks());
    (walks.len(), walks.concat().len(), cover.antichain().len())
}

#[test]
fn the_fewest_runs() {
    assert_eq!(least(Goal::Transitions), (4920, 37_508, 4920));
    assert_eq!(least(Goal::Pairs), (14_400, 111_052, 14_400));
    assert_eq!(least(Goal::Triples), (41_148, 321_564, 41_148));
    assert_eq!(least(Goal::Symmetric), (638, 4845, 638));
}

#[test]
fn complete_has_everything_once() {
    let seen = Coverage::of(&COMPLETE);
    assert_eq!((seen.games, seen.moves), (4920, 37_508));
    assert_eq!(seen.moves + seen.refusals, 84_621);
    assert_eq!((seen.after_the_end, seen.inputs()), (4920, 89_541));
    assert_eq!((seen.positions, seen.transitions), (5478, 16_167));
    assert_eq!((seen.occupied, seen.bad_lines), (24_513, 5 * 4520));
    assert_eq!(seen.refusals, seen.occupied + seen.bad_lines, "each only once");
}

#[test]
fn probed_feeds_nine_after_every_line() {
    let probed = suite("probed");
    assert_eq!(probed.games().map(|case| case.inputs.len()).sum::<usize>(), 179_082);
    for (case, plain) in probed.games().zip(COMPLETE.games()) {
        let expected = plain.inputs.into_iter().flat_map(|line| [line, b"9".to_vec()]);
        assert!(case.inputs.into_iter().eq(expected), "{}", case.name);
    }
}

#[test]
fn longer_levels_contain_the_shorter() {
    let everything = Coverage::of_everything(&DIALECT);
    for (level, games, moves) in [("pairs", 14_400, 111_052), ("triples", 41_148, 321_564)] {
        let seen = Coverage::of(&suite(level));
        assert_eq!((seen.games, seen.moves), (games, moves));
        assert_eq!((seen.transitions, seen.pairs), (everything.transitions, everything.pairs));
        assert_eq!((seen.occupied, seen.bad_lines), (everything.occupied, 5 * 4520));
        assert_eq!(seen.triples == everything.triples, level == "triples");
    }
}

#[test]
fn exhaustive_has_every_game_once() {
    let suite = suite("exhaustive");
    let is_move = |line: &&Vec<u8>| matches!(line[..], [b'0'..=b'8']);
    let mut games = HashSet::new();
    let mut moves = 0;
    for case in suite.games() {
        // A cell that was named before is a bad line, but for the last, which follows the end.
        let (_, inputs) = case.inputs.split_last().unwrap();
        let mut game = Vec::new();
        for line in inputs.iter().filter(is_move) {
            if !game.contains(&line[0]) {
                game.push(line[0]);
            }
        }
        moves += game.len();
        games.insert(game);
    }
    assert_eq!((games.len(), moves), (255_168, 2_106_288));
}

#[test]
fn symmetric_is_complete_up_to_symmetry() {
    let seen = Coverage::of(&suite("symmetric"));
    assert_eq!((seen.games, seen.moves), (638, 4845));
    // 627 classes of live positions, five lines each, but for two empty ones.
    assert_eq!(seen.bad_lines, 5 * 627 - 2);
    Proof::check(&certificate("symmetric")).unwrap();
}

#[test]
fn smoke_has_every_line_and_every_kind_of_bad_line_at_each_ply() {
    let smoke = suite("smoke");
    let games = smoke.len() - smoke.bursts();
    assert!((90..=110).contains(&games), "{games}");
    let mut lines = HashSet::new();
    let mut bad: HashMap<Vec<u8>, HashSet<usize>> = HashMap::new();
    for case in smoke.games() {
        let (first, _) = case.name.split_once("-at-").unwrap_or((&case.name, ""));
        lines.insert(first.splitn(3, '-').nth(2).unwrap().to_owned());
        let mut ply = 0;
        for (line, _, is_refused) in played(&case) {
            if is_refused {
                bad.entry(line).or_default().insert(ply);
            } else {
                ply += 1;
            }
        }
    }
    for line in ["012", "345", "678", "036", "147", "258", "048", "246"] {
        assert!(
            lines.contains(&format!("{line}-for-x")) && lines.contains(&format!("{line}-for-o")),
            "{line}"
        );
    }
    for line in ["9", "10", "-1", "80", "a", "move", "?", "*", "%s", "+", "-", "", "99999999999999999999"] {
        assert_eq!(bad[line.as_bytes()].len(), 9, "{line:?}");
    }
}

/// Each line of a run up to the end of its game, with the board before it and whether it is refused.
fn played(case: &Case) -> Vec<(Vec<u8>, Position, bool)> {
    let mut session = Session::new(TictactoeGame::default());
    let mut lines = Vec::new();
    for line in &case.inputs {
        let before = *session.game().position();
        let events = session.answer(read(line).map_err(|_| Refusal::Invalid));
        if let Some(first) = events.first() {
            lines.push((line.clone(), before, matches!(first, Event::InputRefused(_))));
        }
    }
    lines
}

#[test]
fn empty_lines_stand_apart_from_other_bad_lines() {
    for level in ["symmetric", "complete", "pairs"] {
        for case in suite(level).games() {
            let lines = played(&case);
            for place in (0..lines.len()).filter(|&place| lines[place].0.is_empty()) {
                let is_refused = |place: Option<usize>| {
                    place.and_then(|place| lines.get(place)).is_some_and(|(_, _, is_refused)| *is_refused)
                };
                assert!(!is_refused(place.checked_sub(1)) && !is_refused(Some(place + 1)), "{}", case.name);
                let is_choice = lines[place].1.moves().len() > 1;
                let is_poor = lines[place + 1].0 == b"0";
                assert!(!(level != "symmetric" && is_choice && is_poor), "{}", case.name);
            }
        }
    }
}

#[test]
fn every_run_ends_its_game_and_goes_on() {
    // The search does not play its games to their ends.
    for offer in offers(&DIALECT)[1..8].iter().filter(|offer| offer.kind().name != "explored") {
        for case in offer.make().unwrap().cases().filter(|case| !case.name.starts_with("lines-last")) {
            let played = played(&case).len();
            let expected = case.strict_transcript();
            assert!(expected.is_settled() && played < case.inputs.len(), "{}", case.name);
            assert!(case.inputs[played..].iter().all(|line| !line.is_empty()), "{}", case.name);
        }
    }
}

#[test]
fn early_games_show_every_line_of_each_side_and_a_tie() {
    let early: Vec<_> = COMPLETE.games().take(20).collect();
    let ends: Vec<_> = early
        .iter()
        .map(|case| {
            let mut session = Session::new(TictactoeGame::default());
            for line in &case.inputs {
                session.answer(read(line).map_err(|_| Refusal::Invalid));
            }
            *session.game().position()
        })
        .collect();
    for side in Side::BOTH {
        for line in referee::game::tictactoe::LINES {
            let has_line = |position: &Position| {
                let cells = position.board();
                line.iter().all(|&square| cells.cells()[usize::from(square)] == Cell::Marked(side))
            };
            assert!(ends.iter().any(has_line), "{line:?} {side:?}");
        }
    }
    assert!(ends.iter().any(|position| position.outcome() == Some(referee::game::Outcome::Tie)));
}

#[test]
fn counted_games_are_not_doubtful_and_are_repeatable() {
    for offer in offers(&DIALECT)[1..9].iter().filter(|offer| offer.kind().name != "robust") {
        let once = offer.make().unwrap();
        assert!(once == offer.make().unwrap(), "{}", once.name());
        for case in once.games() {
            assert!(case.inputs.iter().all(|line| read(line) != Err(Unreadable::Doubtful)), "{}", case.name);
            let steps = Case::expected(&case, referee::transcript::Profile::Golf).steps().len();
            assert_eq!(steps, case.inputs.len() + 1, "{}", case.name);
        }
    }
}

#[test]
fn bursts_go_up_to_1100() {
    let longest = COMPLETE.cases().skip(4920).map(|case| case.inputs.len()).max();
    assert!(longest.is_some_and(|longest| longest > 1100));
    assert_eq!(COMPLETE.len(), 4920 + COMPLETE.bursts());
}

#[test]
fn a_way_that_cannot_carry_a_line_gets_the_rest_and_says_so() {
    let sum = |suite: &Suite| suite.games().map(|case| case.inputs.len()).sum::<usize>();
    for &format in InputFormat::ALL {
        let cut = COMPLETE.for_format(format);
        let carries_empty = format.carries(b"");
        let lost: BTreeSet<_> =
            COMPLETE.cases().flat_map(|case| case.inputs).filter(|line| !format.carries(line)).collect();
        assert_eq!(cut.len(), COMPLETE.len());
        assert!(cut.cases().all(|case| case.inputs.iter().all(|input| format.carries(input))));
        assert_eq!(sum(&cut), sum(&COMPLETE) - if carries_empty { 0 } else { 4520 });
        let said = format!(" {} lines skipped: they cannot be passed as {}.", lost.len(), format.name());
        assert_eq!(cut.claim().ends_with(&said), !lost.is_empty(), "{}", cut.claim());
    }
}

#[test]
fn claims() {
    assert_eq!(
        COMPLETE.claim(),
        "5,527 games match; 607 of them feed malformed lines in rows. Complete if its answer depends only on the \
         position shown. Bad lines fed: `9`, `10`, `-1`, `a`, the empty line and occupied cells in every \
         position, 838 others in some. Lines fed: those that a person can type, up to 40 bytes."
    );
    let fixture = Fixture { name: "one".to_owned(), moves: b"4, a b\n".to_vec(), snapshot: None };
    let suite = Suite::of_fixtures(&DIALECT, &[fixture]).unwrap().for_format(InputFormat::Words);
    assert_eq!(
        suite.claim(),
        "1 game matches. Right on these move lists; other games are untested. 1 line \
         skipped: it cannot be passed as words."
    );
}

#[test]
fn offers_are_sorted_and_unknown_ones_refused() {
    let names: Vec<_> = offers(&DIALECT).iter().map(|offer| offer.kind().name).collect();
    let all = SuiteKind::ALL.iter().map(|kind| kind.name).filter(|name| *name != "random");
    assert_eq!(names, all.collect::<Vec<_>>());
    assert!(SuiteKind::ALL.is_sorted_by_key(|kind| kind.reach));
    for kind in Dialect::all().iter().flat_map(offers).map(|offer| offer.kind()) {
        assert!(SuiteKind::ALL.contains(&kind), "{} can be named", kind.name);
    }
    assert_eq!(
        Suite::of(&DIALECT, "random").unwrap_err().to_string(),
        format!("tictactoe has no suite `random`; it has {}", names.join(", "))
    );
    assert!(matches!(Suite::of(&DIALECT, "fixtures"), Err(NoSuite::Refused(_))));
}

#[test]
fn a_certificate_proves_what_it_claims() {
    let proof = Proof::check(&CERTIFICATE).unwrap();
    assert_eq!((proof.runs, proof.inputs), (4920, 89_541));
    assert_eq!((proof.sequences, proof.refusals), (16_167, 24_513 + 5 * 4520));
    // Moves that end the game at move 5, and all moves after that many.
    let at = |ply| proof.antichain.iter().find(|(begin, ..)| *begin == ply).unwrap();
    assert_eq!((at(4).1, at(4).2, at(5).1), (360, 360, 4560));
    assert_eq!(proof.antichain.len(), 2);
}

#[test]
fn pairs_and_triples_have_certificates_too() {
    for (level, runs, length) in [("pairs", 14_400, 2), ("triples", 41_148, 3)] {
        let proof = Proof::check(&certificate(level)).unwrap();
        assert_eq!((proof.runs, proof.moves_in_a_row), (runs, length));
    }
}

/// What is found in the certificate of `complete` after a change.
fn tampered(change: impl FnOnce(&mut Certificate)) -> Flaw {
    let mut certificate = CERTIFICATE.clone();
    change(&mut certificate);
    Proof::check(&certificate).unwrap_err()
}

#[test]
fn a_certificate_with_a_run_less_is_refused() {
    assert!(matches!(tampered(|it| drop(it.runs.pop())), Flaw::Uncovered { .. } | Flaw::Unfed { .. }));
}

#[test]
fn a_certificate_with_a_run_more_is_refused() {
    let more = tampered(|it| it.runs.push(it.runs[0].clone()));
    assert_eq!(more, Flaw::NotLeast { runs: 4921, antichain: 4920 });
}

#[test]
fn a_certificate_with_runs_that_are_no_games_is_refused() {
    let line = |text: &str| text.to_owned();
    assert_eq!(tampered(|it| it.runs[6] = vec![line("4"), line("0")]), Flaw::Unfinished(7));
    assert_eq!(tampered(|it| drop(it.runs[6].pop())), Flaw::NothingAfterTheEnd(7));
    let doubtful = Flaw::Doubtful { run: 1, input: 1, line: line("04") };
    assert_eq!(tampered(|it| it.runs[0].insert(0, line("04"))), doubtful);
}

#[test]
fn a_certificate_without_a_bad_line_is_refused() {
    let is_last_ten = |run: &Vec<String>| run.iter().any(|line| line == "10");
    let unfed = tampered(|it| {
        let run = it.runs.iter_mut().rev().find(|run| is_last_ten(run)).unwrap();
        run.retain(|line| line != "10");
    });
    assert!(matches!(unfed, Flaw::Unfed { line, .. } if line == "10"));
    assert!(matches!(tampered(|it| it.refused_lines.push("b".to_owned())), Flaw::Unfed { .. }));
}

#[test]
fn a_certificate_with_a_bad_antichain_is_refused() {
    let doubled = tampered(|it| it.antichain[1] = it.antichain[0].clone());
    assert_eq!(doubled, Flaw::Doubled(2));
    let first_move = |it: &mut Certificate| {
        it.antichain[0].board = ".../.../...".to_owned();
        it.antichain[0].moves = vec!["4".to_owned()];
    };
    assert_eq!(tampered(first_move), Flaw::Compatible(2));
    assert_eq!(tampered(|it| it.antichain[2].board = "XXX/XXX/XXX".to_owned()), Flaw::Illegal(3, 1));
    assert_eq!(tampered(|it| it.antichain[2].moves.clear()), Flaw::Illegal(3, 1));
    assert_eq!(tampered(|it| it.antichain[2].moves[0] = "9".to_owned()), Flaw::Illegal(3, 1));
    let less = tampered(|it| drop(it.antichain.pop()));
    assert_eq!(less, Flaw::NotLeast { runs: 4920, antichain: 4919 });
}

#[test]
fn a_certificate_of_nothing_known_is_refused() {
    assert_eq!(tampered(|it| it.dialect = "chess".to_owned()), Flaw::Dialect("chess".to_owned()));
    assert_eq!(tampered(|it| it.moves_in_a_row = 0), Flaw::Row(0));
    assert!(matches!(tampered(|it| it.moves_in_a_row = 2), Flaw::Less { .. }));
    let pairs = |it: &mut Certificate| (it.suite, it.moves_in_a_row) = ("pairs".to_owned(), 2);
    assert!(matches!(tampered(pairs), Flaw::Uncovered { .. }));
}

#[test]
fn a_certificate_proves_the_promise_of_its_level() {
    let named = |level: &str| tampered(|it| it.suite = level.to_owned());
    for level in ["exhaustive", "smoke", "", "complete "] {
        assert_eq!(named(level), Flaw::Suite(level.to_owned()));
    }
    for level in ["symmetric", "pairs", "triples"] {
        assert!(matches!(named(level), Flaw::Less { .. }), "{level}");
    }
    assert_eq!(named("probed"), Flaw::Unprobed { run: 1, input: 5 });
    let less = |what: &str| Flaw::Less { suite: "complete".to_owned(), what: what.to_owned() };
    assert_eq!(tampered(|it| it.refused_lines.clear()), less("the line \"9\" refused in every position"));
    assert_eq!(
        tampered(|it| it.refused_lines.retain(|line| !line.is_empty())),
        less("the line \"\" refused in every position")
    );
    assert_eq!(tampered(|it| it.up_to_symmetry = true), less("every sequence"));
    assert_eq!(
        tampered(|it| it.moves_in_a_row = 3),
        less("1 moves in a row, not 3"),
        "a promise of triples is not one of transitions"
    );
    Proof::check(&certificate("probed")).unwrap();
}
