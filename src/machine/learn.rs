//! Learning a machine by asking: L# (Vaandrager, Garhewal, Rot and Wißmann, TACAS 2022).
//!
//! The answers form a tree. Its nodes are states of the machine, but it must be found out which nodes are the
//! same state. Some nodes, the basis, are known to differ from each other. Their successors are the frontier:
//! one that differs from the whole basis joins it; for the others words are asked until each can only be the
//! same state as one of the basis. Then there is a machine that agrees with all answers so far. A word that
//! it answers wrongly shows that there are more states.

use std::fmt;

use super::mealy::{Mealy, Step, Word};
use super::oracle::{Limits, Oracle, Seen, Trouble};
use super::tree::Tree;

/// The knowledge so far.
pub(crate) struct Learner<O> {
    oracle: O,
    inputs: usize,
    limits: Limits,
    tree: Tree,
    /// Nodes that are different states.
    basis: Vec<usize>,
    /// For each state of the basis and each input, what its successor can be.
    frontier: Vec<Candidates>,
    asked: usize,
}

/// The states of the basis that a node can be, of the first `compared` ones.
#[derive(Clone, Debug, Default)]
struct Candidates {
    compared: usize,
    states: Vec<usize>,
}

impl<O: fmt::Debug> fmt::Debug for Learner<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("states", &self.basis.len()).field("asked", &self.asked).finish()
    }
}

impl<O: Oracle> Learner<O> {
    /// No knowledge yet of a machine with this many inputs.
    pub(crate) fn new(oracle: O, inputs: usize, limits: Limits) -> Learner<O> {
        let frontier = vec![Candidates::default(); inputs];
        Learner { oracle, inputs, limits, tree: Tree::new(), basis: vec![0], frontier, asked: 0 }
    }

    /// How many words were asked.
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// How many more may be asked.
    pub(crate) fn left(&self) -> usize {
        self.limits.runs.saturating_sub(self.asked)
    }

    /// Answers words.
    pub(crate) fn oracle(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// The answers to a word, if known.
    pub(crate) fn known(&self, word: &[usize]) -> Option<Vec<usize>> {
        self.tree.answers(0, word)
    }

    /// Asks those of these words whose answers are unknown.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(crate) fn ask(&mut self, words: impl IntoIterator<Item = Word>) -> Result<(), Trouble<O::Error>> {
        let mut unknown: Vec<_> =
            words.into_iter().filter(|word| self.tree.after(0, word).is_none()).collect();
        unknown.sort_unstable();
        // A word that is the beginning of another is answered together with it.
        let is_other = |place: &usize| {
            !unknown.get(place + 1).is_some_and(|next: &Word| next.starts_with(&unknown[*place]))
        };
        let unknown: Vec<_> =
            (0..unknown.len()).filter(is_other).map(|place| unknown[place].clone()).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        self.asked += unknown.len();
        if self.asked > self.limits.runs {
            return Err(Trouble::Runs(self.basis.len()));
        }
        for Seen { word, answers } in self.oracle.ask(&unknown)? {
            let added = self.tree.add(&word, &answers);
            added.map_err(|length| Trouble::Contradiction(word[..length].to_vec()))?;
        }
        Ok(())
    }

