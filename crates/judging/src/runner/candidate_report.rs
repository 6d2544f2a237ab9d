//! The result for a candidate: its status, and its first failure in a form that a person can follow: the game
//! so far, what was expected, what the program printed, and how to reproduce it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::crash::Crash;
use super::latency::LatencyStats;
use super::note::Note;
use super::status::Status;
use super::whole::PASS;
use super::{Candidate, Expectation, Fallback, Program, Runs};
use crate::challenge::{Marks, of_points};
use crate::dialect::WholeCases;
use crate::execution::{Bytes, Ending, Execution, FeedMode, Limit, ListOfBytes, Seconds, Usage, first_words};
use crate::files::Root;
use crate::process::{Command, RunError};
use crate::session::Event;
use crate::suite::{COMPLETE, Case, InputFormat, IoMode, SYMMETRIC, SuiteKind, counted};
use crate::transcript::{
    Choice, Comparison, DivergenceKind, Expected, ExpectedTranscript, Step, Transcript, cut_line, look_alike,
    visible, visible_line, visible_message, visible_shortened, whole_characters,
};
use crate::verdict::{CaseResult, Verdict};

/// The result for a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CandidateReport")]
#[non_exhaustive]
pub struct CandidateReport<N = Note, F = Failure> {
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
    pub advice: Vec<N>,
    /// The highest usage of any one run, for each quantity.
    pub most: Usage,
    /// How its runs were made.
    pub runs: Runs,
    /// Of a challenge of whole cases, the verdict on each, if it played all.
    #[serde(default)]
    pub verdicts: Vec<CaseVerdict>,
    /// Its points in whole cases, if there are points.
    #[serde(default)]
    pub marks: Option<Marks>,
    /// Its first failure, in the suite's order.
    pub failure: Option<F>,
    /// The verdicts that are expected for it, if they are known beforehand.
    pub expected: Option<Expectation>,
}

/// The verdict on a whole case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CaseVerdict {
    /// The case's name.
    pub case: String,
    /// The verdict on it.
    pub verdict: Verdict,
    /// The fault, in a line; empty if it is right.
    pub why: String,
    /// The points of the program, if the case has points of its own.
    pub points: Option<f64>,
    /// How many points there are. Null if these have no highest number, or it has none of its own.
    pub of: Option<f64>,
    /// Which part of its points the validator gave, from 0 to 1, or how many if these have no highest number. Null if it did not say.
    #[serde(default)]
    pub part: Option<f64>,
    /// The validator's message to those who judge; it is not kept in saved runs.
    #[serde(skip)]
    pub(super) to_judges: Option<String>,
}

impl Eq for CaseVerdict {}

impl CaseVerdict {
    pub(super) fn of(
        whole: &WholeCases,
        case: &Case,
        execution: &Execution,
        result: &CaseResult,
    ) -> CaseVerdict {
        let verdict = result.verdict;
        let assessment = execution.assessment.as_ref();
        let part = assessment.and_then(|said| said.share);
        let to_judges = assessment.and_then(|said| said.to_judges.clone());
        let share = result.is_accepted().then(|| part.unwrap_or(1.0));
        let points = whole.cases().points(&case.name, share);
        let why = match verdict {
            Verdict::Accepted => String::new(),
            Verdict::Wrong => objection(execution),
            _ => last_words(execution),
        };
        let why = why.lines().next().unwrap_or_default().to_owned();
        let case = visible_line(case.name.as_bytes());
        let (points, of) = points.unzip();
        let of = of.filter(|of| of.is_finite());
        CaseVerdict { case, verdict, why, points, of, part, to_judges }
    }

    /// The most points of it, if it has points of its own.
    pub(crate) fn most(&self) -> Option<f64> {
        self.of.or(self.points.map(|_| f64::INFINITY))
    }

    /// Whether it is accepted.
    pub fn is_right(&self) -> bool {
        self.verdict == Verdict::Accepted
    }

    /// Which part of its points the program has. `None` if it is not right.
    pub(crate) fn share(&self) -> Option<f64> {
        self.is_right().then(|| self.part.unwrap_or(1.0))
    }
}

