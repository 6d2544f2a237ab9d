//! Playing cases with a candidate, for one worker: a case is a session of the driver.

use std::time::Duration;

use super::adaptive::{AdaptiveLines, Conversation, is_starved};
use super::given_files::given_files;
use super::whole::{Files, of_run};
use super::{Settings, unseen};
use crate::driver::{Clean, Driver, Made, Played as Session, RunConditions, Sessions, Start};
use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, ProgramInput};
use crate::files::Bundle;
use crate::process::{Command, Interrupt, Isolation, RunError, WarmGame, WarmRun};
use crate::suite::{Case, Guide, InputFormat, IoMode, Tactic};
use crate::transcript::Profile;
use crate::verdict::{CaseResult, Settled, Verdict, settle};

/// A program, and how it gets its inputs.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) command: &'a Command,
    pub(super) mode: IoMode,
}

pub(super) type PlayResult = Result<(Execution, CaseResult), RunError>;

pub(super) struct Player<'a> {
    pub(super) settings: &'a Settings,
    driver: Driver,
    judge: Judge<'a>,
    interrupt: &'a Interrupt,
}

/// How cases are run and judged.
struct Judge<'a> {
    settings: &'a Settings,
    /// The files of a challenge of whole cases.
    files: Option<Files<'a>>,
}

/// A case, and how it is to be played.
#[derive(Clone)]
pub(super) struct PlannedCase {
    pub(super) case: Case,
    pub(super) start: Start,
    /// How its inputs follow from the answers, if they do; such a case needs a clean run.
    pub(super) tactic: Option<Tactic>,
    /// Whether more cases follow if it fails.
    pub(super) goes_on: bool,
    /// Whether the program was too slow in other cases, beyond doubt: then one run is enough if it is far too slow here.
    pub(super) is_slow: bool,
}

