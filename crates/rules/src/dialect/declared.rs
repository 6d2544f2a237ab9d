//! A challenge with a table in a file, as a dialect: the judge uses it like any other.
//!
//! A challenge is read and explored once. Answers are cached, so a line that was answered in the same state before costs a
//! look-up.
//!
//! Words may be spelled otherwise or left out, so an output can be followed in several ways. `transcript::readings`
//! follows all of them. A word is searched only where it is expected: the output is not split into words before.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;

use super::referee::{Answer, AnySession, Past, Reached, Standing};
use super::{Readings, Referee, Speech, Unreadable};
use crate::challenge::{
    Fault, Freedoms, Presence, Reading, RuleTable, Scanner, Space, State, TableAnswer, TableMutant, Trouble,
    Utterance, mutants,
};
use crate::session::{Event, Said};

/// How many answers are cached, and how many of those from exploring the table. A long one counts as several.
const REMEMBERED: usize = 2_000_000;
const EXPLORED: usize = 200_000;

/// The length of an answer that counts as one, in bytes.
const USUAL: usize = 256;

/// How many inputs a generated trial has, if the challenge has no example.
const TRIAL: usize = 6;
const FEW: usize = 3;

/// A challenge that was read.
#[derive(Clone)]
pub struct Declared(Arc<DeclaredWords>);

/// Two challenges are equal if they have the same name, text and folder, and the same fault, if any.
impl PartialEq for Declared {
    fn eq(&self, other: &Declared) -> bool {
        let (this, that) = (&self.0, &other.0);
        Arc::ptr_eq(this, that) || (this.fault == that.fault && this.base.content() == that.base.content())
    }
}

impl Eq for Declared {}

impl std::fmt::Debug for Declared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Declared").field(&self.0.base.name).finish()
    }
}

struct DeclaredWords {
    base: Arc<Base>,
    table: RuleTable,
    /// The number of its fault. `None` if it is the challenge itself.
    fault: Option<usize>,
    opening: Vec<Event>,
    answers: RwLock<Remembered>,
    mutants: OnceLock<Vec<Faulty>>,
}

/// The common parts of a challenge and its mutants.
struct Base {
    name: String,
    text: String,
    folder: Option<PathBuf>,
    has_fixtures: bool,
    space: Space,
    scanner: Scanner,
    /// The names of its words.
    names: Vec<Arc<str>>,
    trial: Vec<String>,
    greeting: String,
}

/// A challenge with one fault.
#[derive(Debug)]
pub struct Faulty {
    /// Its fault; completes a sentence that begins with "it".
    pub fault: String,
    /// Whether a program with this fault prints exactly what this table does.
    pub is_exact: bool,
    /// The table with the fault.
    pub declared: Declared,
}

#[derive(Default)]
struct Remembered {
    count: usize,
    by_state: HashMap<State, HashMap<Box<[u8]>, Arc<Reply>>>,
    readings: HashMap<Box<[u8]>, Option<Readings>>,
}

/// The output for a line, and the next states.
struct Reply {
    events: Vec<Event>,
    next: State,
    ends: bool,
    why: Option<Unreadable>,
    /// The replies for other hidden choices, if some are made anew.
    others: Vec<Reply>,
}

impl Declared {
    /// Reads a challenge of this name from the text of its `challenge.toml`, and explores it.
    /// The error is what makes it unusable.
    pub fn read(name: &str, text: &str) -> Result<Declared, Fault> {
        Declared::of_table(name, text, RuleTable::read(text)?, None, false)
    }

    /// Explores the table that was read from this text. `folder` is its path, if that is known; `has_fixtures` is whether it
    /// has move lists.
    #[doc(hidden)]
    pub fn of_table(
        name: &str,
        text: &str,
        table: RuleTable,
        folder: Option<PathBuf>,
        has_fixtures: bool,
    ) -> Result<Declared, Fault> {
        let names: Vec<_> = (0..table.word_count()).map(|word| table.word_name(word)).collect();
        let mut known = Remembered::default();
        let space = Space::explore_first(&table, |state, line, answer| {
            // Lines that may be read in several ways are evaluated later.
            if known.count < EXPLORED && table.readings(line).is_none() {
                known.add(state, line, &Arc::new(Reply::of(&table, &names, answer, None)));
            }
        })?;
        let base = Base {
            name: name.to_owned(),
            text: text.to_owned(),
            folder,
            has_fixtures,
            scanner: Scanner::new(&table, &space),
            names,
            trial: trial(&table, &space),
            greeting: format!("{}\n", table.title()),
            space,
        };
        let words = DeclaredWords::new(Arc::new(base), table, None);
        let with_answers = |words| DeclaredWords { answers: RwLock::new(known), ..words };
        words.map(with_answers).map(Declared::of).map_err(|trouble| Fault::at(trouble.line, trouble.what))
    }

