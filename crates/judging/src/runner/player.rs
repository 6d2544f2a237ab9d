//! How one worker plays a game with a candidate: the place to run it in, and the settings of every run.

use std::time::{Duration, Instant};

use super::adaptive::{AdaptiveLines, Conversation, is_starved};
use super::given_files::given_files;
use super::warmth::{Made, Start};
use super::whole::Files;
use super::{Settings, unseen};
use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, ProgramInput};
use crate::files::Bundle;
use crate::process::{
    Command, Concerned, Interrupt, NotRestorable, RunDir, RunError, WarmGame, WarmRun, run, run_guided,
    run_warm,
};
use crate::suite::{Case, Guide, InputFormat, IoMode, Tactic};
use crate::transcript::Profile;
use crate::verdict::{CaseResult, Settled, Verdict, settle};

/// A program, and how it gets its inputs.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) command: &'a Command,
    pub(super) mode: IoMode,
}

pub(super) type Played = Result<(Execution, CaseResult), RunError>;

pub(super) struct Player<'a> {
    pub(super) settings: &'a Settings,
    run_dir: RunDir,
    interrupt: &'a Interrupt,
    /// The files of a challenge of whole cases.
    files: Option<Files<'a>>,
}

pub(super) struct Attempt {
    /// Its clean runs, or the single warm run.
    pub(super) runs: Vec<Execution>,
    pub(super) settled: Settled,
    pub(super) made: Made,
    /// The case as it was played, and how, if its inputs followed from the answers.
    pub(super) played: Option<(Case, IoMode)>,
    /// The time it took, with all runs for it.
    pub(super) time: Duration,
    /// The processor time that the candidate used in these runs; of a start that serves many games, only the first has
    /// it.
    pub(super) work: Duration,
}