    /// A machine that agrees with all known answers; words are asked until there is only one.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(crate) fn hypothesis(&mut self) -> Result<Mealy, Trouble<O::Error>> {
        loop {
            self.ask(self.unknown_steps())?;
            if self.grow_basis()? {
                continue;
            }
            let doubts = self.doubts();
            if !doubts.is_empty() {
                self.ask(doubts)?;
                continue;
            }
            let machine = self.machine();
            match self.tree.against(&machine) {
                Some(word) => self.refute(&machine, word)?,
                None => return Ok(machine),
            }
        }
    }

    /// The inputs of the basis whose answers are not known.
    fn unknown_steps(&self) -> Vec<Word> {
        let all = self.basis.iter().flat_map(|node| (0..self.inputs).map(|input| (*node, input)));
        let unknown = all.filter(|(node, input)| self.tree.step(*node, *input).is_none());
        unknown.map(|(node, input)| [self.tree.word(node), vec![input]].concat()).collect()
    }

    fn successor(&self, place: usize) -> usize {
        let step = self.tree.step(self.basis[place / self.inputs], place % self.inputs);
        step.expect("the answers of the basis are known").to
    }

    /// Updates the possible states of each node of the frontier. A node that cannot be any known state joins
    /// the basis; its steps may have to be asked. Returns whether any did.
    fn grow_basis(&mut self) -> Result<bool, Trouble<O::Error>> {
        let before = self.basis.len();
        let mut place = 0;
        while place < self.frontier.len() {
            if self.compare(place) && self.frontier[place].states.is_empty() {
                if self.basis.len() >= self.limits.states {
                    return Err(Trouble::States(self.asked));
                }
                self.basis.push(self.successor(place));
                self.frontier.extend(vec![Candidates::default(); self.inputs]);
                self.compare(place);
            }
            place += 1;
        }
        Ok(self.basis.len() > before)
    }

    /// Updates the candidates of a node, unless its answers were not asked yet.
    fn compare(&mut self, place: usize) -> bool {
        if self.tree.step(self.basis[place / self.inputs], place % self.inputs).is_none() {
            return false;
        }
        let node = self.successor(place);
        let Candidates { compared, mut states } = std::mem::take(&mut self.frontier[place]);
        states.extend(compared..self.basis.len());
        states.retain(|state| self.tree.apart(self.basis[*state], node).is_none());
        self.frontier[place] = Candidates { compared: self.basis.len(), states };
        true
    }

    /// For each node of the frontier with several possible states, a word that distinguishes them.
    fn doubts(&self) -> Vec<Word> {
        let doubtful = (0..self.frontier.len()).filter(|place| self.frontier[*place].states.len() > 1);
        let word = |place: usize| {
            let parting = self.parting(&self.frontier[place].states);
            [self.tree.word(self.successor(place)), parting].concat()
        };
        doubtful.map(word).collect()
    }

    /// Of the words that distinguish the first of these states from others, the one that distinguishes most.
    fn parting(&self, states: &[usize]) -> Word {
        let apart = |other: &usize| self.tree.apart(self.basis[states[0]], self.basis[*other]);
        let words = states[1..].iter().take(TRIED).map(|other| apart(other).expect("a basis is apart"));
        let kinds = |word: &Word| {
            let answers = states.iter().map(|state| self.tree.answers(self.basis[*state], word));
            answers.flatten().collect::<std::collections::HashSet<_>>().len()
        };
        words.max_by_key(kinds).expect("there are at least two")
    }

    fn machine(&self) -> Mealy {
        let step = |place: usize| {
            let step = self.tree.step(self.basis[place / self.inputs], place % self.inputs);
            let output = step.expect("the answers of the basis are known").output;
            Step { output, to: self.frontier[place].states[0] }
        };
        Mealy::new(self.inputs, (0..self.frontier.len()).map(step).collect()).expect("every step is there")
    }

    /// Processes a word whose last input a machine of [`Learner::hypothesis`] answers differently from the
    /// oracle. Afterwards a node of the frontier has one possible state less. Each question halves the part
    /// of the word that contains the mistake.
    fn refute(&mut self, machine: &Mealy, mut word: Word) -> Result<(), Trouble<O::Error>> {
        word.pop();
        loop {
            let known = |word: &[usize]| self.tree.after(0, word).expect("it was answered");
            let (state, node) = (machine.after(0, &word), known(&word));
            if self.is_near(node) {
                return Ok(());
            }
            let parting = self.tree.apart(self.basis[state], node).expect("they answer differently");
            let is_inside = |length: &usize| self.basis.contains(&known(&word[..*length]));
            let inside = (0..word.len()).take_while(is_inside).count();
            let (head, tail) = word.split_at(inside.midpoint(word.len()));
            let (there, here) = (self.basis[machine.after(0, head)], known(head));
            let shorter = [&self.tree.word(there), tail].concat();
            self.ask([[&shorter[..], &parting].concat()])?;
            word = match self.tree.apart(there, here) {
                Some(_) => head.to_vec(),
                None => shorter,
            };
        }
    }

    /// Whether a node belongs to the basis or the frontier.
    fn is_near(&self, node: usize) -> bool {
        self.basis.contains(&node) || self.basis.contains(&self.tree.parent(node))
    }
}

