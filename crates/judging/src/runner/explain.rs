//! Explains a failure: finds the shortest game that shows it and confirms it three times, or finds that the candidate
//! answers differently from run to run.
//!
//! If the fault is a known one (`diagnosis`), it is named. The candidate plays more games for this, and a name that
//! any of them contradicts is dropped.
//!
//! Most of these games are played by held programs where possible; what is reported was seen in a clean run.
//!
//! The search is bounded: it stops after [`TRIES`] runs or [`PATIENCE`] with the shortest game so far. For a failure that
//! reaches a limit of time few games are tried, because each run takes until the limit again.

use std::time::{Duration, Instant};

use super::candidate_report::FailedRun;
use super::note::Note;
use super::player::{PlayResult, Player, Target};
use super::shell::showing;
use super::{Candidate, Facts, Failure, Scene, ShownFailure, unseen};
use crate::diagnosis::{Observation, Suspects};
use crate::execution::{Ending, Execution, FeedMode, Level, Limit};
use crate::process::RunError;
use crate::session::{Event, Talk};
use crate::suite::{Case, InputFormat, IoMode};
use crate::transcript::{DivergenceKind, Expected, Profile, Step, from_position, shrink, visible_line};
use crate::verdict::{CaseResult, Verdict};

/// How long a failure may be made shorter, and how long evidence may be gathered.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many shorter games are tried at most. A number and not a time decides, so that a busy machine
/// finds the same game, unless runs are so slow that patience ends first.
const TRIES: usize = 3000;

/// One in this many of the games that cannot distinguish the remaining hypotheses is still played, since the fault may be none of
/// these.
const SAMPLED: usize = 16;

/// A game with this many inputs is short enough if each run reaches a limit.
const SHORT: usize = 3;

/// A game of more inputs is long: it is made shorter even if that shows another answer of the fault.
const LONG: usize = 12;

/// How many games beside the shortest are played to find out whether a fault explains them.
const NEIGHBOURS: usize = 16;

/// How often a failure must be seen to count, and to be seen once is enough if a run takes so much processor time.
const CONFIRMATIONS: usize = 3;
const DEAR: Duration = Duration::from_millis(200);

/// How much of the transcript of a flaky candidate is shown, in bytes.
const SHOWN: usize = 400;

#[derive(Clone, Copy)]
pub(super) struct Suspect<'a> {
    pub(super) candidate: &'a Candidate,
    pub(super) target: Target<'a>,
    /// Whether held programs may replace clean runs, as far as is known.
    pub(super) may_be_held: bool,
}

/// Describes a failure by the shortest game that shows it, and names the fault if it is a known one.
pub(super) fn explain(
    player: &mut Player<'_>,
    suspect: Suspect<'_>,
    failed: &Facts,
    evidence: impl Iterator<Item = Case>,
) -> Result<Failure, RunError> {
    let usual = suspect.target.mode.feed;
    // The inputs may have been given in another way than the candidate's.
    let suspect = Suspect { target: Target { mode: failed.mode, ..suspect.target }, ..suspect };
    let mut failure = shortest(player, suspect, failed)?;
    if failed.mode.feed != usual && failed.mode.feed == FeedMode::Terminal {
        failure.notes.push(Note::KeptBack);
    }
    let isolation = &player.settings.conditions.isolation;
    let Some(scene) = &mut failure.scene else { return Ok(failure) };
    scene.replay = scene.replay.take().map(|replay| showing(&replay, &isolation.shown()));
    failure.notes.extend(failed.doubt());
    if player.settings.criteria.profile == Profile::Golf
        && !failure.is_flaky()
        && let Some(fault) = diagnosis(player, suspect, failed, observed(&failure.shown), evidence)?
    {
        failure.notes.retain(|note| *note != Note::History);
        failure.notes.push(fault);
    }
    if isolation.level() >= Level::Filters && unseen::misses_a_file(failed.run(), suspect.target.command) {
        failure.notes.push(Note::SeesNoFiles);
    }
    if !failure.is_flaky() {
        failure.notes.extend(right_when_fed_otherwise(player, suspect, failed)?);
    }
    Ok(failure)
}

