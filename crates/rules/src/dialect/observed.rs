//! A challenge that is defined by the observed output of a program, as a dialect.
//!
//! The known answers form a tree: each input leads from a node to the next. Where the tree ends, an oracle
//! that can run the reference may be asked; without one, later output is not judged. So no program fails in a
//! shortened run whose answers are unknown.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::referee::{Answer, AnySession, Standing};
use super::{Referee, Speech, Unreadable};
use crate::challenge::{FeedMode, Freedoms, Manifest, RecordedTurn, Recording};
use crate::session::{Event, Said};

/// How many lines a trial has at most.
const TRIAL: usize = 100;

/// Runs the reference.
#[doc(hidden)]
pub trait Oracle: Send + Sync {
    /// The reference's answers to these inputs.
    fn ask(&self, inputs: &[Vec<u8>]) -> Result<Recording, String>;

    /// The reference's answers to many sessions, each of which is asked once. It may be held for that (see `process`), unless
    /// `is_clean`.
    fn ask_all(&self, sessions: &[Vec<Vec<u8>>], is_clean: bool) -> Result<Vec<ReferenceRun>, String>;

    /// Its answers to these inputs on a terminal, where also programs show each of them at once that keep them back on a pipe.
    /// `None` if it cannot be asked there.
    fn ask_on_terminal(&self, inputs: &[Vec<u8>]) -> Option<Recording>;

    /// The processor time of a start, in the median of those that [`Oracle::ask_all`] has made so far with this `is_clean`. `None` if
    /// it was held for most sessions.
    fn start_time(&self, is_clean: bool) -> Option<Duration>;

    /// The words in the text of the reference's files.
    fn words(&self) -> Vec<Vec<u8>>;
}

/// A session of a reference.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRun {
    /// The run.
    pub run: Recording,
    /// Why they cannot be taken for the truth, if so: it crashed, or did not come to its end.
    pub fault: Option<String>,
    /// Whether it took much more time or memory than most.
    pub is_costly: bool,
}

/// A challenge that was read.
#[derive(Clone)]
pub struct Observed(Arc<Observations>);

/// Two challenges are equal if they have the same name, text, folder and recordings.
impl PartialEq for Observed {
    fn eq(&self, other: &Observed) -> bool {
        let (this, that) = (&self.0, &other.0);
        let is_named_alike = || this.name == that.name && this.folder == that.folder;
        let is_alike = || this.text == that.text && this.recordings == that.recordings;
        Arc::ptr_eq(this, that) || (is_named_alike() && is_alike())
    }
}

impl Eq for Observed {}

impl std::fmt::Debug for Observed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Observed").field(&self.0.name).finish()
    }
}

struct Observations {
    name: String,
    text: String,
    folder: Option<PathBuf>,
    manifest: Manifest,
    recordings: Vec<(String, Recording)>,
    oracle: Option<Box<dyn Oracle>>,
    known: Mutex<Known>,
    trial: Vec<String>,
    greeting: String,
}

struct Known {
    nodes: Vec<ObservedNode>,
    freedoms: Freedoms,
    /// Why the reference could not be asked, if it could not.
    trouble: Option<String>,
}

