//! Asking a program for its answers: each input is given when the program waits for it, so that the answers
//! can be told apart. It is run twice; answers that differ between the runs do not count.
//!
//! A program is asked in the first manner that shows its answers: line by line with the end of input, then without
//! it, then on a terminal without it. Many programs ask on for ever at the end of input, and C keeps its answers
//! back on a pipe. The manner is found with no input at all and then kept, because in another manner answers stand
//! at other places. What was observed without the end of input is not judged there, so such a run stops when the
//! program asks on. A candidate is fed ahead first all the same: that is faster, and a command of a shell can show
//! its failures.

use parking_lot::Mutex;

use super::crash::Crash;
use super::note::Note;
use super::unseen::misses_a_file;
use super::{Candidate, RunConditions};
use crate::challenge::{Freedoms, RecordedTurn, Recording, listed};
use crate::driver::Driver;
use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, ProgramInput, first_words};
use crate::files::Bundle;
use crate::process::{Command, Interrupt, RunError};
use crate::suite::{InputFormat, IoMode};
use crate::transcript::{cut_line, visible_line, whole_characters};

pub(crate) struct Observer {
    command: Command,
    conditions: RunConditions,
    interrupt: Interrupt,
    /// Where it runs; one run at a time.
    driver: Mutex<Option<Driver>>,
    /// How it is asked: the first manner that it can be observed in.
    manner: Mutex<Manner>,
    freedoms: Freedoms,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    pub(super) feed: FeedMode,
    /// Whether it is left waiting after its last line. Otherwise its input ends there.
    pub(super) is_open: bool,
}

impl Manner {
    pub(super) const AHEAD: Manner = Manner { feed: FeedMode::Ahead, is_open: false };
    pub(super) const TERMINAL: Manner = Manner { feed: FeedMode::Terminal, is_open: true };

    /// The manners that show which input an answer belongs to, in the order in which they are tried. A program that does not end
    /// with its input is left waiting; one that keeps its answers back on a pipe, as C does, shows them on a terminal.
    const ALL: [Manner; 3] = [
        Manner { feed: FeedMode::Turn, is_open: false },
        Manner { feed: FeedMode::Turn, is_open: true },
        Manner::TERMINAL,
    ];

    /// Runs a program once, asked in this manner.
    pub(super) fn run(
        self,
        driver: &mut Driver,
        command: &Command,
        inputs: &[Vec<u8>],
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        let Manner { feed, is_open } = self;
        // What a program says on standard error is no answer, and others are asked on pipes first.
        let are_errors_apart = feed == FeedMode::Terminal;
        let input =
            ProgramInput { stdin: stdin(inputs), feed, is_open, are_errors_apart, ..ProgramInput::default() };
        driver.run(command, &input, &limits.for_lines(inputs.len()))
    }
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unobserved {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("given {}, {}", .0, unfinished(.1))]
    Ended(String, Ending),
    /// Ended by a limit of time, before which it neither read nor wrote anything.
    #[error("given {}, {}", .0, unfinished(.1))]
    Stuck(String, Ending),
    #[error("given {0}, it printed nothing and ended with exit status {1}{2}")]
    Failed(String, i32, String),
    #[error("given {0}, it shows no answer while it waits for the next line")]
    Silent(String),
    #[error("given {inputs}, {}", in_two_runs(one, other))]
    Differs {
        inputs: String,
        /// The output of one run, from the first difference on; empty if the outputs are equal.
        one: String,
        /// The output of the other run.
        other: String,
    },
    #[error("given {0}, it wrote bytes that are not UTF-8 text")]
    NotText(String),
}

/// How a program ended that should have gone on, and the option that may help.
fn unfinished(ending: &Ending) -> String {
    match ending {
        Ending::Signaled(signal) => match signal_hook::low_level::signal_name(*signal) {
            Some(name) => format!("it crashed: {name}"),
            None => format!("it crashed: {ending}"),
        },
        Ending::Stopped(limit) if limit.is_of_sleep() => {
            format!("it did not come to its end: {ending}; {}", Note::MoreTime)
        }
        Ending::Stopped(limit) => {
            let option = match limit {
                Limit::Memory => "; `--memory` allows more",
                Limit::Processes => "; `--processes` allows more",
                Limit::Files => "; `--files` allows more",
                _ => "",
            };
            format!("it did not come to its end: {ending}{option}")
        }
        _ => format!("it did not come to its end: {ending}"),
    }
}

