//! Checks from the runs alone that they find every fault of programs with no more states than a table
//! (`probe` explains why).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::flaw::TableFlaw;
use crate::challenge::{Looks, Space};

/// Lines as numbers, the same for the same text.
#[derive(Default)]
struct Numbers<'a>(HashMap<&'a [u8], usize>);

impl<'a> Numbers<'a> {
    fn of(&mut self, line: &'a [u8]) -> usize {
        let next = self.0.len();
        *self.0.entry(line).or_insert(next)
    }

    fn row(&mut self, lines: &'a [String]) -> Vec<usize> {
        lines.iter().map(|line| self.of(line.as_bytes())).collect()
    }
}

/// Whether these runs identify the state behind each transition by these rows of lines; returns how many
/// states are distinguished.
pub(super) fn recognise(
    space: &Space,
    looks: &Looks,
    rows: &[Vec<Vec<String>>],
    runs: &[Vec<String>],
) -> Result<usize, TableFlaw> {
    if rows.len() != space.nodes().len() {
        return Err(TableFlaw::Identifiers(rows.len(), space.nodes().len()));
    }
    let mut numbers = Numbers::default();
    let mut arrows: Vec<HashMap<usize, usize>> = vec![HashMap::new(); space.nodes().len()];
    for (place, arrow) in space.arrows().iter().enumerate() {
        arrows[arrow.from].insert(numbers.of(&arrow.line), place);
    }
    let rows: Vec<Vec<Vec<usize>>> =
        rows.iter().map(|rows| rows.iter().map(|row| numbers.row(row)).collect()).collect();
    let machine = Machine { space, looks, arrows, rows };
    let (class, classes) = machine.classes()?;
    machine.agree(&class)?;
    let mut seen = PrefixTree::of(&machine, runs.iter().map(|run| numbers.row(run)));
    let based: HashSet<_> = seen.identified().map(|node| class[node]).collect();
    if let Some(node) = (0..class.len()).find(|node| !based.contains(&class[*node])) {
        return Err(TableFlaw::Unseen(node + 1));
    }
    while seen.learn() {}
    match seen.is_right.iter().position(|is_right| !is_right) {
        Some(place) => Err(TableFlaw::Unrecognised(place)),
        None => Ok(classes),
    }
}

struct Machine<'a> {
    space: &'a Space,
    looks: &'a Looks,
    /// The transition of each line, by the state.
    arrows: Vec<HashMap<usize, usize>>,
    rows: Vec<Vec<Vec<usize>>>,
}

/// States that no answer has distinguished yet, and the states that their rows have led to.
struct Block {
    members: Vec<(usize, usize)>,
    row: usize,
    at: usize,
}

impl Machine<'_> {
    /// The answer of a state to a line, and the next state. `None` if the line is not fed there.
    fn step(&self, node: usize, line: usize) -> Option<(usize, usize)> {
        if self.space.nodes()[node].is_over {
            return Some((self.looks.silence, node));
        }
        let place = *self.arrows[node].get(&line)?;
        Some((self.looks.of_arrow(place), self.space.arrows()[place].to))
    }

    /// The classes into which the rows divide the states. Rows of two states must be equal as long as the
    /// answers are.
    fn classes(&self) -> Result<(Vec<usize>, usize), TableFlaw> {
        let (mut class, mut classes) = (vec![0; self.rows.len()], 0);
        let all = (0..self.rows.len()).map(|node| (node, node)).collect();
        let mut open = vec![Block { members: all, row: 0, at: 0 }];
        while let Some(Block { members, row, at }) = open.pop() {
            let first = members[0].0;
            let next = |node: usize| self.rows[node].get(row).map(|lines| lines.get(at));
            if members.len() > 1 && members.iter().any(|(node, _)| next(*node) != next(first)) {
                return Err(TableFlaw::NotHarmonised(first + 1));
            }
            match next(first) {
                _ if members.len() == 1 => (class[first], classes) = (classes, classes + 1),
                None => {
                    members.iter().for_each(|(node, _)| class[*node] = classes);
                    classes += 1;
                }
                Some(None) => {
                    let members = members.into_iter().map(|(node, _)| (node, node)).collect();
                    open.push(Block { members, row: row + 1, at: 0 });
                }
                Some(Some(line)) => {
                    let mut parts: BTreeMap<usize, Vec<_>> = BTreeMap::new();
                    for (node, now) in members {
                        let (look, to) = self.step(now, *line).ok_or(TableFlaw::NotHarmonised(node + 1))?;
                        parts.entry(look).or_default().push((node, to));
                    }
                    open.extend(parts.into_values().map(|members| Block { members, row, at: at + 1 }));
                }
            }
        }
        Ok((class, classes))
    }

    /// States of one class must give the same answers to the lines that are fed in both.
    fn agree(&self, class: &[usize]) -> Result<(), TableFlaw> {
        let mut known: HashMap<(usize, Option<usize>), (usize, usize)> = HashMap::new();
        for node in 0..class.len() {
            let is_over = usize::from(self.space.nodes()[node].is_over);
            let steps = self.arrows[node].iter().map(|(line, place)| {
                (Some(*line), (self.looks.of_arrow(*place), class[self.space.arrows()[*place].to]))
            });
            for (line, step) in steps.chain([(None, (is_over, 0))]) {
                if *known.entry((class[node], line)).or_insert(step) != step {
                    return Err(TableFlaw::Merged(node + 1));
                }
            }
        }
        Ok(())
    }
}

