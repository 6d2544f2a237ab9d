//! Tests of what the search reaches, with references in Rust.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;

use super::*;
use crate::challenge::{RecordedTurn, Recording};

mod asking;

/// A program: its state, and the answer to a line, or that it ends.
trait Program: Default {
    const SAMPLES: &'static [&'static str];
    /// Its output before its first line.
    const OPENING: &'static str = "";

    /// The answer; whether the program goes on.
    fn answer(&mut self, line: &str) -> (String, bool);
}

fn run<P: Program>(lines: &[Vec<u8>]) -> Recording {
    let (mut program, mut turns, mut goes_on) = (P::default(), Vec::new(), true);
    for line in lines {
        let input = String::from_utf8(line.clone()).unwrap();
        let (answer, goes) = program.answer(&input);
        turns.push(RecordedTurn { input, answer });
        goes_on = goes;
        if !goes_on {
            break;
        }
    }
    let opening = P::OPENING.to_owned();
    Recording { opening, closing: goes_on.then(String::new), turns, ..Recording::default() }
}

fn is_printable(line: &[u8]) -> bool {
    line.iter().all(|byte| (b' '..0x7f).contains(byte))
}

fn inputs<P: Program>(seed: u64, sessions: usize) -> Inputs<'static> {
    Inputs {
        seeds: Vec::new(),
        samples: P::SAMPLES.iter().map(|line| line.as_bytes().to_vec()).collect(),
        words: Vec::new(),
        may_be_fed: &is_printable,
        kinds: &folded,
        by_lines: &|_| None,
        apart: 0,
        seed,
        sessions,
    }
}

struct Explored<E> {
    /// The sessions, in the order in which they were played.
    sessions: Vec<Session>,
    findings: Findings,
    /// Why it ended early, if it did.
    stopped: Option<E>,
}

fn explore<E>(
    inputs: Inputs<'_>,
    mut oracle: impl FnMut(&[Session]) -> Result<Vec<Recording>, E>,
) -> Explored<E> {
    let (mut search, mut sessions, mut stopped) = (Search::new(inputs), Vec::new(), None);
    while let Some(batch) = search.batch() {
        match oracle(&batch) {
            Ok(runs) => sessions.extend(search.learn(&runs).into_iter().map(|(_, session)| session)),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    Explored { sessions, findings: search.findings(), stopped }
}

fn explored_from<P: Program>(inputs: Inputs<'_>) -> Explored<Infallible> {
    explore(inputs, |batch| Ok(batch.iter().map(|lines| run::<P>(lines)).collect()))
}

fn explored<P: Program>(seed: u64, sessions: usize) -> Explored<Infallible> {
    explored_from::<P>(inputs::<P>(seed, sessions))
}

/// For each of some seeds, whether an answer with this text was reached.
fn reached<P: Program>(text: &str, sessions: usize) -> usize {
    let is_reached = |seed: &u64| {
        let answers = |session: &Session| run::<P>(session).turns;
        let found = explored::<P>(*seed, sessions);
        found.sessions.iter().flat_map(answers).any(|turn| turn.answer.contains(text))
    };
    (1..=5).filter(is_reached).count()
}

#[derive(Default)]
struct Bank(BTreeMap<String, i64>);

impl Program for Bank {
    const SAMPLES: &'static [&'static str] =
        &["open ann", "put ann 5", "take ann 3", "move ann bob 1", "sum", "quit"];

    fn answer(&mut self, line: &str) -> (String, bool) {
        let words: Vec<_> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
        let answer = match words[..] {
            ["open", name] if self.0.contains_key(name) => "there already".to_owned(),
            ["open", _] if self.0.len() == 6 => "full".to_owned(),
            ["open", name] => {
                self.0.insert(name.to_owned(), 0);
                "opened".to_owned()
            }
            ["put", name, _] => match (self.0.get_mut(name), number(2)) {
                (Some(balance), Some(amount @ 1..)) if balance.saturating_add(amount) <= 10_000 => {
                    *balance += amount;
                    format!("{balance}")
                }
                (Some(_), Some(1..)) => "too much".to_owned(),
                (None, _) => "nobody".to_owned(),
                _ => "bad amount".to_owned(),
            },
            ["take", name, _] => match (self.0.get_mut(name), number(2)) {
                (Some(balance), Some(amount @ 1..)) if *balance == amount => {
                    *balance = 0;
                    "all taken".to_owned()
                }
                (Some(balance), Some(amount @ 1..)) if *balance >= amount => {
                    *balance -= amount;
                    format!("{balance}")
                }
                _ => "no".to_owned(),
            },
            ["move", from, to, _] => match (self.0.get(from).copied(), self.0.get(to), number(3)) {
                (Some(_), Some(_), _) if from == to => "to itself".to_owned(),
                (Some(has), Some(_), Some(amount @ 1..)) if has >= amount => {
                    *self.0.get_mut(from).unwrap() -= amount;
                    *self.0.get_mut(to).unwrap() += amount;
                    "moved".to_owned()
                }
                _ => "no".to_owned(),
            },
            ["sum"] => format!("{}", self.0.values().sum::<i64>()),
            ["quit"] => return ("bye".to_owned(), false),
            _ => "what?".to_owned(),
        };
        (answer + "\n", true)
    }
}

#[derive(Default)]
struct Stack(Vec<i64>);

impl Program for Stack {
    const SAMPLES: &'static [&'static str] = &["7", "12", "+", "-", "/", "dup"];

    fn answer(&mut self, line: &str) -> (String, bool) {
        let stack = &mut self.0;
        let answer = match (line, line.parse::<i64>()) {
            (_, Ok(_)) if stack.len() == 12 => "full".to_owned(),
            (_, Ok(number)) => {
                stack.push(number);
                format!("{number}")
            }
            ("+" | "-" | "/", _) if stack.len() < 2 => "too few".to_owned(),
            ("/", _) if stack.last() == Some(&0) => "by zero".to_owned(),
            ("+" | "-" | "/", _) => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                let result = match line {
                    "+" => a.saturating_add(b),
                    "-" => a.saturating_sub(b),
                    _ => a.wrapping_div(b),
                };
                stack.push(result);
                if result == i64::MAX { "overflow".to_owned() } else { format!("{result}") }
            }
            ("dup", _) if stack.is_empty() => "too few".to_owned(),
            ("dup", _) => {
                stack.push(stack[stack.len() - 1]);
                "ok".to_owned()
            }
            _ => "unknown".to_owned(),
        };
        (answer + "\n", true)
    }
}

