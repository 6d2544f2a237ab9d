//! Tests of a machine that find every fault of machines with only a few additional states.
//!
//! Each state is reached by a shortest word. From there all sequences of inputs of a certain length are
//! given, and after each the expected state is identified. Let a machine have at most as many additional
//! states as these sequences have inputs beyond the first: if it gives the same answers to all these words,
//! it is equal (the HSI method).

use super::identify::Identity;
use super::mealy::{Mealy, Word};

/// The tests of a machine, no two states of which are equivalent, against all machines with at most `extra`
/// additional states.
pub(crate) fn tests_of<'a>(
    machine: &'a Mealy,
    identity: &'a Identity,
    extra: usize,
) -> impl Iterator<Item = Word> {
    let access = machine.access().into_iter().flatten();
    let rows = move |from: Word| {
        let row = move |row: Word| [&from[..], &row].concat();
        (0..=extra + 1).flat_map(|length| rows_of(machine.inputs(), length)).map(row)
    };
    access.flat_map(rows).flat_map(|row| {
        let state = machine.after(0, &row);
        let words = &identity.words[state];
        // The only state of a machine has none.
        let tails = if words.is_empty() { &[Vec::new()] } else { &words[..] };
        tails.iter().map(|tail| [&row[..], tail].concat()).collect::<Vec<_>>()
    })
}

/// How many tests these are, or the largest number there is.
pub(crate) fn count_of_tests(machine: &Mealy, identity: &Identity, extra: usize) -> usize {
    let states = machine.states();
    let tails: Vec<_> = (0..states).map(|state| identity.words[state].len().max(1)).collect();
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

/// Random tests: long walks through a machine, since a long run of a program costs little more than a short
/// one. Most inputs leave the state, since otherwise a machine with many idle inputs would stay where it is,
/// and only the last may end it. Then the state is identified.
#[derive(Debug)]
pub(crate) struct Walker<'a> {
    machine: &'a Mealy,
    identity: &'a Identity,
    /// For each state the inputs that do not end it.
    living: Vec<Vec<usize>>,
    /// And those of them that lead to another state.
    moves: Vec<Vec<usize>>,
}

/// One in this many inputs of a walk may stay in its state, and the average length of a walk.
const STILL: usize = 4;
const LENGTH: usize = 40;

impl<'a> Walker<'a> {
    /// Walks through this machine.
    pub(crate) fn new(machine: &'a Mealy, identity: &'a Identity) -> Walker<'a> {
        let inputs = |is_it: &dyn Fn(usize, usize) -> bool| {
            let of = |state| {
                (0..machine.inputs()).filter(|input| is_it(state, machine.step(state, *input).to)).collect()
            };
            (0..machine.states()).map(of).collect()
        };
        let living = inputs(&|_, to| !machine.is_over(to));
        let moves = inputs(&|state, to| to != state && !machine.is_over(to));
        Walker { machine, identity, living, moves }
    }

    /// A walk; `below` returns a random number below its argument.
    pub(crate) fn walk(&self, mut below: impl FnMut(usize) -> usize) -> Word {
        let (mut word, mut state) = (Word::new(), 0);
        while below(LENGTH) > 0 && !self.living[state].is_empty() {
            let may_stay = self.moves[state].is_empty() || below(STILL) == 0;
            let inputs = if may_stay { &self.living[state] } else { &self.moves[state] };
            word.push(inputs[below(inputs.len())]);
            state = self.machine.step(state, word[word.len() - 1]).to;
        }
        word.push(below(self.machine.inputs()));
        let words = &self.identity.words[self.machine.after(0, &word)];
        if !words.is_empty() {
            word.extend(&words[below(words.len())]);
        }
        word
    }
}