    fn of(words: DeclaredWords) -> Declared {
        Declared(Arc::new(words))
    }

    fn run(&self, state: State) -> DeclaredRun {
        DeclaredRun::new(&self.0, [state])
    }

    /// The text of its file.
    pub fn text(&self) -> &str {
        &self.0.base.text
    }

    /// Its folder, if it was read from one.
    pub fn folder(&self) -> Option<&Path> {
        self.0.base.folder.as_deref()
    }

    /// Whether it has move lists.
    pub fn has_fixtures(&self) -> bool {
        self.0.base.has_fixtures
    }

    /// The table.
    pub fn table(&self) -> &RuleTable {
        &self.0.table
    }

    /// All states.
    pub fn space(&self) -> &Space {
        &self.0.base.space
    }

    /// The challenge with one fault, for each known fault; made when first needed.
    pub fn mutants(&self) -> &[Faulty] {
        self.0.mutants.get_or_init(|| {
            let faulty = |(number, mutant): (usize, TableMutant)| {
                let TableMutant { fault, is_exact, table } = mutant;
                let words = DeclaredWords::new(Arc::clone(&self.0.base), table, Some(number)).ok()?;
                Some(Faulty { fault, is_exact, declared: Declared::of(words) })
            };
            mutants(self.text()).into_iter().enumerate().filter_map(faulty).collect()
        })
    }

    /// A referee in the middle of a run that considers several hidden choices, with a state for each.
    #[doc(hidden)]
    pub fn among(&self, states: Vec<State>) -> Referee {
        Referee::of_session(Box::new(DeclaredRun::new(&self.0, states)))
    }

    /// Why the table has no answer to one of these lines, one after the other. `None` if it has.
    pub fn trouble_in(&self, inputs: &[Vec<u8>]) -> Option<Trouble> {
        let table = &self.0.table;
        table.trouble_in(table.start(), inputs.iter().map(Vec::as_slice))
    }

    /// How these lines are answered, as [`RuleTable::branches`] has it.
    #[doc(hidden)]
    pub fn branches<'a>(&self, lines: impl IntoIterator<Item = &'a [u8]>) -> Vec<Vec<u64>> {
        self.0.table.branches(self.0.table.start(), lines)
    }

    /// Clears the cache.
    pub fn forget(&self) {
        *self.0.answers.write() = Remembered::default();
    }

    /// The shortest lines that lead to the same state.
    pub fn shortest_to_end_of(&self, inputs: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
        let mut run = self.run(self.0.table.start());
        inputs.iter().for_each(|line| drop(run.answer(line)));
        let is_there =
            |node: &crate::challenge::Node| node.state == run.states[0].state && node.is_over == run.is_over;
        let space = self.space();
        let node = space.nodes().iter().position(is_there)?;
        Some(space.lines_to(&space.ways(), node))
    }
}

/// The first example; otherwise lines to an end, the shortest but for those that are too few to tell much, or some that change
/// something.
fn trial(table: &RuleTable, space: &Space) -> Vec<String> {
    if let Some((_, lines)) = table.examples().first() {
        return lines.clone();
    }
    let ways = space.ways();
    let steps = |node: &usize| space.lines_to(&ways, *node).len();
    let mut ends = (0..space.nodes().len()).filter(|node| space.nodes()[*node].is_over);
    let node = ends.find(|node| steps(node) >= FEW).unwrap_or_else(|| {
        (0..space.nodes().len()).take(1000).filter(|node| steps(node) <= TRIAL).max_by_key(steps).unwrap_or(0)
    });
    let lines = space.lines_to(&ways, node);
    lines.into_iter().map(|line| String::from_utf8_lossy(&line).into_owned()).collect()
}

