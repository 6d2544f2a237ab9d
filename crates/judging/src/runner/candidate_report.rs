//! The result for a candidate: its status, and its first failure in a form that a person can follow: the game
//! so far, what was expected, what the program printed, and how to reproduce it.

use std::cmp::Ordering;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::crash::Crash;
use super::facts::FLAKY;
use super::failed_run::FailedRun;
use super::latency::LatencyStats;
use super::status::Status;
use super::{Candidate, Expectation, Fallback, Program, Runs};
use crate::execution::{Ending, Execution, FeedMode, Seconds, Usage, first_words};
use crate::process::Command;
use crate::session::Event;
use crate::suite::{Case, InputFormat, IoMode, SuiteKind};
use crate::transcript::{Choice, Comparison, DivergenceKind, Expected, ExpectedTranscript, Profile, Step};
use crate::transcript::{Transcript, follow, visible, visible_line, visible_message, visible_shortened};
use crate::verdict::{CaseResult, Verdict};

/// The result for a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CandidateReport {
    /// Whether it conforms.
    #[serde(flatten)]
    pub status: Status,
    /// The input format, if it was run.
    pub input: Option<InputFormat>,
    /// When inputs are given, if it was run.
    pub feed: Option<FeedMode>,
    /// How many cases it played.
    pub cases: usize,
    /// How many of them it failed.
    pub failed: usize,
    /// How many inputs of these cases were left out because they do not fit its input format.
    pub left_out: usize,
    /// The suites that it passed, in order.
    pub passed: Vec<Passed>,
    /// The suite that it should have played as well, if it was too slow for that.
    pub fallback: Option<Fallback>,
    /// The total time of its runs.
    #[serde(rename = "seconds", with = "Seconds")]
    pub time: Duration,
    /// How quickly it answered, if it was fed line by line.
    pub latency: Option<LatencyStats>,
    /// Notes for the author of a program that conforms, in sentences.
    pub advice: Vec<String>,
    /// The highest usage of any one run, for each quantity.
    pub most: Usage,
    /// How its runs were made.
    pub runs: Runs,
    /// Its first failure, in the suite's order.
    pub failure: Option<Failure>,
    /// The verdicts that are expected for it, if they are known beforehand.
    pub expected: Option<Expectation>,
}

/// A suite that a candidate passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Passed {
    /// The suite's name.
    pub suite: String,
    /// What passing it proves, and under which assumption.
    pub claim: String,
}

impl Passed {
    /// What its cases cover, in words; a suite that is none of the judge's own has its name alone.
    pub fn covers(&self) -> &str {
        SuiteKind::covers_of(&self.suite)
    }
}

/// One failed case, ready to be shown. All text in it is safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Failure {
    /// The case's name, if it was run.
    pub case: String,
    /// The verdict on it.
    #[serde(rename = "kind")]
    pub verdict: Verdict,
    /// The inputs of the game, up to and including the one that the failure answers.
    pub moves: Vec<String>,
    /// The game up to the failure, as on a terminal, without its last newline.
    pub game: String,
    /// What was expected there, on one line.
    pub expected: String,
    /// What the program printed instead, on one line.
    pub actual: String,
    /// Where that is in the output, in bytes.
    pub at: Option<usize>,
    /// The fault, if it is a known one.
    pub diagnosis: Option<NamedFault>,
    /// Whether it answers differently from run to run.
    pub is_flaky: bool,
    /// The error that ended the program, if it is known how its language reports it.
    pub crash: Option<Crash>,
    /// Notes: how the process ended, what it wrote on standard error, and so on.
    pub notes: Vec<String>,
    /// A shell command that reproduces it, if it was run.
    pub command: Option<String>,
    /// A shell command that shows the game side by side with the reference.
    pub replay: Option<String>,
    /// The run that showed it, if it was run.
    pub run: Option<FailedRun>,
}

/// A fault in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NamedFault {
    /// What the program does wrongly; completes a sentence that begins with "it".
    pub fault: String,
    /// What that depends on, in a sentence.
    pub cause: String,
}

/// How much of an output is shown from the failure on, in bytes.
const SHOWN: usize = 120;

impl CandidateReport {
    /// The command that runs a program, or the report on one that cannot be run.
    pub(super) fn command_of(program: &Program) -> Result<&Command, Box<CandidateReport>> {
        Err(Box::new(match program {
            Program::Ready(command) => return Ok(command),
            Program::CompileError(why) => CandidateReport::unplayed(Verdict::CompileError, why),
            Program::CannotRun(why) => CandidateReport::unplayed(Verdict::CannotRun, why),
            Program::Skipped(why) => CandidateReport::skipped(why),
        }))
    }