/// A suite that a candidate passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Passed {
    /// The suite's name.
    pub suite: String,
    /// The claim of passing it, with its assumption.
    pub claim: String,
}

impl Passed {
    /// What its cases cover, in words; a suite that is none of the judge's own has its name alone.
    pub fn covers(&self) -> &str {
        SuiteKind::covers_of(&self.suite)
    }

    /// The limit of a claim that every state was seen: a program may remember more than the state.
    fn untested(&self) -> &'static str {
        let leaves_memory = [SYMMETRIC, COMPLETE].map(|kind| kind.name).contains(&self.suite.as_str());
        if leaves_memory { "; memory untested" } else { "" }
    }
}

/// A failure, ready to be shown. All text in it is safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Failure {
    /// The verdict on it.
    pub verdict: Verdict,
    /// The case that showed it. Null if the program could not play.
    pub scene: Option<Scene>,
    /// The part that is shown.
    pub shown: ShownFailure,
    /// Notes: how the process ended, what it wrote on standard error, and so on.
    pub notes: Vec<Note>,
}

/// A case in which a program failed, and how to see that again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Scene {
    /// The case's name.
    pub case: String,
    /// The error that ended the program, if it is known how its language reports it.
    pub crash: Option<Crash>,
    /// The last input of a program that was ended before it had written what it had printed.
    pub lost_after: Option<String>,
    /// A shell command that reproduces the failure.
    pub command: Option<String>,
    /// A shell command that shows the game side by side with the reference.
    pub replay: Option<String>,
}

/// The part of a failure that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ShownFailure {
    /// Why it could not play, or what is wrong in a whole case, in lines.
    Message(String),
    /// A session up to the failure, and the run that showed it.
    Session(FailedSession, FailedRun),
}

/// A session up to the failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FailedSession {
    /// The inputs of the game, up to and including the one that the failure answers.
    pub moves: Vec<String>,
    /// The game up to the failure, as on a terminal, without its last newline.
    pub game: String,
    /// The expected output there, on one line.
    pub expected: String,
    /// The output of the program there, on one line.
    pub actual: String,
    /// Where that is in the output, in bytes.
    pub at: Option<usize>,
}

/// The beginning of the input of a whole case, on one line. `None` if it is empty or cannot be read.
fn beginning_of_input(whole: &WholeCases, name: &str) -> Option<String> {
    let of_file = || {
        let file = Root::named(whole.folder()?).ok()?.file(whole.case(name)?.input.as_deref()?).ok()?;
        file.start(SHOWN as u64 + 1).ok()
    };
    let text = whole.cases().input(name).map(|text| text.as_bytes().to_vec()).or_else(of_file)?;
    let start = whole_characters(&text[..text.len().min(SHOWN)]);
    let more = if start.len() < text.len() { "…" } else { "" };
    (!text.is_empty()).then(|| format!("{}{more}", visible_line(start)))
}