impl<'a> Player<'a> {
    pub(super) fn new(settings: &'a Settings, interrupt: &'a Interrupt) -> Result<Player<'a>, RunError> {
        let given = settings.dialect().observed().map_or_else(|| Ok(Bundle::default()), given_files);
        let given = given.map_err(|why| RunError::System("read the challenge's files", why))?;
        let run_dir = RunDir::isolated(&settings.conditions.isolation.clone().giving(&given))
            .map_err(|why| RunError::System("make a folder for temporary files", why))?;
        let whole = settings.dialect().whole();
        let files = whole.map(|whole| {
            Files::open(
                whole,
                settings.criteria.validator.as_ref(),
                &settings.conditions.isolation,
                interrupt,
            )
        });
        Ok(Player { settings, run_dir, interrupt, files: files.transpose()? })
    }

    /// Keeps the calling thread on the core of the programs that it starts.
    pub(super) fn stay_close(&mut self) {
        self.run_dir.stay_close();
    }

    /// Another player like this one, with a run folder of its own.
    pub(super) fn another(&self) -> Result<Player<'a>, RunError> {
        Player::new(self.settings, self.interrupt)
    }

    pub(super) fn play(&mut self, target: Target<'_>, case: &Case) -> Played {
        self.play_within(target, case, &self.settings.conditions.limits)
    }

    pub(super) fn play_within(&mut self, target: Target<'_>, case: &Case, limits: &Limits) -> Played {
        let execution = self.run(target, case, limits)?;
        let result = CaseResult::decide(case, self.settings.criteria.profile, &execution);
        Ok((execution, result))
    }

    /// The same with inputs that follow from the answers, if that can be done. Gives the case as it was played, and how.
    pub(super) fn play_adaptively(
        &mut self,
        target: Target<'_>,
        case: Case,
        tactic: Tactic,
    ) -> Result<(Case, IoMode, (Execution, CaseResult)), RunError> {
        let start = (case, Start::Adaptive(tactic));
        let Attempt { mut runs, settled, played, .. } = self.attempt_cold(target, &start)?;
        let (case, mode) = played.unwrap_or((start.0, target.mode));
        Ok((case, mode, (runs.swap_remove(settled.run), settled.result)))
    }

    /// The same with a held program, unless the candidate cannot be held, or could not before. It is faster,
    /// but a clean run must confirm its outcome before that is reported.
    pub(super) fn play_warm(&mut self, target: Target<'_>, case: &Case, may_be_held: &mut bool) -> Played {
        if *may_be_held {
            let warm = self.run_warm(target, &[(case.clone(), Start::Both)], false)?;
            match warm.into_iter().next() {
                Some(Ok(WarmRun { execution, .. })) => {
                    let result = CaseResult::decide(case, self.settings.criteria.profile, &execution);
                    return Ok((execution, result));
                }
                Some(Err(cold)) => *may_be_held = !cold.is_for_good(),
                None => {}
            }
        }
        self.play(target, case)
    }

    /// Tries cases, each in the requested way. Games that are only run warm may end early, if that is
    /// allowed. A case is also run clean if it fails, is nearly late, or cannot be run warm. Returns the
    /// attempts in order: for all cases, or for those up to the first that failed, if no more are wanted.
    pub(super) fn attempt(
        &mut self,
        target: Target<'_>,
        cases: &[(Case, Start)],
        may_be_dismissed: bool,
    ) -> Result<Vec<Attempt>, RunError> {
        let mut attempts = Vec::new();
        let mut is_warm = cases.iter().all(|(_, start)| matches!(start, Start::Warm | Start::Both));
        let keep_going = self.settings.keep_going;
        let is_enough = |last: &Attempt| !last.settled.result.is_accepted() && !keep_going;
        while attempts.len() < cases.len() && !attempts.last().is_some_and(is_enough) {
            let rest = &cases[attempts.len()..];
            if !is_warm {
                attempts.push(self.attempt_cold(target, &rest[0])?);
                continue;
            }
            let began = Instant::now();
            let warmed = self.run_warm(target, rest, may_be_dismissed)?;
            let share = began.elapsed() / u32::try_from(warmed.len().max(1)).unwrap_or(u32::MAX);
            is_warm = match warmed.last() {
                Some(Err(cold)) => cold.concerns == Concerned::Declined,
                last => last.is_some(),
            };
            for ((case, start), warm) in rest.iter().zip(warmed) {
                let attempt = self.attempt_warm(target, case, *start, warm)?;
                attempts.push(Attempt { time: attempt.time + share, ..attempt });
                if attempts.last().is_some_and(is_enough) {
                    break;
                }
            }
        }
        Ok(attempts)
    }

    fn attempt_warm(
        &mut self,
        target: Target<'_>,
        case: &Case,
        start: Start,
        warm: Result<WarmRun, NotRestorable>,
    ) -> Result<Attempt, RunError> {
        let WarmRun { execution: warm, is_first, work } = match warm {
            Ok(played) => played,
            Err(cold) if cold.concerns == Concerned::EarlierGames => {
                return self.attempt_clean(target, case, Made::Differed(cold.why));
            }
            Err(cold) => return self.attempt_clean(target, case, Made::NotRestorable(cold)),
        };
        let result = CaseResult::decide(case, self.settings.criteria.profile, &warm);
        if is_left(&warm) && !result.is_accepted() {
            // It may have kept its answers back.
            return self.attempt_clean(target, case, Made::Clean);
        }
        if start == Start::Warm && self.is_beyond_doubt(&warm, &result) {
            let settled = Settled { result, run: 0, is_flaky: false };
            let is_dismissed = warm.ending == Ending::Dismissed;
            let made = Made::Warm { is_checked: false, is_dismissed, is_first };
            return Ok(Attempt { runs: vec![warm], settled, made, played: None, time: Duration::ZERO, work });
        }
        let checked = Made::Warm { is_checked: true, is_dismissed: false, is_first };
        let attempt = self.attempt_clean(target, case, checked)?;
        if is_alike(&warm, &attempt.runs[attempt.settled.run]) || self.is_alike_again(target, case)? {
            return Ok(attempt);
        }
        let differed = Made::Differed("answers differently if it has played before".to_owned());
        Ok(Attempt { made: differed, ..attempt })
    }

    /// Whether a warm and a clean run of a case are equal, after another pair was not: the machine may have
    /// disturbed one of those.
    fn is_alike_again(&mut self, target: Target<'_>, case: &Case) -> Result<bool, RunError> {
        let warmed = self.run_warm(target, &[(case.clone(), Start::Both)], false)?;
        let Some(Ok(WarmRun { execution: warm, .. })) = warmed.into_iter().next() else { return Ok(false) };
        let (runs, settled) = self.settle(target, case)?;
        Ok(is_alike(&warm, &runs[settled.run]))
    }

    fn attempt_clean(&mut self, target: Target<'_>, case: &Case, made: Made) -> Result<Attempt, RunError> {
        let began = Instant::now();
        let (runs, settled) = self.settle(target, case)?;
        let work = runs.iter().map(|run| run.usage.cpu).sum();
        Ok(Attempt { runs, settled, made, played: None, time: began.elapsed(), work })
    }

    /// Tries a case with a start of its own, with inputs that follow from the answers if that is asked for
    /// and possible.
    fn attempt_cold(
        &mut self,
        target: Target<'_>,
        (case, start): &(Case, Start),
    ) -> Result<Attempt, RunError> {
        let began = Instant::now();
        let conversation = match start {
            Start::Adaptive(tactic) => self.converse(target, case, *tactic)?,
            _ => None,
        };
        let Some(Conversation { run, settled, case, mode }) = conversation else {
            return self.attempt_clean(target, case, Made::Clean);
        };
        let (work, runs, played) = (run.usage.cpu, vec![run], Some((case, mode)));
        Ok(Attempt { runs, settled, made: Made::Clean, played, time: began.elapsed(), work })
    }

    /// Plays a case whose inputs follow from the answers. A program that does not flush its answers to a pipe
    /// is also tried on a terminal, where only answers that contradict each other count. None if that is not
    /// possible.
    fn converse(
        &mut self,
        target: Target<'_>,
        case: &Case,
        tactic: Tactic,
    ) -> Result<Option<Conversation>, RunError> {
        let Target { command, mode } = target;
        if mode.format != InputFormat::Lines || command.is_module() {
            return Ok(None);
        }
        if mode.feed != FeedMode::Ahead {
            return Ok(self.talk(target, mode.feed, case, tactic)?.map(|(said, _)| said));
        }
        let Some((said, was_in_the_dark)) = self.talk(target, FeedMode::Turn, case, tactic)? else {
            return Ok(None);
        };
        if was_in_the_dark && said.settled.result.is_accepted() && said.run.stderr.is_empty() {
            let on_terminal = self.talk(target, FeedMode::Terminal, case, tactic)?.map(|(said, _)| said);
            let on_terminal =
                on_terminal.filter(|said| said.is_contradiction(self.settings.criteria.profile));
            let mode = IoMode { feed: FeedMode::Terminal, ..mode };
            return Ok(Some(on_terminal.map_or(said, |said| Conversation { mode, ..said })));
        }
        Ok(Some(said))
    }

    /// Plays a case whose inputs follow from the answers, each given when the program waits for it. Also
    /// returns whether the program had not yet shown its answers. None if the outcome may be due to the feed
    /// mode or the machine.
    fn talk(
        &mut self,
        Target { command, mode: usual }: Target<'_>,
        feed: FeedMode,
        case: &Case,
        tactic: Tactic,
    ) -> Result<Option<(Conversation, bool)>, RunError> {
        let (profile, limits) = (self.settings.criteria.profile, self.settings.conditions.limits);
        let Some(declared) = case.dialect.declared() else { return Ok(None) };
        let mode = IoMode { feed, ..usual };
        // It is not known which of its output is the last.
        let input = ProgramInput { last_words: Some(Vec::new()), ..mode.program_input(case, profile) };
        let mut lines = AdaptiveLines::new(Guide::new(declared, tactic), mode);
        let more = limits.for_lines(case.inputs.len());
        let run = run_guided(command, &input, &mut lines, &more, &mut self.run_dir, self.interrupt)?;
        let mut run = self.unless_unseen(run, command);
        if is_starved(&run) {
            return Ok(None);
        }
        if feed != usual.feed {
            // How it asks for lines counts only for programs that are to be fed in this way.
            run.dialogue = None;
        }
        let (case, was_in_the_dark) = (lines.played(case, &run), lines.were_in_the_dark());
        let settled = settle(&case, profile, &limits, std::slice::from_ref(&run));
        Ok(settled.map(|settled| (Conversation { run, settled, case, mode: usual }, was_in_the_dark)))
    }

    /// Whether a run is right, and not nearly late.
    fn is_beyond_doubt(&self, execution: &Execution, result: &CaseResult) -> bool {
        result.is_accepted() && !self.settings.conditions.limits.is_near(&execution.usage)
    }

    /// Plays a case until its verdict is settled: once, or up to three times near a time limit.
    fn settle(&mut self, target: Target<'_>, case: &Case) -> Result<(Vec<Execution>, Settled), RunError> {
        let (profile, limits) = (self.settings.criteria.profile, self.settings.conditions.limits);
        let mut runs = vec![self.run(target, case, &limits)?];
        loop {
            if let Some(settled) = settle(case, profile, &limits, &runs) {
                return Ok((runs, settled));
            }
            runs.push(self.run(target, case, &limits.and_a_tenth())?);
        }
    }

    /// Plays a case with a start of its own. A run that is rejected for a long output after the end of its input is
    /// played again with all that the limits allow.
    fn run(&mut self, target: Target<'_>, case: &Case, limits: &Limits) -> Result<Execution, RunError> {
        let profile = self.settings.criteria.profile;
        let short = within_reason(*limits, case.judged_length(profile));
        let execution = self.run_within(target, case, &short)?;
        let is_cut =
            short.output < limits.output && matches!(execution.ending, Ending::Stopped(Limit::Output(_)));
        if is_cut && CaseResult::decide(case, profile, &execution).verdict == Verdict::Output {
            return self.run_within(target, case, limits);
        }
        Ok(execution)
    }

    fn run_within(
        &mut self,
        target: Target<'_>,
        case: &Case,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        let Target { command, mode } = target;
        let limits = &limits.for_lines(case.inputs.len());
        if let Some(files) = self.files.as_mut().filter(|files| files.is_interactive()) {
            let execution = files.converse(&case.name, command, limits, &mut self.run_dir)?;
            return Ok(self.unless_unseen(execution, command));
        }
        let input = self.input(mode, case)?;
        let execution = run(command, &input, limits, &mut self.run_dir, self.interrupt)?;
        let execution = self.unless_unseen(execution, command);
        self.assessed(case, execution)
    }

    fn input(&self, mode: IoMode, case: &Case) -> Result<ProgramInput, RunError> {
        match &self.files {
            Some(files) => files.input(&case.name),
            None => Ok(mode.program_input(case, self.settings.criteria.profile)),
        }
    }

    /// A run with what is said of its output, if that is judged as a whole.
    fn assessed(&mut self, case: &Case, execution: Execution) -> Result<Execution, RunError> {
        match &mut self.files {
            Some(files) => files.assessed(&case.name, execution, &self.settings.conditions.limits),
            None => Ok(execution),
        }
    }

    /// The files of a challenge of whole cases; none of any other.
    pub(super) fn files(&self) -> Option<&Files<'a>> {
        self.files.as_ref()
    }

    /// The same, except for a program that lacks a file which the sandbox does not show: it counts as not
    /// started.
    fn unless_unseen(&self, execution: Execution, command: &Command) -> Execution {
        match unseen::reason(&execution, command, &self.settings.conditions.isolation) {
            Some(why) => Execution { ending: Ending::NotStarted(why), ..execution },
            None => execution,
        }
    }

    fn run_warm(
        &mut self,
        target: Target<'_>,
        cases: &[(Case, Start)],
        may_be_dismissed: bool,
    ) -> Result<Vec<Result<WarmRun, NotRestorable>>, RunError> {
        let (profile, limits) = (self.settings.criteria.profile, &self.settings.conditions.limits);
        // Where more than the output is judged, the end of the run must be seen.
        let may_be_dismissed = may_be_dismissed && profile == Profile::Golf && self.files.is_none();
        let game = |(case, start): &(Case, Start)| {
            let open_after = case.open_after();
            Ok(WarmGame {
                input: match &self.files {
                    Some(files) => files.input(&case.name)?.stdin,
                    None => target.mode.format.program_input(&case.inputs).stdin,
                },
                is_by_turns: target.mode.feed == FeedMode::Turn,
                open_after,
                most_output: within_reason(*limits, open_after).output,
                may_be_dismissed: may_be_dismissed && *start == Start::Warm,
                is_checked: *start == Start::Both,
            })
        };
        let games = cases.iter().map(game).collect::<Result<Vec<_>, RunError>>()?;
        let runs = run_warm(target.command, games, limits, &mut self.run_dir, self.interrupt)?;
        let assessed = |(run, (case, _)): (Result<WarmRun, NotRestorable>, &(Case, Start))| match run {
            Ok(run) => {
                let execution = self.assessed(case, run.execution)?;
                Ok(Ok(WarmRun { execution, ..run }))
            }
            Err(why) => Ok(Err(why)),
        };
        runs.into_iter().zip(cases).map(assessed).collect()
    }
}

/// Whether a held program was left waiting for its next line.
fn is_left(warm: &Execution) -> bool {
    warm.ending == Ending::Stopped(Limit::Idle)
}

/// How much more a program may write than a right one, where what follows the right output is not judged: most programs
/// print their prompt for ever then.
const BEYOND: usize = 8 * 1024;

/// The limits of a run of which no more is judged than an output of about this length.
fn within_reason(limits: Limits, judged_length: Option<usize>) -> Limits {
    let output = judged_length.map_or(limits.output, |length| limits.output.min(4 * length + BEYOND));
    Limits { output, ..limits }
}

/// Whether a held program did what a clean run did, in all that is judged. One that was left waiting was not seen further.
fn is_alike(warm: &Execution, clean: &Execution) -> bool {
    if is_left(warm) {
        return clean.stdout.starts_with(&warm.stdout);
    }
    warm.stdout == clean.stdout
        && warm.ending == clean.ending
        && warm.stderr.is_empty() == clean.stderr.is_empty()
}