/// A queue in which only members may stand.
#[derive(Default)]
struct Queue(Vec<String>, VecDeque<String>);

impl Program for Queue {
    const SAMPLES: &'static [&'static str] = &["join ann", "join bob", "wait ann", "next"];

    fn answer(&mut self, line: &str) -> (String, bool) {
        let Queue(members, waiting) = self;
        let words: Vec<_> = line.split(' ').collect();
        let answer = match words[..] {
            ["join", name] if members.iter().any(|known| known == name) => "there already".to_owned(),
            ["join", name] => {
                members.push(name.to_owned());
                "welcome".to_owned()
            }
            ["wait", name] if !members.iter().any(|known| known == name) => "no such member".to_owned(),
            ["wait", name] if waiting.iter().any(|known| known == name) => "waits already".to_owned(),
            ["wait", name] => {
                waiting.push_back(name.to_owned());
                if waiting.len() > 6 { "a long queue" } else { "waits" }.to_owned()
            }
            ["next"] => waiting.pop_front().map_or_else(|| "nobody".to_owned(), |_| "somebody".to_owned()),
            _ => "what?".to_owned(),
        };
        (answer + "\n", true)
    }
}

#[test]
fn many_take_part_in_place_of_one() {
    assert_eq!(reached::<Queue>("a long queue", 1_200), 5);
}

/// What people have written has lines, too, that the program does not know: most others are known.
#[test]
fn lines_that_are_not_known_are_given_seldom() {
    for seed in 1..=3 {
        let mut inputs = inputs::<Bank>(seed, 1_500);
        inputs
            .samples
            .extend(["dance", "", "help", "5", "open", "put ann"].map(|line| line.as_bytes().to_vec()));
        let found = explored_from::<Bank>(inputs);
        let turns: Vec<_> = found.sessions.iter().flat_map(|session| run::<Bank>(session).turns).collect();
        let unknown = turns.iter().filter(|turn| turn.answer == "what?\n").count();
        assert!(unknown * 4 < turns.len(), "{unknown} of {}", turns.len());
    }
}