impl PlannedCase {
    pub(super) fn new(case: Case, start: Start) -> PlannedCase {
        PlannedCase { case, start, tactic: None, goes_on: false, is_slow: false }
    }
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
        let dialect = settings.dialect();
        let given = dialect.observed().map_or_else(|| Ok(Bundle::default()), given_files);
        let given = given.map_err(|why| RunError::System("read the challenge's files", why))?;
        let usual = &settings.conditions;
        let isolation = usual.isolation.clone().giving_also(&given);
        let isolation = match dialect.whole() {
            Some(whole) => of_run(whole.cases(), isolation),
            None => isolation,
        };
        let conditions = RunConditions { isolation, ..usual.clone() };
        let driver = Driver::new(conditions, interrupt)?;
        let validators = &settings.criteria.validators;
        let files = dialect.whole().map(|whole| Files::open(whole, validators, usual, interrupt));
        let judge = Judge { settings, files: files.transpose()? };
        Ok(Player { settings, driver, judge, interrupt })
    }

    /// Keeps the calling thread on the core of the programs that it starts.
    pub(super) fn stay_close(&mut self) {
        self.driver.stay_close();
    }

    /// Another player like this one, with its own run folder.
    pub(super) fn another(&self) -> Result<Player<'a>, RunError> {
        Player::new(self.settings, self.interrupt)
    }

    /// Whether programs may write into the folder of a run.
    pub(super) fn may_write(&self) -> bool {
        self.settings.dialect().whole().is_none_or(|whole| whole.cases().may_write)
    }

    /// Whether a case is about files in the folder of a run.
    pub(super) fn uses_folder(&self, case: &Case) -> bool {
        let has_given = !self.driver.conditions.isolation.given().is_empty();
        has_given || self.judge.files.as_ref().is_some_and(|files| files.uses_folder(&case.name))
    }

    /// The files of a challenge of whole cases. `None` for other challenges.
    pub(super) fn files(&self) -> Option<&Files<'a>> {
        self.judge.files.as_ref()
    }

    pub(super) fn play(&mut self, target: Target<'_>, case: &Case) -> PlayResult {
        self.play_within(target, case, &self.judge.limits(case))
    }

    pub(super) fn play_within(&mut self, target: Target<'_>, case: &Case, limits: &Limits) -> PlayResult {
        let execution = self.judge.run(&mut self.driver, target, case, limits)?;
        let result = self.judge.decide(case, &execution);
        Ok((execution, result))
    }

    /// Plays a case whose inputs follow from the answers, if that can be done. Returns the case as it was played, and how.
    pub(super) fn play_adaptively(
        &mut self,
        target: Target<'_>,
        case: Case,
        tactic: Tactic,
    ) -> Result<(Case, IoMode, (Execution, CaseResult)), RunError> {
        let planned = PlannedCase { tactic: Some(tactic), ..PlannedCase::new(case.clone(), Start::Clean) };
        let Attempt { mut runs, settled, played, .. } =
            self.attempt(target, &[planned], false)?.swap_remove(0);
        let (case, mode) = played.unwrap_or((case, target.mode));
        Ok((case, mode, (runs.swap_remove(settled.run), settled.result)))
    }

    /// Plays with a held program, unless the candidate cannot be held, or could not before. That is faster, but a clean run must
    /// confirm its outcome before it is reported.
    pub(super) fn play_warm(
        &mut self,
        target: Target<'_>,
        case: &Case,
        may_be_held: &mut bool,
    ) -> PlayResult {
        if *may_be_held && !self.judge.needs_start(case) {
            let game =
                self.judge.game(target.mode, case, WarmGame { is_checked: true, ..WarmGame::default() })?;
            match self.driver.hold(target.command, vec![game])?.into_iter().next() {
                Some(Ok(WarmRun { execution, .. })) => {
                    let execution = self.judge.assessed(case, execution)?;
                    let result = self.judge.decide(case, &execution);
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
        cases: &[PlannedCase],
        may_be_dismissed: bool,
    ) -> Result<Vec<Attempt>, RunError> {
        let Player { judge, driver, .. } = self;
        // Where more than the output is judged, the end of the run must be seen.
        let is_only_output = judge.settings.criteria.profile == Profile::Golf && judge.files.is_none();
        let may_be_dismissed = may_be_dismissed && is_only_output;
        let outcomes = cases.iter().map(|_| CaseOutcome::default()).collect();
        let mut tried = Tried { judge, target, cases, may_be_dismissed, outcomes };
        let played = driver.play(target.command, &mut tried)?;
        let attempt = |(session, outcome): (Session, CaseOutcome)| {
            let Session { held, clean, made, time, work } = session;
            let runs = clean.map_or_else(|| held.into_iter().collect(), |clean| clean.runs);
            let settled = outcome.settled.expect("a session that was played has an outcome");
            Attempt { runs, settled, made, played: outcome.played, time, work }
        };
        Ok(played.into_iter().zip(tried.outcomes).map(attempt).collect())
    }
}

/// Cases that a candidate is tried with.
struct Tried<'t, 'a> {
    judge: &'t mut Judge<'a>,
    target: Target<'t>,
    cases: &'t [PlannedCase],
    may_be_dismissed: bool,
    outcomes: Vec<CaseOutcome>,
}

#[derive(Default)]
struct CaseOutcome {
    settled: Option<Settled>,
    /// As in [`Attempt`].
    played: Option<(Case, IoMode)>,
}

impl Sessions for Tried<'_, '_> {
    fn count(&self) -> usize {
        self.cases.len()
    }

    fn start(&self, place: usize) -> Start {
        let PlannedCase { case, start, .. } = &self.cases[place];
        if self.judge.needs_start(case) { Start::Clean } else { *start }
    }

    fn held(&self, place: usize) -> Result<WarmGame, RunError> {
        let PlannedCase { case, start, .. } = &self.cases[place];
        let game = WarmGame {
            may_be_dismissed: self.may_be_dismissed && *start == Start::Warm,
            is_checked: *start == Start::Both,
            ..WarmGame::default()
        };
        self.judge.game(self.target.mode, case, game)
    }

    fn assessed(&mut self, place: usize, run: Execution) -> Result<Execution, RunError> {
        self.judge.assessed(&self.cases[place].case, run)
    }

    /// Whether a run is right, and not nearly late.
    fn is_enough(&mut self, place: usize, run: &Execution) -> bool {
        let case = &self.cases[place].case;
        let result = self.judge.decide(case, run);
        let is_enough = result.is_accepted() && !self.judge.limits(case).is_near(&run.usage);
        self.outcomes[place].settled = Some(Settled { result, run: 0, is_flaky: false });
        is_enough
    }

    fn clean(&mut self, driver: &mut Driver, place: usize, _is_check: bool) -> Result<Clean, RunError> {
        let PlannedCase { case, tactic, is_slow, .. } = &self.cases[place];
        let conversation =
            tactic.map(|tactic| self.judge.converse(driver, self.target, case, tactic)).transpose()?;
        if let Some(Conversation { run, settled, case, mode }) = conversation.flatten() {
            self.outcomes[place] = CaseOutcome { settled: Some(settled), played: Some((case, mode)) };
            return Ok(Clean { runs: vec![run], counts: 0 });
        }
        let (runs, settled) = self.judge.settle(driver, self.target, case, *is_slow)?;
        let counts = settled.run;
        self.outcomes[place].settled = Some(settled);
        Ok(Clean { runs, counts })
    }

    fn is_over(&self, played: &[Session]) -> bool {
        let Some(last) = played.len().checked_sub(1) else { return false };
        let failed =
            self.outcomes[last].settled.as_ref().is_some_and(|settled| !settled.result.is_accepted());
        failed && !self.judge.settings.keep_going && !self.cases[last].goes_on
    }
}

impl Judge<'_> {
    /// The limits of a run of a case.
    fn limits(&self, case: &Case) -> Limits {
        let all = &self.settings.conditions.limits;
        self.files.as_ref().map_or(*all, |files| files.limits(&case.name, all))
    }

    /// Whether a case needs a clean run.
    fn needs_start(&self, case: &Case) -> bool {
        self.files.as_ref().is_some_and(|files| files.needs_start(&case.name))
    }

    fn decide(&self, case: &Case, execution: &Execution) -> CaseResult {
        CaseResult::decide(case, self.settings.criteria.profile, execution)
    }

    /// How a held program plays a case; the rest as it is given.
    fn game(&self, mode: IoMode, case: &Case, game: WarmGame) -> Result<WarmGame, RunError> {
        let open_after = case.open_after();
        Ok(WarmGame {
            input: match &self.files {
                Some(files) => files.input(&case.name)?.stdin,
                None => mode.format.program_input(&case.inputs).stdin,
            },
            is_by_turns: mode.feed == FeedMode::Turn,
            open_after,
            most_output: within_reason(self.settings.conditions.limits, open_after).output,
            ..game
        })
    }

    /// Plays a case whose inputs follow from the answers. A program that does not flush its answers to a pipe
    /// is also tried on a terminal, where only answers that contradict each other count. None if that is not
    /// possible.
    fn converse(
        &mut self,
        driver: &mut Driver,
        target: Target<'_>,
        case: &Case,
        tactic: Tactic,
    ) -> Result<Option<Conversation>, RunError> {
        let Target { command, mode } = target;
        if mode.format != InputFormat::Lines || command.is_module() {
            return Ok(None);
        }
        if mode.feed != FeedMode::Ahead {
            return Ok(self
                .talk(driver, target, mode.feed, (case, tactic))?
                .map(|(conversation, _)| conversation));
        }
        let Some((conversation, guessed_last)) = self.talk(driver, target, FeedMode::Turn, (case, tactic))?
        else {
            return Ok(None);
        };
        if guessed_last && conversation.settled.result.is_accepted() && conversation.run.stderr.is_empty() {
            let on_terminal = self.talk(driver, target, FeedMode::Terminal, (case, tactic))?;
            let on_terminal = on_terminal.map(|(conversation, _)| conversation);
            let on_terminal = on_terminal.filter(Conversation::is_contradiction);
            let mode = IoMode { feed: FeedMode::Terminal, ..mode };
            return Ok(Some(
                on_terminal.map_or(conversation, |conversation| Conversation { mode, ..conversation }),
            ));
        }
        Ok(Some(conversation))
    }

    /// Plays a case whose inputs follow from the answers, each given when the program waits for it. Also
    /// returns whether the program had not yet shown its answers. None if the outcome may be due to the feed
    /// mode or the machine.
    fn talk(
        &mut self,
        driver: &mut Driver,
        Target { command, mode: usual }: Target<'_>,
        feed: FeedMode,
        (case, tactic): (&Case, Tactic),
    ) -> Result<Option<(Conversation, bool)>, RunError> {
        let (profile, limits) = (self.settings.criteria.profile, self.settings.conditions.limits);
        let Some(declared) = case.dialect.declared() else { return Ok(None) };
        let mode = IoMode { feed, ..usual };
        // It is not known which of its output is the last.
        let input = ProgramInput { last_words: Some(Vec::new()), ..mode.program_input(case, profile) };
        let mut lines = AdaptiveLines::new(Guide::new(declared, tactic), mode);
        let run = driver.run_guided(command, &input, &mut lines, &limits.for_lines(case.inputs.len()))?;
        let mut run = unless_unseen(run, command, &self.settings.conditions.isolation);
        if is_starved(&run) {
            return Ok(None);
        }
        if feed != usual.feed {
            // How it asks for lines counts only for programs that are to be fed in this way.
            run.dialogue = None;
        }
        let (case, guessed_last) = (lines.played(case, &run), lines.guessed_last);
        let settled = settle(&case, profile, &limits, std::slice::from_ref(&run));
        Ok(settled.map(|settled| (Conversation { run, settled, case, mode: usual }, guessed_last)))
    }

    /// Plays a case until its verdict is settled: once, or up to three times near a time limit.
    fn settle(
        &mut self,
        driver: &mut Driver,
        target: Target<'_>,
        case: &Case,
        is_slow: bool,
    ) -> Result<(Vec<Execution>, Settled), RunError> {
        let (profile, limits) = (self.settings.criteria.profile, self.limits(case));
        let first = if is_slow { limits.and_a_quarter() } else { limits };
        let mut runs = vec![self.run(driver, target, case, &first)?];
        loop {
            if let Some(settled) = settle(case, profile, &limits, &runs) {
                return Ok((runs, settled));
            }
            runs.push(self.run(driver, target, case, &limits.and_a_tenth())?);
        }
    }

    /// Plays a case in a clean run. A run that is rejected for a long output after the end of its input is
    /// played again with all that the limits allow.
    fn run(
        &mut self,
        driver: &mut Driver,
        target: Target<'_>,
        case: &Case,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        let short = within_reason(*limits, case.judged_length(self.settings.criteria.profile));
        let execution = self.run_within(driver, target, case, &short)?;
        let is_cut =
            short.output < limits.output && matches!(execution.ending, Ending::Stopped(Limit::Output(_)));
        if is_cut && self.decide(case, &execution).verdict == Verdict::Output {
            return self.run_within(driver, target, case, limits);
        }
        Ok(execution)
    }

    fn run_within(
        &mut self,
        driver: &mut Driver,
        Target { command, mode }: Target<'_>,
        case: &Case,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        let limits = &limits.for_lines(case.inputs.len());
        let mut own = self.files.as_ref().map_or(Ok(None), |files| files.driver(&case.name))?;
        let driver = own.as_mut().unwrap_or(driver);
        let (counted, isolation) = (self.limits(case), &self.settings.conditions.isolation);
        if let Some(files) = &mut self.files {
            let seen = |run| unless_unseen(run, command, isolation);
            return files.play(&case.name, driver, (command, limits), &counted, seen);
        }
        let input = mode.program_input(case, self.settings.criteria.profile);
        let execution = driver.run(command, &input, limits)?;
        Ok(unless_unseen(execution, command, isolation))
    }

    /// A run with the assessment of its output, if that is judged as a whole.
    fn assessed(&mut self, case: &Case, execution: Execution) -> Result<Execution, RunError> {
        let limits = self.limits(case);
        match &mut self.files {
            Some(files) => files.assessed(&case.name, execution, &limits),
            None => Ok(execution),
        }
    }
}

/// Counts a program as not started if it lacks a file that the sandbox does not show.
fn unless_unseen(execution: Execution, command: &Command, isolation: &Isolation) -> Execution {
    match unseen::reason(&execution, command, isolation) {
        Some(why) => Execution { ending: Ending::NotStarted(why), ..execution },
        None => execution,
    }
}

/// How much more a program may write than a right one, where what follows the right output is not judged: most programs
/// print their prompt for ever then.
const BEYOND: usize = 8 * 1024;

/// The limits of a run of which no more is judged than an output of about this length.
fn within_reason(limits: Limits, judged_length: Option<usize>) -> Limits {
    let output = judged_length.map_or(limits.output, |length| limits.output.min(4 * length + BEYOND));
    Limits { output, ..limits }
}
