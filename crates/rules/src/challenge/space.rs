//! All states that a program can be in, found breadth first, and the transitions between them; the first of them where there
//! is no end of states.
//!
//! A table that is not total, or leaves a range, is refused with the inputs that show it. All states are known
//! before the first run, at most 100,000 of them. Of a larger table the first states are known, and why exploring
//! stopped. The rules answer any line in any state, so only the suites that need all states are missing then.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::answers::Answers;
use super::bounds;
use super::fault::Fault;
use super::line_list::listed;
use super::sample::Sampler;
use super::table::{RuleTable, State, TableAnswer, Trouble, Utterance};

/// How many states are explored at most, and how many transitions.
pub(crate) const MOST_STATES: usize = 100_000;
const MOST_TRANSITIONS: usize = 3_000_000;

/// How many steps of evaluations it may take (see `bounds`), and how many bytes the states may have. So the time and the
/// memory are limited, whatever the expressions do.
pub const MOST_STEPS: u64 = 50_000_000;
const MOST_BYTES: usize = 256 << 20;

/// After this part of the steps, an estimate decides whether the known states would take too many.
const SOON: u64 = 10;

/// Exploring stops if they would take this many times what is allowed.
const SURELY: u128 = 2;

/// The estimate is made in one of this many states.
const SOMETIMES: usize = 16;

/// How many states are explored of a table that surely has too many: as many as show what its rules and words are like.
const FIRST_STATES: usize = 1_000;

/// The states and transitions of a table.
#[derive(Clone, Debug)]
pub struct Space {
    nodes: Vec<Node>,
    places: HashMap<Node, usize>,
    arcs: Vec<Arrow>,
    first: Vec<usize>,
    starts: usize,
    /// The states that a transition leads to if the program makes other hidden choices, with its place.
    drawn: Vec<(usize, usize)>,
    /// Lines that the specification leaves open.
    pub open: Vec<Vec<u8>>,
    seen: Vec<Seen>,
    unexplored: Option<String>,
}

/// Some of the texts of a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub texts: BTreeSet<String>,
    /// The values in each of its variable parts. `None` for a part with more values than are kept.
    pub holes: Vec<Option<BTreeSet<String>>>,
}

/// How many texts of a word are kept, and how many values of a variable part.
const MOST_TEXTS: usize = 64;
const MOST_VALUES: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub state: State,
    pub is_over: bool,
}

/// A line that is fed in a state, and its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The state, by its place.
    pub from: usize,
    pub to: usize,
    pub line: Arc<[u8]>,
    pub rule: usize,
}

impl Space {
    /// Explores a table, with all hidden choices.
    /// Fails if a line has no answer somewhere, or if there is too much to explore.
    pub fn explore(table: &RuleTable) -> Result<Space, Fault> {
        Space::explored(table, table.starts(), true, |_, _, _| ())?.whole(table)
    }

    /// The part of a table that can be reached from this initial state by a program that makes the same hidden choices again
    /// where it makes some anew, if it may.
    pub fn explore_from(table: &RuleTable, start: State) -> Result<Space, Fault> {
        Space::explored(table, vec![start], false, |_, _, _| ())?.whole(table)
    }

    /// Like [`Space::explore`], but where there is too much to explore the first states are enough
    /// ([`Space::unexplored`]), unless there are hidden choices. `on_answer` gets each line that is fed in a state, and its answer.
    /// Fails as [`Space::explore`] does; also if there is too much to explore in the first state.
    pub fn explore_first(
        table: &RuleTable,
        on_answer: impl FnMut(&State, &[u8], &TableAnswer),
    ) -> Result<Space, Fault> {
        let space = Space::explored(table, table.starts(), true, on_answer)?;
        if table.has_hidden() { space.whole(table) } else { Ok(space) }
    }