/// How many more of the cases that failed are named.
const SHOWN_CASES: usize = 8;

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

    /// For a candidate of which nothing is known, through no fault of its own. What a validator printed is left out: authors of
    /// programs read this, and it may contain answers.
    pub(super) fn unjudged(why: &RunError) -> CandidateReport {
        let why = why.to_string();
        let why = why.lines().next().unwrap_or_default();
        let message = format!("{why}; `judge replay` with that case and the program shows what it printed");
        CandidateReport::unplayed(Verdict::JudgeError, &message)
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
            verdicts: Vec::new(),
            marks: None,
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
        let is_noted = self.advice.iter().any(Note::is_flaky);
        is_noted || self.failure.as_ref().is_some_and(Failure::is_flaky)
    }

    /// The expected verdicts, in words, if it has another.
    pub fn unmet(&self) -> Option<String> {
        self.expected.as_ref().filter(|_| self.is_as_expected() == Some(false)).map(Expectation::words)
    }

    /// Which suite it passed instead of the one that it should have played, in words. `None` if it played that.
    pub fn fell_back(&self) -> Option<String> {
        let fallback = self.fallback.as_ref()?;
        let suite = self.passed.last().map_or("nothing", Passed::covers);
        Some(format!("({suite} only; {})", fallback.sentence()))
    }

    /// The suites that it passed, and where it fails nevertheless, in words after its verdict; empty if it passed none.
    pub fn passing(&self) -> String {
        if let Some(tally) = self.tally() {
            return format!(" ({tally})");
        }
        let Some(passed) = self.passed.last() else { return String::new() };
        let places = self.advice.iter().filter_map(|note| match note {
            Note::Elsewhere { place, .. } => Some(place.as_str()),
            _ => None,
        });
        let places: Vec<_> = places.collect();
        let elsewhere =
            if places.is_empty() { String::new() } else { format!(", but not {}", places.join(", ")) };
        let sleeps = if self.fallback.as_ref().is_some_and(|fallback| fallback.is_asleep) {
            "; it sleeps"
        } else {
            ""
        };
        format!(" ({}{}{sleeps}){elsewhere}", passed.covers(), passed.untested())
    }

    /// Remarks for the author of a program that conforms, in words.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.advice.iter().map(Note::to_string).chain(self.fell_back())
    }

    /// Adds the verdicts that are expected of it, and a note if the verdicts on cases are not as expected.
    pub(super) fn with_expectation(mut self, expected: Option<Expectation>) -> CandidateReport {
        let Status::Judged(verdict) = self.status else { return CandidateReport { expected, ..self } };
        let case = |one: &'_ CaseVerdict| (one.case.clone(), one.verdict, one.to_judges.clone());
        let cases: Vec<_> = self.verdicts.iter().map(case).collect();
        let settled = expected.map(|expected| expected.settled(verdict, &cases, self.marks.as_ref()));
        let (expected, broken) = settled.unzip();
        let note = broken.flatten().map(Note::Unexpected);
        match &mut self.failure {
            Some(failure) => failure.notes.extend(note),
            None => self.advice.extend(note),
        }
        CandidateReport { expected, ..self }
    }

    /// Adds a note on all failed cases, if all were played and some failed.
    pub(super) fn with_tally(mut self) -> CandidateReport {
        let (tally, failed) = (self.tally(), self.failure.as_mut());
        let (Some(tally), Some(failure)) = (tally, failed) else { return self };
        let Some(first) = failure.scene.as_ref().map(|scene| scene.case.clone()) else { return self };
        let others = self.verdicts.iter().filter(|one| !one.is_right() && one.case != first);
        let others: Vec<_> = others.map(|one| format!("{} ({})", one.case, one.verdict.name())).collect();
        let more = others.len().saturating_sub(SHOWN_CASES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let others = match others.len() {
            0 => String::new(),
            count => format!("; also wrong: {}{more}", others[..count.min(SHOWN_CASES)].join(", ")),
        };
        failure.notes.push(Note::Tally { tally, others });
        self
    }

    /// How many of several cases are right, and how many points that gives, in words. `None` if neither is known.
    pub fn tally(&self) -> Option<String> {
        let right = self.verdicts.iter().filter(|one| one.is_right()).count();
        let cases = format!("{right} of {}", counted(self.verdicts.len(), "case"));
        let points = self.marks.as_ref().map(|marks| format!("{} points", of_points(marks.points, marks.of)));
        let cases = Some(cases).filter(|_| self.verdicts.len() > 1);
        let all: Vec<_> = cases.into_iter().chain(points).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// The verdict in one word, or `skipped`.
    pub fn verdict(&self) -> &'static str {
        match &self.status {
            Status::Judged(verdict) => verdict.name(),
            Status::Skipped(_) => "skipped",
        }
    }

    /// Why it was skipped, or its failure in one line. `None` if it was judged and did not fail.
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
            verdict,
            scene: None,
            shown: ShownFailure::Message(visible_message(why.as_bytes())),
            notes: Vec::new(),
        }
    }

    pub(super) fn of(
        case: &Case,
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
        let Some(found) = &result.comparison else {
            return Failure::of_whole(case, candidate, execution, result);
        };
        let Comparison { expected: reference, divergence, choice, .. } = &**found;
        let is_lost = execution.has_lost_output();
        let inputs = match divergence {
            Some(divergence) if divergence.kind != DivergenceKind::Extra && !is_lost => {
                &case.inputs[..divergence.step]
            }
            _ => &case.inputs[..],
        };
        let lost_after = inputs.last().filter(|_| is_lost);
        let (expected, actual) = match (divergence, lost_after) {
            (_, Some(last)) => (
                format!("an answer to the input {}", quoted(last)),
                match execution.ending {
                    Ending::Signaled(_) => "nothing: what it had printed was not flushed, and is lost",
                    _ => "nothing: what it had printed, if anything, was not flushed",
                }
                .to_owned(),
            ),
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
        let crash = Crash::of(candidate, mode, execution, divergence.as_ref()).filter(|_| !lacked_input);
        let game = reference.typed(&execution.stdout, divergence.as_ref(), &case.inputs);
        let session = FailedSession {
            moves: inputs.iter().map(|input| visible(input)).collect(),
            game: visible_shortened(&game),
            expected,
            actual,
            at: divergence.as_ref().map(|divergence| divergence.at),
        };
        let notes = contradiction(case, found, execution, result.verdict)
            .into_iter()
            .chain(idleness(reference, execution, result.verdict))
            .chain(notes(execution, lacked_input).filter(|_| crash.is_none()))
            .chain(treats_end_of_input_as_a_line(case, execution))
            .collect();
        // What prints without end, and was wrong before any input, needs none.
        let is_endless = matches!(execution.ending, Ending::Stopped(Limit::Output(_)));
        let is_at_once = is_endless && inputs.is_empty();
        let needed = if is_at_once { &[] } else { &case.inputs[..] };
        let command = candidate.shell_command(mode, needed);
        let scene = Scene {
            case: case.name.clone(),
            crash,
            lost_after: lost_after.map(|input| visible(input)),
            command: command.map(|command| if is_at_once { format!("{command} | head") } else { command }),
            replay: candidate.replay_command(mode, &Case { inputs: needed.to_vec(), ..case.clone() }),
        };
        let shown = ShownFailure::Session(session, FailedRun::of(case, execution, result));
        Failure { verdict: result.verdict, scene: Some(scene), shown, notes }
    }

    /// Describes a failed run of a whole case, in lines.
    fn of_whole(case: &Case, candidate: &Candidate, execution: &Execution, result: &CaseResult) -> Failure {
        let conversation =
            execution.assessment.as_ref().and_then(|assessment| assessment.conversation.as_deref());
        let lines: Vec<_> = conversation.unwrap_or_default().lines().collect();
        let last = lines[lines.len().saturating_sub(SHOWN_OF_CONVERSATION)..].iter();
        let last = last.map(|line| cut_line(&visible(line.as_bytes())));
        let crash = Crash::of(candidate, IoMode::default(), execution, None);
        let why = match &crash {
            Some(_) if result.verdict == Verdict::Crashed => execution.ending.to_string(),
            _ if result.verdict == Verdict::Wrong => objection(execution),
            _ => last_words(execution),
        };
        // Of several passes the last one is meant.
        let pass = lines.iter().rev().find_map(|line| line.strip_prefix(PASS));
        let why = pass.map_or(why.clone(), |pass| format!("pass {pass}: {why}"));
        let why = [why].into_iter().chain(last);
        let input = case.dialect.whole().and_then(|whole| Some((whole.folder()?, whole.case(&case.name)?)));
        let input = input.filter(|_| conversation.is_none());
        let scene = Scene {
            case: visible_line(case.name.as_bytes()),
            crash,
            lost_after: None,
            command: input.and_then(|(folder, case)| candidate.command_on(folder, case.input.as_deref()?)),
            replay: candidate.replay_command(IoMode::default(), case),
        };
        // Every character of it is already visible.
        let shown = ShownFailure::Message(why.collect::<Vec<_>>().join("\n"));
        let hint = case.dialect.whole().and_then(|whole| whole.cases().hint(&case.name));
        let hint = hint.map(|hint| Note::Hint(visible_line(hint.as_bytes())));
        let input =
            case.dialect.whole().and_then(|whole| beginning_of_input(whole, &case.name)).map(Note::Input);
        let message = execution.assessment.as_ref().and_then(|assessment| assessment.message.clone());
        let message = message.map(Note::Message);
        let notes = input.filter(|_| conversation.is_none()).into_iter().chain(hint).chain(message).collect();
        Failure { verdict: result.verdict, scene: Some(scene), shown, notes }
    }

    /// The session; of anything else what is wrong, in its place.
    pub fn session(&self) -> Cow<'_, FailedSession> {
        match &self.shown {
            ShownFailure::Message(why) => {
                Cow::Owned(FailedSession { actual: why.clone(), ..FailedSession::default() })
            }
            ShownFailure::Session(session, _) => Cow::Borrowed(session),
        }
    }

    /// The fault, if it is a known one, and what it depends on.
    pub fn diagnosis(&self) -> Option<(&str, &str)> {
        self.notes.iter().find_map(|note| match note {
            Note::Fault { fault, cause } => Some((&**fault, &**cause)),
            _ => None,
        })
    }

    /// Whether it answers differently from run to run.
    pub fn is_flaky(&self) -> bool {
        self.notes.iter().any(Note::is_flaky)
    }

    /// The error that ended the program, if it is known how its language reports it.
    pub fn crash(&self) -> Option<&Crash> {
        self.scene.as_ref()?.crash.as_ref()
    }

    /// A shell command that shows the game side by side with the reference.
    pub fn replay(&self) -> Option<&String> {
        self.scene.as_ref()?.replay.as_ref()
    }

    /// The failure in one line: the fault if it has a name, otherwise what was expected and what was printed.
    pub fn reason(&self) -> String {
        if let Some((fault, _)) = self.diagnosis() {
            return fault.to_owned();
        }
        let FailedSession { expected, actual, .. } = match &self.shown {
            ShownFailure::Message(why) => {
                let crash = self.crash().filter(|_| self.verdict == Verdict::Crashed);
                return crash.map_or_else(|| first_words(why), Crash::to_string);
            }
            ShownFailure::Session(session, _) => session,
        };
        let lost_after = self.scene.as_ref().and_then(|scene| scene.lost_after.as_ref());
        let complaint = self.notes.iter().find_map(|note| match note {
            Note::Complaint(complaint) => Some(complaint),
            _ => None,
        });
        match (self.verdict, self.crash()) {
            (Verdict::Wrong, _) => match self.notes.first() {
                Some(note @ Note::NoChoice { .. }) => note.to_string(),
                _ => format!("expected {expected}, got {actual}"),
            },
            (Verdict::Early, Some(crash)) => format!("crashed with {}; expected {expected}", crash.short()),
            (Verdict::Early, None) => match complaint {
                Some(complaint) => format!("ended with {complaint} where {expected} was expected"),
                None => format!("ended where {expected} was expected"),
            },
            (Verdict::Extra, _) => format!("went on after the end with {actual}"),
            (Verdict::Crashed, Some(crash)) => match lost_after {
                Some(input) => format!("{} at the input `{input}`: {}", crash.short(), crash.message),
                None => crash.to_string(),
            },
            (
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
                | Verdict::JudgeError,
                _,
            ) => self.notes.first().map_or_else(|| actual.clone(), Note::to_string),
        }
    }
}

