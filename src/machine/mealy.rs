//! A machine that answers each input with one output.

use std::collections::{HashMap, VecDeque};

/// A sequence of inputs.
pub(crate) type Word = Vec<usize>;

/// The output of a machine that has ended; it stays the same from then on.
pub(crate) const OVER: usize = 0;

/// The effect of an input in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The output.
    pub output: usize,
    /// The state afterwards.
    pub to: usize,
}

/// A machine; state 0 is the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mealy {
    inputs: usize,
    /// For each state a step for each input.
    steps: Vec<Step>,
}

impl Mealy {
    /// A machine with this many inputs, from the steps of its states, one state after another; none if a step
    /// is missing or leads to no state.
    pub fn new(inputs: usize, steps: Vec<Step>) -> Option<Mealy> {
        let states = steps.len().checked_div(inputs)?;
        let is_whole = states > 0 && states * inputs == steps.len();
        let is_good = is_whole && steps.iter().all(|step| step.to < states);
        is_good.then_some(Mealy { inputs, steps })
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.steps.len() / self.inputs
    }

    /// How many inputs it has.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The effect of an input in a state.
    pub fn step(&self, state: usize, input: usize) -> Step {
        self.steps[state * self.inputs + input]
    }

    /// The state that a word leads to.
    pub fn after(&self, state: usize, word: &[usize]) -> usize {
        word.iter().fold(state, |state, input| self.step(state, *input).to)
    }

    /// The outputs for a word.
    pub fn answers(&self, state: usize, word: &[usize]) -> Vec<usize> {
        let mut state = state;
        let answer = |input: &usize| {
            let step = self.step(state, *input);
            state = step.to;
            step.output
        };
        word.iter().map(answer).collect()
    }

    /// Whether it has ended in a state: every input leads back to it without output.
    pub fn is_over(&self, state: usize) -> bool {
        (0..self.inputs).all(|input| self.step(state, input) == Step { output: OVER, to: state })
    }

    /// The shortest words from the beginning to each state; none to those that cannot be reached.
    pub fn access(&self) -> Vec<Option<Word>> {
        let mut words: Vec<Option<Word>> = vec![None; self.states()];
        words[0] = Some(Vec::new());
        let mut open = VecDeque::from([0]);
        while let Some(state) = open.pop_front() {
            for input in 0..self.inputs {
                let to = self.step(state, input).to;
                if words[to].is_none() {
                    let way = words[state].iter().flatten().copied().chain([input]);
                    words[to] = Some(way.collect());
                    open.push_back(to);
                }
            }
        }
        words
    }

    /// A shortest word that two machines with the same inputs answer differently.
    pub fn difference(&self, other: &Mealy) -> Option<Word> {
        let mut known = HashMap::from([((0, 0), None)]);
        let mut open = VecDeque::from([(0, 0)]);
        while let Some(pair) = open.pop_front() {
            for input in 0..self.inputs {
                let (one, two) = (self.step(pair.0, input), other.step(pair.1, input));
                if one.output != two.output {
                    return Some(way(&known, pair, input));
                }
                known.entry((one.to, two.to)).or_insert_with(|| {
                    open.push_back((one.to, two.to));
                    Some((pair, input))
                });
            }
        }
        None
    }

    /// The smallest machine with the same answers, where outputs are compared after applying `look`; only
    /// reachable states, in the order of their shortest words.
    pub fn reduced(&self, look: impl Fn(usize) -> usize) -> Mealy {
        let rounds = self.rounds(&look);
        let class = &rounds[rounds.len() - 1];
        let mut place = HashMap::from([(class[0], 0)]);
        let mut order = vec![0];
        let mut steps = Vec::new();
        let mut next = 0;
        while next < order.len() {
            for input in 0..self.inputs {
                let step = self.step(order[next], input);
                let to = *place.entry(class[step.to]).or_insert_with(|| {
                    order.push(step.to);
                    order.len() - 1
                });
                steps.push(Step { output: look(step.output), to });
            }
            next += 1;
        }
        Mealy { inputs: self.inputs, steps }
    }

    /// For words of no input, one, two and so on a number for each state, the same for those that answer all these words
    /// alike, as long as there are more of them each time.
    pub(super) fn rounds(&self, look: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
        let mut rounds = vec![vec![0; self.states()]];
        let mut count = 1;
        loop {
            let known = &rounds[rounds.len() - 1];
            let mut numbers: HashMap<(usize, Vec<(usize, usize)>), usize> = HashMap::new();
            let of_state = |state: usize| {
                let steps = (0..self.inputs).map(|input| self.step(state, input));
                let row = steps.map(|step| (look(step.output), known[step.to])).collect();
                let next = numbers.len();
                *numbers.entry((known[state], row)).or_insert(next)
            };
            let finer = (0..self.states()).map(of_state).collect();
            if numbers.len() == count {
                return rounds;
            }
            count = numbers.len();
            rounds.push(finer);
        }
    }
}

type Pair = (usize, usize);

fn way(known: &HashMap<Pair, Option<(Pair, usize)>>, mut pair: Pair, last: usize) -> Word {
    let mut word = vec![last];
    while let Some((before, input)) = known[&pair] {
        word.push(input);
        pair = before;
    }
    word.reverse();
    word
}