/// Four in a row would need luck; here the board only has to be filled.
struct Board([u8; 16]);

impl Default for Board {
    fn default() -> Board {
        Board([b'.'; 16])
    }
}

impl Program for Board {
    const SAMPLES: &'static [&'static str] = &["a1", "b2", "c3", "d4"];

    fn answer(&mut self, line: &str) -> (String, bool) {
        let place = match line.as_bytes() {
            [column @ b'a'..=b'd', row @ b'1'..=b'4'] => Some(usize::from(column - b'a' + 4 * (row - b'1'))),
            _ => None,
        };
        let answer = match place {
            None => "no such square\n".to_owned(),
            Some(place) if self.0[place] != b'.' => "taken\n".to_owned(),
            Some(place) => {
                let marks = self.0.iter().filter(|mark| **mark != b'.').count();
                self.0[place] = b"XO"[marks % 2];
                let rows: Vec<_> = self.0.chunks(4).map(|row| String::from_utf8_lossy(row)).collect();
                let end = if marks == 15 { "\nthe board is full" } else { "" };
                rows.join("\n") + end + "\n"
            }
        };
        let is_full = answer.contains("full");
        (answer, !is_full)
    }
}

#[test]
#[ignore = "half a minute; tests/long.sh longest"]
fn rare_answers_are_reached() {
    for (text, sessions) in
        [("full", 1_000), ("too much", 1_500), ("all taken", 2_000), ("to itself", 1_000), ("moved", 2_000)]
    {
        assert_eq!(reached::<Bank>(text, sessions), 5, "{text}");
    }
    for (text, sessions) in [("full", 500), ("by zero", 300)] {
        assert_eq!(reached::<Stack>(text, sessions), 5, "{text}");
    }
    // The sum must be the largest number of 64 bits.
    assert!(reached::<Stack>("overflow", 3_000) >= 3);
}

#[test]
fn a_board_becomes_full() {
    assert_eq!(reached::<Board>("the board is full", 1_500), 5);
}

#[test]
fn boards_are_few_kinds_but_not_one() {
    let findings = explored::<Board>(1, 2_000).findings;
    assert!((8..160).contains(&findings.kinds), "{findings:?}");
}

#[test]
fn a_seed_determines_the_sessions_and_none_is_played_twice() {
    let [one, again, other] = [1, 1, 2].map(|seed| explored::<Bank>(seed, 500).sessions);
    assert_eq!(one, again);
    assert_ne!(one, other);
    let all: std::collections::BTreeSet<_> = one.iter().collect();
    assert_eq!((all.len(), one.len()), (500, 500));
    // These are the sessions on every machine and with every version of Rust.
    assert_eq!(
        one.iter().map(|session| session::hash_of_lines(session)).fold(0, u64::wrapping_add),
        13_767_555_112_883_522_372
    );
}

#[test]
fn seeds_are_played_first_and_nothing_is_fed_that_may_not_be() {
    let seed = vec![b"open eve".to_vec(), b"sum".to_vec()];
    let may_be_fed =
        |line: &[u8]| is_printable(line) && !line.starts_with(b"q") && line.first() != Some(&b' ');
    let mut inputs = inputs::<Bank>(1, 1_000);
    (inputs.seeds, inputs.may_be_fed) = (vec![seed.clone()], &may_be_fed);
    let found = explored_from::<Bank>(inputs);
    assert_eq!((found.sessions[0].clone(), found.sessions[1].clone()), (Session::new(), seed));
    assert!(found.sessions.iter().flatten().all(|line| may_be_fed(line) && line.len() < 255));
}

/// Some sessions go on after each end; all others stop there.
#[test]
fn a_few_sessions_go_on_after_the_end() {
    for seed in 1..=5 {
        let found = explored::<Bank>(seed, 1_000);
        let is_end = |line: &Vec<u8>| line == b"quit";
        let goes_on = |session: &&Session| session.iter().rev().skip(1).any(is_end);
        assert!(found.sessions.iter().any(|session| session.last().is_some_and(is_end)));
        let going_on = found.sessions.iter().filter(goes_on).count();
        assert!((1..=8).contains(&going_on), "{going_on}");
    }
}