/// How many lines of a conversation are shown: the last ones.
const SHOWN_OF_CONVERSATION: usize = 10;

/// The fault in a run of a whole case: the objection to its output, or how it ended.
pub(super) fn objection(execution: &Execution) -> String {
    let objection = execution.assessment.as_ref().and_then(|assessment| assessment.objection.clone());
    objection.unwrap_or_else(|| last_words(execution))
}

/// How a run ended, with its last words.
fn last_words(execution: &Execution) -> String {
    match error_line(&execution.stderr) {
        [] => execution.ending.to_string(),
        complaint => format!("{}: {}", execution.ending, cut_line(&visible_line(complaint))),
    }
}

/// How many answers that contradict each other are shown: the last ones.
const SHOWN_ANSWERS: usize = 20;

/// How many alternative right answers are shown.
const ALTERNATIVES: usize = 3;

/// The note about answers that contradict each other, if they do: no hidden choice makes all of them right.
fn contradiction(case: &Case, found: &Comparison, execution: &Execution, verdict: Verdict) -> Option<Note> {
    found.choice.as_ref().filter(|choice| choice.is_ruled_out)?;
    let divergence = found.divergence.as_ref().filter(|_| verdict == Verdict::Wrong)?;
    let before = found.expected.steps().iter().enumerate().take(divergence.step).skip(1);
    let mut answers: Vec<_> = before
        .map(|(number, step)| format!("{}: {}", quoted(&case.inputs[number - 1]), printed(step)))
        .collect();
    let last = actual(case, execution, divergence.at, &divergence.expected);
    answers.push(format!("{}: {last}", quoted(&case.inputs[divergence.step - 1])));
    let left_out = answers.len().saturating_sub(SHOWN_ANSWERS);
    let more = if left_out > 0 { "…, " } else { "" };
    let hidden = case.dialect.declared().map(|declared| declared.table().hidden_names()).unwrap_or_default();
    Some(Note::NoChoice { hidden, answers: format!("{more}{}", answers[left_out..].join(", ")) })
}