#[derive(Debug)]
#[non_exhaustive]
pub(crate) struct ObservedRun {
    pub recording: Recording,
    run: Execution,
}

impl ObservedRun {
    /// Why this is no recording of a program that works: it took none of the inputs, or ended with an error before it had taken
    /// all of them, or at the last.
    pub(crate) fn death(&self, candidate: &Candidate, inputs: &[Vec<u8>]) -> Option<String> {
        if self.recording.is_over() && self.recording.turns.is_empty() && self.run.ending == Ending::Exited(0)
        {
            let opening = visible_line(first_words(&self.recording.opening).as_bytes());
            let hint = "a file that it reads is given by --file or --show";
            return (!inputs.is_empty())
                .then(|| format!("it ended before it read a line; all that it said: \"{opening}\"; {hint}"));
        }
        let status = failed_with(&self.run).filter(|_| self.recording.is_over())?;
        let crash =
            Crash::of(candidate, IoMode::default(), &self.run, None).map(|crash| format!(": {crash}"));
        let words = crash.unwrap_or_else(|| complaint(&self.run));
        if words.is_empty() && self.recording.turns.len() == inputs.len() && !inputs.is_empty() {
            return None;
        }
        let last = self.recording.turns.last().map(|turn| visible_line(turn.input.as_bytes()));
        let place = last.map_or("before it read a line".to_owned(), |line| format!("after \"{line}\""));
        let misses_a_file = candidate.command().is_some_and(|command| misses_a_file(&self.run, command));
        let is_file_missing = self.recording.turns.is_empty() && misses_a_file;
        let hint = if is_file_missing { "; a file that it reads is given by --file or --show" } else { "" };
        Some(format!("it ended with exit status {status} {place}{words}{hint}"))
    }
}

fn failed_with(run: &Execution) -> Option<i32> {
    if let Ending::Exited(status) = run.ending { Some(status).filter(|status| *status != 0) } else { None }
}

impl Observer {
    /// A program to be asked by a command, under these conditions.
    pub(crate) fn new(command: Command, conditions: RunConditions, interrupt: Interrupt) -> Observer {
        let manner = Mutex::new(Manner::ALL[0]);
        Observer {
            command,
            conditions,
            interrupt,
            driver: Mutex::default(),
            manner,
            freedoms: Freedoms::default(),
        }
    }

    /// Compares the answers of its runs with these freedoms.
    #[must_use]
    pub(crate) fn with(self, freedoms: &Freedoms) -> Observer {
        Observer { freedoms: freedoms.clone(), ..self }
    }

    pub(super) fn freedoms(&self) -> &Freedoms {
        &self.freedoms
    }

    /// Adds files to the folder of each run, but for those that it has already.
    #[must_use]
    pub(super) fn giving(mut self, files: &Bundle) -> Observer {
        self.conditions.isolation = self.conditions.isolation.giving_also(files);
        self
    }

    /// The files that each run gets.
    pub(super) fn given(&self) -> &Bundle {
        self.conditions.isolation.given()
    }

    /// Another observer of the program, with another folder and what is known of how to feed it.
    #[must_use]
    pub(crate) fn elsewhere(&self) -> Observer {
        let other = Observer::new(self.command.clone(), self.conditions.clone(), self.interrupt.clone());
        Observer { manner: Mutex::new(self.manner()), ..other }.with(&self.freedoms)
    }

    /// Another observer of the program, which asks it on a terminal.
    pub(super) fn on_terminal(&self) -> Observer {
        let mut other = self.elsewhere();
        other.ask_in(Manner::TERMINAL);
        other
    }

    /// Its answers in a single run.
    pub(super) fn once(&self, inputs: &[Vec<u8>]) -> Result<Recording, Unobserved> {
        let manner = self.manner();
        let run = self.run_within(inputs, manner, &self.conditions.limits)?;
        refuse(inputs, manner, &run)?;
        recording(inputs, &run, manner.feed).ok_or_else(|| Unobserved::NotText(shown_inputs(inputs)))
    }