    fn explored(
        table: &RuleTable,
        starts: Vec<State>,
        draws: bool,
        mut on_answer: impl FnMut(&State, &[u8], &TableAnswer),
    ) -> Result<Space, Fault> {
        let mut answers = Answers::of(table);
        let sampler = Sampler::new(table);
        let seen = vec![Seen::default(); table.word_count()];
        let nodes: Vec<_> = starts.into_iter().map(|state| Node { state, is_over: false }).collect();
        let places: HashMap<_, _> = nodes.iter().cloned().zip(0..).collect();
        let (starts, open) = (nodes.len(), sampler.open());
        let (arcs, first) = (Vec::new(), vec![0]);
        let drawn = Vec::new();
        let mut space = Space { nodes, places, arcs, first, starts, drawn, open, seen, unexplored: None };
        for start in 0..starts {
            let opening = table.opening(&space.nodes[start].state);
            let opening = opening.map_err(|trouble| Fault::at(trouble.line, trouble.what))?;
            opening.iter().for_each(|utterance| space.seen[utterance.word].add(utterance));
        }
        let mut texts: HashMap<Vec<u8>, Arc<[u8]>> = HashMap::new();
        let (mut place, mut bytes, began) = (0, 0, bounds::work());
        // The numbers of a mutant have no range either, but those of one with hidden choices come to an end.
        let endless = table.endless().filter(|_| !table.has_hidden());
        while place < space.nodes.len() {
            if let Some(variable) = endless.filter(|_| place == FIRST_STATES) {
                space.leave_from(place, format!("the number `{variable}` has no range"));
                break;
            }
            let node = space.nodes[place].clone();
            let found = space.nodes.len();
            let lines = if node.is_over { Vec::new() } else { sampler.lines(&node.state) };
            if !node.is_over {
                let closing = table.closing(&node.state);
                let (_, closing) = closing.map_err(|trouble| space.fault(place, None, trouble))?;
                closing.iter().for_each(|utterance| space.seen[utterance.word].add(utterance));
            }
            bytes += node.state.iter().map(|value| bounds::ELEMENT + value.size()).sum::<usize>();
            for line in lines {
                let answer = answers.answer(&node.state, &line);
                let answer = answer.map_err(|trouble| space.fault(place, Some(&line), trouble))?;
                on_answer(&node.state, &line, &answer);
                let to = space.reached(&answer);
                for other in answer.others.iter().filter(|_| draws) {
                    let count = space.nodes.len();
                    let other = space.reached(other);
                    space.drawn.extend((other == count).then_some((other, space.arcs.len())));
                }
                let line = Arc::clone(texts.entry(line).or_insert_with_key(|line| line.as_slice().into()));
                space.arcs.push(Arrow { from: place, to, line, rule: answer.rule });
                match space.too_large(bytes, bounds::work() - began) {
                    Some(why) if place == 0 => return Err(too_large(table, &why)),
                    Some(why) => {
                        let why = why + &space.what_grows(table);
                        space.forget_beyond(found);
                        space.leave_from(place, why);
                        return Ok(space);
                    }
                    None => {}
                }
            }
            space.first.push(space.arcs.len());
            place += 1;
            if let Some(why) = space.will_be_too_large(place, bounds::work() - began) {
                let why = why + &space.what_grows(table);
                space.leave_from(place, why);
                break;
            }
        }
        Ok(space)
    }

    /// The place of the state that an answer leads to.
    fn reached(&mut self, answer: &TableAnswer) -> usize {
        answer.output.iter().for_each(|utterance| self.seen[utterance.word].add(utterance));
        let next = Node { state: Arc::clone(&answer.next), is_over: answer.ends };
        *self.places.entry(next.clone()).or_insert_with(|| {
            self.nodes.push(next);
            self.nodes.len() - 1
        })
    }

    fn too_large(&self, bytes: usize, steps: u64) -> Option<String> {
        if self.nodes.len() > MOST_STATES {
            Some(format!("there are more than {MOST_STATES} states"))
        } else if self.arcs.len() > MOST_TRANSITIONS {
            Some(format!("there are more than {MOST_TRANSITIONS} transitions"))
        } else if bytes > MOST_BYTES {
            Some(format!("the states have more than {MOST_BYTES} bytes"))
        } else if steps > MOST_STEPS {
            Some(format!("exploring takes more than {MOST_STEPS} steps, for {} states", self.nodes.len()))
        } else {
            None
        }
    }

    /// Whether the known states, explored like those before this place, would take too many steps. It is asked when
    /// there is something to go by.
    fn will_be_too_large(&self, place: usize, steps: u64) -> Option<String> {
        if steps < MOST_STEPS / SOON || !place.is_multiple_of(SOMETIMES) {
            return None;
        }
        let open = |nodes: &[Node]| nodes.iter().filter(|node| !node.is_over).count() as u64;
        let (explored, known) = (open(&self.nodes[..place]), open(&self.nodes));
        let of_all = u128::from(steps) * u128::from(known) / u128::from(explored.max(1));
        let why =
            || format!("exploring takes more than {MOST_STEPS} steps, for the {known} states known by then");
        // States may become simpler.
        (of_all > SURELY * u128::from(MOST_STEPS)).then(why)
    }

