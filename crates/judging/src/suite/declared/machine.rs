//! Machines that answer each input with one output, and which inputs distinguish the states of one.
//!
//! A machine has numbered states, inputs and outputs; its caller knows what the numbers mean. Inputs split the
//! states by their answers, until no input splits any class of states further; the states of one class are
//! equivalent. Each state then gets *identifiers*, which are words. The first is extended as
//! long as its answers distinguish states, each next input chosen by the answers before. If an input leads
//! two states to the same one, those that were not distinguished by then need another word, which starts from
//! the state again. So two states have the same words up to the input at which their answers differ (they are
//! *harmonised*), and a program with the right answers to the words of a state is in none of the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A sequence of inputs.
pub(super) type Word = Vec<usize>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MealyStep {
    pub output: usize,
    pub to: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mealy {
    inputs: usize,
    /// For each state a step for each input.
    steps: Vec<MealyStep>,
}

impl Mealy {
    /// A machine with this many inputs, from the steps of its states, one state after another. `None` if a step
    /// is missing or leads to no state.
    pub(super) fn new(inputs: usize, steps: Vec<MealyStep>) -> Option<Mealy> {
        let states = steps.len().checked_div(inputs)?;
        let is_whole = states > 0 && states * inputs == steps.len();
        let is_good = is_whole && steps.iter().all(|step| step.to < states);
        is_good.then_some(Mealy { inputs, steps })
    }

    fn states(&self) -> usize {
        self.steps.len() / self.inputs
    }

    fn step(&self, state: usize, input: usize) -> MealyStep {
        self.steps[state * self.inputs + input]
    }

    fn after(&self, state: usize, word: &[usize]) -> usize {
        word.iter().fold(state, |state, input| self.step(state, *input).to)
    }

    fn answers(&self, state: usize, word: &[usize]) -> Vec<usize> {
        let mut state = state;
        let answer = |input: &usize| {
            let step = self.step(state, *input);
            state = step.to;
            step.output
        };
        word.iter().map(answer).collect()
    }

    /// For words of no input, one, two and so on a number for each state, the same for those that answer all these words
    /// alike, as long as there are more of them each time.
    fn rounds(&self) -> Vec<Vec<usize>> {
        let mut rounds = vec![vec![0; self.states()]];
        let mut count = 1;
        loop {
            let known = &rounds[rounds.len() - 1];
            let mut numbers: HashMap<(usize, Vec<(usize, usize)>), usize> = HashMap::new();
            let of_state = |state: usize| {
                let steps = (0..self.inputs).map(|input| self.step(state, input));
                let row = steps.map(|step| (step.output, known[step.to])).collect();
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

/// For how many pairs of states a distinguishing word is searched, each time that one is chosen.
const PAIRS: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct StateIdentifiers {
    /// The class of each state: states of one class give the same answers to every word.
    pub class: Vec<usize>,
    pub classes: usize,
    pub words: Vec<Vec<Word>>,
}

impl StateIdentifiers {
    pub(super) fn of(machine: &Mealy) -> StateIdentifiers {
        let rounds = machine.rounds();
        let class = rounds.last().cloned().unwrap_or_default();
        let classes = class.iter().max().map_or(0, |last| last + 1);
        let words = Choice { machine, rounds: &rounds, class: &class }.words();
        StateIdentifiers { class, classes, words }
    }
}

/// A state to be distinguished, and the one that the inputs so far have led to.
#[derive(Clone, Copy)]
struct Member {
    state: usize,
    now: usize,
}

struct Choice<'a> {
    machine: &'a Mealy,
    rounds: &'a [Vec<usize>],
    class: &'a [usize],
}

impl Choice<'_> {
    fn words(&self) -> Vec<Vec<Word>> {
        let mut words = vec![Vec::new(); self.machine.states()];
        let mut open: Vec<Vec<usize>> = vec![(0..self.machine.states()).collect()];
        while let Some(states) = open.pop() {
            if self.count(states.iter().copied()) > 1 {
                let members = states.into_iter().map(|state| Member { state, now: state }).collect();
                open.extend(self.word(members, &mut words));
            }
        }
        words
    }

    /// Adds a word to states; returns those that it does not distinguish.
    fn word(&self, members: Vec<Member>, words: &mut [Vec<Word>]) -> Vec<Vec<usize>> {
        let mut left = Vec::new();
        let mut open = vec![(members, Vec::new())];
        while let Some((members, word)) = open.pop() {
            if self.count(members.iter().map(|member| member.now)) < 2 {
                members.iter().for_each(|member| words[member.state].push(word.clone()));
                left.push(members.iter().map(|member| member.state).collect());
                continue;
            }
            let next = self.next(&members);
            let word = [word, next.clone()].concat();
            open.extend(self.split(&members, &next).into_values().map(|part| (part, word.clone())));
        }
        left
    }

    /// How many classes there are among these.
    fn count(&self, states: impl Iterator<Item = usize>) -> usize {
        states.map(|state| self.class[state]).collect::<BTreeSet<_>>().len()
    }

    /// The next inputs: those that lead the fewest states together, the fewest inputs of these, and so on.
    fn next(&self, members: &[Member]) -> Word {
        let single = (0..self.machine.inputs).map(|input| vec![input]);
        let first = members[0].now;
        let others = members.iter().filter(|member| self.class[member.now] != self.class[first]);
        let of_pairs = others.take(PAIRS).map(|other| self.apart(first, other.now));
        let rated = single.chain(of_pairs).filter_map(|word| Some((self.rate(members, &word)?, word)));
        let best = rated.max_by_key(|(rating, _)| *rating);
        best.map(|(_, word)| word).expect("a word tells two states of different classes apart")
    }

    /// The quality of a word. `None` if it distinguishes none of these states.
    fn rate(&self, members: &[Member], word: &[usize]) -> Option<(usize, usize, usize, usize)> {
        let parts = self.split(members, word);
        let kept = parts.values().map(|part| self.count(part.iter().map(|member| member.now))).sum();
        let stay = members.iter().filter(|member| self.machine.after(member.now, word) == member.now).count();
        (parts.len() > 1).then_some((kept, usize::MAX - word.len(), parts.len(), stay))
    }

    /// The members by their answers to a word.
    fn split(&self, members: &[Member], word: &[usize]) -> BTreeMap<Word, Vec<Member>> {
        let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for Member { state, now } in members {
            let next = Member { state: *state, now: self.machine.after(*now, word) };
            parts.entry(self.machine.answers(*now, word)).or_default().push(next);
        }
        parts
    }

    /// The shortest word that distinguishes two states of different classes.
    fn apart(&self, mut one: usize, mut other: usize) -> Word {
        let mut word = Vec::new();
        loop {
            let is_apart = |round: &Vec<usize>| round[one] != round[other];
            let round = self.rounds.iter().position(is_apart).expect("they are of different classes");
            let both = |input: usize| [one, other].map(|state| self.machine.step(state, input));
            let tells = |input: &usize| {
                let [this, that] = both(*input);
                let before = |step: MealyStep| self.rounds[round - 1][step.to];
                this.output != that.output || (round > 1 && before(this) != before(that))
            };
            let input = (0..self.machine.inputs).find(tells).expect("an input has told them apart");
            word.push(input);
            let [this, that] = both(input);
            if this.output != that.output {
                return word;
            }
            (one, other) = (this.to, that.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Machines of this many states, some of which have a last one that answers nothing any more.
    fn machines(states: std::ops::RangeInclusive<usize>, inputs: usize) -> impl Strategy<Value = Mealy> {
        let steps = move |(states, has_end): (usize, bool)| {
            let step = (1..4_usize, 0..states).prop_map(|(output, to)| MealyStep { output, to });
            proptest::collection::vec(step, states * inputs).prop_map(move |mut steps| {
                if has_end {
                    let end = MealyStep { output: 0, to: states - 1 };
                    steps[(states - 1) * inputs..].fill(end);
                }
                Mealy::new(inputs, steps).expect("it is whole")
            })
        };
        (states, any::<bool>()).prop_flat_map(steps)
    }

    proptest! {
        #[test]
        fn states_are_identified(machine in machines(1..=12, 2)) {
            let identity = StateIdentifiers::of(&machine);
            for one in 0..machine.states() {
                for other in (0..one).filter(|other| identity.class[*other] != identity.class[one]) {
                    let words = |state: usize| &identity.words[state];
                    let pairs = words(one).iter().flat_map(|this| words(other).iter().map(move |that| (this, that)));
                    let tells = |(this, that): (&Word, &Word)| {
                        let same = this.iter().zip(that).take_while(|(this, that)| this == that).count();
                        machine.answers(one, &this[..same]) != machine.answers(other, &this[..same])
                    };
                    prop_assert!(pairs.into_iter().any(tells));
                }
            }
        }
    }
}