/// A point of a run, after these inputs.
#[derive(Clone, Debug, Default)]
struct ObservedNode {
    /// The output on the way here.
    output: String,
    next: HashMap<Box<[u8]>, usize>,
    is_over: bool,
    /// The output if the input ends here, if known.
    closing: Option<String>,
    /// Whether a run ended here without the end of input being given.
    is_left: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {why}")]
pub struct BadRecording {
    pub name: String,
    pub why: String,
}

enum Unfit {
    /// Its answer, and that of another run to the same inputs.
    Contradicted(String, String),
    Pattern(String),
}

impl Observed {
    /// A challenge of this name from the text of its file, and recordings, each with a name. `folder` is its
    /// path, if that is known.
    /// Fails if recordings do not agree with each other, or have patterns that are none.
    #[doc(hidden)]
    pub fn new(
        name: &str,
        text: &str,
        folder: Option<PathBuf>,
        mut manifest: Manifest,
        recordings: Vec<(String, Recording)>,
        oracle: Option<Box<dyn Oracle>>,
    ) -> Result<Observed, BadRecording> {
        let freedoms = manifest.freedoms.clone();
        let mut known = Known { nodes: Vec::new(), freedoms, trouble: None };
        for (name, recording) in &recordings {
            known.add(recording).map_err(|unfit| BadRecording {
                name: name.clone(),
                why: match unfit {
                    Unfit::Contradicted(this, other) => {
                        format!("after the same inputs another run said {other:?} where this says {this:?}")
                    }
                    Unfit::Pattern(why) => why,
                },
            })?;
        }
        let greeting = format!("{}\n", manifest.title);
        let of_recordings = recordings.iter().flat_map(|(_, run)| run.inputs()).map(|line| line.len());
        let written = manifest.examples.iter().map(|(_, lines)| lines).chain(&manifest.kept);
        let lengths = of_recordings.chain(written.flatten().map(String::len));
        manifest.domain = manifest.domain.naming(lengths);
        let observations = Observations {
            trial: trial(&manifest, &recordings),
            name: name.to_owned(),
            text: text.to_owned(),
            known: Mutex::new(known),
            folder,
            manifest,
            recordings,
            oracle,
            greeting,
        };
        Ok(Observed(Arc::new(observations)))
    }

    /// The text of its file.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Its folder, if it was read from one.
    pub fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// The content of its file.
    pub fn manifest(&self) -> &Manifest {
        &self.0.manifest
    }

    /// Its recordings by name.
    pub fn recordings(&self) -> &[(String, Recording)] {
        &self.0.recordings
    }

    /// All known inputs: the samples, and those of the examples and recordings, each once.
    pub fn lines(&self) -> Vec<Vec<u8>> {
        let Observations { manifest, recordings, .. } = &*self.0;
        let of_examples = manifest.examples.iter().flat_map(|(_, lines)| lines);
        let of_examples = of_examples.map(|line| line.clone().into_bytes());
        let of_recordings = recordings.iter().flat_map(|(_, run)| run.inputs());
        let mut known = BTreeSet::new();
        let all = manifest.samples.iter().cloned().chain(of_examples).chain(of_recordings);
        all.filter(|line| known.insert(line.clone())).collect()
    }

    /// Whether a reference can be asked.
    pub fn has_reference(&self) -> bool {
        self.0.oracle.is_some()
    }

    /// Asks the reference about the inputs that every program gets first.
    pub fn try_out(&self) {
        if self.has_reference() {
            self.0.learn(&self.0.trial.iter().map(|line| line.as_bytes().to_vec()).collect::<Vec<_>>());
        }
    }

    /// Asks the reference again whether its answers to these inputs are still the same, before a program is ruled wrong by
    /// them. Of a challenge without a reference the recordings are right.
    /// Fails if it cannot be asked, or its answers differ; the error says which.
    pub fn confirm(&self, inputs: &[Vec<u8>]) -> Result<(), String> {
        if !self.has_reference() {
            return Ok(());
        }
        let run = self.ask(inputs)?;
        self.0.known.lock().add(&run).map_err(in_words)
    }

    /// The reference's answers to these inputs.
    /// The error says why they are not available.
    pub fn ask(&self, inputs: &[Vec<u8>]) -> Result<Recording, String> {
        self.0.oracle.as_ref().ok_or("there is no reference")?.ask(inputs)
    }

    /// Whether the answers to these inputs are known, or the reference gives them now. It is no trouble if it does not, as where
    /// a line less makes it loop for ever.
    #[doc(hidden)]
    pub fn answers(&self, inputs: &[Vec<u8>]) -> bool {
        self.0.known.lock().knows(inputs)
            || !self.has_reference()
            || self.ask(inputs).and_then(|run| self.believe(&[run])).is_ok()
    }

    /// Whether only a recording could say what is right here, and none goes on with these inputs.
    pub fn is_unrecorded(&self, inputs: &[Vec<u8>]) -> bool {
        !self.has_reference() && self.0.known.lock().end_of(inputs).is_none()
    }

