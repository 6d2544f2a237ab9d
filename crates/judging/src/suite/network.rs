//! A layered network: what is to be walked, each of its arcs at least once.
//!
//! A game is such a network (nodes are positions, arcs are moves), and so is "two moves in a row" (nodes are
//! moves, arcs are pairs of them), and so on: [`Network::in_a_row`] makes the second from the first. A walk
//! starts at node 0 and goes on until no arc leads further. Every arc leads to a higher number, and all walks
//! to a node are equally long, so that the length of a walk depends only on where it ends.

use std::ops::Range;

use crate::game::Position as Rules;
use crate::game::graph::{Graph, Orbits};
use crate::game::tictactoe::Position;

/// A step from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// The number of the transition of this move, or of the last of several moves.
    pub transition: usize,
}

/// Nodes and arcs, sorted by the node they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    arcs: Vec<Arc>,
    first: Vec<usize>,
    /// The transitions of a node, if it has any.
    made: Vec<Vec<usize>>,
}

impl Network {
    /// A network of these arcs, each of which leads to a node with a higher number.
    pub(super) fn new(nodes: usize, mut arcs: Vec<Arc>) -> Network {
        arcs.sort_by_key(|arc| arc.from);
        let first = (0..=nodes).map(|node| arcs.partition_point(|arc| arc.from < node)).collect();
        Network { arcs, first, made: vec![Vec::new(); nodes] }
    }

    /// A game.
    pub fn of_transitions<P: Rules>(graph: &Graph<P>) -> Network {
        let arcs = graph.transitions().iter().enumerate().map(|(number, transition)| Arc {
            from: transition.from,
            to: transition.to,
            transition: number,
        });
        Network::new(graph.positions().len(), arcs.collect())
    }

    /// A game up to symmetry: nodes are classes of positions, arcs are classes of transitions, each
    /// represented by its first one.
    pub fn of_orbits(graph: &Graph<Position>, orbits: &Orbits) -> Network {
        let mut arcs: Vec<Arc> = Vec::with_capacity(orbits.transitions);
        for (number, transition) in graph.transitions().iter().enumerate() {
            // Classes are numbered in order of appearance, so a new one has the next number.
            if orbits.of_transition[number] == arcs.len() {
                arcs.push(Arc {
                    from: orbits.of_position[transition.from],
                    to: orbits.of_position[transition.to],
                    transition: number,
                });
            }
        }
        Network::new(orbits.positions, arcs)
    }

    /// The network of two arcs in a row: its nodes are the arcs of this one, after a node 0 for the
    /// beginning.
    pub fn in_a_row(&self) -> Network {
        let step = |from: usize, arc: usize| Arc { from, to: arc + 1, transition: self.arcs[arc].transition };
        let begin = self.out_of(0).map(|arc| step(0, arc));
        let go_on = self.arcs.iter().enumerate();
        let go_on =
            go_on.flat_map(|(number, arc)| self.out_of(arc.to).map(move |next| step(number + 1, next)));
        let made = (0..self.arcs.len()).map(|arc| self.made_by(arc));
        let made = [Vec::new()].into_iter().chain(made).collect();
        Network { made, ..Network::new(self.arcs.len() + 1, begin.chain(go_on).collect()) }
    }

    /// The transitions of an arc: those of the node it leaves, then its own.
    pub fn made_by(&self, arc: usize) -> Vec<usize> {
        let Arc { from, transition, .. } = self.arcs[arc];
        self.made[from].iter().copied().chain([transition]).collect()
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// Every arc.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The numbers of the arcs that leave a node.
    pub fn out_of(&self, node: usize) -> Range<usize> {
        self.first[node]..self.first[node + 1]
    }

    /// Whether walks stop at a node.
    pub fn is_end(&self, node: usize) -> bool {
        self.out_of(node).is_empty()
    }

    /// The numbers of the arcs that enter each node.
    pub fn arcs_into(&self) -> Vec<Vec<usize>> {
        let mut into = vec![Vec::new(); self.nodes()];
        self.arcs.iter().enumerate().for_each(|(number, arc)| into[arc.to].push(number));
        into
    }
}
