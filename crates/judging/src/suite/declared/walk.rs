//! Runs that take steps of a challenge, transitions or pairs of them: the fewest that take all.
//!
//! Places between which there are ways in both directions form a group. Within a group one run can take every
//! step, so only steps between groups decide how many runs there must be. These form a network without
//! cycles, and `cover` finds the fewest walks through it. The first run that reaches a group takes all steps
//! inside.
//!
//! A run is split after 4,000 inputs, since output is limited. Then there are more runs than the least number in
//! the certificate.

use std::collections::{HashMap, HashSet};

use super::steps::{PathSearch, Steps};
use crate::challenge::Space;
use crate::suite::cover::Cover;
use crate::suite::network::{Arc, Network};

/// How many inputs a run has at most before another one is begun. Its output must stay far below the limit.
pub(super) const LONGEST: usize = 4000;

/// Runs, and the proof that there cannot be fewer.
pub(super) struct Walks {
    pub runs: Vec<Vec<Vec<u8>>>,
    /// Steps, no two of which fit into one run.
    pub antichain: Vec<usize>,
}

/// Which group each place belongs to; a step never leads to a group with a lower number.
pub(super) fn groups(steps: &Steps) -> Vec<usize> {
    let count = steps.places();
    let (mut order, mut low) = (vec![usize::MAX; count], vec![0; count]);
    let (mut group, mut groups) = (vec![usize::MAX; count], 0);
    let (mut open, mut path, mut next) = (Vec::new(), vec![(0, steps.out_of(0))], 0);
    while let Some((node, rest)) = path.last_mut() {
        let node = *node;
        if order[node] == usize::MAX {
            (order[node], low[node]) = (next, next);
            next += 1;
            open.push(node);
        }
        if let Some(place) = rest.next() {
            let to = steps.all()[place].to;
            if order[to] == usize::MAX {
                path.push((to, steps.out_of(to)));
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
    // Groups are found from the end; the group of the beginning is the last.
    group.into_iter().map(|group| groups - 1 - group).collect()
}

fn network(steps: &Steps, groups: &[usize]) -> Network {
    let arcs = steps.all().iter().enumerate().map(|(number, step)| Arc {
        from: groups[step.from],
        to: groups[step.to],
        transition: number,
    });
    let count = groups.iter().max().map_or(1, |last| last + 1);
    Network::new(count, arcs.filter(|arc| arc.from != arc.to).collect())
}

impl Walks {
    /// The fewest runs that take every step, unless some would be too long.
    pub(super) fn complete(space: &Space, steps: &Steps) -> Walks {
        let groups = groups(steps);
        let cover = Cover::least(network(steps, &groups));
        let step = |arc: usize| cover.network.arcs()[arc].transition;
        let antichain = cover.antichain().into_iter().map(step).collect();
        let mut walks = cover.split();
        if walks.is_empty() {
            walks.push(Vec::new());
        }
        let mut walker = Walker::new(space, steps, groups);
        let mut runs: Vec<_> = walks.iter().map(|walk| walker.run(walk)).collect();
        runs.extend(walker.rest());
        Walks { runs, antichain }
    }

    /// Runs that take these transitions, each by the shortest way from the end of the one before.
    pub(super) fn through(space: &Space, wanted: &[usize]) -> Walks {
        let steps = Steps::single(space);
        let mut walker = Walker::new(space, &steps, vec![0; steps.places()]);
        walker.is_taken.fill(true);
        walker.uncovered = wanted.len();
        wanted.iter().for_each(|place| walker.is_taken[*place] = false);
        walker.count_open();
        Walks { runs: walker.rest(), antichain: Vec::new() }
    }
}

struct Walker<'a> {
    space: &'a Space,
    steps: &'a Steps,
    groups: Vec<usize>,
    is_taken: Vec<bool>,
    /// How many steps are not taken yet.
    uncovered: usize,
    /// How many of those that leave a place, and stay in its group, are not taken yet.
    open: Vec<usize>,
    /// How many of those that leave a group's places, and stay in it, are not taken yet.
    open_in_group: HashMap<usize, usize>,
    search: PathSearch,
}

impl<'a> Walker<'a> {
    fn new(space: &'a Space, steps: &'a Steps, groups: Vec<usize>) -> Walker<'a> {
        let count = steps.all().len();
        let mut walker = Walker {
            space,
            steps,
            groups,
            is_taken: vec![false; count],
            uncovered: count,
            open: Vec::new(),
            open_in_group: HashMap::new(),
            search: PathSearch::new(steps.places()),
        };
        walker.count_open();
        walker
    }

    fn count_open(&mut self) {
        self.open = vec![0; self.steps.places()];
        self.open_in_group.clear();
        for (number, step) in self.steps.all().iter().enumerate() {
            let group = self.groups[step.from];
            if !self.is_taken[number] && group == self.groups[step.to] {
                self.open[step.from] += 1;
                *self.open_in_group.entry(group).or_default() += 1;
            }
        }
    }

    /// The lines of a run that takes these steps between groups.
    fn run(&mut self, walk: &[usize]) -> Vec<Vec<u8>> {
        let mut run = PartialRun { place: 0, lines: Vec::new() };
        for number in walk {
            self.take_all_inside(&mut run);
            let wanted = self.steps.all()[*number].from;
            let way = self.way(run.place, |_, place| place == wanted);
            way.into_iter().flatten().for_each(|number| self.take(&mut run, number));
            self.stay(&mut run, *number);
            self.take(&mut run, *number);
        }
        self.take_all_inside(&mut run);
        self.finish(run)
    }

    /// Before a run ends, feeds a line of each rule that changes nothing here: if a program remembers such a
    /// line, its end shows that.
    fn stay(&mut self, run: &mut PartialRun, last: usize) {
        if !self.steps.is_over(self.steps.all()[last].to) {
            return;
        }
        let is_idle = |number: &usize| self.steps.all()[*number].to == run.place;
        let mut rules = HashSet::new();
        let idle = self.steps.out_of(run.place).filter(is_idle);
        let rule = |number: usize| self.space.arrows()[self.steps.all()[number].arrow].rule;
        let idle: Vec<_> = idle.filter(|number| rules.insert(rule(*number))).collect();
        idle.into_iter().for_each(|number| self.take(run, number));
    }

    /// Runs for the remaining steps.
    fn rest(&mut self) -> Vec<Vec<Vec<u8>>> {
        self.groups.fill(0);
        self.count_open();
        let mut runs = Vec::new();
        while self.uncovered > 0 {
            let mut run = PartialRun { place: 0, lines: Vec::new() };
            self.take_all_inside(&mut run);
            if run.lines.is_empty() {
                break;
            }
            runs.push(self.finish(run));
        }
        runs
    }

    /// A run that is over gets one more line.
    fn finish(&self, mut run: PartialRun) -> Vec<Vec<u8>> {
        if self.steps.is_over(run.place) {
            run.lines.extend(run.lines.first().cloned());
        }
        run.lines
    }

    /// Takes all remaining steps that stay in the group.
    fn take_all_inside(&mut self, run: &mut PartialRun) {
        let group = self.groups[run.place];
        while self.open_in_group.get(&group).is_some_and(|open| *open > 0) && run.lines.len() < LONGEST {
            let Some(way) = self.way(run.place, |open, place| open[place] > 0) else { return };
            way.into_iter().for_each(|number| self.take(run, number));
            // Steps that change nothing come first, so that the run need not return to the place.
            let here = || self.steps.out_of(run.place).filter(|number| self.is_open(*number));
            let idle = here().find(|number| self.steps.all()[*number].to == run.place);
            let Some(number) = idle.or_else(|| here().next()) else { return };
            self.take(run, number);
        }
    }

    /// The shortest way inside a group from a place to one that is wanted.
    fn way(&mut self, from: usize, is_wanted: impl Fn(&[usize], usize) -> bool) -> Option<Vec<usize>> {
        let Walker { steps, groups, open, search, .. } = self;
        let stays = |number: usize| groups[steps.all()[number].from] == groups[steps.all()[number].to];
        search.way(steps, from, stays, |place| is_wanted(open, place))
    }

    fn is_open(&self, number: usize) -> bool {
        let step = self.steps.all()[number];
        !self.is_taken[number] && self.groups[step.from] == self.groups[step.to]
    }

    fn take(&mut self, run: &mut PartialRun, number: usize) {
        let step = self.steps.all()[number];
        run.lines.push(self.space.arrows()[step.arrow].line.to_vec());
        run.place = step.to;
        if std::mem::replace(&mut self.is_taken[number], true) {
            return;
        }
        self.uncovered -= 1;
        if self.groups[step.from] == self.groups[step.to] {
            self.open[step.from] -= 1;
            self.open_in_group.entry(self.groups[step.from]).and_modify(|open| *open -= 1);
        }
    }
}

struct PartialRun {
    place: usize,
    lines: Vec<Vec<u8>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::RuleTable;

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
        let space = Space::explore(&RuleTable::read(DOOR).unwrap()).unwrap();
        let groups = groups(&Steps::single(&space));
        assert!(space.arrows().iter().all(|arrow| groups[arrow.from] <= groups[arrow.to]));
        // Two doors that can be pushed, and two ends.
        assert_eq!((space.nodes().len(), groups.iter().max()), (6, Some(&3)));
        assert_eq!(groups[0], 0);
    }

    #[test]
    fn every_transition_is_taken_in_the_fewest_runs() {
        let table = RuleTable::read(DOOR).unwrap();
        let space = Space::explore(&table).unwrap();
        let walks = Walks::complete(&space, &Steps::single(&space));
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