/// The note if the failure disappears when the candidate is fed in another way, unless the feed mode was
/// given.
fn right_when_fed_otherwise(
    player: &mut Player<'_>,
    Suspect { target: Target { command, mode }, .. }: Suspect<'_>,
    failed: &Facts,
) -> Result<Option<Note>, RunError> {
    let is_fed = !matches!(mode.format, InputFormat::Args | InputFormat::Arg | InputFormat::ArgAndSpaces);
    let is_soon_over =
        matches!(failed.run().ending, Ending::Stopped(Limit::Output(_))) || is_cheap(failed.run());
    // A program with a hidden choice may be right the next time in any case.
    // A whole case is given all at once.
    let is_same = !failed.case.dialect.has_hidden() && !failed.case.is_whole();
    let may_try = player.settings.conditions.feed.is_none() && is_fed && is_soon_over && is_same;
    let others = [(FeedMode::Turn, Note::RightByTurns), (FeedMode::Terminal, Note::RightOnTerminal)];
    for (feed, note) in others.into_iter().filter(|(feed, _)| may_try && *feed > mode.feed) {
        let other = IoMode { feed, ..mode };
        if !failed.case.inputs.iter().all(|input| other.carries(input)) {
            continue;
        }
        let (_, result) = player.play(Target { command, mode: other }, &failed.case)?;
        if result.is_accepted() {
            return Ok(Some(note));
        }
    }
    Ok(None)
}

/// The fault that explains this failure and whatever else the candidate does.
fn diagnosis(
    player: &mut Player<'_>,
    Suspect { target, mut may_be_held, .. }: Suspect<'_>,
    failed: &Facts,
    shortest: Option<Observation>,
    evidence: impl Iterator<Item = Case>,
) -> Result<Option<Note>, RunError> {
    // The shortest first: it rules out most hypotheses, at little cost.
    let seen: Vec<_> = shortest.into_iter().chain([observation(&failed.case, failed.run())]).collect();
    let mut suspects = Suspects::of(&failed.case.dialect, &seen);
    let began = Instant::now();
    // A fault that would show without what the failure needs is not that of the program.
    let around = seen.first().filter(|_| is_cheap(failed.run())).map(|seen| neighbours(&seen.inputs));
    for inputs in around.into_iter().flatten() {
        if suspects.mutants().is_empty() || began.elapsed() > PATIENCE {
            break;
        }
        let case = target.mode.fit(Case { inputs, ..failed.case.clone() });
        let (execution, result) = player.play_warm(target, &case, &mut may_be_held)?;
        if result.is_accepted() {
            suspects.observe(&observation(&case, &execution));
        }
    }
    for (number, case) in evidence.take_while(|_| is_cheap(failed.run())).enumerate() {
        if suspects.mutants().is_empty() || began.elapsed() > PATIENCE {
            break;
        }
        let case = target.mode.fit(case);
        if number % SAMPLED == 0 || suspects.differ_on(&case.inputs) {
            let (execution, _) = player.play_warm(target, &case, &mut may_be_held)?;
            suspects.observe(&observation(&case, &execution));
        }
    }
    for inputs in suspects.decisive() {
        if suspects.differ_on(&inputs) && began.elapsed() < PATIENCE {
            let case = target.mode.fit(Case { inputs, ..failed.case.clone() });
            let (execution, _) = player.play_warm(target, &case, &mut may_be_held)?;
            suspects.observe(&observation(&case, &execution));
        }
    }
    Ok(suspects.likeliest().map(|diagnosis| Note::Fault {
        fault: diagnosis.fault().to_owned(),
        cause: diagnosis.cause().to_string(),
    }))
}

