//! What tells the states of a machine apart.
//!
//! A tree of words: the states at a node are parted by what they answer to its word. So the words on the way to a state
//! part it from every other, and two states share the word at the node where their ways part: these are harmonized
//! identifiers.

use std::collections::BTreeMap;

use super::mealy::{Mealy, Word};

/// Words for each state of a machine that tell it from every other.
#[derive(Clone, Debug)]
pub struct Identifiers {
    nodes: Vec<Node>,
    /// The node without a word that a state came to.
    leaf: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    depth: usize,
    word: Option<Word>,
}

impl Identifiers {
    /// Those of a machine's states. States that answer every word alike are not told apart.
    pub fn of(machine: &Mealy) -> Identifiers {
        let root = Node { parent: 0, depth: 0, word: None };
        let mut all = Identifiers { nodes: vec![root], leaf: vec![0; machine.states()] };
        let mut blocks = vec![(0, (0..machine.states()).collect::<Vec<_>>())];
        let mut has_moved = true;
        while std::mem::take(&mut has_moved) {
            for (node, states) in std::mem::take(&mut blocks) {
                match all.word_for(machine, &states) {
                    _ if states.len() < 2 => {}
                    None => blocks.push((node, states)),
                    Some(word) => {
                        has_moved = true;
                        blocks.extend(all.part(machine, node, &states, word));
                    }
                }
            }
        }
        all
    }

    /// The words of a state; none is the beginning of another.
    pub fn words(&self, state: usize) -> Vec<&[usize]> {
        let mut words: Vec<&[usize]> = Vec::new();
        let mut node = self.leaf[state];
        while self.nodes[node].depth > 0 {
            node = self.nodes[node].parent;
            words.extend(self.nodes[node].word.as_deref());
        }
        words.sort_unstable();
        let longer = |place: usize| words.get(place + 1).is_some_and(|next| next.starts_with(words[place]));
        (0..words.len()).filter(|place| !longer(*place)).map(|place| words[place]).collect()
    }

    /// The word that tells two states apart.
    pub fn between(&self, one: usize, other: usize) -> Option<&[usize]> {
        let node = self.common(self.leaf[one], self.leaf[other]);
        self.nodes[node].word.as_deref()
    }

    /// The shortest word that is known to part these states.
    fn word_for(&self, machine: &Mealy, states: &[usize]) -> Option<Word> {
        let inputs = || 0..machine.inputs();
        let first = *states.first()?;
        let parts = |input: &usize| {
            let output = machine.step(first, *input).output;
            states.iter().any(|state| machine.step(*state, *input).output != output)
        };
        if let Some(input) = inputs().find(parts) {
            return Some(vec![input]);
        }
        let longer = inputs().filter_map(|input| {
            let leaf = |state: &usize| self.leaf[machine.step(*state, input).to];
            let node = states.iter().map(leaf).reduce(|one, other| self.common(one, other))?;
            Some([&[input], &self.nodes[node].word.as_ref()?[..]].concat())
        });
        longer.min_by_key(Vec::len)
    }

    /// Parts the states of a node by what they answer to a word.
    fn part(
        &mut self,
        machine: &Mealy,
        node: usize,
        states: &[usize],
        word: Word,
    ) -> Vec<(usize, Vec<usize>)> {
        let mut parts: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for state in states {
            parts.entry(machine.answers(*state, &word)).or_default().push(*state);
        }
        self.nodes[node].word = Some(word);
        let depth = self.nodes[node].depth + 1;
        let mut child = |states: Vec<usize>| {
            self.nodes.push(Node { parent: node, depth, word: None });
            states.iter().for_each(|state| self.leaf[*state] = self.nodes.len() - 1);
            (self.nodes.len() - 1, states)
        };
        parts.into_values().map(&mut child).collect()
    }

    /// The lowest node above both.
    fn common(&self, mut one: usize, mut other: usize) -> usize {
        while one != other {
            let deeper = if self.nodes[one].depth >= self.nodes[other].depth { &mut one } else { &mut other };
            *deeper = self.nodes[*deeper].parent;
        }
        one
    }
}
