//! The fewest walks through a network that take every needed arc, and among those the shortest.
//!
//! Walks that together take each needed arc are a flow: as many as enter a node leave it, at least
//! one on every needed arc. Take just the needed arcs, one walk each. At a node where more of them
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
//! going along arcs, or against those that are taken more often than needed. No arc leads back into
//! `before`, so each walk leaves it just once; and the arcs that leave it are taken only as often as
//! they are needed, since otherwise their ends would be inside too. These needed arcs, no two of
//! them ever in one walk, are therefore just as many as there are walks. [`Cover::antichain`] gives
//! them, and whoever doubts all of the above can check that alone.

use super::network::Network;

/// A network, and how often each of its arcs is taken by the fewest walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    network: Network,
    taken: Vec<u32>,
}

impl Cover {
    /// The fewest and then shortest walks that take every needed arc.
    pub fn least(network: Network) -> Cover {
        let mut flow = Flow::new(&network);
        for node in flow.left_over_latest_end_first() {
            while flow.balance[node] > 0 && flow.match_one(node) {}
        }
        flow.let_the_rest_end();
        flow.bring_what_is_missing();
        Cover { taken: flow.taken(), network }
    }

    /// The network that is covered.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// How many walks there are.
    pub fn walks(&self) -> usize {
        self.network.out_of(0).map(|arc| self.taken[arc] as usize).sum()
    }

    /// How many moves all walks make together.
    pub fn moves(&self) -> usize {
        let arcs = self.network.arcs().iter().zip(&self.taken);
        arcs.filter(|(arc, _)| arc.transition.is_some()).map(|(_, &taken)| taken as usize).sum()
    }

    /// The walks themselves, each as the transitions it makes. At every node they take turns, so
    /// that walks that come one after another have little in common.
    pub fn split(&self) -> Vec<Vec<usize>> {
        let mut left = self.taken.clone();
        let mut turn = vec![0; self.network.nodes()];
        (0..self.walks()).map(|_| walk(&self.network, &mut left, &mut turn)).collect()
    }

    /// Needed arcs, as many as there are walks, of which no walk can take two.
    pub fn antichain(&self) -> Vec<usize> {
        let arcs = self.network.arcs();
        let is_before = self.before();
        (0..arcs.len()).filter(|&arc| is_before[arcs[arc].from] && !is_before[arcs[arc].to]).collect()
    }

    /// Which nodes can reach node 0 along arcs, or against those taken more often than needed.
    fn before(&self) -> Vec<bool> {
        let (arcs, into) = (self.network.arcs(), self.network.arcs_into());
        let mut is_before = vec![false; self.network.nodes()];
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_before[node], true) {
                continue;
            }
            open.extend(into[node].iter().map(|&arc| arcs[arc].from));
            let spare = self.network.out_of(node).filter(|&arc| self.is_spare(arc));
            open.extend(spare.map(|arc| arcs[arc].to));
        }
        is_before
    }

    fn is_spare(&self, arc: usize) -> bool {
        self.taken[arc] > u32::from(self.network.arcs()[arc].is_needed)
    }
}

/// One walk out of those that are left.
fn walk(network: &Network, left: &mut [u32], turn: &mut [usize]) -> Vec<usize> {
    let (mut node, mut transitions) = (0, Vec::new());
    while !network.is_end(node) {
        let out = network.out_of(node);
        let next = (0..out.len()).map(|step| out.start + (turn[node] + step) % out.len());
        let arc = next.into_iter().find(|&arc| left[arc] > 0).expect("what enters a node leaves it");
        turn[node] = arc - out.start + 1;
        left[arc] -= 1;
        transitions.extend(network.arcs()[arc].transition);
        node = network.arcs()[arc].to;
    }
    transitions
}

/// A cover in the making.
struct Flow<'a> {
    network: &'a Network,
    into: Vec<Vec<usize>>,
    /// How often each arc is taken beyond what is needed.
    extra: Vec<u32>,
    /// How many walks are left over at each node; if negative, how many are missing.
    balance: Vec<i64>,
    /// Nodes that a search has gone through: for good if it failed.
    is_closed: Vec<bool>,
}