/// The output of a step, without the prompt if there is anything else.
fn printed(step: &Step) -> String {
    let is_expected = |event: &&Event| matches!(event, Event::Said(said) if !said.is_extra);
    let text = |events: &[&Event]| -> String {
        let texts = events.iter().filter_map(|event| match event {
            Event::Said(said) => Some(&*said.text),
            _ => None,
        });
        texts.collect()
    };
    let all: Vec<_> = step.events.iter().filter(is_expected).collect();
    let answers: Vec<_> = all.iter().copied().filter(|event| !event.asks()).collect();
    let text = text(if answers.is_empty() { &all } else { &answers });
    quoted(text.trim().as_bytes())
}

/// The expected output, with the alternatives that would also be right.
fn expected_of(case: &Case, wanted: &Expected, choice: Option<&Choice>) -> String {
    let others = choice.map_or(&[][..], |choice| &choice.others);
    let alternatives = others.iter().take(ALTERNATIVES);
    let mut all: Vec<_> =
        [wanted].into_iter().chain(alternatives).map(|wanted| expected(case, wanted)).collect();
    all.extend((others.len() > ALTERNATIVES).then(|| format!("{} others", others.len() - ALTERNATIVES)));
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => all.concat(),
    }
}

fn expected(case: &Case, expected: &Expected) -> String {
    match expected {
        Expected::Event(event) => {
            let text = written(case, event);
            quoted(text.strip_suffix(b"\n").unwrap_or(&text))
        }
        Expected::Newline => "a line feed".to_owned(),
        Expected::Nothing => "nothing more".to_owned(),
    }
}