    /// For a candidate that cannot play, with this verdict and reason.
    fn unplayed(verdict: Verdict, why: &str) -> CandidateReport {
        CandidateReport::with_failure(Failure::before_any_game(verdict, why))
    }

    /// For a candidate that needs something missing on this machine.
    pub(crate) fn skipped(why: &str) -> CandidateReport {
        CandidateReport::untried(Status::Skipped(why.to_owned()))
    }

    pub(crate) fn untried(status: Status) -> CandidateReport {
        CandidateReport {
            status,
            input: None,
            feed: None,
            cases: 0,
            failed: 0,
            left_out: 0,
            passed: Vec::new(),
            fallback: None,
            time: Duration::ZERO,
            most: Usage::default(),
            runs: Runs::default(),
            latency: None,
            advice: Vec::new(),
            failure: None,
            expected: None,
        }
    }

    pub(crate) fn with_failure(failure: Failure) -> CandidateReport {
        let status = Status::Judged(failure.verdict);
        CandidateReport { failure: Some(failure), ..CandidateReport::untried(status) }
    }

    /// How it gets its input, if it was run.
    pub fn mode(&self) -> Option<IoMode> {
        Some(IoMode { format: self.input?, feed: self.feed? })
    }

    /// Whether it passed all that it played; `None` if it was skipped.
    pub fn conforms(&self) -> Option<bool> {
        match self.status {
            Status::Judged(verdict) => Some(verdict == Verdict::Accepted),
            Status::Skipped(_) => None,
        }
    }

    /// Whether its verdict is one of those expected, by default `accepted`; `None` if it was skipped.
    pub fn is_as_expected(&self) -> Option<bool> {
        match (&self.status, &self.expected) {
            (Status::Judged(verdict), Some(expected)) => Some(expected.fits(*verdict)),
            _ => self.conforms(),
        }
    }

    /// Whether its runs did not agree with each other.
    pub fn is_flaky(&self) -> bool {
        let is_noted = self.advice.iter().any(|note| note.starts_with(FLAKY));
        is_noted || self.failure.as_ref().is_some_and(|failure| failure.is_flaky)
    }

    /// The expected verdicts, in words, if it has another.
    pub fn unmet(&self) -> Option<String> {
        self.expected.as_ref().filter(|_| self.is_as_expected() == Some(false)).map(Expectation::words)
    }

    /// What it passed in place of the suite that it should have played, in words; none if it played that.
    pub fn fell_back(&self) -> Option<String> {
        let fallback = self.fallback.as_ref()?;
        let suite = self.passed.last().map_or("nothing", Passed::covers);
        Some(format!("({suite} only; {})", fallback.sentence()))
    }

    /// The verdict in one word, or `skipped`.
    pub fn verdict(&self) -> &'static str {
        match &self.status {
            Status::Judged(verdict) => verdict.name(),
            Status::Skipped(_) => "skipped",
        }
    }

    /// Why it was skipped, or its failure in one line; none if there is neither.
    pub fn reason(&self) -> Option<String> {
        match &self.status {
            Status::Skipped(why) => Some(why.clone()),
            Status::Judged(_) => self.failure.as_ref().map(Failure::reason),
        }
    }
}

impl Failure {
    /// Why a program could not play.
    pub(crate) fn before_any_game(verdict: Verdict, why: &str) -> Failure {
        Failure {
            case: String::new(),
            verdict,
            moves: Vec::new(),
            game: String::new(),
            expected: String::new(),
            actual: visible_message(why.as_bytes()),
            at: None,
            diagnosis: None,
            is_flaky: false,
            crash: None,
            notes: Vec::new(),
            command: None,
            replay: None,
            run: None,
        }
    }

