//! The matching behind a [`Cover`](super::cover::Cover), which explains it: walks left over at one node
//! supply those missing further down.

use std::cmp::Reverse;

use super::network::Network;

/// Arcs, each taken once, and what must be added to turn them into walks.
pub(super) struct Flow<'a> {
    network: &'a Network,
    into: Vec<Vec<usize>>,
    /// How often each arc is taken beyond the first time.
    extra: Vec<u32>,
    /// How many walks are left over at each node; if negative, how many are missing.
    balance: Vec<i64>,
    /// Nodes that a search has visited; they stay closed if it failed.
    is_closed: Vec<bool>,
}

/// A step of a search: along an arc, or back against one that is taken more than once.
#[derive(Clone, Copy)]
struct FlowStep {
    arc: usize,
    is_back: bool,
    to: usize,
}

impl<'a> Flow<'a> {
    /// How often each arc is taken by the fewest and then shortest walks.
    pub(super) fn least(network: &'a Network) -> Vec<u32> {
        let mut flow = Flow::new(network);
        for node in flow.left_over_latest_end_first() {
            while flow.balance[node] > 0 && flow.match_one(node) {}
        }
        flow.let_the_rest_end();
        flow.bring_what_is_missing();
        flow.extra.into_iter().map(|extra| extra + 1).collect()
    }

    fn new(network: &'a Network) -> Flow<'a> {
        let mut balance = vec![0; network.nodes()];
        for arc in network.arcs() {
            balance[arc.from] -= 1;
            balance[arc.to] += 1;
        }
        // Any number of walks may leave node 0, and nothing is left over at an end.
        let is_free = |node: &usize| *node == 0 || network.is_end(*node);
        (0..network.nodes()).filter(is_free).for_each(|node| balance[node] = 0);
        let extra = vec![0; network.arcs().len()];
        Flow { network, into: network.arcs_into(), extra, balance, is_closed: vec![false; network.nodes()] }
    }

    /// The nodes at which walks are left over, by the length of the shortest walk through them.
    fn left_over_latest_end_first(&self) -> Vec<usize> {
        let mut nodes: Vec<_> = (0..self.network.nodes()).filter(|&node| self.balance[node] > 0).collect();
        let (depths, ways) = (self.depths(), self.ways_to_an_end());
        nodes.sort_by_key(|&node| Reverse(depths[node] + ways[node]));
        nodes
    }

    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.network.nodes()];
        self.network.arcs().iter().for_each(|arc| depths[arc.to] = depths[arc.from] + 1);
        depths
    }

    /// The distance of each node to the nearest end.
    fn ways_to_an_end(&self) -> Vec<usize> {
        let mut ways = vec![0; self.network.nodes()];
        for node in (0..self.network.nodes()).rev() {
            let next = self.network.out_of(node).map(|arc| ways[self.network.arcs()[arc].to] + 1);
            ways[node] = next.min().unwrap_or(0);
        }
        ways
    }

    /// Uses a walk that is left over at a node for one that is missing elsewhere, if possible; walks whose
    /// arcs it goes against continue another way from there.
    fn match_one(&mut self, node: usize) -> bool {
        let Some(path) = self.search(node) else { return false };
        for step in &path {
            let extra = &mut self.extra[step.arc];
            *extra = if step.is_back { *extra - 1 } else { *extra + 1 };
        }
        self.balance[node] -= 1;
        self.balance[path.last().map_or(node, |step| step.to)] += 1;
        true
    }

    /// A path to a node at which a walk is missing. After a successful search the visited nodes are open
    /// again.
    fn search(&mut self, start: usize) -> Option<Vec<FlowStep>> {
        let mut seen = Vec::new();
        let mut path = Vec::new();
        let mut open = vec![self.enter(start, &mut seen)];
        while let Some(steps) = open.last_mut() {
            let Some(step) = steps.pop() else {
                open.pop();
                path.pop();
                continue;
            };
            if self.is_closed[step.to] {
                continue;
            }
            path.push(step);
            open.push(self.enter(step.to, &mut seen));
            if self.balance[step.to] < 0 {
                seen.into_iter().for_each(|node| self.is_closed[node] = false);
                return Some(path);
            }
        }
        None
    }

    /// Closes a node, and returns the steps that lead on from it; the last is tried first.
    fn enter(&mut self, node: usize, seen: &mut Vec<usize>) -> Vec<FlowStep> {
        if std::mem::replace(&mut self.is_closed[node], true) {
            return Vec::new();
        }
        seen.push(node);
        let arcs = self.network.arcs();
        let back = self.into[node].iter().filter(|&&arc| self.extra[arc] > 0);
        let back = back.map(|&arc| FlowStep { arc, is_back: true, to: arcs[arc].from });
        let on =
            self.network.out_of(node).rev().map(|arc| FlowStep { arc, is_back: false, to: arcs[arc].to });
        back.chain(on).collect()
    }

    /// The other left-over walks go on to the nearest end.
    fn let_the_rest_end(&mut self) {
        let ways = self.ways_to_an_end();
        for node in 0..self.network.nodes() {
            let nearest = |arc: &usize| ways[self.network.arcs()[*arc].to];
            if let Some(arc) = self.network.out_of(node).min_by_key(nearest)
                && self.balance[node] > 0
            {
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
}
