//! Tests of a machine that find every fault of machines that have not many more states.
//!
//! Each state is gone to by a shortest word; from there all inputs are given, in all rows of a length; after each the
//! state that should be there is identified. A machine with at most so many states more as there are inputs in a row beyond
//! the first, that answers all these words alike, is the same (the HSI method).

use super::identify::Identifiers;
use super::mealy::{Mealy, Word};

/// The tests of a machine, of which no two states are alike, against all machines with at most `extra` states more.
pub fn tests_of<'a>(machine: &'a Mealy, names: &'a Identifiers, extra: usize) -> impl Iterator<Item = Word> {
    let access = machine.access().into_iter().flatten();
    let rows = move |from: Word| {
        let row = move |row: Word| [&from[..], &row].concat();
        (0..=extra + 1).flat_map(|length| rows_of(machine.inputs(), length)).map(row)
    };
    access.flat_map(rows).flat_map(|row| {
        let state = machine.after(0, &row);
        let names = names.words(state);
        // A machine with one state has no names.
        let tails = if names.is_empty() { vec![&[][..]] } else { names };
        tails.into_iter().map(move |tail| [&row[..], tail].concat()).collect::<Vec<_>>()
    })
}

/// How many tests these are, or the largest number there is.
pub fn count_of_tests(machine: &Mealy, names: &Identifiers, extra: usize) -> usize {
    let states = machine.states();
    let tails: Vec<_> = (0..states).map(|state| names.words(state).len().max(1)).collect();
    // How often a row of this length leads to each state.
    let mut reached: Vec<usize> = machine.access().iter().map(|word| usize::from(word.is_some())).collect();
    let mut count = 0_usize;
    for length in 0..=extra + 1 {
        if length > 0 {
            let mut next = vec![0_usize; states];
            for (state, times) in reached.iter().enumerate() {
                for input in 0..machine.inputs() {
                    let to = machine.step(state, input).to;
                    next[to] = next[to].saturating_add(*times);
                }
            }
            reached = next;
        }
        let these = reached.iter().zip(&tails).map(|(times, tails)| times.saturating_mul(*tails));
        count = these.fold(count, usize::saturating_add);
    }
    count
}

/// All words of a length.
fn rows_of(inputs: usize, length: usize) -> impl Iterator<Item = Word> {
    let count = (0..length).fold(1_usize, |count, _| count.saturating_mul(inputs));
    (0..count).map(move |number| {
        let mut number = number;
        let input = |_| {
            let input = number % inputs;
            number /= inputs;
            input
        };
        (0..length).map(input).collect()
    })
}

/// A test by chance: to a state, some inputs, and the identification of the state there. `below` gives a number below
/// another by chance.
pub fn walk(machine: &Mealy, names: &Identifiers, mut below: impl FnMut(usize) -> usize) -> Word {
    let access: Vec<_> = machine.access().into_iter().flatten().collect();
    let mut word = access[below(access.len())].clone();
    word.push(below(machine.inputs()));
    while below(LONGER) > 0 {
        word.push(below(machine.inputs()));
    }
    let names = names.words(machine.after(0, &word));
    if !names.is_empty() {
        word.extend(names[below(names.len())]);
    }
    word
}

/// How many inputs in a row a walk has on average. Chosen, not tuned.
const LONGER: usize = 6;
