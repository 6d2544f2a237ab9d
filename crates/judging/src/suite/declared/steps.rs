//! The steps of runs: the states of a table, or its transitions as they follow one another.

use std::collections::VecDeque;

use crate::challenge::Space;

/// Places, and the steps that lead from one to another. Every run begins at the first place.
pub(super) struct Steps {
    steps: Vec<Step>,
    first: Vec<usize>,
    is_over: Vec<bool>,
    /// Whether places are transitions.
    are_pairs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub from: usize,
    pub to: usize,
    /// The transition of the table that it takes.
    pub arrow: usize,
}

impl Steps {
    /// The places are states: every step is a transition.
    pub(super) fn single(space: &Space) -> Steps {
        let arrows = space.arrows().iter().enumerate();
        let steps = arrows.map(|(arrow, taken)| Step { from: taken.from, to: taken.to, arrow }).collect();
        let count = space.nodes().len();
        let first = (0..count).map(|node| space.out_of(node).start).chain([space.arrows().len()]).collect();
        let is_over = space.nodes().iter().map(|node| node.is_over).collect();
        Steps { steps, first, is_over, are_pairs: false }
    }

    /// The places are the beginning and the transitions: every step is two transitions in a row, or the first of a run.
    pub(super) fn pairs(space: &Space) -> Steps {
        let (mut steps, mut first) = (Vec::with_capacity(pair_count(space)), vec![0]);
        let ends = [0].into_iter().chain(space.arrows().iter().map(|arrow| arrow.to));
        for (from, node) in ends.enumerate() {
            steps.extend(space.out_of(node).map(|arrow| Step { from, to: arrow + 1, arrow }));
            first.push(steps.len());
        }
        let is_over = space.arrows().iter().map(|arrow| space.nodes()[arrow.to].is_over);
        Steps { is_over: [false].into_iter().chain(is_over).collect(), steps, first, are_pairs: true }
    }

    pub(super) fn places(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn all(&self) -> &[Step] {
        &self.steps
    }

    /// The numbers of the steps that leave a place.
    pub(super) fn out_of(&self, place: usize) -> std::ops::Range<usize> {
        self.first[place]..self.first[place + 1]
    }

    pub(super) fn is_over(&self, place: usize) -> bool {
        self.is_over[place]
    }

    /// The transition before a step that is a pair.
    fn before(&self, step: usize) -> Option<usize> {
        self.steps[step].from.checked_sub(1).filter(|_| self.are_pairs)
    }

    /// The lines of a step: two if it is a pair.
    pub(super) fn lines<'a>(&self, space: &'a Space, step: usize) -> Vec<&'a [u8]> {
        let arrows = self.before(step).into_iter().chain([self.steps[step].arrow]);
        arrows.map(|arrow| &*space.arrows()[arrow].line).collect()
    }

    /// The state in which the first of these lines is fed.
    pub(super) fn state_before(&self, space: &Space, step: usize) -> usize {
        space.arrows()[self.before(step).unwrap_or(self.steps[step].arrow)].from
    }

    /// The steps that lines take from the beginning, as far as they exist.
    pub(super) fn taken<'a>(
        &'a self,
        space: &'a Space,
        lines: &'a [String],
    ) -> impl Iterator<Item = usize> + 'a {
        let mut place = 0;
        lines.iter().map_while(move |line| {
            let is_it = |step: &usize| *space.arrows()[self.steps[*step].arrow].line == *line.as_bytes();
            let step = self.out_of(place).find(is_it)?;
            place = self.steps[step].to;
            Some(step)
        })
    }
}

/// How many steps there are between transitions.
pub(super) fn pair_count(space: &Space) -> usize {
    let after = |node: usize| space.out_of(node).len();
    after(0) + space.arrows().iter().map(|arrow| after(arrow.to)).sum::<usize>()
}

/// Finds shortest ways. Visited places are marked with the number of the search, so that nothing has to be
/// cleared.
pub(super) struct PathSearch {
    number: usize,
    seen: Vec<usize>,
    came_by: Vec<usize>,
}

impl PathSearch {
    pub(super) fn new(places: usize) -> PathSearch {
        PathSearch { number: 0, seen: vec![0; places], came_by: vec![0; places] }
    }

    /// The shortest way from a place to a wanted one, by steps that may be taken.
    pub(super) fn way(
        &mut self,
        steps: &Steps,
        from: usize,
        may_take: impl Fn(usize) -> bool,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        self.number += 1;
        self.seen[from] = self.number;
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            if is_wanted(place) {
                return Some(self.back(steps, from, place));
            }
            for number in steps.out_of(place) {
                let to = steps.all()[number].to;
                if may_take(number) && std::mem::replace(&mut self.seen[to], self.number) != self.number {
                    self.came_by[to] = number;
                    open.push_back(to);
                }
            }
        }
        None
    }

    fn back(&self, steps: &Steps, from: usize, mut place: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while place != from {
            way.push(self.came_by[place]);
            place = steps.all()[self.came_by[place]].from;
        }
        way.reverse();
        way
    }
}