    pub(super) fn manner(&self) -> Manner {
        *self.manner.lock()
    }

    pub(super) fn ask_in(&mut self, manner: Manner) {
        self.manner = Mutex::new(manner);
    }

    /// Its answers to these inputs, none of which has a line feed. Inputs that it does not wait for are left
    /// out.
    pub(crate) fn observe(&self, inputs: &[Vec<u8>]) -> Result<Recording, Unobserved> {
        let ObservedRun { recording, run } = self.observation(inputs)?;
        match failed_with(&run).filter(|_| run.stdout.is_empty()) {
            Some(status) => Err(Unobserved::Failed(shown_inputs(inputs), status, complaint(&run))),
            None => Ok(recording),
        }
    }

    /// Checks that it gives these answers again.
    /// Fails with [`Unobserved::Differs`] if it does not, or because it cannot be observed.
    pub(crate) fn repeats(&self, known: &Recording) -> Result<(), Unobserved> {
        let inputs = known.inputs();
        let again = self.observation(&inputs)?.recording;
        let [known_output, output] = [known, &again].map(|recording| recording.output().into_bytes());
        if again.is_alike(known, &self.freedoms) {
            Ok(())
        } else {
            Err(difference(&inputs, &known_output, &output))
        }
    }

    /// Its answers as [`Observer::observe`] gives them, also of a program that fails.
    pub(crate) fn observation(&self, inputs: &[Vec<u8>]) -> Result<ObservedRun, Unobserved> {
        let known = self.manner();
        let mut manners = Manner::ALL.into_iter().skip_while(|manner| *manner != known);
        let usual = self.conditions.limits;
        let mut observed = self.in_manner(inputs, known, &usual);
        manners.next();
        // Hardly any program is stuck in one manner and only slow in another.
        let is_stuck = matches!(observed, Err(Unobserved::Stuck(..)));
        let limits = if is_stuck { usual.with_short_patience() } else { usual };
        while shows_nothing(&observed) {
            let Some(manner) = manners.next() else { break };
            let other = self.in_manner(inputs, manner, &limits);
            if !shows_nothing(&other) {
                *self.manner.lock() = manner;
                observed = other;
            }
        }
        observed
    }

    fn in_manner(
        &self,
        inputs: &[Vec<u8>],
        manner: Manner,
        limits: &Limits,
    ) -> Result<ObservedRun, Unobserved> {
        let run = || {
            let run = self.run_within(inputs, manner, limits)?;
            refuse(inputs, manner, &run)?;
            Ok::<_, Unobserved>(run)
        };
        // The second is not begun if the first shows nothing: a loop takes seconds.
        let [one, other] = [run()?, run()?];
        let not_text = || Unobserved::NotText(shown_inputs(inputs));
        let recordings = [&one, &other].map(|run| recording(inputs, run, manner.feed).ok_or_else(not_text));
        let [Ok(recording), Ok(again)] = recordings else { return Err(not_text()) };
        if !recording.is_alike(&again, &self.freedoms) {
            return Err(difference(inputs, &one.stdout, &other.stdout));
        }
        Ok(ObservedRun { recording, run: one })
    }

    fn run_within(&self, inputs: &[Vec<u8>], manner: Manner, limits: &Limits) -> Result<Execution, RunError> {
        let mut driver = self.driver.lock();
        let driver = match &mut *driver {
            Some(driver) => driver,
            none => none.insert(Driver::new(self.conditions.clone(), &self.interrupt)?),
        };
        manner.run(driver, &self.command, inputs, limits)
    }
}

/// Whether a program may show its answers in another manner.
fn shows_nothing(observed: &Result<ObservedRun, Unobserved>) -> bool {
    matches!(observed, Err(Unobserved::Ended(..) | Unobserved::Stuck(..) | Unobserved::Silent(_)))
}