/// The games without one input each; of a long one some.
fn neighbours(inputs: &[Vec<u8>]) -> impl Iterator<Item = Vec<Vec<u8>>> {
    let without = |at: usize| [&inputs[..at], &inputs[at + 1..]].concat();
    (0..inputs.len()).step_by(inputs.len().div_ceil(NEIGHBOURS).max(1)).map(without)
}

/// The run that describes a failure, if all of its output is kept.
fn observed(shown: &ShownFailure) -> Option<Observation> {
    let ShownFailure::Session(_, FailedRun { inputs, output, length }) = shown else { return None };
    let is_whole = output.len() == *length;
    is_whole.then(|| Observation { inputs: inputs.clone(), output: output.clone(), ending: None })
}

fn observation(case: &Case, execution: &Execution) -> Observation {
    let output = execution.stdout.clone();
    Observation { inputs: case.inputs.clone(), output, ending: Some(execution.ending.clone()) }
}

impl Suspect<'_> {
    /// The failure as a case showed it, with the verdict on the case that failed first.
    fn failure(&self, case: &Case, failed: &Facts, shown: &RunAndResult) -> Failure {
        let (execution, result) = shown;
        let result = CaseResult { verdict: failed.result().verdict, ..result.clone() };
        Failure::of(case, self.target.mode, self.candidate, execution, &result)
    }

    /// A failure that does not show in each run. A program with a hidden choice need not fail in each run:
    /// then the failed run is reported as it was, and a replay chooses its inputs anew, too.
    fn flaky(&self, case: &Case, mut failure: Failure, one: &Execution, other: &Execution) -> Failure {
        if !case.dialect.has_hidden() {
            return flaky(failure, one, other);
        }
        failure.notes.push(Note::ChosenAnew);
        let replay = self.candidate.adaptive_replay_command(self.target.mode, case);
        failure.scene = failure.scene.map(|scene| Scene { replay: replay.or(scene.replay), ..scene });
        failure
    }
}

type RunAndResult = (Execution, CaseResult);

/// Whether two runs failed alike: a program with a hidden choice may have made another one.
fn is_as(one: &CaseResult, other: &CaseResult) -> bool {
    (one.verdict, one.divergence()) == (other.verdict, other.divergence())
}

fn shortest(player: &mut Player<'_>, suspect: Suspect<'_>, failed: &Facts) -> Result<Failure, RunError> {
    let Suspect { target, mut may_be_held, .. } = suspect;
    let case = &failed.case;
    let whole = (failed.run().clone(), failed.result().clone());
    let failure = suspect.failure(case, failed, &whole);
    if !is_cheap(&whole.0) {
        let shorter = hanging(player, target, case, &whole)?;
        return Ok(shorter.map_or(failure, |(short, shown)| suspect.failure(&short, failed, &shown)));
    }
    // A whole case has no inputs to leave out.
    if case.is_whole() {
        let is_same = |_: &Execution, result: &CaseResult| is_as(result, &whole.1);
        return Ok(match confirm(player, suspect, case, is_same)? {
            Ok(_) => failure,
            Err(again) => suspect.flaky(case, failure, &whole.0, &again),
        });
    }
    let cut = match whole.0.has_lost_output() {
        true => before_crash(player, target, case)?,
        false => cut(case, &whole.1),
    };
    let signature = FailureSignature::of(case, &whole.0, &whole.1);
    let Some(cut) = failing(player, target, (case, cut.inputs.len()), &signature)? else {
        return Ok(match confirm(player, suspect, case, |_, result| is_as(result, &whole.1))? {
            Ok(_) => failure,
            Err(again) => suspect.flaky(case, failure, &whole.0, &again),
        });
    };
    let (short, needs_history) =
        shorten(&cut, &signature, &mut |case| player.play_warm(target, case, &mut may_be_held))?;
    // In a long way to one answer another may be wrong as well.
    let (short, signature, needs_history) = match signature {
        FailureSignature::Missing(_) if short.inputs.len() > LONG && case.dialect.declared().is_some() => {
            let any = FailureSignature::AnyAnswer;
            let (short, needs) =
                shorten(&short, &any, &mut |case| player.play_warm(target, case, &mut may_be_held))?;
            (short, any, needs_history || needs)
        }
        _ => (short, signature, needs_history),
    };
    let is_same = |execution: &Execution, result: &CaseResult| signature.is_of(&short, execution, result);
    let is_endless = signature == FailureSignature::Ending(Verdict::Output);
    if let Some(sooner) = is_endless.then(|| without_end(player, suspect, &short)).transpose()?.flatten() {
        let suspect = Suspect { target: Target { mode: by_turns(target.mode), ..target }, ..suspect };
        let is_same = |execution: &Execution, _: &CaseResult| execution.never_waits_again();
        if let Ok(shown) = confirm(player, suspect, &sooner, is_same)? {
            return Ok(suspect.failure(&sooner, failed, &shown));
        }
    }
    match confirm(player, suspect, &short, is_same)? {
        Ok(shown) => {
            let mut failure = suspect.failure(&short, failed, &shown);
            let is_position_enough = !needs_history || case.dialect.has_hidden();
            failure.notes.extend((!is_position_enough).then_some(Note::History));
            Ok(failure)
        }
        // The failure showed only in warm runs.
        Err(_) if suspect.may_be_held => shortest(player, Suspect { may_be_held: false, ..suspect }, failed),
        Err(again) => Ok(suspect.flaky(case, failure, &whole.0, &again)),
    }
}