    /// The variable with the most values, to follow a reason, and what changes it.
    fn what_grows(&self, table: &RuleTable) -> String {
        let values =
            |place: usize| self.nodes.iter().map(|node| &node.state[place]).collect::<HashSet<_>>().len();
        let variables =
            table.variables.iter().enumerate().map(|(place, variable)| (values(place), place, variable));
        let Some((count, place, variable)) = variables.max_by_key(|(count, ..)| *count) else {
            return String::new();
        };
        let changes = |arrow: &&Arrow| {
            let [before, after] = self.states_of(arrow);
            before[place] != after[place]
        };
        let mut lines: BTreeMap<usize, BTreeSet<&[u8]>> = BTreeMap::new();
        for arrow in self.arcs.iter().filter(changes) {
            if let Some((input, _)) = table.input(&arrow.line) {
                lines.entry(input).or_default().insert(&arrow.line);
            }
        }
        let most = lines.into_iter().max_by_key(|(_, lines)| lines.len());
        let by = most.map(|(input, lines)| {
            let name = &table.inputs[input].0;
            let samples =
                lines.iter().filter(|line| table.samples.iter().any(|sample| sample == *line)).count();
            let of = if samples > 0 {
                format!(", {samples} of them `samples`: name fewer")
            } else {
                String::new()
            };
            let lines = if lines.len() == 1 { "a line".to_owned() } else { format!("{} lines", lines.len()) };
            format!(", by {lines} of `{name}`{of}")
        });
        format!("; `{}` has {count} values so far{}", variable.name, by.unwrap_or_default())
    }

    /// Forgets what was found last: all states but this many, and the transitions from the state that was being explored.
    fn forget_beyond(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
        self.places.retain(|_, place| *place < nodes);
        self.arcs.truncate(self.first.last().copied().unwrap_or_default());
    }

    /// Leaves the states from this place on unexplored.
    fn leave_from(&mut self, place: usize, why: String) {
        let ends = std::iter::repeat_n(self.arcs.len(), self.nodes.len() - place);
        self.first.extend(ends);
        self.unexplored = Some(why);
    }

    /// This space, or a fault if it is only a part.
    fn whole(self, table: &RuleTable) -> Result<Space, Fault> {
        self.unexplored().map_or(Ok(()), |why| Err(too_large(table, why)))?;
        Ok(self)
    }

    /// Why only a part of the states was explored. `None` if all were.
    pub fn unexplored(&self) -> Option<&str> {
        self.unexplored.as_deref()
    }

    /// The states; the first is the initial one. With hidden choices, the first ones are the initial states
    /// for all choices.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn place_of(&self, node: &Node) -> Option<usize> {
        self.places.get(node).copied()
    }

    /// The transitions, sorted by the states that they leave.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arcs
    }

    /// The states before and after a transition.
    pub(super) fn states_of(&self, arrow: &Arrow) -> [&State; 2] {
        [arrow.from, arrow.to].map(|node| &self.nodes[node].state)
    }

    /// The places of the transitions that leave a state.
    pub fn out_of(&self, node: usize) -> Range<usize> {
        self.first[node]..self.first[node + 1]
    }

    /// How many initial states there are.
    pub fn starts(&self) -> usize {
        self.starts
    }

    /// The transition by which each state is reached first. `None` for the initial states.
    pub fn ways(&self) -> Vec<Option<usize>> {
        let mut ways = vec![None; self.nodes.len()];
        let arcs = self.arcs.iter().enumerate().map(|(place, arrow)| (arrow.to, place));
        for (node, place) in self.drawn.iter().copied().chain(arcs).filter(|(node, _)| *node >= self.starts) {
            ways[node].get_or_insert(place);
        }
        ways
    }

    /// The shortest lines from the initial state to a state.
    pub fn lines_to(&self, ways: &[Option<usize>], mut node: usize) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        while let Some(arrow) = ways[node].map(|place| &self.arcs[place]) {
            lines.push(arrow.line.to_vec());
            node = arrow.from;
        }
        lines.reverse();
        lines
    }

    pub(super) fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// Texts of a word that occurred; not all of them if there are many.
    pub fn texts(&self, word: usize) -> impl Iterator<Item = &str> {
        self.seen[word].texts.iter().map(String::as_str)
    }

    /// The fault of a table whose line, or whose end of input, makes trouble in a state.
    fn fault(&self, node: usize, line: Option<&[u8]>, trouble: Trouble) -> Fault {
        let mut lines = self.lines_to(&self.ways(), node);
        lines.extend(line.map(<[u8]>::to_vec));
        let lines = listed(lines.iter().map(|line| format!("{:?}", String::from_utf8_lossy(line))));
        Fault::at(trouble.line, trouble.what).hint(format!("it happens after {lines}"))
    }
}