/// Refuses a run that shows nothing of a program.
fn refuse(inputs: &[Vec<u8>], manner: Manner, run: &Execution) -> Result<(), Unobserved> {
    let asked = run.dialogue.as_ref().map_or(0, |dialogue| dialogue.turns.len());
    let is_left = manner.is_open && run.ending == Ending::Stopped(Limit::Idle) && asked > inputs.len();
    match run.ending {
        Ending::Exited(_) => Ok(()),
        _ if is_left && manner.feed == FeedMode::Turn && run.keeps_output_back() => {
            Err(Unobserved::Silent(shown_inputs(inputs)))
        }
        _ if is_left && run.stdout.is_empty() => Err(Unobserved::Silent(shown_inputs(inputs))),
        _ if is_left => Ok(()),
        Ending::Stopped(limit) if limit.is_of_time() && asked == 0 && run.stdout.is_empty() => {
            Err(Unobserved::Stuck(shown_inputs(inputs), run.ending.clone()))
        }
        _ => Err(Unobserved::Ended(shown_inputs(inputs), run.ending.clone())),
    }
}

/// The words of an error message, after a colon; empty if there are none.
fn complaint(run: &Execution) -> String {
    let words = cut_line(&visible_line(first_words(&run.complaint()).as_bytes()));
    if words.is_empty() { words } else { format!(": {words}") }
}

/// How two runs with these outputs differ.
fn in_two_runs(one: &str, other: &str) -> String {
    match one == other {
        true => "it printed the same twice, but asked for a line at another place or ended otherwise; a program that reads on \
                 before it answers must write each answer first"
            .to_owned(),
        false => format!("it said {one:?}, then {other:?}"),
    }
}

fn difference(inputs: &[Vec<u8>], one: &[u8], other: &[u8]) -> Unobserved {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let same = whole_characters(&one[..same]).len();
    let [one, other] = [one, other].map(|output| shown(&output[same..]));
    Unobserved::Differs { inputs: shown_inputs(inputs), one, other }
}

pub(super) fn stdin(inputs: &[Vec<u8>]) -> Vec<u8> {
    InputFormat::Lines.program_input(inputs).stdin
}

/// A run, cut where the program asked for its next line. `None` if it is not text, or if the program neither ended nor asked for a
/// line after the last.
fn recording(inputs: &[Vec<u8>], run: &Execution, feed: FeedMode) -> Option<Recording> {
    let is_text = run.is_text() && inputs.iter().all(|text| str::from_utf8(text).is_ok());
    let asked = run.dialogue.as_ref().map_or(0, |dialogue| dialogue.turns.len());
    let is_whole = has_ended(run) || asked > inputs.len();
    (is_text && is_whole).then(|| cut(inputs, run, feed))
}

/// A run, cut where the program asked for its next line, also of one that failed. Bytes that are not UTF-8 are replaced. A program
/// that writes when its buffer is full asks in the middle of a character.
pub(super) fn cut(inputs: &[Vec<u8>], run: &Execution, feed: FeedMode) -> Recording {
    let turns = run.dialogue.as_ref().map_or(&[][..], |dialogue| &dialogue.turns);
    let whole = |output: usize| whole_characters(&run.stdout[..output.min(run.stdout.len())]).len();
    let mut cuts: Vec<_> = turns.iter().map(|turn| whole(turn.output)).collect();
    let asked = cuts.len();
    cuts.push(run.stdout.len());
    let text = |from: usize, to: usize| String::from_utf8_lossy(&run.stdout[from..to]).into_owned();
    let turn = |(place, input): (usize, &Vec<u8>)| {
        let answer = text(cuts[place], cuts[place + 1]);
        RecordedTurn { input: String::from_utf8_lossy(input).into_owned(), answer }
    };
    let turns = inputs[..asked.min(inputs.len())].iter().enumerate().map(turn).collect();
    let has_asked_on = asked > inputs.len();
    let waits = has_asked_on && run.ending == Ending::Stopped(Limit::Idle);
    let closing = (has_asked_on && !waits).then(|| text(cuts[inputs.len()], run.stdout.len()));
    Recording { opening: text(0, cuts[0]), closing, waits, feed, turns }
}

fn has_ended(run: &Execution) -> bool {
    matches!(run.ending, Ending::Exited(_) | Ending::Dismissed)
}

/// How much of an output is shown in a message, in bytes.
const SHOWN: usize = 80;

