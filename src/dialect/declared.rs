//! A challenge that is a table in a file, as a dialect: the judge asks it what it asks any other.
//!
//! A challenge is read and explored once, and kept as long as the program runs, like a board. Answers are remembered, so
//! that a line costs a look-up where it was answered in the same state before.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

use super::referee::{Answer, AnySession, Standing};
use super::{AllowedDeviations, Readings, Referee, Speech, Unreadable};
use crate::challenge::{
    Fault, Presence, Reading, Scanner, Space, State, Table, TableMutant, Utterance, mutants,
};
use crate::game::{AnyPosition, Board, Side};
use crate::session::{Event, Said};

/// How many answers are remembered.
const REMEMBERED: usize = 2_000_000;

/// How many inputs a trial has that is made, where the challenge gives no example.
const TRIAL: usize = 6;

/// A challenge that was read.
#[derive(Clone, Copy)]
pub struct Declared(&'static Words);

/// A challenge and all that follows from it.
struct Words {
    name: String,
    text: String,
    folder: Option<PathBuf>,
    has_fixtures: bool,
    table: Table,
    space: Arc<Space>,
    scanner: Arc<Scanner>,
    /// The names of its words.
    names: Vec<&'static str>,
    opening: Vec<Event>,
    trial: Vec<&'static str>,
    examples: Vec<(&'static str, &'static [&'static str])>,
    greeting: String,
    answers: RwLock<Remembered>,
    /// The challenge that these are the words of.
    own: OnceLock<Declared>,
    mutants: OnceLock<Vec<Faulty>>,
}

/// A challenge with one fault.
#[derive(Debug)]
pub struct Faulty {
    /// What it does wrong, to be read after "it".
    pub fault: String,
    /// Whether a program with this fault says just what this says.
    pub is_exact: bool,
    /// What it says.
    pub declared: Declared,
}

/// Answers that were given.
#[derive(Default)]
struct Remembered {
    count: usize,
    by_state: HashMap<State, HashMap<Box<[u8]>, Arc<Reply>>>,
    readings: HashMap<Box<[u8]>, Option<Readings>>,
}

/// What is said to a line, and what becomes of the state.
struct Reply {
    events: Vec<Event>,
    next: State,
    ends: bool,
    why: Option<Unreadable>,
}

impl Declared {
    /// Reads a challenge of this name from its text, and explores it. `folder` is where it lies, if that is known;
    /// `has_fixtures` is whether it has move lists.
    ///
    /// # Errors
    /// The [`Fault`] that keeps it from being played.
    pub fn read(
        name: &str,
        text: &str,
        folder: Option<PathBuf>,
        has_fixtures: bool,
    ) -> Result<Declared, Fault> {
        let table = Table::read(text)?;
        let space = Space::explore(&table)?;
        let names: Vec<_> = (0..table.word_count()).map(|word| leaked(&table.word_name(word))).collect();
        let mut words = Words {
            scanner: Arc::new(Scanner::new(&table, &space)),
            opening: Vec::new(),
            trial: trial(&table, &space).iter().map(|line| leaked(line)).collect(),
            examples: table
                .examples()
                .iter()
                .map(|(name, lines)| (leaked(name), leaked_all(lines)))
                .collect(),
            greeting: format!("{}\n", table.title()),
            name: name.to_owned(),
            text: text.to_owned(),
            answers: RwLock::default(),
            own: OnceLock::new(),
            mutants: OnceLock::new(),
            folder,
            has_fixtures,
            table,
            space: Arc::new(space),
            names,
        };
        let opening = words.table.opening(&words.table.start());
        let opening = opening.map_err(|trouble| Fault::at(trouble.line, trouble.what))?;
        words.opening = words.events(&opening, false);
        Ok(Declared(Box::leak(Box::new(words))))
    }

    /// The text of its file.
    pub fn text(self) -> &'static str {
        &self.0.text
    }

    /// Its folder, if it was read from one.
    pub fn folder(self) -> Option<&'static Path> {
        self.0.folder.as_deref()
    }

    /// Whether it has move lists.
    pub fn has_fixtures(self) -> bool {
        self.0.has_fixtures
    }

    /// The table.
    pub fn table(self) -> &'static Table {
        &self.0.table
    }

    /// All states.
    pub fn space(self) -> &'static Space {
        &self.0.space
    }

    /// The same with one fault, in all ways that are known: made when they are first asked for.
    pub fn mutants(self) -> &'static [Faulty] {
        self.0.mutants.get_or_init(|| {
            let faulty = |mutant: TableMutant| {
                let TableMutant { fault, is_exact, table } = mutant;
                Some(Faulty { fault, is_exact, declared: self.with(table)? })
            };
            mutants(self.text()).into_iter().filter_map(faulty).collect()
        })
    }

    /// The same with another table, which has the same words.
    fn with(self, table: Table) -> Option<Declared> {
        let Words { name, text, folder, space, scanner, names, trial, examples, greeting, .. } = self.0;
        let opening = table.opening(&table.start()).ok()?;
        let mut words = Words {
            name: name.clone(),
            text: text.clone(),
            folder: folder.clone(),
            has_fixtures: self.0.has_fixtures,
            space: Arc::clone(space),
            scanner: Arc::clone(scanner),
            names: names.clone(),
            trial: trial.clone(),
            examples: examples.clone(),
            greeting: greeting.clone(),
            opening: Vec::new(),
            answers: RwLock::default(),
            own: OnceLock::new(),
            mutants: OnceLock::new(),
            table,
        };
        words.opening = words.events(&opening, false);
        Some(Declared(Box::leak(Box::new(words))))
    }

    /// Forgets the answers that were given.
    pub fn forget(self) {
        *self.0.answers.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Remembered::default();
    }

    /// The shortest lines that lead where these lead.
    pub fn shortest_to_end_of(self, inputs: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
        let mut seat = Sitting::new(self.0, self.0.table.start());
        inputs.iter().for_each(|line| drop(seat.answer(line)));
        let is_there =
            |node: &crate::challenge::Node| node.state == seat.states[0] && node.is_over == seat.is_over;
        let node = self.0.space.nodes().iter().position(is_there)?;
        Some(self.0.space.lines_to(&self.0.space.ways(), node))
    }

    /// A referee for each choice that a program has.
    pub(super) fn choices(self) -> Vec<Referee> {
        let starts = self.0.table.starts().into_iter();
        starts.map(|start| Referee::of_session(Box::new(Sitting::new(self.0, start)))).collect()
    }

    pub(super) fn speech(self) -> &'static dyn Speech {
        self.0.own.get_or_init(|| self)
    }
}

