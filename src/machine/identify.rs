//! Which inputs distinguish the states of a machine.
//!
//! Inputs split the states by their answers, until no input splits any class of states further; the states of
//! one class are equivalent. Each state then gets *identifiers*, which are words. The first is extended as
//! long as its answers distinguish states, each next input chosen by the answers before. If an input leads
//! two states to the same one, those that were not distinguished by then need another word, which starts from
//! the state again. So two states have the same words up to the input at which their answers differ (they are
//! *harmonised*), and a program with the right answers to the words of a state is in none of the others.

use std::collections::{BTreeMap, BTreeSet};

use super::mealy::{Mealy, Step, Word};

/// For how many pairs of states a distinguishing word is searched, each time that one is chosen.
const PAIRS: usize = 16;

/// How the states of a machine are distinguished.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// The class of each state: states of one class give the same answers to every word.
    pub class: Vec<usize>,
    /// How many classes there are.
    pub classes: usize,
    /// The words that identify each state.
    pub words: Vec<Vec<Word>>,
}

impl Identity {
    /// The words for the states of a machine.
    pub(crate) fn of(machine: &Mealy) -> Identity {
        let rounds = machine.rounds(|output| output);
        let class = rounds.last().cloned().unwrap_or_default();
        let classes = class.iter().max().map_or(0, |last| last + 1);
        let words = Choice { machine, rounds: &rounds, class: &class }.words();
        Identity { class, classes, words }
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
        let single = (0..self.machine.inputs()).map(|input| vec![input]);
        let first = members[0].now;
        let others = members.iter().filter(|member| self.class[member.now] != self.class[first]);
        let of_pairs = others.take(PAIRS).map(|other| self.apart(first, other.now));
        let rated = single.chain(of_pairs).filter_map(|word| Some((self.rate(members, &word)?, word)));
        let best = rated.max_by_key(|(rating, _)| *rating);
        best.map(|(_, word)| word).expect("a word tells two states of different classes apart")
    }

    /// The quality of a word; none if it distinguishes none of these states.
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
                let before = |step: Step| self.rounds[round - 1][step.to];
                this.output != that.output || (round > 1 && before(this) != before(that))
            };
            let input = (0..self.machine.inputs()).find(tells).expect("an input has told them apart");
            word.push(input);
            let [this, that] = both(input);
            if this.output != that.output {
                return word;
            }
            (one, other) = (this.to, that.to);
        }
    }
}