impl Base {
    /// All that the rest is made from.
    fn content(&self) -> (&str, &str, Option<&Path>, bool) {
        (&self.name, &self.text, self.folder.as_deref(), self.has_fixtures)
    }
}

impl DeclaredWords {
    /// Words of a table, which are the words of the base.
    fn new(base: Arc<Base>, table: RuleTable, fault: Option<usize>) -> Result<DeclaredWords, Trouble> {
        let opening = table.opening(&table.start())?;
        let (answers, mutants) = (RwLock::default(), OnceLock::new());
        let opening = events(&table, &base.names, &opening, false);
        Ok(DeclaredWords { base, table, fault, opening, answers, mutants })
    }

    /// The output before the first line, in this state. The challenge was refused if there is none.
    fn opened(&self, start: &State) -> Vec<Event> {
        match self.table.has_hidden() {
            true => {
                let output = self.table.opening(start).unwrap_or_default();
                events(&self.table, &self.base.names, &output, false)
            }
            false => self.opening.clone(),
        }
    }

    fn reply(&self, state: &State, line: &[u8]) -> Arc<Reply> {
        let known = self.answers.read();
        if let Some(reply) = known.by_state.get(state).and_then(|replies| replies.get(line)) {
            return Arc::clone(reply);
        }
        drop(known);
        let reply = Arc::new(self.work_out(state, line));
        let mut known = self.answers.write();
        if known.count < REMEMBERED {
            known.add(state, line, &reply);
        }
        reply
    }

    /// If the table has no answer to a line after all, no program is at fault: judgement ends there.
    fn work_out(&self, state: &State, line: &[u8]) -> Reply {
        let doubt = self.table.readings(line).map(|_| Unreadable::Doubtful);
        match self.table.answer(state, line) {
            Ok(answer) => Reply::of(&self.table, &self.base.names, &answer, doubt),
            Err(_) => {
                let (next, why) = (Arc::clone(state), Some(Unreadable::Doubtful));
                Reply { events: Vec::new(), next, ends: false, why, others: Vec::new() }
            }
        }
    }
}

impl Reply {
    fn of(table: &RuleTable, names: &[Arc<str>], answer: &TableAnswer, why: Option<Unreadable>) -> Reply {
        let events = events(table, names, &answer.output, answer.ends);
        let others = answer.others.iter().map(|other| Reply::of(table, names, other, why)).collect();
        Reply { events, next: Arc::clone(&answer.next), ends: answer.ends, why, others }
    }

    /// This reply and the others.
    fn all(&self) -> impl Iterator<Item = &Reply> {
        [self].into_iter().chain(&self.others)
    }

    /// The bytes of its texts.
    fn length(&self) -> usize {
        let of = |event: &Event| match event {
            Event::Said(said) => said.text.len() + said.others.iter().map(|other| other.len()).sum::<usize>(),
            _ => 0,
        };
        self.events.iter().map(of).sum::<usize>() + self.others.iter().map(Reply::length).sum::<usize>()
    }
}

impl Remembered {
    fn add(&mut self, state: &State, line: &[u8], reply: &Arc<Reply>) {
        self.count += 1 + reply.others.len() + reply.length() / USUAL;
        let replies = match self.by_state.get_mut(state) {
            Some(replies) => replies,
            None => self.by_state.entry(Arc::clone(state)).or_default(),
        };
        replies.insert(line.into(), Arc::clone(reply));
    }
}

/// The events of an output, whose words have these names.
fn events(table: &RuleTable, names: &[Arc<str>], output: &[Utterance], ends: bool) -> Vec<Event> {
    let presence = |utterance: &Utterance| table.presence(utterance.word);
    let last = output.iter().rposition(|utterance| presence(utterance) != Presence::Extra).filter(|_| !ends);
    let event = |(place, utterance): (usize, &Utterance)| {
        Event::Said(Said {
            word: Arc::clone(&names[utterance.word]),
            text: utterance.text.as_str().into(),
            others: utterance.others.iter().map(|other| other.as_str().into()).collect(),
            is_optional: presence(utterance) != Presence::Required,
            is_extra: presence(utterance) == Presence::Extra,
            asks: last == Some(place),
        })
    };
    output.iter().enumerate().map(event).collect()
}

impl Speech for Declared {
    fn name(&self) -> &str {
        &self.0.base.name
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::of_session(Box::new(self.run(self.0.table.start())))
    }