impl Seen {
    fn add(&mut self, utterance: &Utterance) {
        if self.texts.len() < MOST_TEXTS && !self.texts.contains(&utterance.text) {
            self.texts.insert(utterance.text.clone());
        }
        self.holes.resize(utterance.holes.len(), Some(BTreeSet::new()));
        for (values, value) in self.holes.iter_mut().zip(&utterance.holes) {
            if let Some(known) = values.as_mut().filter(|known| !known.contains(value)) {
                known.insert(value.clone());
                if known.len() > MOST_VALUES {
                    *values = None;
                }
            }
        }
    }
}

/// The fault of a table of which there is too much to explore.
fn too_large(table: &RuleTable, why: &str) -> Fault {
    let line = table.variables.first().map_or(1, |variable| variable.line);
    Fault::at(line, why).hint("narrow the ranges in [state], or remember less; all states are explored")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(n: &str, input: &str, set: &str) -> RuleTable {
        let text = format!(
            "title = 't'\n[state]\nn = {n}\n[input]\na = {input}\n[[rule]]\non = 'a'\nset.n = '{set}'\nsay = ['b']\n\
             [[rule]]\non = '*'\nsay = ['b']\n[words]\nb = 'b'\n"
        );
        RuleTable::read(&text).unwrap()
    }

    #[test]
    fn what_exploring_takes_is_bounded() {
        let space = Space::explore(&table("{ init = 0, range = [0, 9] }", "'a'", "9 - n")).unwrap();
        assert_eq!(
            (space.nodes.len(), space.unexplored(), space.too_large(MOST_BYTES, MOST_STEPS)),
            (2, None, None)
        );
        assert!(space.too_large(MOST_BYTES + 1, 0).unwrap().contains("bytes"));
        assert!(space.too_large(0, MOST_STEPS + 1).unwrap().contains("steps"));
    }

    #[test]
    fn of_too_many_states_the_first_are_explored() {
        let count = "{ init = 0 }";
        for (n, input, set, why, explored) in [
            (count, "'a'", "n + 1", "the number `n` has no range", FIRST_STATES),
            (count, "'a(?<k>[0-9]{1,3})'", "n * 7 + k", "the number `n` has no range", FIRST_STATES),
            (
                "{ init = 0, range = [0, 9000000] }",
                "'a'",
                "n + 1",
                "there are more than 100000 states; `n` has 100001 values so far, by a line of `a`",
                MOST_STATES - 1,
            ),
        ] {
            let table = table(n, input, set);
            let space = Space::explore_first(&table, |_, _, _| ()).unwrap();
            assert_eq!(space.unexplored(), Some(why));
            // Whoever needs all states gets none.
            assert_eq!(Space::explore(&table).unwrap_err().what, why);
            let is_explored = |node: &usize| !space.out_of(*node).is_empty();
            let nodes = 0..space.nodes.len();
            assert_eq!(nodes.clone().filter(is_explored).count(), explored);
            // Every state has a way to it, and a place.
            let ways = space.ways();
            assert!(ways.iter().skip(1).all(Option::is_some));
            assert!(nodes.clone().all(|place| space.place_of(&space.nodes[place]) == Some(place)));
            assert_eq!(space.first.len(), space.nodes.len() + 1);
        }
    }

    #[test]
    fn exploring_ends_early_and_names_the_cause() {
        let slow = "n * 9 + k + (lists.range(1000).exists(i, i < 0) ? 1 : 0)";
        let table = table("{ init = 0, range = [0, 90000000] }", "'a(?<k>[0-8])'", slow);
        let began = bounds::work();
        let space = Space::explore_first(&table, |_, _, _| ()).unwrap();
        let why = space.unexplored().unwrap();
        assert!(why.starts_with("exploring takes more than 50000000 steps, for the "), "{why}");
        assert!(why.contains("; `n` has ") && why.ends_with(" values so far, by 9 lines of `a`"), "{why}");
        assert!(bounds::work() - began < MOST_STEPS / 4);
    }

    #[test]
    fn with_hidden_choices_all_states_are_needed() {
        let text = "title = 't'\n[state]\nn = { init = 0, range = [0, 9000000] }\n[hidden]\nh = '1..=2'\n[input]\na = 'a'\n\
                    [[rule]]\non = 'a'\nwhen = 'h > 0'\nset.n = 'n + 1'\nsay = ['b']\n[[rule]]\non = '*'\nsay = ['b']\n\
                    [words]\nb = 'b'\n";
        let fault = Space::explore_first(&RuleTable::read(text).unwrap(), |_, _, _| ()).unwrap_err();
        assert!(fault.line == Some(3) && fault.what.contains("more than 100000 states"), "{fault}");
    }
}