fn shown(output: &[u8]) -> String {
    String::from_utf8_lossy(whole_characters(&output[..output.len().min(SHOWN)])).into_owned()
}

pub(super) fn shown_inputs(inputs: &[Vec<u8>]) -> String {
    match inputs.is_empty() {
        true => "no input".to_owned(),
        false => listed(inputs.iter().map(|line| format!("\"{}\"", visible_line(line)))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::execution::{Dialogue, TurnTiming};

    fn run(stdout: &str, asked: &[usize]) -> Execution {
        let turn =
            |output: &usize| TurnTiming { latency: Duration::ZERO, output: *output, was_waiting: true };
        let dialogue = Dialogue { lines: 2, turns: asked.iter().map(turn).collect() };
        let nothing = Execution::of_nothing(Ending::Exited(0));
        Execution { stdout: stdout.into(), dialogue: Some(dialogue), ..nothing }
    }

    fn cut(stdout: &str, asked: &[usize]) -> (String, Vec<String>, Option<String>) {
        let inputs = [b"a".to_vec(), b"b".to_vec()];
        let Recording { opening, closing, turns, .. } =
            recording(&inputs, &run(stdout, asked), FeedMode::Turn).unwrap();
        (opening, turns.into_iter().map(|turn| turn.answer).collect(), closing)
    }

    #[test]
    fn how_it_ended_is_told_with_the_option_that_helps() {
        let ended = |ending| Unobserved::Ended("\"a\"".to_owned(), ending).to_string();
        assert_eq!(ended(Ending::Signaled(11)), "given \"a\", it crashed: SIGSEGV");
        let slow = ended(Ending::Stopped(Limit::Asleep { has_read: None }));
        assert!(slow.ends_with("it sleeps nearly all the time; `--wall 5m` gives it more time"), "{slow}");
        assert!(ended(Ending::Stopped(Limit::Memory)).ends_with("too much memory; `--memory` allows more"));
        assert!(!ended(Ending::Stopped(Limit::Spinning { has_read: None })).contains("--"));
    }

    #[test]
    fn who_reads_on_before_it_answers_is_told_so() {
        let told = |one: &[u8], other: &[u8]| difference(&[b"a".to_vec()], one, other).to_string();
        assert_eq!(told(b"X> 1", b"X> 2"), r#"given "a", it said "1", then "2""#);
        let why = "it printed the same twice, but asked for a line at another place or ended otherwise";
        let hint = "a program that reads on before it answers must write each answer first";
        assert_eq!(told(b"X> ", b"X> "), format!("given \"a\", {why}; {hint}"));
    }

    #[test]
    fn an_output_is_cut_where_the_next_line_was_asked_for() {
        let of = |opening: &str, answers: &[&str], closing: Option<&str>| {
            (
                opening.to_owned(),
                answers.iter().map(|one| (*one).to_owned()).collect(),
                closing.map(str::to_owned),
            )
        };
        assert_eq!(cut("> 1> 2> bye", &[2, 5, 8]), of("> ", &["1> ", "2> "], Some("bye")));
        // It ended by itself after the second line, after the first, and without any.
        assert_eq!(cut("> 1> 2", &[2, 5]), of("> ", &["1> ", "2"], None));
        assert_eq!(cut("> 1", &[2]), of("> ", &["1"], None));
        assert_eq!(cut("hello", &[]), of("hello", &[], None));
        // It wrote nothing before it had read everything.
        assert_eq!(cut("all", &[0, 0, 0]), of("", &["", ""], Some("all")));
        // Its buffer was full within a character.
        assert_eq!(cut("> €> é", &[2, 4, 8]), of("> ", &["", "€> "], Some("é")));
        // It looped at the end of input, or before.
        let stopped =
            |asked| Execution { ending: Ending::Stopped(Limit::Idle), ..run("> 1> 2> > > ", asked) };
        let of = |run: &Execution| recording(&[b"a".to_vec(), b"b".to_vec()], run, FeedMode::Turn);
        let waiting = of(&stopped(&[2, 5, 8])).unwrap();
        assert_eq!((waiting.output().as_str(), waiting.closing, waiting.waits), ("> 1> 2> ", None, true));
        assert_eq!(of(&stopped(&[2, 5])), None);
    }
}
