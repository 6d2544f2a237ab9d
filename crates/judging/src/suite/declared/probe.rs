//! Runs that find every fault of programs with no more states than a table: after each transition, the state that it
//! led to is identified.
//!
//! A place in a run is *recognised* if it is known which state of the table the program is in there, provided
//! that the program has no more states and gave no wrong answer. Each state is seen with all its identifiers
//! after the same lines. So as many states of the program are known as the table has, and there are no
//! others. Then a place is recognised
//!
//! - if all identifiers of its state are fed from there, in one run or in several that begin alike,
//! - if a transition leads there, from a recognised place, that was found right elsewhere,
//! - if the same lines lead there from the same state as from another recognised place to a recognised one.
//!
//! A transition is found right if it begins at recognised places and is followed by the identifiers of the
//! state that it leads to. Nothing is found right with the help of a later result, so all of it can be
//! checked from the runs alone (`recognise`).
//!
//! Identifying a state may use up what cannot be restored, such as the bottles of a vending machine. Then there are
//! many short runs.

use std::sync::Arc;

use super::identify::{Identity, LineSequence};
use super::steps::{PathSearch, Steps};
use super::walk::LONGEST;
use crate::challenge::Space;

struct Prober<'a> {
    space: &'a Space,
    steps: Steps,
    search: PathSearch,
    identity: &'a Identity,
    /// Whether each transition is found right.
    is_right: Vec<bool>,
    /// Whether the place after the only row of a state is recognised.
    is_end_known: Vec<bool>,
    /// Whether a class was seen with all its rows after the same lines.
    is_based: Vec<bool>,
    /// How many transitions of a state are not found right: those that end the run, and the others.
    open: Vec<[usize; 2]>,
    run: LineSequence,
    runs: Vec<Vec<Vec<u8>>>,
}

/// Runs that identify the state behind each transition.
pub(super) fn probed(space: &Space, identity: &Identity) -> Vec<Vec<Vec<u8>>> {
    let mut open = vec![[0; 2]; space.nodes().len()];
    for arrow in space.arrows() {
        open[arrow.from][usize::from(!space.nodes()[arrow.to].is_over)] += 1;
    }
    let mut prober = Prober {
        space,
        steps: Steps::single(space),
        search: PathSearch::new(space.nodes().len()),
        identity,
        is_right: vec![false; space.arrows().len()],
        is_end_known: vec![false; space.nodes().len()],
        is_based: vec![false; identity.classes],
        open,
        run: Vec::new(),
        runs: Vec::new(),
    };
    prober.begin();
    while prober.play() {}
    prober.runs
}

impl Prober<'_> {
    /// Identifies the state at the beginning.
    fn begin(&mut self) {
        self.is_based[self.identity.class[0]] = true;
        for row in &self.identity.rows[0] {
            self.run.extend(row.iter().cloned());
            self.end();
        }
    }

    /// Makes a run; returns whether there was anything left to do.
    fn play(&mut self) -> bool {
        let mut node = Some(0);
        while let Some(here) = node.filter(|_| self.run.len() < LONGEST) {
            let Some((way, arrow)) = self.nearest(here) else { break };
            self.take(&way);
            node = self.test(arrow);
        }
        let is_any_left = self.open.iter().flatten().any(|open| *open > 0);
        self.end();
        is_any_left
    }

    fn end(&mut self) {
        if !self.run.is_empty() {
            self.runs.push(self.run.drain(..).map(|line| line.to_vec()).collect());
        }
    }

    fn take(&mut self, way: &[usize]) {
        self.run.extend(way.iter().map(|place| Arc::clone(&self.space.arrows()[*place].line)));
    }

    /// The nearest transition that is not found right, and the way there. One that ends the run is chosen
    /// only if there is no other.
    fn nearest(&mut self, from: usize) -> Option<(Vec<usize>, usize)> {
        [1, 0].into_iter().find_map(|going| {
            let open = &self.open;
            let right = &self.is_right;
            let way =
                self.search.way(&self.steps, from, |place| right[place], |node| open[node][going] > 0)?;
            let node = way.last().map_or(from, |place| self.space.arrows()[*place].to);
            let here = || self.space.out_of(node).filter(|place| self.is_open(*place, going));
            let idle = here().find(|place| self.space.arrows()[*place].to == node);
            Some((way, idle.or_else(|| here().next())?))
        })
    }

    fn is_open(&self, place: usize, going: usize) -> bool {
        !self.is_right[place] && self.goes_on(place) == going
    }

    fn goes_on(&self, place: usize) -> usize {
        usize::from(!self.space.nodes()[self.space.arrows()[place].to].is_over)
    }

    /// Feeds a line, and the rows of the state that it leads to; returns the state of the program after that,
    /// if it is recognised.
    fn test(&mut self, place: usize) -> Option<usize> {
        let arrow = &self.space.arrows()[place];
        let rows = &self.identity.rows[arrow.to];
        let Some((last, others)) = rows.split_last() else {
            self.take(&[place]);
            self.find_right(place);
            return Some(arrow.to);
        };
        let is_based = std::mem::replace(&mut self.is_based[self.identity.class[arrow.to]], true);
        if !others.is_empty() && !is_based {
            self.feed_apart(place, rows);
            self.find_right(place);
            return Some(arrow.from);
        }
        self.feed_apart(place, others);
        self.take(&[place]);
        self.run.extend(last.iter().cloned());
        self.find_right(place);
        self.recognised_after(arrow.to)
    }

    fn find_right(&mut self, place: usize) {
        let going = self.goes_on(place);
        self.open[self.space.arrows()[place].from][going] -= 1;
        self.is_right[place] = true;
    }

    /// A separate run for each of these rows after a transition, all with the same beginning.
    fn feed_apart(&mut self, place: usize, rows: &[LineSequence]) {
        if rows.is_empty() {
            return;
        }
        let arrow = &self.space.arrows()[place];
        let right = &self.is_right;
        let way = self.search.way(&self.steps, 0, |place| right[place], |node| node == arrow.from);
        let lines =
            |way: Vec<usize>| way.iter().map(|place| Arc::clone(&self.space.arrows()[*place].line)).collect();
        let head: LineSequence = way.map_or_else(|| self.run.clone(), lines);
        for row in rows {
            let run = head.iter().chain([&arrow.line]).chain(row);
            self.runs.push(run.map(|line| line.to_vec()).collect());
        }
    }

    /// The state of the program after the last row, if it is recognised; if necessary, the row of that state
    /// is fed, too.
    fn recognised_after(&mut self, mut node: usize) -> Option<usize> {
        loop {
            let Some(last) = self.identity.rows[node].last() else { return Some(node) };
            let (end, is_right) = self.follow(node, last);
            if is_right || self.is_end_known[node] {
                return Some(end);
            }
            let [next] = &self.identity.rows[end][..] else { return None };
            if self.identity.rows[node].len() > 1 {
                return None;
            }
            self.run.extend(next.iter().cloned());
            self.is_end_known[node] = true;
            node = end;
        }
    }

    /// The state that lines lead to, and whether all these transitions are found right.
    fn follow(&self, from: usize, row: &LineSequence) -> (usize, bool) {
        row.iter().fold((from, true), |(node, is_right), line| {
            let place = self.space.out_of(node).find(|place| self.space.arrows()[*place].line == *line);
            place.map_or((node, is_right), |place| {
                (self.space.arrows()[place].to, is_right && self.is_right[place])
            })
        })
    }
}