/// All prefixes of the runs, as a tree, and what is known of each.
struct PrefixTree<'a> {
    machine: &'a Machine<'a>,
    /// The prefix that is one line shorter, and the transition that the line takes.
    before: Vec<(usize, Option<usize>)>,
    next: HashMap<(usize, usize), usize>,
    node: Vec<usize>,
    /// Whether all rows of its state follow.
    is_identified: Vec<bool>,
    is_recognised: Vec<bool>,
    is_right: Vec<bool>,
    /// Which rows were seen after a transition, if there are several.
    rows_seen: HashMap<usize, HashSet<usize>>,
    is_end_known: Vec<bool>,
}

impl<'a> PrefixTree<'a> {
    fn of(machine: &'a Machine<'a>, runs: impl Iterator<Item = Vec<usize>>) -> PrefixTree<'a> {
        let (nodes, arrows) = (machine.space.nodes().len(), machine.space.arrows().len());
        let mut seen = PrefixTree {
            machine,
            before: vec![(0, None)],
            next: HashMap::new(),
            node: vec![0],
            is_identified: Vec::new(),
            is_recognised: Vec::new(),
            is_right: vec![false; arrows],
            rows_seen: HashMap::new(),
            is_end_known: vec![false; nodes],
        };
        runs.for_each(|run| seen.add(&run));
        seen.is_identified = (0..seen.node.len()).map(|at| seen.has_all_rows(at)).collect();
        seen.is_recognised = seen.is_identified.clone();
        seen
    }

    fn add(&mut self, run: &[usize]) {
        let mut at = 0;
        for line in run {
            let Some((_, to)) = self.machine.step(self.node[at], *line) else { return };
            let (count, place) = (self.node.len(), self.machine.arrows[self.node[at]].get(line).copied());
            let next = *self.next.entry((at, *line)).or_insert(count);
            if next == count {
                self.node.push(to);
                self.before.push((at, place));
            }
            at = next;
        }
    }

    fn rows(&self, at: usize) -> &'a [Vec<usize>] {
        &self.machine.rows[self.node[at]]
    }

    /// The place after a prefix and a row.
    fn behind(&self, at: usize, row: &[usize]) -> Option<usize> {
        row.iter().try_fold(at, |at, line| self.next.get(&(at, *line)).copied())
    }

    fn has_all_rows(&self, at: usize) -> bool {
        self.rows(at).iter().all(|row| self.behind(at, row).is_some())
    }

    /// The states that were seen with all their rows.
    fn identified(&self) -> impl Iterator<Item = usize> {
        self.node
            .iter()
            .zip(&self.is_identified)
            .filter(|(_, is_identified)| **is_identified)
            .map(|(node, _)| *node)
    }

    /// Examines each prefix; returns whether there was anything new.
    fn learn(&mut self) -> bool {
        let known = |seen: &PrefixTree| {
            let count = |all: &[bool]| all.iter().filter(|one| **one).count();
            let rows: usize = seen.rows_seen.values().map(HashSet::len).sum();
            [count(&seen.is_recognised), count(&seen.is_right), count(&seen.is_end_known), rows]
        };
        let before = known(self);
        (0..self.node.len()).for_each(|at| self.learn_from(at));
        known(self) != before
    }

    fn learn_from(&mut self, at: usize) {
        let (before, place) = self.before[at];
        if let Some(place) = place.filter(|_| self.is_recognised[before]) {
            self.see(at, place);
            self.is_recognised[at] |= self.is_right[place];
        }
        let [row] = self.rows(at) else { return };
        if let Some(end) = self.behind(at, row).filter(|_| self.is_recognised[at]) {
            let is_known = &mut self.is_end_known[self.node[at]];
            *is_known |= self.is_identified[end];
            self.is_recognised[end] |= *is_known;
        }
    }

    /// Whether a transition from a recognised place is right.
    fn see(&mut self, at: usize, place: usize) {
        let rows = self.rows(at);
        let here = (0..rows.len()).filter(|row| self.behind(at, &rows[*row]).is_some());
        let here: Vec<_> = here.collect();
        let seen = self.rows_seen.entry(place).or_default();
        seen.extend(here);
        self.is_right[place] |= seen.len() == rows.len();
    }
}
