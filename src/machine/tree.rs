//! The answers so far, as a tree of words.

use super::mealy::{OVER, Step, Word};

/// The answers to words, and to all their beginnings. Node 0 is the beginning.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    input: usize,
    /// Whether nothing is answered here any more.
    is_over: bool,
    /// Inputs whose answers are known, in no order.
    next: Vec<(usize, Step)>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// What an input leads to at a node.
    pub(super) fn step(&self, node: usize, input: usize) -> Option<Step> {
        let here = &self.nodes[node];
        if here.is_over {
            return Some(Step { output: OVER, to: node });
        }
        here.next.iter().find(|(known, _)| *known == input).map(|(_, step)| *step)
    }

    /// The node before a node; the first is before itself.
    pub(super) fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// The node that a word leads to from another, if that is known.
    pub(super) fn after(&self, node: usize, word: &[usize]) -> Option<usize> {
        word.iter().try_fold(node, |node, input| Some(self.step(node, *input)?.to))
    }

    /// What is answered to a word, if that is known.
    pub(super) fn answers(&self, node: usize, word: &[usize]) -> Option<Vec<usize>> {
        let mut node = node;
        let answer = |input: &usize| {
            let step = self.step(node, *input)?;
            node = step.to;
            Some(step.output)
        };
        word.iter().map(answer).collect()
    }

    /// The word that leads to a node.
    pub(super) fn word(&self, mut node: usize) -> Word {
        let mut word = Vec::new();
        while node != 0 {
            word.push(self.nodes[node].input);
            node = self.nodes[node].parent;
        }
        word.reverse();
        word
    }

    /// Adds the answers to a word. If an answer contradicts an earlier one, it fails with the number of
    /// inputs up to it.
    pub(super) fn add(&mut self, word: &[usize], answers: &[usize]) -> Result<(), usize> {
        let mut node = 0;
        for (place, (input, output)) in word.iter().zip(answers).enumerate() {
            node = match self.step(node, *input) {
                Some(known) if known.output == *output => known.to,
                Some(_) => return Err(place + 1),
                None if *output == OVER && self.nodes[node].next.is_empty() => {
                    self.nodes[node].is_over = true;
                    node
                }
                // It has given another answer here before.
                None if *output == OVER => return Err(place + 1),
                None => self.grow(node, *input, *output),
            };
        }
        Ok(())
    }

    fn grow(&mut self, parent: usize, input: usize, output: usize) -> usize {
        let to = self.nodes.len();
        self.nodes.push(Node { parent, input, ..Node::default() });
        self.nodes[parent].next.push((input, Step { output, to }));
        to
    }

    /// A word that is answered differently at two nodes, if one is known.
    pub(super) fn apart(&self, one: usize, other: usize) -> Option<Word> {
        let mut pairs = vec![(one, other, 0, 0)];
        let mut place = 0;
        while place < pairs.len() {
            let (one, other, ..) = pairs[place];
            for (input, _) in self.smaller(one, other) {
                let (Some(this), Some(that)) = (self.step(one, *input), self.step(other, *input)) else {
                    continue;
                };
                if this.output != that.output {
                    return Some(way(&pairs, place, *input));
                }
                if this.to != that.to {
                    pairs.push((this.to, that.to, place, *input));
                }
            }
            place += 1;
        }
        None
    }

    /// Compares the known answers below two nodes; after the end all answers are the same.
    fn smaller(&self, one: usize, other: usize) -> &[(usize, Step)] {
        let [this, that] = [one, other].map(|node| &self.nodes[node]);
        let is_this = that.is_over || (!this.is_over && this.next.len() <= that.next.len());
        if is_this { &this.next } else { &that.next }
    }

    /// The first word whose answers contradict those of a machine.
    pub(super) fn against(&self, machine: &super::Mealy) -> Option<Word> {
        let mut open = std::collections::VecDeque::from([(0, 0)]);
        while let Some((node, state)) = open.pop_front() {
            let lives = |input: &usize| machine.step(state, *input).output != OVER;
            if let Some(input) = (0..machine.inputs()).find(lives).filter(|_| self.nodes[node].is_over) {
                return Some([self.word(node), vec![input]].concat());
            }
            for (input, known) in &self.nodes[node].next {
                let step = machine.step(state, *input);
                if step.output != known.output {
                    return Some(self.word(known.to));
                }
                open.push_back((known.to, step.to));
            }
        }
        None
    }
}

/// The inputs by which a pair was come to, and one more.
fn way(pairs: &[(usize, usize, usize, usize)], mut place: usize, last: usize) -> Word {
    let mut word = vec![last];
    while place != 0 {
        let (.., before, input) = pairs[place];
        word.push(input);
        place = before;
    }
    word.reverse();
    word
}