    /// The reference's answers to many sessions, each asked once.
    #[doc(hidden)]
    pub fn ask_all(&self, sessions: &[Vec<Vec<u8>>], is_clean: bool) -> Result<Vec<ReferenceRun>, String> {
        self.0.oracle.as_ref().ok_or("there is no reference")?.ask_all(sessions, is_clean)
    }

    /// The reference's answers on a terminal.
    #[doc(hidden)]
    pub fn ask_on_terminal(&self, inputs: &[Vec<u8>]) -> Option<Recording> {
        self.0.oracle.as_ref()?.ask_on_terminal(inputs)
    }

    /// The processor time of a start of the reference, in the median, if it was started for most of these sessions.
    #[doc(hidden)]
    pub fn start_time(&self, is_clean: bool) -> Option<Duration> {
        self.0.oracle.as_ref()?.start_time(is_clean)
    }

    /// The words in the text of the reference's files. Empty if there is no reference, or if it has no text.
    pub fn words(&self) -> Vec<Vec<u8>> {
        self.0.oracle.as_ref().map_or_else(Vec::new, |oracle| oracle.words())
    }

    /// Whether the program was left waiting for its next line after these inputs.
    pub(crate) fn is_left(&self, inputs: &[Vec<u8>]) -> bool {
        let known = self.0.known.lock();
        let end = known.end_of(inputs).map(|node| &known.nodes[node]);
        end.is_some_and(|node| node.is_left && node.closing.is_none())
    }

    /// Takes answers of the reference for the truth.
    /// Fails if the reference contradicts itself.
    pub fn believe(&self, runs: &[Recording]) -> Result<(), String> {
        let mut known = self.0.known.lock();
        runs.iter().try_for_each(|run| known.add(run)).map_err(in_words)
    }

    /// All runs that are completely known, each with a name.
    pub fn seen(&self) -> Vec<(String, Recording)> {
        let known = self.0.known.lock();
        let mut runs = Vec::new();
        let mut open = vec![(0, Recording::default())];
        while let Some((place, mut run)) = open.pop().filter(|_| !known.nodes.is_empty()) {
            let node = &known.nodes[place];
            match run.turns.last_mut() {
                Some(turn) => turn.answer.clone_from(&node.output),
                None => run.opening.clone_from(&node.output),
            }
            if node.is_whole() {
                let waits = !node.is_over && node.closing.is_none();
                let closed = Recording { closing: node.closing.clone(), waits, ..run.clone() };
                runs.push((format!("run {}", runs.len() + 1), closed));
            }
            for (input, next) in &node.next {
                let turn = RecordedTurn {
                    input: String::from_utf8_lossy(input).into_owned(),
                    answer: String::new(),
                };
                open.push((*next, Recording { turns: [&run.turns[..], &[turn]].concat(), ..run.clone() }));
            }
        }
        runs
    }