/// How many distinguishing words are compared to choose the best.
const TRIED: usize = 8;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Identity, tests_of};
    use super::*;

    /// Answers as a machine does, and keeps count.
    struct Known<'a> {
        machine: &'a Mealy,
        asked: std::collections::BTreeSet<Word>,
    }

    impl Oracle for Known<'_> {
        type Error = std::convert::Infallible;

        fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Self::Error> {
            let seen = |word: &Word| {
                assert!(self.asked.insert(word.clone()), "{word:?} is asked twice");
                Seen { word: word.clone(), answers: self.machine.answers(0, word) }
            };
            Ok(words.iter().map(seen).collect())
        }
    }

    const ALL: Limits = Limits { states: 1_000, runs: 1_000_000 };

    /// Machines of up to `states` states, one of which may be the end.
    pub(in super::super) fn machines(
        states: std::ops::RangeInclusive<usize>,
        inputs: usize,
    ) -> impl Strategy<Value = Mealy> {
        let steps = move |(states, has_end): (usize, bool)| {
            let step = (1..4_usize, 0..states).prop_map(|(output, to)| Step { output, to });
            proptest::collection::vec(step, states * inputs).prop_map(move |mut steps| {
                if has_end {
                    let end = Step { output: super::super::OVER, to: states - 1 };
                    steps[(states - 1) * inputs..].fill(end);
                }
                Mealy::new(inputs, steps).expect("it is whole")
            })
        };
        (states, any::<bool>()).prop_flat_map(steps)
    }

    /// Learns with an oracle that finds every mistake.
    fn learned(machine: &Mealy) -> (Mealy, usize) {
        let oracle = Known { machine, asked: std::collections::BTreeSet::new() };
        let mut learner = Learner::new(oracle, machine.inputs(), ALL);
        loop {
            let found = learner.hypothesis().expect("it is always answered");
            let Some(word) = found.difference(machine) else { return (found, learner.asked()) };
            learner.ask([word]).expect("it is answered");
        }
    }

    proptest! {
        #[test]
        fn a_machine_is_learned_exactly_and_with_few_questions(machine in machines(1..=12, 3)) {
            let small = machine.reduced(|output| output);
            prop_assert_eq!(small.difference(&machine), None);
            let (found, asked) = learned(&machine);
            prop_assert_eq!(found.difference(&machine), None);
            prop_assert_eq!(found.states(), small.states());
            // Each step, each pair of a node of the frontier and a state, and twenty to find each mistake.
            let states = small.states();
            prop_assert!(asked <= states * 3 * (states + 1) + states * 20, "{asked} for {states}");
        }

        #[test]
        fn states_are_identified(machine in machines(1..=12, 2)) {
            let small = machine.reduced(|output| output);
            let identity = Identity::of(&small);
            for one in 0..small.states() {
                for other in 0..one {
                    let words = |state: usize| &identity.words[state];
                    let pairs = words(one).iter().flat_map(|this| words(other).iter().map(move |that| (this, that)));
                    let tells = |(this, that): (&Word, &Word)| {
                        let same = this.iter().zip(that).take_while(|(this, that)| this == that).count();
                        small.answers(one, &this[..same]) != small.answers(other, &this[..same])
                    };
                    prop_assert!(pairs.into_iter().any(tells));
                }
            }
        }

        #[test]
        fn tests_find_every_fault_of_machines_that_have_few_more_states(
            machine in machines(1..=3, 2),
            other in machines(1..=4, 2),
        ) {
            let small = machine.reduced(|output| output);
            let other = other.reduced(|output| output);
            let extra = other.states().saturating_sub(small.states());
            let identity = Identity::of(&small);
            let tests: Vec<_> = tests_of(&small, &identity, extra).collect();
            prop_assert_eq!(tests.len(), super::super::count_of_tests(&small, &identity, extra));
            let finds = tests.iter().any(|word| small.answers(0, word) != other.answers(0, word));
            prop_assert_eq!(finds, small.difference(&other).is_some());
        }

        /// The nearest faults: one step has another answer or leads elsewhere, after a state was split.
        #[test]
        fn tests_find_a_fault_in_a_copy_of_a_state(
            machine in machines(3..=6, 3),
            split in any::<prop::sample::Index>(),
            fault in any::<prop::sample::Index>(),
            to in any::<prop::sample::Index>(),
        ) {
            let small = machine.reduced(|output| output);
            let (states, inputs) = (small.states(), small.inputs());
            let mut steps: Vec<_> = (0..states * inputs).map(|place| small.step(place / inputs, place % inputs)).collect();
            // A copy of a state, which one of the steps to that state now leads to.
            let into = split.index(steps.len());
            let copied = steps[into].to;
            steps.extend((0..inputs).map(|input| small.step(copied, input)));
            steps[into].to = states;
            let at = fault.index(inputs);
            steps[states * inputs + at].to = to.index(states + 1);
            let other = Mealy::new(inputs, steps).expect("it is whole");
            let identity = Identity::of(&small);
            let finds = tests_of(&small, &identity, 1).any(|word| small.answers(0, &word) != other.answers(0, &word));
            prop_assert_eq!(finds, small.difference(&other).is_some());
        }
    }

    /// All machines with two inputs, two outputs and up to three states against one with two.
    #[test]
    fn tests_find_every_single_machine_of_a_size() {
        let steps = [(1, 1), (1, 0), (2, 0), (1, 1)].map(|(output, to)| Step { output, to });
        let small = Mealy::new(2, steps.to_vec()).expect("it is whole");
        let identity = Identity::of(&small);
        let tests: Vec<_> = tests_of(&small, &identity, 1).collect();
        let mut faulty = 0;
        for number in 0..6_usize.pow(6) {
            let step = |place: u32| {
                let kind = number / 6_usize.pow(place) % 6;
                Step { output: 1 + kind % 2, to: kind / 2 }
            };
            let other = Mealy::new(2, (0..6).map(step).collect()).expect("it is whole");
            let is_other = small.difference(&other).is_some();
            faulty += usize::from(is_other);
            let finds = tests.iter().any(|word| small.answers(0, word) != other.answers(0, word));
            assert_eq!(finds, is_other, "{other:?}");
        }
        assert!(faulty > 40_000, "{faulty}");
    }

    #[test]
    fn who_contradicts_himself_or_is_too_large_is_not_learned() {
        struct Inconsistent(usize);
        impl Oracle for Inconsistent {
            type Error = ();
            fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, ()> {
                self.0 += 1;
                let answers = |word: &Word| word.iter().map(|_| 1 + self.0).collect();
                Ok(words.iter().map(|word| Seen { word: word.clone(), answers: answers(word) }).collect())
            }
        }
        /// Counts to as many as there are.
        struct Endless;
        impl Oracle for Endless {
            type Error = ();
            fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, ()> {
                let answers = |word: &Word| (1..=word.len()).collect();
                Ok(words.iter().map(|word| Seen { word: word.clone(), answers: answers(word) }).collect())
            }
        }
        let mut inconsistent = Learner::new(Inconsistent(0), 1, ALL);
        assert_eq!(inconsistent.ask([vec![0]]), Ok(()));
        assert_eq!(inconsistent.ask([vec![0, 0]]), Err(Trouble::Contradiction(vec![0])));
        let mut endless = Learner::new(Endless, 2, Limits { states: 7, ..ALL });
        assert_eq!(endless.ask([vec![0; 20]]), Ok(()));
        assert_eq!(endless.hypothesis(), Err(Trouble::States(2)));
        let mut endless = Learner::new(Endless, 2, Limits { runs: 7, ..ALL });
        assert_eq!(endless.ask([vec![0; 20]]), Ok(()));
        assert_eq!(endless.hypothesis(), Err(Trouble::Runs(20)));
    }
}