/// For a program that made no progress: a shorter game with the same end. Each run takes until the limit, so few are made.
fn hanging(
    player: &mut Player<'_>,
    target: Target<'_>,
    case: &Case,
    (whole, result): &RunAndResult,
) -> Result<Option<(Case, RunAndResult)>, RunError> {
    let Ending::Stopped(limit) = whole.ending else { return Ok(None) };
    if !limit.is_explained() || case.inputs.len() <= SHORT && !whole.has_lost_output() {
        return Ok(None);
    }
    let of = |inputs: Vec<_>| Case { inputs, ..case.clone() };
    let cut = match whole.has_lost_output() && target.mode.format.is_on_stdin() {
        true => {
            let (run, _) = player.play(Target { mode: by_turns(target.mode), ..target }, case)?;
            let asked = run.dialogue.map_or(0, |dialogue| dialogue.turns.len());
            of(case.inputs[..asked.min(case.inputs.len())].to_vec())
        }
        false => cut(case, result),
    };
    let from_position = of(from_position(&case.dialect, &cut.inputs, 1));
    let cut = Some(cut).filter(|cut| cut.inputs != from_position.inputs);
    let mut tried = [from_position].into_iter().chain(cut);
    tried.try_fold(None, |found, shorter| {
        if found.is_some() || shorter.inputs.len() >= case.inputs.len() {
            return Ok(found);
        }
        let (run, result) = player.play(target, &shorter)?;
        let is_same = matches!(run.ending, Ending::Stopped(limit) if limit.is_explained());
        Ok(is_same.then_some((shorter, (run, result))))
    })
}

fn by_turns(mode: IoMode) -> IoMode {
    IoMode { feed: FeedMode::Turn, ..mode }
}

/// For a program that prints without end: the inputs up to the one after which it waits for no other. This is known only if
/// it is fed line by line; fed ahead, it gets the end of input there, and one input more must show that it is wrong.
fn without_end(
    player: &mut Player<'_>,
    Suspect { target: Target { command, mode }, .. }: Suspect<'_>,
    short: &Case,
) -> Result<Option<Case>, RunError> {
    let is_fed = mode.format.is_on_stdin()
        && player.settings.conditions.feed.is_none_or(|feed| feed == FeedMode::Turn);
    for length in (0..=short.inputs.len()).filter(|_| is_fed) {
        let case = Case { inputs: short.inputs[..length].to_vec(), ..short.clone() };
        let (execution, _) = player.play(Target { command, mode: by_turns(mode) }, &case)?;
        if execution.never_waits_again() {
            return Ok(Some(case));
        }
    }
    Ok(None)
}

