//! Runs that take transitions of a challenge: the fewest that take all.
//!
//! States that can be left and come back to are one group. Within a group one run can take every transition, so only
//! transitions between groups decide how many runs there must be: those form a network without circles, and `cover`
//! finds the fewest walks through it. The first run that comes to a group takes all transitions inside.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::challenge::Space;
use crate::suite::cover::Cover;
use crate::suite::network::{Arc, Network};

/// How many inputs a run has at most before it is left for another one. What it prints must stay far below the limit
/// of output.
const LONGEST: usize = 4000;

/// Runs, and what proves that there could be no fewer.
pub(super) struct Walks {
    /// The lines of each run.
    pub runs: Vec<Vec<Vec<u8>>>,
    /// Transitions, no two of which fit into one run.
    pub antichain: Vec<usize>,
}

/// Which group each state belongs to; a transition never leads to a group with a lower number.
pub(super) fn groups(space: &Space) -> Vec<usize> {
    let count = space.nodes().len();
    let (mut order, mut low) = (vec![usize::MAX; count], vec![0; count]);
    let (mut group, mut groups) = (vec![usize::MAX; count], 0);
    let (mut open, mut path, mut next) = (Vec::new(), vec![(0, space.out_of(0))], 0);
    while let Some((node, rest)) = path.last_mut() {
        let node = *node;
        if order[node] == usize::MAX {
            (order[node], low[node]) = (next, next);
            next += 1;
            open.push(node);
        }
        if let Some(place) = rest.next() {
            let to = space.arrows()[place].to;
            if order[to] == usize::MAX {
                path.push((to, space.out_of(to)));
            } else if group[to] == usize::MAX {
                low[node] = low[node].min(order[to]);
            }
            continue;
        }
        path.pop();
        if let Some((before, _)) = path.last() {
            low[*before] = low[*before].min(low[node]);
        }
        if low[node] == order[node] {
            while let Some(member) = open.pop() {
                group[member] = groups;
                if member == node {
                    break;
                }
            }
            groups += 1;
        }
    }
    // Groups are found from the end; that of the beginning is the last.
    group.into_iter().map(|group| groups - 1 - group).collect()
}

/// The transitions between groups, as a network.
fn network(space: &Space, groups: &[usize]) -> Network {
    let arcs = space.arrows().iter().enumerate().map(|(place, arrow)| Arc {
        from: groups[arrow.from],
        to: groups[arrow.to],
        transition: Some(place),
        is_needed: true,
    });
    let count = groups.iter().max().map_or(1, |last| last + 1);
    Network::new(count, arcs.filter(|arc| arc.from != arc.to).collect())
}

impl Walks {
    /// The fewest runs that take every transition, unless some would be too long.
    pub(super) fn complete(space: &Space) -> Walks {
        let groups = groups(space);
        let cover = Cover::least(network(space, &groups));
        let transition = |arc: usize| cover.network().arcs()[arc].transition;
        let antichain = cover.antichain().into_iter().filter_map(transition).collect();
        let mut walks = cover.split();
        if walks.is_empty() {
            walks.push(Vec::new());
        }
        let mut walker = Walker::new(space, groups);
        let mut runs: Vec<_> = walks.iter().map(|walk| walker.run(walk)).collect();
        runs.extend(walker.rest());
        Walks { runs, antichain }
    }

    /// Runs that take these transitions, each by the shortest way from where the last one led.
    pub(super) fn through(space: &Space, wanted: &[usize]) -> Walks {
        let mut walker = Walker::new(space, vec![0; space.nodes().len()]);
        walker.is_taken.fill(true);
        walker.left = wanted.len();
        wanted.iter().for_each(|place| walker.is_taken[*place] = false);
        walker.count_open();
        Walks { runs: walker.rest(), antichain: Vec::new() }
    }
}

/// Who walks.
struct Walker<'a> {
    space: &'a Space,
    groups: Vec<usize>,
    is_taken: Vec<bool>,
    /// How many transitions are not taken yet.
    left: usize,
    /// How many of those that leave a state, and stay in its group, are not taken yet.
    open: Vec<usize>,
    /// The same of those that leave a group's states.
    open_in_group: HashMap<usize, usize>,
}