    pub(super) fn of(
        case: &Case,
        profile: Profile,
        mode: IoMode,
        candidate: &Candidate,
        execution: &Execution,
        result: &CaseResult,
    ) -> Failure {
        if let Ending::NotStarted(why) | Ending::Lost(why) = &execution.ending {
            return Failure::before_any_game(result.verdict, why);
        }
        if let Some(refusal) = execution.refusal.as_ref().filter(|_| result.verdict == Verdict::CompileError)
        {
            return Failure::before_any_game(result.verdict, refusal);
        }
        if case.is_whole() {
            return Failure::of_whole(case, candidate, execution, result);
        }
        let reference = case.expected(profile);
        let Comparison { expected: reference, choice, .. } = follow(&reference, &execution.stdout, profile);
        let is_lost = execution.has_lost_output();
        let inputs = match &result.divergence {
            Some(divergence) if divergence.kind != DivergenceKind::Extra && !is_lost => {
                &case.inputs[..divergence.step]
            }
            _ => &case.inputs[..],
        };
        let (expected, actual) = match (&result.divergence, inputs.last().filter(|_| is_lost)) {
            (_, Some(last)) => (format!("an answer to the input {}", quoted(last)), LOST.to_owned()),
            (Some(divergence), None) => (
                expected_of(case, &divergence.expected, choice.as_ref()),
                actual(case, execution, divergence.at, &divergence.expected),
            ),
            (None, None) if execution.never_waits_again() => {
                let end = reference.answer_ends(&execution.stdout).last().copied().unwrap_or(0);
                let more = actual(case, execution, end, &Expected::Nothing);
                ("it to wait for the next line".to_owned(), format!("{more} and more, without end"))
            }
            (None, None) => ("a normal end".to_owned(), "the right transcript, then a failure".to_owned()),
        };
        let lacked_input = failed_for_lack_of_input(candidate, execution, result.verdict);
        let crash =
            Crash::of(candidate, mode, execution, result.divergence.as_ref()).filter(|_| !lacked_input);
        Failure {
            case: case.name.clone(),
            verdict: result.verdict,
            moves: inputs.iter().map(|input| visible(input)).collect(),
            game: visible_shortened(&reference.typed(
                &execution.stdout,
                result.divergence.as_ref(),
                &case.inputs,
            )),
            expected,
            actual,
            at: result.divergence.as_ref().map(|divergence| divergence.at),
            diagnosis: None,
            is_flaky: false,
            notes: contradiction(case, &reference, execution, result, choice.as_ref())
                .into_iter()
                .chain(idleness(&reference, execution, result.verdict))
                .chain(notes(execution, lacked_input).filter(|_| crash.is_none()))
                .chain(treats_end_of_input_as_a_line(case, execution))
                .collect(),
            crash,
            command: candidate.shell_command(mode, &case.inputs),
            replay: candidate.replay_command(mode, case),
            run: Some(FailedRun::of(case, execution, result)),
        }
    }

    /// Describes a failed run of a whole case, in lines.
    fn of_whole(case: &Case, candidate: &Candidate, execution: &Execution, result: &CaseResult) -> Failure {
        let said = execution.assessment.as_ref().and_then(|assessment| assessment.conversation.as_deref());
        let lines: Vec<_> = said.unwrap_or_default().lines().collect();
        let last = lines[lines.len().saturating_sub(TOLD_OF_CONVERSATION)..].iter();
        let last = last.map(|line| visible(line.as_bytes()));
        let why = [objection(execution)].into_iter().filter(|why| !why.is_empty()).chain(last);
        let input = case.dialect.whole().and_then(|whole| Some((whole.folder()?, whole.case(&case.name)?)));
        let input = input.filter(|_| said.is_none());
        Failure {
            case: visible_line(case.name.as_bytes()),
            // Every character of it is already visible.
            actual: why.collect::<Vec<_>>().join("\n"),
            crash: Crash::of(candidate, IoMode::default(), execution, None),
            command: input.and_then(|(folder, case)| candidate.command_on(folder, &case.input())),
            replay: candidate.replay_command(IoMode::default(), case),
            ..Failure::before_any_game(result.verdict, "")
        }
    }