    fn undecided(&self) -> Referee {
        self.among(self.0.table.starts())
    }

    fn has_hidden(&self) -> bool {
        self.0.table.has_hidden()
    }

    fn choices(&self) -> Vec<Referee> {
        let starts = self.0.table.starts().into_iter();
        starts.map(|start| Referee::of_session(Box::new(self.run(start)))).collect()
    }

    fn referee_choosing(&self, _final_board: bool, number: u64) -> Referee {
        let start = State::clone(&self.space().nodes()[draw(number, self.space().starts())].state);
        Referee::of_session(Box::new(DeclaredRun { draws: Draws::By(number), ..self.run(start) }))
    }

    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        let (word, length) = self.0.base.scanner.scan(text)?;
        let said = Said {
            word: Arc::clone(&self.0.base.names[word]),
            text: String::from_utf8_lossy(&text[..length]).into(),
            others: [].into(),
            is_optional: false,
            is_extra: false,
            asks: self.0.table.may_ask(word),
        };
        Some((Event::Said(said), length))
    }

    /// The last lines before an input.
    fn prompts(&self) -> Vec<Vec<u8>> {
        let asking = (0..self.0.base.names.len()).filter(|word| self.0.table.may_ask(*word));
        let texts = asking.flat_map(|word| self.space().texts(word));
        let lines: BTreeSet<_> = texts.filter_map(|text| text.rsplit('\n').next()).collect();
        lines.into_iter().filter(|line| !line.is_empty()).map(|line| line.as_bytes().to_vec()).collect()
    }

    fn freedoms(&self) -> Option<&Freedoms> {
        Some(self.0.table.freedoms())
    }

    fn readings(&self, line: &[u8]) -> Option<Readings> {
        let known = self.0.answers.read();
        if let Some(readings) = known.readings.get(line) {
            return readings.clone();
        }
        drop(known);
        let readings = self.0.table.readings(line).map(|Reading { lines, silence, answers }| {
            let moves = lines.into_iter().map(String::into_bytes).collect();
            Readings { moves, is_silence: silence, answers }
        });
        let mut known = self.0.answers.write();
        if known.count < REMEMBERED {
            known.count += 1;
            known.readings.insert(line.into(), readings.clone());
        }
        readings
    }

    fn trial(&self) -> Vec<&str> {
        self.0.base.trial.iter().map(String::as_str).collect()
    }

    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        super::speech::borrowed(self.0.table.examples())
    }

    fn greeting(&self) -> &str {
        &self.0.base.greeting
    }
}

/// Which of `among` choices a number stands for.
fn draw(number: u64, among: usize) -> usize {
    usize::try_from(number % among as u64).unwrap_or_default()
}

/// A run of a challenge. The output is that of the first state.
#[derive(Clone)]
struct DeclaredRun {
    words: Arc<DeclaredWords>,
    /// The states, one for each hidden choice that is still possible.
    states: Arc<[Reached]>,
    is_over: bool,
    draws: Draws,
}

/// How a run makes hidden choices anew that considers only one way to make them.
#[derive(Clone)]
enum Draws {
    /// As they were made before, if that may be; and before that as these states have them, the last one first.
    As(Vec<State>),
    /// By this number.
    By(u64),
}

impl DeclaredRun {
    fn new(words: &Arc<DeclaredWords>, states: impl IntoIterator<Item = State>) -> DeclaredRun {
        let reached = |state| Reached { state, past: Past::default() };
        DeclaredRun {
            words: Arc::clone(words),
            states: states.into_iter().map(reached).collect(),
            is_over: false,
            draws: Draws::As(Vec::new()),
        }
    }

    fn at(&self, states: Vec<Reached>, is_over: bool) -> Box<dyn AnySession> {
        Box::new(DeclaredRun { states: states.into(), is_over, ..self.clone() })
    }

    /// The run from its beginning that makes the hidden choices as these states have them, one after the other.
    fn choosing(&self, mut chosen: Vec<State>) -> Box<dyn AnySession> {
        chosen.reverse();
        let start = chosen.pop().map(|state| self.words.table.start_of(&state));
        Box::new(DeclaredRun { draws: Draws::As(chosen), ..DeclaredRun::new(&self.words, start) })
    }