impl<'a> Walker<'a> {
    fn new(space: &'a Space, groups: Vec<usize>) -> Walker<'a> {
        let count = space.arrows().len();
        let mut walker = Walker {
            space,
            groups,
            is_taken: vec![false; count],
            left: count,
            open: Vec::new(),
            open_in_group: HashMap::new(),
        };
        walker.count_open();
        walker
    }

    fn count_open(&mut self) {
        self.open = vec![0; self.space.nodes().len()];
        self.open_in_group.clear();
        for (place, arrow) in self.space.arrows().iter().enumerate() {
            let group = self.groups[arrow.from];
            if !self.is_taken[place] && group == self.groups[arrow.to] {
                self.open[arrow.from] += 1;
                *self.open_in_group.entry(group).or_default() += 1;
            }
        }
    }

    /// The lines of a run that takes these transitions between groups.
    fn run(&mut self, walk: &[usize]) -> Vec<Vec<u8>> {
        let mut run = Run { node: 0, lines: Vec::new() };
        for place in walk {
            self.take_all_inside(&mut run);
            let way = self.way(run.node, |node| node == self.space.arrows()[*place].from);
            way.into_iter().flatten().for_each(|place| self.take(&mut run, place));
            self.stay(&mut run, *place);
            self.take(&mut run, *place);
        }
        self.take_all_inside(&mut run);
        self.finish(run)
    }

    /// Before a run ends, feeds a line of each rule that changes nothing here: a program that remembers such a line is
    /// found by how it ends.
    fn stay(&mut self, run: &mut Run, last: usize) {
        if !self.space.nodes()[self.space.arrows()[last].to].is_over {
            return;
        }
        let is_idle = |place: &usize| self.space.arrows()[*place].to == run.node;
        let mut rules = HashSet::new();
        let idle = self.space.out_of(run.node).filter(is_idle);
        let idle: Vec<_> = idle.filter(|place| rules.insert(self.space.arrows()[*place].rule)).collect();
        idle.into_iter().for_each(|place| self.take(run, place));
    }

    /// Runs for what is left.
    fn rest(&mut self) -> Vec<Vec<Vec<u8>>> {
        self.groups.fill(0);
        self.count_open();
        let mut runs = Vec::new();
        while self.left > 0 {
            let mut run = Run { node: 0, lines: Vec::new() };
            self.take_all_inside(&mut run);
            if run.lines.is_empty() {
                break;
            }
            runs.push(self.finish(run));
        }
        runs
    }

    /// A run that is over hears one line more.
    fn finish(&self, mut run: Run) -> Vec<Vec<u8>> {
        if self.space.nodes()[run.node].is_over {
            run.lines.extend(run.lines.first().cloned());
        }
        run.lines
    }

    /// Takes whatever is not taken yet and stays in the group.
    fn take_all_inside(&mut self, run: &mut Run) {
        let group = self.groups[run.node];
        while self.open_in_group.get(&group).is_some_and(|open| *open > 0) && run.lines.len() < LONGEST {
            let Some(way) = self.way(run.node, |node| self.open[node] > 0) else { return };
            way.into_iter().for_each(|place| self.take(run, place));
            // What changes nothing first: the state need not be come back to.
            let here = || self.space.out_of(run.node).filter(|place| self.is_open(*place));
            let idle = here().find(|place| self.space.arrows()[*place].to == run.node);
            let Some(place) = idle.or_else(|| here().next()) else { return };
            self.take(run, place);
        }
    }

    fn is_open(&self, place: usize) -> bool {
        let arrow = &self.space.arrows()[place];
        !self.is_taken[place] && self.groups[arrow.from] == self.groups[arrow.to]
    }

    fn take(&mut self, run: &mut Run, place: usize) {
        let arrow = &self.space.arrows()[place];
        run.lines.push(arrow.line.to_vec());
        run.node = arrow.to;
        if std::mem::replace(&mut self.is_taken[place], true) {
            return;
        }
        self.left -= 1;
        if self.groups[arrow.from] == self.groups[arrow.to] {
            self.open[arrow.from] -= 1;
            self.open_in_group.entry(self.groups[arrow.from]).and_modify(|open| *open -= 1);
        }
    }

    /// The shortest way inside a group from a state to one that is wanted.
    fn way(&self, from: usize, is_wanted: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let mut came: HashMap<usize, Option<usize>> = HashMap::from([(from, None)]);
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            if is_wanted(node) {
                let back =
                    std::iter::successors(came[&node], |place| came[&self.space.arrows()[*place].from]);
                let mut way: Vec<_> = back.collect();
                way.reverse();
                return Some(way);
            }
            for place in self.space.out_of(node) {
                let to = self.space.arrows()[place].to;
                if self.groups[to] == self.groups[node] && !came.contains_key(&to) {
                    came.insert(to, Some(place));
                    open.push_back(to);
                }
            }
        }
        None
    }
}

struct Run {
    node: usize,
    lines: Vec<Vec<u8>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::Table;

    const DOOR: &str = r#"
        title = "Door"
        [state]
        open = { init = false }
        left = { init = 2, range = [0, 2] }
        [input]
        push = "push"
        kick = "kick"
        [[rule]]
        on = "push"
        set.open = "!open"
        say = ["ok"]
        [[rule]]
        on = "kick"
        when = "left > 1"
        set.left = "left - 1"
        say = ["ok"]
        [[rule]]
        on = "kick"
        say = ["ok"]
        end = true
        [[rule]]
        on = "*"
        say = ["no"]
        [words]
        ok = "ok\n"
        no = "no\n"
    "#;

    #[test]
    fn states_that_can_be_come_back_to_are_one_group() {
        let space = Space::explore(&Table::read(DOOR).unwrap()).unwrap();
        let groups = groups(&space);
        assert!(space.arrows().iter().all(|arrow| groups[arrow.from] <= groups[arrow.to]));
        // Two doors that can be pushed, and two ends.
        assert_eq!((space.nodes().len(), groups.iter().max()), (6, Some(&3)));
        assert_eq!(groups[0], 0);
    }

    #[test]
    fn every_transition_is_taken_in_as_few_runs_as_there_are_that_exclude_each_other() {
        let table = Table::read(DOOR).unwrap();
        let space = Space::explore(&table).unwrap();
        let walks = Walks::complete(&space);
        assert_eq!((walks.runs.len(), walks.antichain.len()), (2, 2));
        let mut taken = std::collections::HashSet::new();
        for run in &walks.runs {
            let mut node = 0;
            for line in run {
                let place = space.out_of(node).find(|place| *space.arrows()[*place].line == **line);
                let Some(place) = place else { break };
                taken.insert(place);
                node = space.arrows()[place].to;
            }
        }
        assert_eq!(taken.len(), space.arrows().len());
    }
}
