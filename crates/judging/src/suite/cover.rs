//! The fewest walks through a network that take every arc, and among those the shortest.
//!
//! Walks that together take each arc are a flow: as many as enter a node leave it, at least
//! one on every arc. Take each arc just once, one walk each. At a node where more of them
//! enter than leave, walks are *left over* and have to go on, by arcs that are taken once more; at a
//! node where more leave than enter, walks are *missing*, and have to come from somewhere: from what
//! is left over further up, or else all the way from node 0, which costs a new walk. So the fewest
//! walks are those that leave node 0 anyway and one for each missing walk that cannot be matched to
//! one left over: a matching, found by augmenting paths. (A search that fails never has to be
//! repeated: what it went through stays closed, since no later path can leave it either.)
//!
//! What is matched is left over no more, and what stays left over goes on to the nearest end. For
//! the shortest walks those should be matched whose nearest end comes latest. The sets of left-over
//! walks that can be matched together are the independent sets of a matroid (a transversal one), so
//! greed is right: offer them by their nearest end, latest first, and never take one back.
//!
//! Why there can be no fewer walks: let `before` be the nodes from which node 0 can be reached by
//! going along arcs, or against those that are taken more than once. No arc leads back into
//! `before`, so each walk leaves it just once; and the arcs that leave it are taken only once,
//! since otherwise their ends would be inside too. These arcs, no two of
//! them ever in one walk, are therefore just as many as there are walks. [`Cover::antichain`] gives them;
//! checking that alone is enough to prove the number of walks.

use super::flow::Flow;
use super::network::Network;

/// A network, and how often each of its arcs is taken by the fewest walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The network that is covered.
    pub network: Network,
    taken: Vec<u32>,
}

impl Cover {
    /// The fewest and then shortest walks that take every arc.
    pub fn least(network: Network) -> Cover {
        let taken = Flow::least(&network);
        Cover { network, taken }
    }

    /// How many walks there are.
    pub fn walks(&self) -> usize {
        self.network.out_of(0).map(|arc| self.taken[arc] as usize).sum()
    }

    /// The walks themselves, each as a list of transitions. At every node walks alternate between the arcs,
    /// so that successive walks have little in common.
    pub fn split(&self) -> Vec<Vec<usize>> {
        let mut left = self.taken.clone();
        let mut turn = vec![0; self.network.nodes()];
        (0..self.walks()).map(|_| walk(&self.network, &mut left, &mut turn)).collect()
    }

    /// Arcs, as many as there are walks, of which no walk can take two.
    pub fn antichain(&self) -> Vec<usize> {
        let arcs = self.network.arcs();
        let is_before = self.before();
        (0..arcs.len()).filter(|&arc| is_before[arcs[arc].from] && !is_before[arcs[arc].to]).collect()
    }

    /// Which nodes can reach node 0 along arcs, or against those taken more than once.
    fn before(&self) -> Vec<bool> {
        let (arcs, into) = (self.network.arcs(), self.network.arcs_into());
        let mut is_before = vec![false; self.network.nodes()];
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_before[node], true) {
                continue;
            }
            open.extend(into[node].iter().map(|&arc| arcs[arc].from));
            let spare = self.network.out_of(node).filter(|&arc| self.taken[arc] > 1);
            open.extend(spare.map(|arc| arcs[arc].to));
        }
        is_before
    }
}

/// One walk, taken from those that remain.
fn walk(network: &Network, left: &mut [u32], turn: &mut [usize]) -> Vec<usize> {
    let (mut node, mut transitions) = (0, Vec::new());
    while !network.is_end(node) {
        let out = network.out_of(node);
        let next = (0..out.len()).map(|step| out.start + (turn[node] + step) % out.len());
        let arc = next.into_iter().find(|&arc| left[arc] > 0).expect("what enters a node leaves it");
        turn[node] = arc - out.start + 1;
        left[arc] -= 1;
        transitions.push(network.arcs()[arc].transition);
        node = network.arcs()[arc].to;
    }
    transitions
}