/// Plays a case clean several times. Returns the first outcome if all are the same in this sense, otherwise
/// the first that differs.
fn confirm(
    player: &mut Player<'_>,
    Suspect { target, .. }: Suspect<'_>,
    case: &Case,
    is_same: impl Fn(&Execution, &CaseResult) -> bool,
) -> Result<Result<RunAndResult, Execution>, RunError> {
    let mut first = None;
    for _ in 0..CONFIRMATIONS {
        let (execution, result) = player.play(target, case)?;
        if !is_same(&execution, &result) {
            return Ok(Err(execution));
        }
        let is_dear = execution.usage.work() > DEAR;
        first.get_or_insert((execution, result));
        if is_dear {
            break;
        }
    }
    Ok(Ok(first.expect("it was played at least once")))
}

/// The game up to the input with the wrong answer. After the end of a game the later inputs may matter, so
/// such a game is not cut.
fn cut(case: &Case, result: &CaseResult) -> Case {
    let end = match result.divergence() {
        Some(divergence) if divergence.kind != DivergenceKind::Extra => divergence.step,
        _ => case.inputs.len(),
    };
    Case { inputs: case.inputs[..end].to_vec(), ..case.clone() }
}

/// The game of the first `end` inputs, or of more, that fails in the same way. A line that need not be answered shows a wrong
/// answer only if others follow it.
fn failing(
    player: &mut Player<'_>,
    target: Target<'_>,
    (case, end): (&Case, usize),
    signature: &FailureSignature,
) -> Result<Option<Case>, RunError> {
    let mut more = 0;
    loop {
        let inputs = &case.inputs[..case.inputs.len().min(end + more)];
        let cut = Case { inputs: inputs.to_vec(), ..case.clone() };
        let (execution, result) = player.play(target, &cut)?;
        if FailureSignature::of(&cut, &execution, &result) == *signature {
            return Ok(Some(cut));
        }
        if inputs.len() == case.inputs.len() {
            return Ok(None);
        }
        more = (2 * more).max(1);
    }
}

/// The game up to the input after which the program crashes, as far as it is seen to ask for its inputs.
fn before_crash(
    player: &mut Player<'_>,
    Target { command, mode }: Target<'_>,
    case: &Case,
) -> Result<Case, RunError> {
    if !mode.format.is_on_stdin() {
        return Ok(case.clone());
    }
    let (run, _) = player.play(Target { command, mode: by_turns(mode) }, case)?;
    let asked = run.dialogue.as_ref().filter(|_| run.has_lost_output()).map(|dialogue| dialogue.turns.len());
    let end = asked.map_or(case.inputs.len(), |asked| asked.min(case.inputs.len()));
    Ok(Case { inputs: case.inputs[..end].to_vec(), ..case.clone() })
}

/// The shortest game found with this failure signature, and whether the way to the position matters.
fn shorten(
    case: &Case,
    signature: &FailureSignature,
    play: &mut impl FnMut(&Case) -> PlayResult,
) -> Result<(Case, bool), RunError> {
    let began = Instant::now();
    let mut tries = 0;
    let mut broken = None;
    let shrunk = shrink(&case.dialect, &case.inputs, |inputs| {
        tries += 1;
        let is_answered = || case.dialect.observed().is_none_or(|observed| observed.answers(inputs));
        if broken.is_some() || tries > TRIES || began.elapsed() > PATIENCE || !is_answered() {
            return false;
        }
        let shorter = Case { inputs: inputs.to_vec(), ..case.clone() };
        match play(&shorter) {
            Ok((execution, result)) => signature.is_of(&shorter, &execution, &result),
            Err(why) => {
                broken = Some(why);
                false
            }
        }
    });
    match broken {
        Some(why) => Err(why),
        None => Ok((Case { inputs: shrunk.inputs, ..case.clone() }, shrunk.needs_history)),
    }
}

