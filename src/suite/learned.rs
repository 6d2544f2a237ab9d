//! Suites from a learned machine: each step, and the tests that find every fault of machines with a few more
//! states.

use std::collections::BTreeSet;

use super::SuiteKind;
use super::count::{counted, grouped};
use super::kind::PROBED;
use crate::challenge::{Freedoms, Learned};
use crate::machine::{Identity, Mealy, Word, tests_of};

type Run = Vec<Vec<u8>>;

/// Runs with each line in each state.
pub(super) fn complete(learned: &Learned, freedoms: &Freedoms) -> Vec<Run> {
    let each_step = |machine: &Mealy| {
        let steps = |word: Word| (0..machine.inputs()).map(move |input| [&word[..], &[input]].concat());
        machine.access().into_iter().flatten().flat_map(steps).collect::<Vec<_>>()
    };
    runs(learned, machines(learned, freedoms).iter().flat_map(each_step))
}

/// Runs after which every program is known to be equal, if it has at most as many additional states as were
/// tested.
pub(super) fn probed(learned: &Learned, freedoms: &Freedoms) -> Vec<Run> {
    let tests =
        |machine: &Mealy| tests_of(machine, &Identity::of(machine), learned.tested.extra).collect::<Vec<_>>();
    runs(learned, machines(learned, freedoms).iter().flat_map(tests))
}

/// What it means if these runs show no difference. The tests of the machine leave the same uncertainty about
/// the reference that those of `probed` leave about a program.
pub(super) fn claim(learned: &Learned, freedoms: &Freedoms, kind: SuiteKind) -> String {
    let living = |machine: &Mealy| (0..machine.states()).filter(|state| !machine.is_over(*state)).count();
    let states = machines(learned, freedoms).iter().map(living).min().unwrap_or_default();
    let most = grouped(states + learned.tested.extra);
    let condition = match kind == PROBED {
        true => format!("it and the reference have at most {most} states"),
        false => format!(
            "its answer depends only on the line and on the state of the machine, the reference has at most {most} states"
        ),
    };
    format!(
        "The machine learned from the reference has {} for {}. Complete for these lines if {condition} and no text comes a line \
         too early or too late",
        counted(states, "state"),
        counted(learned.lines.len(), "line")
    )
}

/// The machine with folded texts, and the original one if that has other states. Words that distinguish
/// states with folded texts also do so without.
fn machines(learned: &Learned, freedoms: &Freedoms) -> Vec<Mealy> {
    let exact = learned.seen_with(&Freedoms::default());
    let folded = learned.seen_with(freedoms);
    if folded.states() == exact.states() { vec![folded] } else { vec![exact, folded] }
}

/// Words as runs, the shortest first. Each run ends with the end of input, so a run that is the beginning of
/// another is needed only where the output at its end counts.
fn runs(learned: &Learned, words: impl Iterator<Item = Word>) -> Vec<Run> {
    let (mut ending, mut all) = (BTreeSet::new(), BTreeSet::new());
    for word in words {
        let lines: Word = word.iter().copied().take_while(|input| *input != learned.end()).collect();
        if lines.len() < word.len() {
            ending.insert(lines.clone());
        }
        all.insert(lines);
    }
    let begins_next = |word: &Word| {
        let mut later = all.range(word.clone()..);
        later.nth(1).is_some_and(|next| next.starts_with(word))
    };
    let mut kept: Vec<_> = all.iter().filter(|word| ending.contains(*word) || !begins_next(word)).collect();
    kept.sort_by_key(|word| word.len());
    let line = |input: &usize| learned.lines[*input].clone().into_bytes();
    kept.into_iter().map(|word| word.iter().map(line).collect()).collect()
}
