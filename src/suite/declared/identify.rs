//! Which lines tell the states of a table from one another.
//!
//! Lines that are fed in every state split the states by their answers, again and again, until no line splits any class
//! of states further; those of one class are taken for the same. Each state then gets *identifiers*: rows of lines, of
//! which the first is fed as long as its answers tell states apart, each next line chosen by the answers before. If
//! a line leads two states to the same one, what was not told apart by then needs another row, fed anew from the state.
//! So two states have the same rows up to the line at which their answers differ (they are *harmonised*), and a program
//! whose answers to the rows of a state are right is in none of the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::challenge::{Looks, Space};

/// A row of lines, as text.
pub(super) type Row = Vec<Arc<[u8]>>;

/// How many pairs of states are asked for a row of lines that tells them apart, each time that one is chosen.
const PAIRS: usize = 16;

/// How the states are told from one another.
pub(super) struct Identity {
    /// The class that each state belongs to.
    pub class: Vec<usize>,
    /// How many classes there are.
    pub classes: usize,
    /// The rows of each state.
    pub rows: Vec<Vec<Row>>,
}

impl Identity {
    /// The rows for the states of a table.
    pub(super) fn of(space: &Space, looks: &Looks) -> Identity {
        let machine = Machine::of(space, looks);
        let rounds = machine.rounds();
        let class = rounds.last().cloned().unwrap_or_default();
        let classes = class.iter().max().map_or(0, |last| last + 1);
        let rows = Choice { machine: &machine, rounds: &rounds, class: &class }.rows();
        let text = |row: &Vec<usize>| row.iter().map(|line| Arc::clone(&machine.lines[*line])).collect();
        Identity { rows: rows.iter().map(|rows| rows.iter().map(text).collect()).collect(), class, classes }
    }
}

impl Identity {
    /// A line that is not fed in every state and that two states of one class answer otherwise, or that leads them to
    /// different classes: they are not the same, though no line told them apart.
    pub(super) fn clash(&self, space: &Space, looks: &Looks) -> Option<Arc<[u8]>> {
        let mut known: HashMap<_, (usize, usize)> = HashMap::new();
        let arrows = space.arrows().iter().enumerate();
        let mut steps = arrows.map(|(place, arrow)| {
            let step = (looks.of_arrow(place), self.class[arrow.to]);
            ((self.class[arrow.from], &arrow.line), step)
        });
        steps
            .find(|(key, step)| *known.entry(*key).or_insert(*step) != *step)
            .map(|((_, line), _)| Arc::clone(line))
    }
}

/// The states under the lines that are fed in each of them. A run that is over stays so, and says nothing.
struct Machine {
    lines: Vec<Arc<[u8]>>,
    states: usize,
    /// For each state and line what is answered, and the next state.
    steps: Vec<(usize, usize)>,
}

impl Machine {
    fn of(space: &Space, looks: &Looks) -> Machine {
        let mut counts: HashMap<&Arc<[u8]>, usize> = HashMap::new();
        space.arrows().iter().for_each(|arrow| *counts.entry(&arrow.line).or_default() += 1);
        let live = space.nodes().iter().filter(|node| !node.is_over).count();
        let lines: BTreeSet<_> =
            counts.iter().filter(|(_, count)| **count == live).map(|(line, _)| *line).collect();
        let lines: Vec<_> = lines.into_iter().cloned().collect();
        let numbers: HashMap<_, _> = lines.iter().cloned().zip(0..).collect();
        let states = space.nodes().len();
        let nothing = (0..states).flat_map(|state| lines.iter().map(move |_| (looks.silence(), state)));
        let mut steps: Vec<_> = nothing.collect();
        for (place, arrow) in space.arrows().iter().enumerate() {
            if let Some(line) = numbers.get(&arrow.line) {
                steps[arrow.from * lines.len() + line] = (looks.of_arrow(place), arrow.to);
            }
        }
        Machine { lines, states, steps }
    }

    fn step(&self, state: usize, line: usize) -> (usize, usize) {
        self.steps[state * self.lines.len() + line]
    }

    /// The classes of states that rows of no line, one, two and so on do not tell apart.
    fn rounds(&self) -> Vec<Vec<usize>> {
        let mut rounds = vec![vec![0; self.states]];
        let mut count = 1;
        loop {
            let known = &rounds[rounds.len() - 1];
            let mut numbers: HashMap<Vec<(usize, usize)>, usize> = HashMap::new();
            let class = |state: usize| {
                let lines = (0..self.lines.len()).map(|line| self.step(state, line));
                let steps = lines.map(|(look, to)| (look, known[to]));
                let key = [(known[state], 0)].into_iter().chain(steps).collect();
                let next = numbers.len();
                *numbers.entry(key).or_insert(next)
            };
            let next: Vec<_> = (0..self.states).map(class).collect();
            if numbers.len() == count {
                return rounds;
            }
            count = numbers.len();
            rounds.push(next);
        }
    }
}

