//! Lines that make real programs fail, for a declared challenge: those of `suite::bad`, alone and as the
//! number within an input, and lines that are nearly inputs.
//!
//! They are fed at the beginning and in the middle of a run. The table decides whether such a line is an
//! input, an invalid line, or left open, and programs must give its answer. Lines such as ` 4` or `+4`, which
//! many libraries read as 4, are fed only where the table leaves them open, since a table that does not
//! mention them need not mean to refuse them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::bad::{self, Lines};
use crate::challenge::{LineMeaning, RuleTable, State, Weakness};
use crate::dialect::{Declared, Speech};

/// To how many numbers of an input other numbers wrap.
const TARGETS: usize = 3;

/// How many inputs with a number get other numbers, and the classes of lines, in place of it.
const FRAMES: usize = 8;
const FRAMED: [&str; 7] =
    ["wrapping-numbers", "numbers", "names", "spellings", "notations", "other-scripts", "long-numbers"];

/// How many states are examined to find the numbers that inputs take.
const LOOKED_AT: usize = 200;

pub(super) type Named = (String, Vec<Vec<u8>>);

/// The text around the number of an input, and some of the numbers that it takes.
type Frames = BTreeMap<(String, String), BTreeSet<i128>>;

/// Runs with all of them that are within the domain.
pub(super) fn runs(declared: &Declared) -> Vec<Named> {
    let domain = declared.table().domain();
    runs_of(declared, |line| domain.decides(line))
}

/// Runs with those of one kind outside the domain.
pub(super) fn runs_outside(declared: &Declared, weakness: Weakness) -> Vec<Named> {
    let domain = declared.table().domain();
    runs_of(declared, |line| domain.weakness(line) == Some(weakness))
}

fn runs_of(declared: &Declared, is_wanted: impl Fn(&[u8]) -> bool) -> Vec<Named> {
    let trial = declared.trial_inputs();
    let (before, after) = trial.split_at(trial.len() / 2);
    let mut runs = Vec::new();
    for (name, mut lines) in classes(declared) {
        lines.retain(|line| is_wanted(line));
        runs.extend(through(declared.table(), &format!("lines-{name}"), &[], &lines, &trial));
        runs.extend(through(declared.table(), &format!("lines-{name}-later"), before, &lines, after));
    }
    runs
}

/// The classes of lines; those with text around the number come last.
fn classes(declared: &Declared) -> Vec<(String, Vec<Vec<u8>>)> {
    let frames = frames(declared);
    let plain = (String::new(), String::new());
    let targets = |frame| frames.get(frame).map_or_else(|| vec![4], some_of);
    let mut classes = lines(declared.table(), &targets(&plain), &plain);
    for (number, frame) in (1..).zip(frames.keys().filter(|frame| **frame != plain).take(FRAMES)) {
        let lines = lines(declared.table(), &targets(frame), frame).into_iter();
        let framed = lines.filter(|(name, _)| FRAMED.contains(&name.as_str()));
        classes.extend(framed.map(|(name, lines)| (format!("{name}-{number}"), lines)));
    }
    let is_invalid = |line: &Vec<u8>| declared.table().classify(line) == LineMeaning::Other;
    let untypeable = bad::untypeable().into_iter().filter(is_invalid);
    let untypeable = untypeable.filter(|line| declared.table().may_be_fed(line, false)).collect();
    classes.push(("untypeable".to_owned(), untypeable));
    let near = declared.table().near_inputs().into_iter();
    classes.push((
        "near-inputs".to_owned(),
        near.filter(|line| declared.table().may_be_fed(line, false)).collect(),
    ));
    classes
}

/// The lines of each class, with this text around them, that may be fed.
fn lines(table: &RuleTable, targets: &[i128], frame: &(String, String)) -> Vec<(String, Vec<Vec<u8>>)> {
    let framed = |line: &Vec<u8>| [frame.0.as_bytes(), line, frame.1.as_bytes()].concat();
    let class = |Lines { name, lines, is_doubtful }: Lines| {
        let lines = lines.iter().map(framed).filter(|line| table.may_be_fed(line, is_doubtful));
        (name, lines.collect::<Vec<_>>())
    };
    let classes = bad::lines(targets).into_iter().map(class);
    classes.filter(|(_, lines)| !lines.is_empty()).collect()
}

/// The least number, the greatest, and one between.
fn some_of(numbers: &BTreeSet<i128>) -> Vec<i128> {
    let all: Vec<_> = numbers.iter().copied().collect();
    let places: BTreeSet<_> = (0..TARGETS).map(|part| part * (all.len() - 1) / (TARGETS - 1)).collect();
    places.into_iter().map(|place| all[place]).collect()
}

/// Every input with one number in it that changes something in one of the first states.
fn frames(declared: &Declared) -> Frames {
    let (space, mut frames) = (declared.space(), Frames::new());
    for place in 0..space.nodes().len().min(LOOKED_AT) {
        for arrow in space.arrows()[space.out_of(place)].iter().filter(|arrow| arrow.to != arrow.from) {
            if let Some((frame, number)) = std::str::from_utf8(&arrow.line).ok().and_then(framed_number) {
                frames.entry(frame).or_default().insert(number);
            }
        }
    }
    frames
}

/// The only number in a line, and the text around it.
fn framed_number(line: &str) -> Option<((String, String), i128)> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let (before, rest) = line.split_at(line.find(is_digit)?);
    let end = rest.find(|sign| !is_digit(sign)).unwrap_or(rest.len());
    let (number, after) = rest.split_at(end);
    if after.contains(is_digit) { None } else { Some(((before.into(), after.into()), number.parse().ok()?)) }
}

/// Runs that begin with some lines, feed these, and end with others; several runs if the program ends before.
fn through(
    table: &RuleTable,
    name: &str,
    before: &[Vec<u8>],
    lines: &[Vec<u8>],
    after: &[Vec<u8>],
) -> Vec<Named> {
    let Some((start, false)) = state_after(table, &table.start(), before) else { return Vec::new() };
    let (mut runs, mut fed, mut state) = (Vec::new(), Vec::new(), start.clone());
    let mut close = |fed: &mut Vec<Vec<u8>>, after: &[Vec<u8>]| {
        let name = if runs.is_empty() { name.to_owned() } else { format!("{name}-{}", runs.len() + 1) };
        runs.push((name, [before, fed, after].concat()));
        fed.clear();
    };
    for line in lines {
        let Some((next, is_over)) = state_after(table, &state, std::slice::from_ref(line)) else { continue };
        fed.push(line.clone());
        state = next;
        if is_over {
            close(&mut fed, after);
            state = start.clone();
        }
    }
    if !fed.is_empty() {
        close(&mut fed, after);
    }
    runs
}

/// The state after some lines, and whether the run is over. `None` if the table has no answer to one.
fn state_after(table: &RuleTable, state: &State, lines: &[Vec<u8>]) -> Option<(State, bool)> {
    let mut state = State::clone(state);
    for line in lines {
        let answer = table.answer(&state, line).ok()?;
        state = answer.next;
        if answer.ends {
            return Some((state, true));
        }
    }
    Some((state, false))
}