/// A program that keeps up to `MOST` lines.
#[derive(Default)]
struct Keeper<const MOST: i64>(i64);

impl<const MOST: i64> Program for Keeper<MOST> {
    const SAMPLES: &'static [&'static str] = &["keep 3", "show"];

    fn answer(&mut self, line: &str) -> (String, bool) {
        let number = line.strip_prefix("keep ").map(str::parse::<i64>);
        let answer = match number {
            Some(Ok(number)) if (1..=MOST).contains(&number) => {
                self.0 = number;
                format!("keeps {number}")
            }
            Some(_) => "no".to_owned(),
            None if line == "show" => format!("{}", self.0),
            None => "what?".to_owned(),
        };
        (answer + "\n", true)
    }
}

/// For how many of five seeds both neighbours of the boundary were fed.
fn bounded<const MOST: i64>(sessions: usize) -> usize {
    let is_bounded = |seed: &u64| {
        let found = explored::<Keeper<MOST>>(*seed, sessions).sessions;
        let is_fed = |number: i64| {
            let line = format!("keep {number}").into_bytes();
            found.iter().flatten().any(|fed| *fed == line)
        };
        is_fed(MOST) && is_fed(MOST + 1) && is_fed(0)
    };
    (1..=5).filter(is_bounded).count()
}

#[test]
fn both_neighbours_of_a_boundary_are_fed() {
    assert_eq!([bounded::<20>(300), bounded::<137>(300), bounded::<4_711>(300)], [5; 3]);
    assert_eq!(bounded::<123_456_789>(500), 5);
}

#[test]
fn a_boundary_that_depends_on_other_lines_is_found() {
    // All that there is can be taken, and not one more.
    let is_found = |seed: &u64| {
        let sessions = explored::<Bank>(*seed, 1_000).sessions;
        let answers: Vec<_> = sessions.iter().flat_map(|session| run::<Bank>(session).turns).collect();
        answers.windows(2).any(|turns| turns[1].answer == "all taken\n")
            && answers.iter().any(|turn| turn.answer == "10000\n")
    };
    assert_eq!((1..=5).filter(is_found).count(), 5);
}

#[test]
fn what_was_found_is_kept_if_the_oracle_stops() {
    let mut batches = 0;
    let found = explore(inputs::<Bank>(1, 1_000), |batch| {
        batches += 1;
        if batches > 2 { Err("stopped") } else { Ok(batch.iter().map(|lines| run::<Bank>(lines)).collect()) }
    });
    assert_eq!(found.stopped, Some("stopped"));
    assert!(found.sessions.len() > 10 && found.findings.sessions == found.sessions.len());
}

/// A program of few lines has few sessions; then there is nothing left to play.
#[test]
fn the_search_ends_if_there_are_no_other_sessions() {
    #[derive(Default)]
    struct Deaf;
    impl Program for Deaf {
        const SAMPLES: &'static [&'static str] = &["a"];
        fn answer(&mut self, _: &str) -> (String, bool) {
            ("no\n".to_owned(), false)
        }
    }
    let mut inputs = inputs::<Deaf>(1, 10_000);
    inputs.may_be_fed = &|line| line.len() < 2 && is_printable(line);
    let found = explored_from::<Deaf>(inputs);
    assert!((2..=97).contains(&found.sessions.len()), "{}", found.sessions.len());
}

#[test]
fn the_chance_of_a_new_kind_follows_good_and_turing() {
    let findings = Findings { sessions: 3_000, kinds: 5, alone: 3, last_new: 812 };
    assert_eq!(
        findings.sentence(),
        "3,000 sessions, 5 kinds of answers, the last new one in session 812; chance that one more session shows a new \
         kind: about 0.1\u{a0}%"
    );
    let none = Findings { sessions: 1_000, kinds: 2, alone: 0, last_new: 3 };
    assert!(none.sentence().ends_with("less than 0.1\u{a0}%"), "{}", none.sentence());
    let few = Findings { sessions: 10, kinds: 5, alone: 5, last_new: 10 };
    assert!(few.sentence().ends_with("about 50\u{a0}%"), "{}", few.sentence());
}