    /// The failure in one line: the fault if it has a name, otherwise what was expected and what was printed.
    pub fn reason(&self) -> String {
        if let Some(diagnosis) = &self.diagnosis {
            return diagnosis.fault.clone();
        }
        if self.expected.is_empty() {
            return first_words(&self.actual);
        }
        let complaint = self.notes.iter().find_map(|note| note.strip_prefix(COMPLAINT));
        match self.verdict {
            Verdict::Wrong if self.notes.first().is_some_and(|note| note.starts_with(NO_CHOICE)) => {
                self.notes[0].clone()
            }
            Verdict::Wrong => format!("expected {}, got {}", self.expected, self.actual),
            Verdict::Early => match (&self.crash, complaint) {
                (Some(crash), _) => format!("crashed with {}; expected {}", crash.short(), self.expected),
                (None, Some(complaint)) => {
                    format!("ended with {complaint} where {} was expected", self.expected)
                }
                (None, None) => format!("ended where {} was expected", self.expected),
            },
            Verdict::Extra => format!("went on after the end with {}", self.actual),
            Verdict::Crashed if self.crash.is_some() => {
                let crash = self.crash.as_ref().expect("there is one");
                match self.moves.last().filter(|_| self.actual == LOST) {
                    Some(input) => format!("{} at the input `{input}`: {}", crash.short(), crash.message),
                    None => crash.to_string(),
                }
            }
            Verdict::Accepted
            | Verdict::CpuTime
            | Verdict::WallTime
            | Verdict::Idle
            | Verdict::Memory
            | Verdict::Processes
            | Verdict::Files
            | Verdict::Output
            | Verdict::Forbidden
            | Verdict::Crashed
            | Verdict::CompileError
            | Verdict::CannotRun
            | Verdict::JudgeError => self.notes.first().cloned().unwrap_or_else(|| self.actual.clone()),
        }
    }
}

/// What came of a program whose output was lost with it.
const LOST: &str = "nothing: what it had printed was not flushed, and is lost";

/// How many lines of a conversation are shown: the last ones.
const TOLD_OF_CONVERSATION: usize = 10;

/// What is wrong with a run of a whole case: the objection to its output, or how it ended, with its last words.
pub(super) fn objection(execution: &Execution) -> String {
    let objection = execution.assessment.as_ref().and_then(|assessment| assessment.objection.clone());
    let ended = || match last_line(&execution.stderr) {
        [] => execution.ending.to_string(),
        complaint => format!("{}: {}", execution.ending, visible_line(complaint)),
    };
    objection.unwrap_or_else(ended)
}

/// The beginning of a note about answers that contradict each other.
const NO_CHOICE: &str = "no choice of ";

/// How many answers such a note shows: the last ones.
const TOLD: usize = 20;

/// How many alternative right answers are shown.
const ALTERNATIVES: usize = 3;

/// The note about answers that contradict each other, if they do: no hidden choice makes all of them right.
fn contradiction(
    case: &Case,
    reference: &ExpectedTranscript,
    execution: &Execution,
    result: &CaseResult,
    choice: Option<&Choice>,
) -> Option<String> {
    choice.filter(|choice| choice.is_ruled_out)?;
    let divergence = result.divergence.as_ref().filter(|_| result.verdict == Verdict::Wrong)?;
    let before = reference.steps().iter().enumerate().take(divergence.step).skip(1);
    let mut answers: Vec<_> = before
        .map(|(number, step)| format!("{}: {}", quoted(&case.inputs[number - 1]), said(step)))
        .collect();
    let last = actual(case, execution, divergence.at, &divergence.expected);
    answers.push(format!("{}: {last}", quoted(&case.inputs[divergence.step - 1])));
    let left_out = answers.len().saturating_sub(TOLD);
    let more = if left_out > 0 { "…, " } else { "" };
    let names = case.dialect.declared().map(|declared| declared.table().hidden_names()).unwrap_or_default();
    Some(format!("{NO_CHOICE}{names} fits these answers: {more}{}", answers[left_out..].join(", ")))
}

/// What is printed in a step, without the prompt if there is anything else.
fn said(step: &Step) -> String {
    let is_said = |event: &&Event| matches!(event, Event::Said(said) if !said.is_extra);
    let text = |events: &[&Event]| -> String {
        let texts = events.iter().filter_map(|event| match event {
            Event::Said(said) => Some(&*said.text),
            _ => None,
        });
        texts.collect()
    };
    let all: Vec<_> = step.events.iter().filter(is_said).collect();
    let telling: Vec<_> = all.iter().copied().filter(|event| !event.asks()).collect();
    let text = text(if telling.is_empty() { &all } else { &telling });
    quoted(text.trim().as_bytes())
}

/// What was expected, with the alternatives that would also be right.
fn expected_of(case: &Case, wanted: &Expected, choice: Option<&Choice>) -> String {
    let others = choice.map_or(&[][..], |choice| &choice.others);
    let told = others.iter().take(ALTERNATIVES);
    let mut all: Vec<_> = [wanted].into_iter().chain(told).map(|wanted| expected(case, wanted)).collect();
    all.extend((others.len() > ALTERNATIVES).then(|| format!("{} others", others.len() - ALTERNATIVES)));
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => all.concat(),
    }
}