/// A state to be told apart, and the one that the lines so far have led to.
#[derive(Clone, Copy)]
struct Member {
    state: usize,
    now: usize,
}

struct Choice<'a> {
    machine: &'a Machine,
    rounds: &'a [Vec<usize>],
    class: &'a [usize],
}

impl Choice<'_> {
    fn rows(&self) -> Vec<Vec<Vec<usize>>> {
        let mut rows = vec![Vec::new(); self.machine.states];
        let mut open: Vec<Vec<usize>> = vec![(0..self.machine.states).collect()];
        while let Some(states) = open.pop() {
            if self.count(states.iter().copied()) > 1 {
                let members = states.into_iter().map(|state| Member { state, now: state }).collect();
                open.extend(self.row(members, &mut rows));
            }
        }
        rows
    }

    /// Gives states one row more; which of them it does not tell apart.
    fn row(&self, members: Vec<Member>, rows: &mut [Vec<Vec<usize>>]) -> Vec<Vec<usize>> {
        let mut left = Vec::new();
        let mut open = vec![(members, Vec::new())];
        while let Some((members, row)) = open.pop() {
            if self.count(members.iter().map(|member| member.now)) < 2 {
                members.iter().for_each(|member| rows[member.state].push(row.clone()));
                left.push(members.iter().map(|member| member.state).collect());
                continue;
            }
            let next = self.next(&members);
            let row = [row, next.clone()].concat();
            open.extend(self.split(&members, &next).into_values().map(|part| (part, row.clone())));
        }
        left
    }

    /// How many classes there are among these.
    fn count(&self, states: impl Iterator<Item = usize>) -> usize {
        states.map(|state| self.class[state]).collect::<BTreeSet<_>>().len()
    }

    /// The lines to be fed next: those that lead fewest states together, the fewest lines of these, and so on.
    fn next(&self, members: &[Member]) -> Vec<usize> {
        let single = (0..self.machine.lines.len()).map(|line| vec![line]);
        let first = members[0].now;
        let others = members.iter().filter(|member| self.class[member.now] != self.class[first]);
        let of_pairs = others.take(PAIRS).map(|other| self.apart(first, other.now));
        let rated = single.chain(of_pairs).filter_map(|row| Some((self.rate(members, &row)?, row)));
        let best = rated.max_by_key(|(rating, _)| *rating);
        best.map(|(_, row)| row).expect("a row tells two states of different classes apart")
    }

    /// How good a row is; nothing if it tells none of these apart.
    fn rate(&self, members: &[Member], row: &[usize]) -> Option<(usize, usize, usize, usize)> {
        let parts = self.split(members, row);
        let kept = parts.values().map(|part| self.count(part.iter().map(|member| member.now))).sum();
        let stay = members.iter().filter(|member| self.after(member.now, row) == member.now).count();
        (parts.len() > 1).then_some((kept, usize::MAX - row.len(), parts.len(), stay))
    }

    fn after(&self, state: usize, row: &[usize]) -> usize {
        row.iter().fold(state, |state, line| self.machine.step(state, *line).1)
    }

    /// The members by what they answer to a row.
    fn split(&self, members: &[Member], row: &[usize]) -> BTreeMap<Vec<usize>, Vec<Member>> {
        let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for member in members {
            let mut now = member.now;
            let mut look = |line: &usize| {
                let (look, to) = self.machine.step(now, *line);
                now = to;
                look
            };
            let looks: Vec<_> = row.iter().map(&mut look).collect();
            parts.entry(looks).or_default().push(Member { state: member.state, now });
        }
        parts
    }

    /// The shortest row that tells two states of different classes apart.
    fn apart(&self, mut one: usize, mut other: usize) -> Vec<usize> {
        let mut row = Vec::new();
        loop {
            let is_apart = |round: &Vec<usize>| round[one] != round[other];
            let round = self.rounds.iter().position(is_apart).expect("they are of different classes");
            let tells = |line: &usize| {
                let [(look, to), (other_look, other_to)] =
                    [one, other].map(|state| self.machine.step(state, *line));
                look != other_look
                    || (round > 1 && self.rounds[round - 1][to] != self.rounds[round - 1][other_to])
            };
            let line = (0..self.machine.lines.len()).find(tells).expect("a line has told them apart");
            row.push(line);
            let [(look, to), (other_look, other_to)] =
                [one, other].map(|state| self.machine.step(state, line));
            if look != other_look {
                return row;
            }
            (one, other) = (to, other_to);
        }
    }
}