/// Whether the run is fast enough to be repeated many times.
fn is_cheap(execution: &Execution) -> bool {
    match execution.ending {
        // Endless output comes soon, and memory is full soon.
        Ending::Stopped(limit) => matches!(limit, Limit::Idle | Limit::Output(_) | Limit::Memory),
        Ending::NotStarted(_) | Ending::Lost(_) => false,
        _ => execution.refusal.is_none(),
    }
}

/// The failure with a note that it does not always show, and both transcripts.
pub(super) fn flaky(mut failure: Failure, one: &Execution, other: &Execution) -> Failure {
    let [once, again] = [one, other].map(|run| shown(&run.stdout));
    failure.notes.extend([Note::Flaky, Note::Once(once), Note::Again(again)]);
    failure
}

fn shown(output: &[u8]) -> String {
    let end = output.len().min(SHOWN);
    format!("{}{}", visible_line(&output[..end]), if end < output.len() { " …" } else { "" })
}

/// What makes two failures the same, in games of different length.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FailureSignature {
    /// The transcript is right, but the verdict is this.
    Ending(Verdict),
    /// A legal move was refused.
    MoveRefused,
    /// Text of this kind was expected. Whether something else was printed or nothing makes no difference:
    /// where a longer game goes on with something else, a shorter one is at its end.
    Missing(String),
    /// Text of any kind was expected.
    AnyAnswer,
    /// The transcript went on after the end.
    Extra,
}

impl FailureSignature {
    fn is_of(&self, case: &Case, execution: &Execution, result: &CaseResult) -> bool {
        match (self, FailureSignature::of(case, execution, result)) {
            (FailureSignature::AnyAnswer, FailureSignature::Missing(_)) => true,
            (one, other) => *one == other,
        }
    }

    fn of(case: &Case, execution: &Execution, result: &CaseResult) -> FailureSignature {
        // Output without end differs somewhere, and elsewhere in a shorter game.
        let is_endless = matches!(execution.ending, Ending::Stopped(Limit::Output(_)));
        let is_placed = !is_endless && !execution.has_lost_output();
        let divergence = result.divergence().filter(|_| is_placed);
        let Some(divergence) = divergence else { return FailureSignature::Ending(result.verdict) };
        if divergence.kind == DivergenceKind::Extra {
            return FailureSignature::Extra;
        }
        let is_refusal =
            || case.strict_transcript().steps().get(divergence.step).is_some_and(Step::is_refusal);
        let came = case.dialect.scan(&execution.stdout[divergence.at..]);
        let is_refused = matches!(came, Some((Event::InputRefused(_), _)));
        let missing = |what: &str| FailureSignature::Missing(what.to_owned());
        match &divergence.expected {
            Expected::Event(
                Event::ScoreShown(..)
                | Event::TurnsPassed(_)
                | Event::MoveMade(..)
                | Event::BoardShown(_)
                | Event::GameEnded(_)
                | Event::Talked(Talk::Sent),
            ) if is_refused => FailureSignature::MoveRefused,
            Expected::Event(Event::ScoreShown(..)) => missing("score"),
            Expected::Event(Event::TurnsPassed(_) | Event::PassAsked) => missing("pass"),
            Expected::Event(Event::MoveMade(..)) => missing("move"),
            // After a refusal a board may be shown, so that it is the prompt that is missing.
            Expected::Event(Event::BoardShown(_)) if is_refusal() => missing("prompt"),
            Expected::Event(Event::BoardShown(_)) => missing("board"),
            Expected::Event(Event::MoveAsked(_)) => missing("prompt"),
            Expected::Event(Event::InputRefused(_)) => missing("refusal"),
            Expected::Event(Event::GameEnded(_)) => missing("result"),
            Expected::Event(Event::CauseGiven(_)) => missing("cause"),
            Expected::Event(Event::DiscsCounted(_)) => missing("count"),
            Expected::Event(Event::Talked(_)) => missing("talk"),
            Expected::Event(Event::Said(said)) => missing(&said.word),
            Expected::Newline | Expected::Nothing => missing("line feed"),
        }
    }
}