fn written(case: &Case, event: &Event) -> Vec<u8> {
    let mut text = Vec::new();
    case.dialect.write(event, &mut text);
    text
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
    let shown = whole_characters(&rest[..end.min(SHOWN)]);
    let more = if end > SHOWN { " …" } else { "" };
    let alike = match expected {
        Expected::Event(event) => look_alike(&written(case, event), shown),
        _ => None,
    };
    format!("{}{more}{}", quoted(shown), alike.map_or_else(String::new, |codes| format!(" ({codes})")))
}

fn quoted(text: &[u8]) -> String {
    format!("`{}`", visible_line(text))
}

/// The reason for the verdict `idle`, if that is the verdict.
fn idleness(reference: &ExpectedTranscript, execution: &Execution, verdict: Verdict) -> Option<Note> {
    let turn = execution.dialogue.as_ref()?.beyond(reference.length()?);
    let turn = turn.filter(|_| verdict == Verdict::Idle)?;
    Some(match turn.output.cmp(&execution.stdout.len()) {
        Ordering::Less => Note::ReadsAhead,
        _ => Note::AsksAfterTheEnd,
    })
}

/// Whether it handles the end of input like an invalid line: it was stopped, and had refused more lines than
/// it was given.
fn treats_end_of_input_as_a_line(case: &Case, execution: &Execution) -> Option<Note> {
    let is_stopped = matches!(execution.ending, Ending::Stopped(_)) && !execution.never_waits_again();
    if !is_stopped {
        return None;
    }
    let transcript = Transcript::parse(&case.dialect, &execution.stdout);
    let refusals = transcript.events().filter(|event| matches!(event, Event::InputRefused(_))).count();
    (refusals > case.inputs.len()).then_some(Note::TakesEndForLine)
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
fn notes(execution: &Execution, lacked_input: bool) -> impl Iterator<Item = Note> {
    let complaint = error_line(&execution.stderr);
    let ending = match &execution.ending {
        Ending::Exited(0) | Ending::Dismissed | Ending::NotStarted(_) | Ending::Lost(_) => None,
        Ending::Exited(_) if lacked_input => None,
        ending => Some(Note::Ended(ending.clone())),
    };
    let shown = whole_characters(&complaint[..complaint.len().min(COMPLAINT_SHOWN)]);
    let complaint = (!complaint.is_empty() && !lacked_input).then(|| Note::Complaint(quoted(shown)));
    // After a crash the message says more than the exit status, so it comes first. After the judge stopped
    // it, the reason for that comes first.
    let is_crash = matches!(execution.ending, Ending::Exited(_));
    let notes = if is_crash { [complaint, ending] } else { [ending, complaint] };
    let is_slow = matches!(execution.ending, Ending::Stopped(limit) if limit.is_of_sleep());
    notes.into_iter().flatten().chain(is_slow.then_some(Note::MoreTime))
}

/// The last line of what a program wrote on standard error that is not a part of the trace, or of the advice, below an error.
fn error_line(text: &[u8]) -> &[u8] {
    let lines = || text.trim_ascii_end().rsplit(|byte| *byte == b'\n');
    let is_error_line = |line: &&[u8]| {
        let is_below = |words: &&str| line.starts_with(words.as_bytes());
        !line.iter().all(|byte| byte.is_ascii_punctuation() || byte.is_ascii_whitespace())
            && !line[0].is_ascii_whitespace()
            && !BELOW.iter().any(is_below)
    };
    let has_words = |line: &&[u8]| line.iter().any(u8::is_ascii_alphanumeric);
    let any = || lines().find(has_words).or_else(|| lines().next());
    lines().find(is_error_line).or_else(any).unwrap_or_default()
}

/// How much of an output is kept after the failure, in bytes: more than any board takes.
const KEPT: usize = 8 << 10;

/// The input and output of a program, as far as a reader needs them: byte for byte, with control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FailedRun {
    /// The inputs of the game.
    #[serde(with = "ListOfBytes")]
    pub inputs: Vec<Vec<u8>>,
    /// The output, until some bytes after the failure.
    #[serde(with = "Bytes")]
    pub output: Vec<u8>,
    /// The length of the whole output, in bytes.
    pub length: usize,
}

impl FailedRun {
    pub(super) fn of(case: &Case, execution: &Execution, result: &CaseResult) -> FailedRun {
        let output = &execution.stdout;
        let words = output.trim_ascii_end().len();
        let at = result.divergence().map_or(words, |divergence| divergence.at);
        FailedRun {
            inputs: case.inputs.clone(),
            output: output[..output.len().min(at + KEPT)].to_vec(),
            length: output.len(),
        }
    }
}

/// How lines begin that languages write below an error, where they are not indented.
const BELOW: [&str; 14] = [
    "Node.js v",
    "note: ",
    "hint: ",
    "help: ",
    "or ",
    "at ",
    "from ",
    "#",
    "goroutine ",
    "exit status ",
    "Stack trace:",
    "stack traceback:",
    "CallStack ",
    "Execution halted",
];