impl<'a> Flow<'a> {
    fn new(network: &'a Network) -> Flow<'a> {
        let mut balance = vec![0; network.nodes()];
        for arc in network.arcs().iter().filter(|arc| arc.is_needed) {
            balance[arc.from] -= 1;
            balance[arc.to] += 1;
        }
        // As many walks leave node 0 as are wanted, and nothing is left over at an end.
        (0..network.nodes())
            .filter(|&node| node == 0 || network.is_end(node))
            .for_each(|node| balance[node] = 0);
        let extra = vec![0; network.arcs().len()];
        Flow { network, into: network.arcs_into(), extra, balance, is_closed: vec![false; network.nodes()] }
    }

    /// The nodes at which walks are left over, by the length of the shortest walk through them.
    fn left_over_latest_end_first(&self) -> Vec<usize> {
        let mut nodes: Vec<_> = (0..self.network.nodes()).filter(|&node| self.balance[node] > 0).collect();
        let (depths, ways) = (self.depths(), self.ways_to_an_end());
        nodes.sort_by_key(|&node| std::cmp::Reverse(depths[node] + ways[node]));
        nodes
    }

    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.network.nodes()];
        self.network.arcs().iter().for_each(|arc| depths[arc.to] = depths[arc.from] + 1);
        depths
    }

    /// How far each node is from the nearest end.
    fn ways_to_an_end(&self) -> Vec<usize> {
        let mut ways = vec![0; self.network.nodes()];
        for node in (0..self.network.nodes()).rev() {
            let next = self.network.out_of(node).map(|arc| ways[self.network.arcs()[arc].to] + 1);
            ways[node] = next.min().unwrap_or(0);
        }
        ways
    }

    /// Lets one walk that is left over at a node supply one that is missing somewhere, if it can:
    /// along any arcs, and against those by which others were supplied, who then go another way.
    fn match_one(&mut self, node: usize) -> bool {
        let Some(path) = self.search(node) else { return false };
        self.balance[node] -= 1;
        let mut at = node;
        for (arc, is_forward) in path {
            let ends = self.network.arcs()[arc];
            if is_forward {
                self.extra[arc] += 1;
                at = ends.to;
            } else {
                self.extra[arc] -= 1;
                at = ends.from;
            }
        }
        self.balance[at] += 1;
        true
    }

    /// A path to a node at which a walk is missing, going down first.
    fn search(&mut self, start: usize) -> Option<Vec<(usize, bool)>> {
        if self.is_closed[start] {
            return None;
        }
        self.is_closed[start] = true;
        let mut seen = vec![start];
        let mut path: Vec<(usize, bool)> = Vec::new();
        let mut open = vec![self.steps(start)];
        while let Some(steps) = open.last_mut() {
            let Some((arc, is_forward)) = steps.pop() else {
                open.pop();
                path.pop();
                continue;
            };
            let ends = self.network.arcs()[arc];
            let next = if is_forward { ends.to } else { ends.from };
            if std::mem::replace(&mut self.is_closed[next], true) {
                continue;
            }
            seen.push(next);
            path.push((arc, is_forward));
            if self.balance[next] < 0 {
                seen.into_iter().for_each(|node| self.is_closed[node] = false);
                return Some(path);
            }
            open.push(self.steps(next));
        }
        None
    }

    /// The steps that a search may take from a node, the last to be tried first.
    fn steps(&self, node: usize) -> Vec<(usize, bool)> {
        let back = self.into[node].iter().filter(|&&arc| self.extra[arc] > 0).map(|&arc| (arc, false));
        back.chain(self.network.out_of(node).rev().map(|arc| (arc, true))).collect()
    }

    /// Walks that nobody misses go on to the nearest end.
    fn let_the_rest_end(&mut self) {
        let ways = self.ways_to_an_end();
        for node in 0..self.network.nodes() {
            let Some(arc) = self.network.out_of(node).min_by_key(|&arc| ways[self.network.arcs()[arc].to])
            else {
                continue;
            };
            if self.balance[node] > 0 {
                self.move_balance(arc, node, self.network.arcs()[arc].to);
            }
        }
    }

    /// Walks that are still missing come from node 0.
    fn bring_what_is_missing(&mut self) {
        for node in (1..self.network.nodes()).rev() {
            if self.balance[node] < 0 {
                let arc = self.into[node][0];
                self.move_balance(arc, node, self.network.arcs()[arc].from);
            }
        }
    }

    /// Takes an arc as often as a node has walks over or missing, which moves them to its other end.
    fn move_balance(&mut self, arc: usize, from: usize, to: usize) {
        let moved = std::mem::take(&mut self.balance[from]);
        self.extra[arc] += u32::try_from(moved.unsigned_abs()).expect("fewer walks than arcs");
        self.balance[to] += moved;
    }

    fn taken(&self) -> Vec<u32> {
        let arcs = self.network.arcs().iter();
        arcs.zip(&self.extra).map(|(arc, extra)| extra + u32::from(arc.is_needed)).collect()
    }
}