    /// Why the reference could not be asked, if that happened: then the verdicts do not count.
    pub fn trouble(&self) -> Option<String> {
        self.0.known.lock().trouble.clone()
    }
}

/// The first example, or else the longest recording that is not too long, or else the samples: a program that loses lines
/// shows it only if there are several.
fn trial(manifest: &Manifest, recordings: &[(String, Recording)]) -> Vec<String> {
    if let Some((_, lines)) = manifest.examples.first() {
        return lines.clone();
    }
    let lines = recordings.iter().map(|(_, recording)| &recording.turns).filter(|turns| turns.len() <= TRIAL);
    let lines = lines.max_by_key(|turns| turns.len());
    let lines = lines.map(|turns| turns.iter().map(|turn| turn.input.clone()).collect::<Vec<_>>());
    let samples =
        || manifest.samples.iter().take(TRIAL).filter_map(|line| String::from_utf8(line.clone()).ok());
    lines.unwrap_or_else(|| samples().collect())
}

/// The words for the end of a program, and for a program that reads on, in contradictions.
const THE_END: &str = "the end";
const READS_ON: &str = "nothing, and reads on";

impl ObservedNode {
    /// Whether the end of input is known here, or is known not to be judged.
    fn is_whole(&self) -> bool {
        self.is_over || self.closing.is_some() || self.is_left
    }
}

impl Known {
    fn add(&mut self, run: &Recording) -> Result<(), Unfit> {
        let contradicted = |this: &str, other: &str| Unfit::Contradicted(this.to_owned(), other.to_owned());
        let mut node = self.node(None, &run.opening)?;
        for turn in &run.turns {
            node = self.node(Some((node, turn.input.as_bytes())), &turn.answer)?;
        }
        let closing = run.closing.as_deref().unwrap_or_default();
        self.freedoms.check_patterns(closing.as_bytes()).map_err(Unfit::Pattern)?;
        let end = &mut self.nodes[node];
        match (&run.closing, &end.closing) {
            (Some(this), Some(other)) if !self.freedoms.are_alike(this, other) => {
                return Err(contradicted(this, other));
            }
            (Some(this), None) if end.is_over => return Err(contradicted(this, THE_END)),
            (Some(this), _) => end.closing = Some(this.clone()),
            (None, _) if run.waits && end.is_over => return Err(contradicted(READS_ON, THE_END)),
            (None, _) if run.waits => end.is_left = true,
            (None, None) if end.is_left => return Err(contradicted(THE_END, READS_ON)),
            (None, Some(other)) => return Err(contradicted(THE_END, other)),
            (None, None) => end.is_over = true,
        }
        Ok(())
    }

    /// The node that an input leads to, with this answer; the first without one.
    fn node(&mut self, from: Option<(usize, &[u8])>, output: &str) -> Result<usize, Unfit> {
        let there = match from {
            None => (!self.nodes.is_empty()).then_some(0),
            Some((from, input)) => self.nodes[from].next.get(input).copied(),
        };
        match there {
            Some(there) if self.freedoms.are_alike(&self.nodes[there].output, output) => return Ok(there),
            Some(there) => {
                return Err(Unfit::Contradicted(output.to_owned(), self.nodes[there].output.clone()));
            }
            None => self.freedoms.check_patterns(output.as_bytes()).map_err(Unfit::Pattern)?,
        }
        self.nodes.push(ObservedNode { output: output.to_owned(), ..ObservedNode::default() });
        let there = self.nodes.len() - 1;
        if let Some((from, input)) = from {
            self.nodes[from].next.insert(input.into(), there);
        }
        Ok(there)
    }

    /// The node after these inputs, if known; after the end of the program, later inputs change nothing.
    fn end_of(&self, inputs: &[Vec<u8>]) -> Option<usize> {
        self.nodes.first()?;
        inputs.iter().try_fold(0, |node, input| match self.nodes[node].is_over {
            true => Some(node),
            false => self.nodes[node].next.get(&**input).copied(),
        })
    }

    /// Whether all answers to these inputs, and the output at their end, are known.
    fn knows(&self, inputs: &[Vec<u8>]) -> bool {
        self.end_of(inputs).is_some_and(|node| self.nodes[node].is_whole())
    }
}

impl Observations {
    /// Asks the reference for the answers to these inputs, unless they are known.
    fn learn(&self, inputs: &[Vec<u8>]) {
        let Some(oracle) = &self.oracle else { return };
        {
            let known = self.known.lock();
            if known.trouble.is_some() || known.knows(inputs) {
                return;
            }
        }
        let asked = oracle.ask(inputs);
        let mut known = self.known.lock();
        let learnt = asked.and_then(|run| known.add(&run).map_err(in_words));
        known.trouble = learnt.err();
    }

