//! A challenge with a table in a file, as a dialect: the judge uses it like any other.
//!
//! A challenge is read and explored once. Answers are cached, so a line that was answered in the same state before costs a
//! look-up.
//!
//! Words may be spelled otherwise or left out, so an output can be followed in several ways. `transcript::readings`
//! follows all of them. A word is searched only where it is expected: the output is not split into words before.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;

use super::referee::{Answer, AnySession, Standing};
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
    /// What it does wrong; completes a sentence that begins with "it".
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
        DeclaredRun { words: Arc::clone(&self.0), states: [state].into(), is_over: false }
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
        Referee::of_session(Box::new(DeclaredRun {
            words: Arc::clone(&self.0),
            states: states.into(),
            is_over: false,
        }))
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
            |node: &crate::challenge::Node| node.state == run.states[0] && node.is_over == run.is_over;
        let space = self.space();
        let node = space.nodes().iter().position(is_there)?;
        Some(space.lines_to(&space.ways(), node))
    }
}

/// The first example; otherwise the shortest lines to an end, or a few that change something.
fn trial(table: &RuleTable, space: &Space) -> Vec<String> {
    if let Some((_, lines)) = table.examples().first() {
        return lines.clone();
    }
    let ways = space.ways();
    let end = space.nodes().iter().position(|node| node.is_over);
    let node = end.unwrap_or_else(|| {
        let steps = |node: &usize| space.lines_to(&ways, *node).len();
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
                let said = self.table.opening(start).unwrap_or_default();
                events(&self.table, &self.base.names, &said, false)
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
                let (events, next) = (Vec::new(), Arc::clone(state));
                Reply { events, next, ends: false, why: Some(Unreadable::Doubtful) }
            }
        }
    }
}

impl Reply {
    fn of(table: &RuleTable, names: &[Arc<str>], answer: &TableAnswer, why: Option<Unreadable>) -> Reply {
        let events = events(table, names, &answer.said, answer.ends);
        Reply { events, next: Arc::clone(&answer.next), ends: answer.ends, why }
    }
}

impl Reply {
    /// The bytes of its texts.
    fn length(&self) -> usize {
        let of = |event: &Event| match event {
            Event::Said(said) => said.text.len() + said.others.iter().map(|other| other.len()).sum::<usize>(),
            _ => 0,
        };
        self.events.iter().map(of).sum()
    }
}

impl Remembered {
    fn add(&mut self, state: &State, line: &[u8], reply: &Arc<Reply>) {
        self.count += 1 + reply.length() / USUAL;
        let replies = match self.by_state.get_mut(state) {
            Some(replies) => replies,
            None => self.by_state.entry(Arc::clone(state)).or_default(),
        };
        replies.insert(line.into(), Arc::clone(reply));
    }
}

/// What is said by these utterances of words with these names.
fn events(table: &RuleTable, names: &[Arc<str>], said: &[Utterance], ends: bool) -> Vec<Event> {
    let presence = |said: &Utterance| table.presence(said.word);
    let last = said.iter().rposition(|said| presence(said) != Presence::Extra).filter(|_| !ends);
    let event = |(place, said_now): (usize, &Utterance)| {
        Event::Said(Said {
            word: Arc::clone(&names[said_now.word]),
            text: said_now.text.as_str().into(),
            others: said_now.others.iter().map(|other| other.as_str().into()).collect(),
            is_optional: presence(said_now) != Presence::Required,
            is_extra: presence(said_now) == Presence::Extra,
            asks: last == Some(place),
        })
    };
    said.iter().enumerate().map(event).collect()
}

impl Speech for Declared {
    fn name(&self) -> &str {
        &self.0.base.name
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::of_session(Box::new(self.run(self.0.table.start())))
    }

    fn undecided(&self) -> Referee {
        let states = self.0.table.starts().into();
        Referee::of_session(Box::new(DeclaredRun { words: Arc::clone(&self.0), states, is_over: false }))
    }

    fn has_hidden(&self) -> bool {
        self.0.table.has_hidden()
    }

    fn choices(&self) -> Vec<Referee> {
        let starts = self.0.table.starts().into_iter();
        starts.map(|start| Referee::of_session(Box::new(self.run(start)))).collect()
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

    /// The last lines of what was said before inputs.
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

/// A run of a challenge. The output is that of the first state.
#[derive(Clone)]
struct DeclaredRun {
    words: Arc<DeclaredWords>,
    /// The states, one for each hidden choice that is still possible.
    states: Arc<[State]>,
    is_over: bool,
}

/// Choices with the same output, after which the run is over for all or none of them.
type Group = ((Vec<Event>, bool), (Answer, Vec<State>));

impl DeclaredRun {
    fn at(&self, states: Vec<State>, is_over: bool) -> Box<dyn AnySession> {
        Box::new(DeclaredRun { words: Arc::clone(&self.words), states: states.into(), is_over })
    }
}

impl AnySession for DeclaredRun {
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn open(&self) -> Vec<Event> {
        self.words.opened(&self.states[0])
    }

    fn answer(&mut self, line: &[u8]) -> Answer {
        if self.is_over {
            return (Vec::new(), None);
        }
        let reply = self.words.reply(&self.states[0], line);
        self.states = [Arc::clone(&reply.next)].into();
        self.is_over = reply.ends;
        (reply.events.clone(), reply.why)
    }

    fn openings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        let mut groups: Vec<(Vec<Event>, Vec<State>)> = Vec::new();
        for state in self.states.iter() {
            let events = self.words.opened(state);
            match groups.iter_mut().find(|(known, _)| *known == events) {
                Some((_, states)) => states.push(Arc::clone(state)),
                None => groups.push((events, vec![Arc::clone(state)])),
            }
        }
        groups.into_iter().map(|(events, states)| (events, self.at(states, false))).collect()
    }

    fn answers(&self, line: &[u8]) -> Vec<(Answer, Box<dyn AnySession>)> {
        if self.is_over {
            return vec![((Vec::new(), None), self.copied())];
        }
        if let [state] = &*self.states {
            let reply = self.words.reply(state, line);
            return vec![(
                (reply.events.clone(), reply.why),
                self.at(vec![Arc::clone(&reply.next)], reply.ends),
            )];
        }
        let mut places: HashMap<(Vec<Event>, bool), usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        for state in self.states.iter() {
            let reply = self.words.reply(state, line);
            let place = *places.entry((reply.events.clone(), reply.ends)).or_insert_with_key(|key| {
                groups.push((key.clone(), ((key.0.clone(), reply.why), Vec::new())));
                groups.len() - 1
            });
            groups[place].1.1.push(Arc::clone(&reply.next));
        }
        let session = |((_, ends), (answer, states)): Group| (answer, self.at(states, ends));
        groups.into_iter().map(session).collect()
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
        let start = self.words.table.start_of(&self.states[0]);
        Some(self.at(vec![start], false))
    }

    fn close(&self) -> Option<Vec<Event>> {
        let DeclaredWords { table, base, .. } = &*self.words;
        let (_, said) = table.closing(&self.states[0]).ok().filter(|_| table.has_end())?;
        Some(events(table, &base.names, &said, true))
    }

    fn has_ended(&self) -> bool {
        self.is_over
    }

    fn standing(&self) -> Standing {
        Standing::States(Arc::clone(&self.states))
    }
}