    /// The reply in a state, and where it leads to by the choices that are made.
    fn made<'a>(&mut self, reply: &'a Reply) -> &'a Reply {
        let count = 1 + reply.others.len();
        let place = match &mut self.draws {
            _ if count == 1 => 0,
            Draws::By(number) => {
                *number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                draw(*number >> 33, count)
            }
            Draws::As(chosen) => {
                let table = &self.words.table;
                let wanted = chosen.pop().map(|state| table.start_of(&state));
                let is_wanted = |reply: &Reply| wanted.as_ref() == Some(&table.start_of(&reply.next));
                reply.all().position(is_wanted).unwrap_or_default()
            }
        };
        reply.all().nth(place).unwrap_or(reply)
    }
}

/// States grouped by their output, in the order in which the outputs first appear.
fn grouped<K: Clone + Eq + std::hash::Hash>(
    reached: impl Iterator<Item = (K, Reached)>,
) -> Vec<(K, Vec<Reached>)> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<(K, Vec<Reached>)> = Vec::new();
    for (key, reached) in reached {
        let place = *places.entry(key).or_insert_with_key(|key| {
            groups.push((key.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(reached);
    }
    groups
}

impl AnySession for DeclaredRun {
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn open(&self) -> Vec<Event> {
        self.words.opened(&self.states[0].state)
    }

    fn answer(&mut self, line: &[u8]) -> Answer {
        if self.is_over {
            return (Vec::new(), None);
        }
        let reply = self.words.reply(&self.states[0].state, line);
        let Reply { events, next, ends, why, .. } = self.made(&reply);
        self.states = [Reached { state: Arc::clone(next), past: Past::default() }].into();
        self.is_over = *ends;
        (events.clone(), *why)
    }

    fn openings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        let reached = self.states.iter().map(|one| (self.words.opened(&one.state), one.clone()));
        let groups = grouped(reached).into_iter();
        groups.map(|(events, states)| (events, self.at(states, false))).collect()
    }

    fn answers(&self, line: &[u8]) -> Vec<(Answer, Box<dyn AnySession>)> {
        if self.is_over {
            return vec![((Vec::new(), None), self.copied())];
        }
        // Several states may lead to one when choices are made anew.
        let (mut reached, mut known) = (Vec::new(), HashSet::new());
        for Reached { state, past } in self.states.iter() {
            let reply = self.words.reply(state, line);
            let is_drawn = !reply.others.is_empty();
            let past = if is_drawn { past.and(state) } else { past.clone() };
            for Reply { events, next, ends, why, .. } in reply.all() {
                let key = ((events.clone(), *why), *ends);
                if !is_drawn || known.insert((Arc::clone(next), key.clone())) {
                    reached.push((key, Reached { state: Arc::clone(next), past: past.clone() }));
                }
            }
        }
        let groups = grouped(reached.into_iter()).into_iter();
        groups.map(|((answer, ends), states)| (answer, self.at(states, ends))).collect()
    }

    fn absorb(&mut self, other: &Standing) -> bool {
        let Standing::States(states) = other else { return false };
        let mut all: BTreeSet<_> = self.states.iter().cloned().collect();
        all.extend(states.iter().cloned());
        if self.words.table.has_hidden() {
            self.states = all.into_iter().collect();
        }
        self.words.table.has_hidden()
    }

    fn beginning(&self) -> Option<Box<dyn AnySession>> {
        let Reached { state, past } = &self.states[0];
        Some(self.choosing([past.states(), vec![Arc::clone(state)]].concat()))
    }

    fn beginnings(&self) -> Vec<Box<dyn AnySession>> {
        let past = self.states[0].past.states();
        let starts = self.words.table.starts().into_iter();
        starts.map(|last| self.choosing([&past[..], &[last]].concat())).collect()
    }

    fn closings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        let DeclaredWords { table, base, .. } = &*self.words;
        let closing = |one: &Reached| {
            let (_, closing) = table.closing(&one.state).ok().filter(|_| table.has_end())?;
            Some((events(table, &base.names, &closing, true), one.clone()))
        };
        let groups = grouped(self.states.iter().filter_map(closing)).into_iter();
        groups.map(|(events, states)| (events, self.at(states, self.is_over))).collect()
    }

    fn has_ended(&self) -> bool {
        self.is_over
    }

    fn standing(&self) -> Standing {
        Standing::States(Arc::clone(&self.states))
    }
}