    fn closing(&self, node: usize) -> Option<String> {
        self.known.lock().nodes[node].closing.clone()
    }
}

/// Why an answer of a reference cannot be taken for right.
fn in_words(unfit: Unfit) -> String {
    match unfit {
        Unfit::Contradicted(this, other) => {
            let is_late = this.is_empty() != other.is_empty();
            let hint = if is_late { "; it must write each answer before it reads on" } else { "" };
            format!("the reference says {this:?} where it said {other:?} after the same inputs{hint}")
        }
        Unfit::Pattern(why) => format!("the reference says what is no answer: {why}"),
    }
}

/// The lines of a text as words; lines that may be in any order are one.
fn events_of(text: &str, asks: bool, freedoms: &Freedoms) -> Vec<Event> {
    let mut lines: Vec<String> = Vec::new();
    let may_move = |line: &str| freedoms.may_move(line.trim_end_matches(['\r', '\n']).as_bytes());
    let mut was_movable = false;
    for line in text.split_inclusive('\n') {
        let is_movable = may_move(line);
        match lines.last_mut().filter(|_| was_movable && is_movable) {
            Some(last) => last.push_str(line),
            None => lines.push(line.to_owned()),
        }
        was_movable = is_movable;
    }
    let line = |(place, line): (usize, &String)| {
        Event::Said(Said {
            word: "answer".into(),
            text: line.as_str().into(),
            others: [].into(),
            is_optional: false,
            is_extra: false,
            asks: asks && place + 1 == lines.len(),
        })
    };
    lines.iter().enumerate().map(line).collect()
}

impl Speech for Observed {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn prepare(&self, inputs: &[Vec<u8>]) {
        self.0.learn(inputs);
    }

    fn referee(&self, _final_board: bool) -> Referee {
        if self.0.known.lock().nodes.is_empty() {
            self.0.learn(&[]);
        }
        let node = (!self.0.known.lock().nodes.is_empty()).then_some(0);
        Referee::of_session(Box::new(ObservedRun { observations: Arc::clone(&self.0), node }))
    }

    /// The meaning of its texts is not known.
    fn scan(&self, _text: &[u8]) -> Option<(Event, usize)> {
        None
    }

    fn prompts(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// As the program was fed whose output was observed, if it is not right when it is fed ahead.
    fn feeds(&self) -> &'static [FeedMode] {
        let recorded = self.0.recordings.iter().map(|(_, recording)| recording.feed);
        match recorded.max() {
            Some(FeedMode::Ahead) => &[FeedMode::Ahead],
            Some(FeedMode::Turn) | None => &[FeedMode::Ahead, FeedMode::Turn],
            Some(FeedMode::Terminal) => &[FeedMode::Ahead, FeedMode::Turn, FeedMode::Terminal],
        }
    }

    fn freedoms(&self) -> Option<&Freedoms> {
        Some(&self.0.manifest.freedoms)
    }

    fn trial(&self) -> Vec<&str> {
        self.0.trial.iter().map(String::as_str).collect()
    }

    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        super::speech::borrowed(&self.0.manifest.examples)
    }

    fn greeting(&self) -> &str {
        &self.0.greeting
    }
}

#[derive(Clone)]
struct ObservedRun {
    observations: Arc<Observations>,
    /// The current node. `None` where nothing is known.
    node: Option<usize>,
}

impl ObservedRun {
    fn freedoms(&self) -> &Freedoms {
        &self.observations.manifest.freedoms
    }

    fn at<T>(&self, of_node: impl FnOnce(&ObservedNode) -> T) -> Option<T> {
        self.node.map(|node| of_node(&self.observations.known.lock().nodes[node]))
    }
}

impl AnySession for ObservedRun {
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn open(&self) -> Vec<Event> {
        self.at(|node| events_of(&node.output, !node.is_over, self.freedoms())).unwrap_or_default()
    }

    fn answer(&mut self, line: &[u8]) -> Answer {
        if self.has_ended() {
            return (Vec::new(), None);
        }
        self.node = self.at(|node| node.next.get(line).copied()).flatten();
        let why = if self.node.is_none() { Some(Unreadable::Unknown) } else { None };
        (self.open(), why)
    }