fn expected(case: &Case, expected: &Expected) -> String {
    match expected {
        Expected::Event(event) => {
            let mut text = Vec::new();
            case.dialect.write(event, &mut text);
            quoted(text.strip_suffix(b"\n").unwrap_or(&text))
        }
        Expected::Newline => "a line feed".to_owned(),
        Expected::Nothing => "nothing more".to_owned(),
    }
}

/// What was printed from a place on, cut so that a reader can compare it with what was expected: a board has the length of
/// a board, a message ends with its line, and nothing is longer than a reader can compare.
fn actual(case: &Case, execution: &Execution, at: usize, expected: &Expected) -> String {
    let rest = &execution.stdout[at..];
    if rest.is_empty() {
        return match execution.ending {
            Ending::Exited(status) => format!("nothing: the program exited (status {status})"),
            _ => "nothing".to_owned(),
        };
    }
    let is_board = matches!(expected, Expected::Event(Event::BoardShown(_)));
    let line = |lines: usize| {
        let mut breaks = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        breaks.nth(lines - 1).map_or(rest.len(), |(at, _)| at.max(1))
    };
    let end = match case.dialect.scan(rest) {
        Some((Event::BoardShown(_), length)) => length,
        None if is_board => line(3),
        _ => line(1),
    };
    let shown = &rest[..end.min(SHOWN)];
    let more = if end > SHOWN { " …" } else { "" };
    format!("{}{more}", quoted(shown))
}

fn quoted(text: &[u8]) -> String {
    format!("`{}`", visible_line(text))
}

/// The reason for the verdict `idle`, if that is the verdict.
fn idleness(reference: &ExpectedTranscript, execution: &Execution, verdict: Verdict) -> Option<String> {
    let turn = execution.dialogue.as_ref()?.beyond(reference.length()?);
    let turn = turn.filter(|_| verdict == Verdict::Idle)?;
    Some(match turn.output.cmp(&execution.stdout.len()) {
        Ordering::Less => "reads ahead: it answers only at the end of input".to_owned(),
        _ => "asks for a line after the end of the game".to_owned(),
    })
}

/// Whether it handles the end of input like an invalid line: it was stopped, and had refused more lines than
/// it was given.
fn treats_end_of_input_as_a_line(case: &Case, execution: &Execution) -> Option<String> {
    let is_stopped = matches!(execution.ending, Ending::Stopped(_)) && !execution.never_waits_again();
    if !is_stopped {
        return None;
    }
    let transcript = Transcript::parse(&case.dialect, &execution.stdout);
    let refusals = transcript.events().filter(|event| matches!(event, Event::InputRefused(_))).count();
    (refusals > case.inputs.len()).then(|| "it treats the end of input as a line, again and again".to_owned())
}

/// Whether it crashed only because the judge stops feeding after the first fault.
fn failed_for_lack_of_input(candidate: &Candidate, execution: &Execution, verdict: Verdict) -> bool {
    let complaint = execution.last_complaint();
    let mut words = candidate.command().into_iter().flat_map(|command| &command.messages.end_of_input);
    verdict == Verdict::Wrong && words.any(|words| complaint.contains(words))
}

/// How much of its last line on standard error is shown, in bytes.
const COMPLAINT_SHOWN: usize = 240;

/// Its error message, and how it ended; neither if the judge caused them.
fn notes(execution: &Execution, lacked_input: bool) -> impl Iterator<Item = String> {
    let complaint = last_line(&execution.stderr);
    let ending = match &execution.ending {
        Ending::Exited(0) | Ending::Dismissed | Ending::NotStarted(_) | Ending::Lost(_) => None,
        Ending::Exited(_) if lacked_input => None,
        ending => Some(ending.to_string()),
    };
    let shown = &complaint[..complaint.len().min(COMPLAINT_SHOWN)];
    let complaint = (!complaint.is_empty() && !lacked_input).then(|| format!("{COMPLAINT}{}", quoted(shown)));
    // After a crash the message says more than the exit status, so it comes first. After the judge stopped
    // it, the reason for that comes first.
    let is_crash = matches!(execution.ending, Ending::Exited(_));
    let notes = if is_crash { [complaint, ending] } else { [ending, complaint] };
    notes.into_iter().flatten()
}

/// The beginning of a note with a message on standard error.
const COMPLAINT: &str = "on standard error: ";

fn last_line(text: &[u8]) -> &[u8] {
    text.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default()
}
