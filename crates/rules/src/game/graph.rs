//! A finite game as a graph: every position that can be reached, and every move between two of them.
//!
//! To say "all" of a game one has to count it first. [`Graph::explore`] goes through the positions in layers,
//! all those after one move before all those after two, and numbers them in that order, so that a move always
//! leads to a higher number and everything else about the game is a walk over two arrays. Games are not listed,
//! because they are many more than the positions. The graph does not evaluate moves.
//!
//! A position must be in one layer only: the same position after four moves and after five would be numbered
//! once, by the shorter way.

use std::collections::HashMap;
use std::ops::Range;

use super::{Position, Symmetry};

/// Every position of a game and every move between them.
#[derive(Clone, Debug)]
pub struct Graph<P: Position> {
    positions: Vec<P>,
    numbers: HashMap<P, usize>,
    transitions: Vec<Transition<P::Move>>,
    /// Where the transitions of each position begin, and after the last where they end.
    first: Vec<usize>,
}

/// A move from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition<M> {
    /// The number of the position it is made in.
    pub from: usize,
    /// The move.
    pub chosen: M,
    /// The number of the position it leads to.
    pub to: usize,
}

/// Positions and transitions gathered into classes, each of which symmetries map onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// The class of each position, numbered in the order in which the positions come.
    pub of_position: Vec<usize>,
    /// The class of each transition, numbered in the order in which the transitions come.
    pub of_transition: Vec<usize>,
    /// How many classes of positions there are.
    pub positions: usize,
    /// How many classes of transitions there are.
    pub transitions: usize,
}

impl<P: Position> Graph<P> {
    /// Everything that can be reached from a start. Does not return if the game is infinite.
    pub fn explore(start: P) -> Graph<P> {
        let mut graph = Graph {
            positions: vec![start.clone()],
            numbers: HashMap::from([(start, 0)]),
            transitions: Vec::new(),
            first: Vec::new(),
        };
        while graph.first.len() < graph.positions.len() {
            graph.expand(graph.first.len());
        }
        graph.first.push(graph.transitions.len());
        graph
    }

    fn expand(&mut self, from: usize) {
        self.first.push(self.transitions.len());
        for chosen in self.positions[from].moves() {
            let next = self.positions[from].play(chosen).expect("a move among those that are legal");
            let to = *self.numbers.entry(next.clone()).or_insert_with(|| {
                self.positions.push(next);
                self.positions.len() - 1
            });
            self.transitions.push(Transition { from, chosen, to });
        }
    }

    /// Every position; the first is the start.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Every transition, those of the first position first.
    pub fn transitions(&self) -> &[Transition<P::Move>] {
        &self.transitions
    }

    /// The numbers of the transitions out of a position.
    pub fn out_of(&self, position: usize) -> Range<usize> {
        self.first[position]..self.first[position + 1]
    }

    /// The transitions out of a position, by ascending move.
    pub fn from(&self, position: usize) -> &[Transition<P::Move>] {
        &self.transitions[self.out_of(position)]
    }

    /// The position that a move leads to, if it is legal.
    pub fn follow(&self, position: usize, chosen: P::Move) -> Option<usize> {
        self.from(position).iter().find(|next| next.chosen == chosen).map(|next| next.to)
    }

    /// Whether the game is over in a position.
    pub fn is_ended(&self, position: usize) -> bool {
        self.out_of(position).is_empty()
    }

    /// The classes that remain when positions that a symmetry maps onto each other count as one.
    ///
    /// # Panics
    /// If one of the maps is no symmetry of the game: it leads from here to elsewhere.
    pub fn orbits(&self, symmetries: &[impl Symmetry<P>]) -> Orbits {
        let (of_position, positions) = classes(self.positions.len(), |position| {
            symmetries.iter().map(move |map| self.image(position, map))
        });
        let (of_transition, transitions) = classes(self.transitions.len(), |transition| {
            symmetries.iter().map(move |map| self.image_of_transition(transition, map))
        });
        Orbits { of_position, of_transition, positions, transitions }
    }

    fn image(&self, position: usize, map: &impl Symmetry<P>) -> usize {
        self.numbers[&map.position(&self.positions[position])]
    }

    fn image_of_transition(&self, transition: usize, map: &impl Symmetry<P>) -> usize {
        let Transition { from, chosen, .. } = self.transitions[transition];
        let (from, chosen) = (self.image(from, map), map.chosen(chosen));
        let place = self.from(from).iter().position(|next| next.chosen == chosen);
        self.first[from] + place.expect("a symmetry maps legal moves onto legal moves")
    }
}

/// Numbers the classes of things, each given with its images, and counts them.
fn classes<I: Iterator<Item = usize>>(things: usize, images: impl Fn(usize) -> I) -> (Vec<usize>, usize) {
    let mut classes = vec![usize::MAX; things];
    let mut count = 0;
    for thing in 0..things {
        if classes[thing] == usize::MAX {
            images(thing).for_each(|image| classes[image] = count);
            classes[thing] = count;
            count += 1;
        }
    }
    (classes, count)
}