    fn closings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        let closing = self.node.and_then(|node| self.observations.closing(node));
        closing
            .map(|closing| (events_of(&closing, false, self.freedoms()), self.copied()))
            .into_iter()
            .collect()
    }

    fn has_ended(&self) -> bool {
        self.at(|node| node.is_over).unwrap_or(false)
    }

    fn standing(&self) -> Standing {
        Standing::Node(self.node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::Challenge;
    use crate::dialect::Dialect;
    use crate::transcript::{ExpectedTranscript, Profile, compare};

    fn run(opening: &str, turns: &[(&str, &str)], closing: Option<&str>) -> Recording {
        let turn = |(input, answer): &(&str, &str)| RecordedTurn {
            input: (*input).into(),
            answer: (*answer).into(),
        };
        Recording {
            opening: opening.into(),
            turns: turns.iter().map(turn).collect(),
            closing: closing.map(str::to_owned),
            ..Recording::default()
        }
    }

    fn challenge(text: &str, runs: &[Recording]) -> Result<Observed, BadRecording> {
        let Ok(Challenge::Seen(manifest)) = Challenge::read(text) else { panic!("{text} is none") };
        let named = (1..).zip(runs).map(|(number, run)| (format!("run {number}"), run.clone())).collect();
        Observed::new("test", text, None, manifest, named, None)
    }

    const PLAIN: &str = "title = \"A shop\"\n";

    fn accepts(challenge: &Observed, profile: Profile, inputs: &[&str], output: &str) -> bool {
        let dialect = Dialect::Observed(challenge.clone());
        let inputs: Vec<_> = inputs.iter().map(|line| line.as_bytes().to_vec()).collect();
        let expected = match profile {
            Profile::Golf => ExpectedTranscript::scored(&dialect, &inputs),
            Profile::Exact => ExpectedTranscript::strict(&dialect, &inputs),
        };
        compare(&expected, output.as_bytes(), profile).is_none()
    }

    #[test]
    fn a_recorded_run_is_held_to_the_byte_and_to_its_end() {
        let shop = challenge(PLAIN, &[run("> ", &[("buy", "Sold.\n> ")], Some("Bye.\n"))]).unwrap();
        for profile in [Profile::Golf, Profile::Exact] {
            let accepts = |output: &str| accepts(&shop, profile, &["buy"], output);
            assert!(accepts("> Sold.\n> Bye.\n"));
            for wrong in
                ["> Sold.\n> ", "> sold.\n> Bye.\n", "> Sold.\n> Bye.\n\n", "> Sold.\n\n> Bye.\n", "> ", ""]
            {
                assert!(!accepts(wrong), "{profile:?} {wrong:?}");
            }
        }
    }

    #[test]
    fn what_nobody_has_seen_is_not_judged() {
        let shop = challenge(PLAIN, &[run("> ", &[("buy", "Sold.\n> ")], Some("Bye.\n"))]).unwrap();
        for profile in [Profile::Golf, Profile::Exact] {
            assert!(accepts(&shop, profile, &["sell"], "> anything"));
            assert!(accepts(&shop, profile, &[], "> anything"));
            assert!(!accepts(&shop, profile, &["sell"], "# anything"));
            assert!(accepts(&shop, profile, &["buy", "sell"], "> Sold.\n> anything"));
            assert!(!accepts(&shop, profile, &["buy", "sell"], "> Sold\n> anything"));
        }
    }

    #[test]
    fn a_run_that_ends_by_itself_says_no_more() {
        let shop = challenge(PLAIN, &[run("> ", &[("quit", "Bye.\n")], None)]).unwrap();
        assert!(accepts(&shop, Profile::Golf, &["quit"], "> Bye.\n"));
        assert!(accepts(&shop, Profile::Golf, &["quit", "buy"], "> Bye.\n"));
        assert!(!accepts(&shop, Profile::Golf, &["quit", "buy"], "> Bye.\n> "));
    }

    #[test]
    fn freedoms_are_given_line_by_line() {
        let text = "title = 'A shop'\n[freedom.golf]\nnewlines = 'around'\ncase = 'fold'\nspaces = 'fold'\n";
        let shop =
            challenge(text, &[run("Shop\n> ", &[("buy", "One  disc.\nSold.\n> ")], Some(""))]).unwrap();
        assert!(accepts(&shop, Profile::Golf, &["buy"], "shop\r\n\n> one disc.\n\nSOLD.\n>\n"));
        assert!(!accepts(&shop, Profile::Golf, &["buy"], "shop> one disc.\nSold.\n> "));
        assert!(!accepts(&shop, Profile::Exact, &["buy"], "shop\n> One  disc.\nSold.\n> "));
    }

    #[test]
    fn freedoms_go_together() {
        let runs = [run("- a\n- b\n\n> ", &[("x", "\n> "), ("q", "\nbye\n")], None)];
        let around = "newlines = 'around'\n";
        let given = |freedoms: &str, output: &str| {
            let text = format!("title = 'A'\n[freedom.golf]\n{freedoms}");
            accepts(&challenge(&text, &runs).unwrap(), Profile::Golf, &["x", "q"], output)
        };
        let right = "- a\n- b\n\n> \n> \nbye\n";
        for (freedoms, output, is_right) in [
            (around, right, true),
            (around, "- a\n\n- b\n\n> \n\n> \n\nbye", true),
            (around, "- a\n- b\n> \n> bye\n", false),
            ("newlines = 'around'\nunordered = ['^- ']\n", "- b\n\n- a\n\n> \n> \nbye\n", true),
            ("newlines = 'around'\nchoose = [['> ', '']]\n", "- a\n- b\n\n\n\n\nbye\n", true),
            ("newlines = 'around'\nchoose = [['> ', '']]\n", "- a\n- b\n\n\nbye\n", false),
            ("choose = [['> ', '']]\n", "- a\n- b\n\n\n\nbye\n", true),
            ("spaces = 'fold'\n", "- a\n- b\n \t\n> \n> \nbye\n  ", true),
            ("spaces = 'fold'\n", "- a\n- b\n > \n> \nbye\n", false),
        ] {
            assert_eq!(given(freedoms, output), is_right, "{freedoms} {output:?}");
        }
    }

    #[test]
    fn what_follows_a_pattern_with_many_ends_is_judged() {
        let runs = [run("", &[("x", "error: {{.+}}\n"), ("q", "bye\n")], None)];
        let text = "title = 'A'\n[freedom.golf]\npatterns = true\n";
        let shop = challenge(text, &runs).unwrap();
        for (length, is_right) in [(1, true), (513, true), (1_024, true), (1_025, false)] {
            for (end, is_right) in [("bye", is_right), ("junk", false)] {
                let output = format!("error: {}\n{end}\n", "7".repeat(length));
                assert_eq!(accepts(&shop, Profile::Golf, &["x", "q"], &output), is_right, "{length} {end}");
            }
        }
    }

    #[test]
    fn runs_that_contradict_each_other_are_refused() {
        let one = run("> ", &[("a", "1\n")], None);
        for (other, is_good) in [
            (run("> ", &[("a", "1\n")], None), true),
            (run("> ", &[("b", "2\n")], Some("")), true),
            (run("> ", &[("a", "2\n")], None), false),
            (run("# ", &[], Some("")), false),
            (run("> ", &[("a", "1\n")], Some("x")), false),
            (Recording { waits: true, ..run("> ", &[("a", "1\n")], None) }, false),
        ] {
            for both in [[one.clone(), other.clone()], [other, one.clone()]] {
                assert_eq!(challenge(PLAIN, &both).is_ok(), is_good);
            }
        }
    }

    #[test]
    fn the_end_of_a_waiting_reference_is_not_judged() {
        let waiting = Recording { waits: true, ..run("> ", &[("a", "1\n> ")], None) };
        let shop =
            challenge(PLAIN, &[waiting.clone(), run("> ", &[("a", "1\n> "), ("b", "2\n")], None)]).unwrap();
        assert!(accepts(&shop, Profile::Golf, &["a"], "> 1\n> "));
        assert!(accepts(&shop, Profile::Golf, &["a"], "> 1\n> anything"));
        assert!(!accepts(&shop, Profile::Golf, &["a"], "> 2\n> "));
        let seen: Vec<_> = shop.seen().into_iter().map(|(_, run)| run).filter(|run| run.waits).collect();
        assert_eq!(seen, [waiting]);
    }
}