/// Challenges are the same if they are one.
impl PartialEq for Declared {
    fn eq(&self, other: &Declared) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Declared {}

impl Hash for Declared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl fmt::Debug for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Declared").field(&self.0.name).finish()
    }
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn leaked_all(lines: &[String]) -> &'static [&'static str] {
    Box::leak(lines.iter().map(|line| leaked(line)).collect())
}

/// The first example; or else the shortest lines to an end, or a few that change something.
fn trial(table: &Table, space: &Space) -> Vec<String> {
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

impl Words {
    fn events(&self, said: &[Utterance], ends: bool) -> Vec<Event> {
        let presence = |said: &Utterance| self.table.presence(said.word);
        let last = said.iter().rposition(|said| presence(said) != Presence::Extra).filter(|_| !ends);
        let event = |(place, said_now): (usize, &Utterance)| {
            Event::Said(Said {
                word: self.names[said_now.word],
                text: said_now.text.as_str().into(),
                others: said_now.others.iter().map(|other| other.as_str().into()).collect(),
                is_optional: presence(said_now) != Presence::Required,
                is_extra: presence(said_now) == Presence::Extra,
                asks: last == Some(place),
            })
        };
        said.iter().enumerate().map(event).collect()
    }

    /// What is said before the first line, if this is remembered. The challenge was refused if nothing can be said.
    fn opened(&self, start: &State) -> Vec<Event> {
        match self.table.has_hidden() {
            true => self.table.opening(start).map(|said| self.events(&said, false)).unwrap_or_default(),
            false => self.opening.clone(),
        }
    }

    fn reply(&self, state: &State, line: &[u8]) -> Arc<Reply> {
        let known = self.answers.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(reply) = known.by_state.get(state).and_then(|replies| replies.get(line)) {
            return Arc::clone(reply);
        }
        drop(known);
        let reply = Arc::new(self.work_out(state, line));
        let mut known = self.answers.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if known.count < REMEMBERED {
            known.count += 1;
            let replies = known.by_state.entry(Arc::clone(state)).or_default();
            replies.insert(line.into(), Arc::clone(&reply));
        }
        reply
    }

    /// A line that the table has no answer to after all says nothing of any program: what comes then is not judged.
    fn work_out(&self, state: &State, line: &[u8]) -> Reply {
        let doubt = self.table.readings(line).map(|_| Unreadable::Doubtful);
        match self.table.answer(state, line) {
            Ok(answer) => Reply {
                events: self.events(&answer.said, answer.ends),
                next: answer.next,
                ends: answer.ends,
                why: doubt,
            },
            Err(_) => {
                let (events, next) = (Vec::new(), Arc::clone(state));
                Reply { events, next, ends: false, why: Some(Unreadable::Doubtful) }
            }
        }
    }
}

impl Speech for Declared {
    fn name(&self) -> &'static str {
        &self.0.name
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::of_session(Box::new(Sitting::new(self.0, self.0.table.start())))
    }

    fn undecided(&self) -> Option<Referee> {
        let states = self.0.table.starts().into();
        let sitting = Sitting { words: self.0, states, is_over: false };
        self.0.table.has_hidden().then(|| Referee::of_session(Box::new(sitting)))
    }

    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        if let Event::Said(said @ Said { is_extra: false, .. }) = event {
            text.extend_from_slice(said.text.as_bytes());
        }
    }

    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        let (word, length) = self.0.scanner.scan(text)?;
        let said = Said {
            word: self.0.names[word],
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
        let asking = (0..self.0.names.len()).filter(|word| self.0.table.may_ask(*word));
        let texts = asking.flat_map(|word| self.0.space.texts(word));
        let lines: BTreeSet<_> = texts.filter_map(|text| text.rsplit('\n').next()).collect();
        lines.into_iter().filter(|line| !line.is_empty()).map(|line| line.as_bytes().to_vec()).collect()
    }

    fn allowed_deviations(&self) -> AllowedDeviations {
        let freedom = self.0.table.freedom();
        AllowedDeviations {
            no_newline_at_the_end: freedom.newlines,
            any_input_format: freedom.formats,
            ..AllowedDeviations::default()
        }
    }

    fn has_free_newlines(&self) -> bool {
        self.0.table.freedom().newlines
    }

    fn lengths(&self, text: &str, output: &[u8]) -> Vec<usize> {
        self.0.table.freedom().lengths(text, output)
    }

    fn readings(&self, line: &[u8]) -> Option<Readings> {
        let known = self.0.answers.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(readings) = known.readings.get(line) {
            return readings.clone();
        }
        drop(known);
        let readings = self.0.table.readings(line).map(|Reading { lines, silence, answers }| {
            let moves = lines.into_iter().map(String::into_bytes).collect();
            Readings { moves, is_any_move: false, is_silence: silence, answers }
        });
        let mut known = self.0.answers.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if known.count < REMEMBERED {
            known.count += 1;
            known.readings.insert(line.into(), readings.clone());
        }
        readings
    }

    fn trial(&self) -> &'static [&'static str] {
        &self.0.trial
    }

    fn examples(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &self.0.examples
    }

    fn greeting(&self) -> &'static str {
        &self.0.greeting
    }

    fn start(&self) -> Option<AnyPosition> {
        None
    }

    fn side_name(&self, side: Side) -> String {
        format!("player {}", side.index() + 1)
    }

    fn square_name(&self, cell: usize) -> String {
        cell.to_string()
    }

    fn cell(&self, _line: &[u8]) -> Option<usize> {
        None
    }
}

/// A run of a challenge. What is said is that of the first state.
#[derive(Clone)]
struct Sitting {
    words: &'static Words,
    /// What is remembered, for each choice that the program may have made.
    states: Arc<[State]>,
    is_over: bool,
}

/// Those choices to which the same is said, and after which the run is over or not.
type Group = ((Vec<Event>, bool), (Answer, Vec<State>));

impl Sitting {
    fn new(words: &'static Words, state: State) -> Sitting {
        Sitting { words, states: [state].into(), is_over: false }
    }

    fn at(&self, states: Vec<State>, is_over: bool) -> Box<dyn AnySession> {
        Box::new(Sitting { words: self.words, states: states.into(), is_over })
    }
}

impl AnySession for Sitting {
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
        Some(Box::new(Sitting::new(self.words, start)))
    }

    fn has_ended(&self) -> bool {
        self.is_over
    }

    /// There is none.
    fn board(&self) -> Board {
        Board::new(1, Vec::new())
    }

    fn standing(&self) -> Standing {
        Standing::States(Arc::clone(&self.states))
    }
}
