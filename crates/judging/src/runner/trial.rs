//! The state of one candidate: its input format, the suites it plays, the tasks in progress, and the results so far.
//! Every change is made under the pool's lock; nothing here runs anything.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::latency::Latencies;
use super::note::Note;
use super::player::PlannedCase;
use super::variation::{FurtherCheck, checks};
use super::{
    Candidate, CandidateReport, CaseVerdict, Expectation, Facts, Failure, Passed, Plan, Program, Settings,
    Status, median,
};
use crate::challenge::{Marks, Weakness};
use crate::dialect::WholeCases;
use crate::driver::{Made, RunPolicy, Start};
use crate::execution::Usage;
use crate::session::Event;
use crate::suite::{Case, InputFormat, IoMode, Suite, Tactic};
use crate::transcript::Transcript;
use crate::verdict::Verdict;

/// How long a worker takes for cases that it takes together, approximately.
const TOGETHER: Duration = Duration::from_millis(50);

/// How many cases it takes together, at most.
const MOST: f64 = 64.0;

/// After this many cases in which a program was too slow twice, it counts as slow.
const SLOW: usize = 2;

/// How many cases it takes to know how much processor time one takes.
const MEASURED: usize = 500;

/// How much processor time a further check may take in any case.
const LEAST_EFFORT: Duration = Duration::from_secs(1);

pub(super) struct Trial<'a> {
    pub(super) candidate: &'a Candidate,
    phase: Phase,
    mode: Option<IoMode>,
    suites: Vec<Arc<Suite>>,
    next: usize,
    running: usize,
    failed: usize,
    /// In how many cases it was too slow more than once.
    slow: usize,
    first: Option<Box<Facts>>,
    played: usize,
    time: Duration,
    most: Usage,
    latencies: Latencies,
    /// How many cases were tried in the usual way, and their total time.
    usual: (u32, Duration),
    /// In how many of these the program slept.
    sleeps: u32,
    policy: RunPolicy,
    /// Whether its inputs can follow from its answers, as far as is known.
    may_converse: bool,
    /// How often it was started over; earlier results no longer count.
    round: u32,
    /// The processor time of each case so far, and whether it was run in the usual way.
    work: Vec<(bool, Duration)>,
    /// The further checks once it has passed, each with what it found, and how many of them were taken.
    checks: Vec<(FurtherCheck, Vec<Note>)>,
    checks_taken: usize,
    /// The first case whose runs do not agree, and a note on that.
    doubt: Option<(usize, Note)>,
    /// Whether it was seen to show no board after a refusal.
    hides_boards: bool,
    /// The challenge, if it is one of whole cases, and the verdicts by the places of cases.
    whole: Option<(&'a WholeCases, BTreeMap<usize, CaseVerdict>)>,
    /// If it is still to be prepared: whether it is compiled then.
    source: Option<bool>,
    pub(super) has_started: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Its input format is not known yet, and no worker looks for it.
    New,
    /// A worker prepares it, looks for its input format, or explains its failure.
    Busy,
    Trying,
    /// It has passed, and the further checks are carried out.
    Checking,
    Judged,
}

fn needs_pipes(settings: &Settings) -> bool {
    settings.dialect().whole().is_some_and(|whole| whole.cases().is_interactive)
}

/// How long a run is assumed to take before the first one: candidates that turn out to be quicker are judged at once.
const GUESS: Duration = Duration::from_micros(200);

/// [`GUESS`] for a candidate that must be compiled first, which takes longer than many runs.
const UNCOMPILED: Duration = Duration::from_micros(500);

/// By how much the runs of a held program may be quicker than its first ones, which are clean.
const HELD: u32 = 32;

/// Whether candidates may be held. Of whole cases it is known beforehand how many there are.
pub(super) fn may_hold(settings: &Settings) -> bool {
    let pays = settings.dialect().whole().is_none_or(|whole| RunPolicy::pays(whole.list().len()));
    settings.conditions.is_warm && pays && !settings.dialect().has_hidden() && !needs_pipes(settings)
}

pub(super) enum Task {
    /// Find out how it is run; this may compile it.
    Prepare {
        is_compiled: bool,
    },
    /// Find its input format.
    Find,
    Try(Cases),
    /// Explain its first failure.
    Explain(Box<Facts>, IoMode),
    /// Carry out the further check at this place.
    Check(usize, FurtherCheck, IoMode),
    Tell(Box<CandidateReport>),
    /// Nothing yet: other workers have its tasks.
    Wait,
    /// Nothing more.
    Nothing,
}

pub(super) struct Cases {
    /// The place of the first; the others follow it.
    pub(super) place: usize,
    pub(super) cases: Vec<PlannedCase>,
    pub(super) mode: IoMode,
    pub(super) round: u32,
    /// Whether games may be ended when the program's cleanup at exit begins.
    pub(super) may_be_dismissed: bool,
}

impl<'a> Trial<'a> {
    /// One that has not begun. `source` says of a source that is still to be prepared whether it is compiled then.
    pub(super) fn new(
        candidate: &'a Candidate,
        source: Option<bool>,
        plan: &Plan,
        settings: &'a Settings,
    ) -> Trial<'a> {
        // Of the own programs of whole cases only the verdict is asked.
        let is_own = candidate.expected.is_some() && settings.dialect().whole().is_some();
        let checks = if is_own && !settings.cross_check { Vec::new() } else { checks(settings) };
        Trial {
            candidate,
            phase: Phase::New,
            mode: None,
            suites: plan.first(),
            next: 0,
            running: 0,
            failed: 0,
            slow: 0,
            first: None,
            played: 0,
            time: Duration::ZERO,
            most: Usage::default(),
            latencies: Latencies::default(),
            usual: (0, Duration::ZERO),
            sleeps: 0,
            policy: RunPolicy::new(may_hold(settings), settings.conditions.is_confirmed),
            may_converse: true,
            round: 0,
            work: Vec::new(),
            checks: checks.into_iter().map(|check| (check, Vec::new())).collect(),
            checks_taken: 0,
            doubt: None,
            hides_boards: false,
            whole: settings.dialect().whole().map(|whole| (whole, BTreeMap::new())),
            source,
            has_started: false,
        }
    }

    /// How much it takes to judge it, as far as is known: quick programs go first. Each step is four times as much, so that
    /// workers do not go to and fro between programs that are about as quick.
    pub(super) fn expense(&self) -> u32 {
        let run = match (self.source, self.usual.0, self.played) {
            (Some(true), ..) => UNCOMPILED,
            (_, _, 0) => GUESS,
            (_, 0, _) => self.price() / HELD,
            _ => self.price(),
        };
        run.as_micros().max(1).ilog2() / 2
    }

    /// Records how it is run.
    pub(super) fn prepared(&mut self, candidate: &'a Candidate) {
        (self.candidate, self.source, self.phase) = (candidate, None, Phase::New);
    }

    /// How many cases it has to play, as far as is known.
    pub(super) fn cases(&self) -> usize {
        self.suites.iter().map(|suite| suite.len()).sum()
    }

    pub(super) fn take(&mut self, plan: &Plan, settings: &Settings) -> Task {
        if let (Phase::New, Some(is_compiled)) = (self.phase, self.source) {
            self.phase = Phase::Busy;
            return Task::Prepare { is_compiled };
        }
        match (self.phase, &self.candidate.program, self.mode) {
            (Phase::New, Program::Ready(command), _) if command.is_module() && needs_pipes(settings) => {
                self.finish(CandidateReport::skipped("WebAssembly has no pipes to talk through"))
            }
            (Phase::New, program, _) => match CandidateReport::command_of(program) {
                Err(report) => self.finish(*report),
                Ok(_) => {
                    self.phase = Phase::Busy;
                    Task::Find
                }
            },
            (Phase::Trying, _, Some(mode)) => self.take_case(mode, plan, settings),
            (Phase::Checking, _, Some(mode)) => self.take_check(mode, plan, settings),
            (Phase::Trying | Phase::Checking | Phase::Busy, ..) => Task::Wait,
            (Phase::Judged, ..) => Task::Nothing,
        }
    }

    fn take_case(&mut self, mode: IoMode, plan: &Plan, settings: &Settings) -> Task {
        let is_over = self.first.is_some() && !self.keeps_going(settings);
        if !is_over && self.next < self.cases() {
            self.running += 1;
            return Task::Try(self.take_cases(mode, settings));
        }
        if self.running > 0 {
            return Task::Wait;
        }
        if let Some(task) = self.take_failed(mode) {
            return task;
        }
        match plan.further(&self.suites, self.typical_work()) {
            Some(suite) => {
                self.suites.push(suite);
                self.take_case(mode, plan, settings)
            }
            None if !self.has_games(mode) => self.finish(CandidateReport::skipped(&format!(
                "no {} of the suite fits as {}",
                settings.dialect().noun(),
                mode.format.name()
            ))),
            None => {
                self.phase = Phase::Checking;
                self.take_check(mode, plan, settings)
            }
        }
    }

    /// Explaining the first failure, if there is one.
    fn take_failed(&mut self, mode: IoMode) -> Option<Task> {
        let failed = self.first.take()?;
        self.phase = Phase::Busy;
        Some(Task::Explain(failed, mode))
    }

    /// The next further check. A cross-check compares runs alone and in parallel, so nothing else goes on beside it.
    fn take_check(&mut self, mode: IoMode, plan: &Plan, settings: &Settings) -> Task {
        let is_alone = settings.cross_check && self.running > 0;
        let is_open = !is_alone && self.first.is_none();
        if let Some(&(check, _)) = self.checks.get(self.checks_taken).filter(|_| is_open) {
            self.checks_taken += 1;
            self.running += 1;
            return Task::Check(self.checks_taken - 1, check, mode);
        }
        if self.running > 0 {
            return Task::Wait;
        }
        if let Some(task) = self.take_failed(mode) {
            return task;
        }
        let report = self.accepted(mode, plan);
        self.finish(report)
    }

    /// The next cases, each with the way to run it: as many as take a short time. Cases that are also run
    /// clean are among them, so that a share of the games that were played together is checked.
    fn take_cases(&mut self, mode: IoMode, settings: &Settings) -> Cases {
        let place = self.next;
        let most = match place {
            _ if !RunPolicy::is_usual(place) => 1.0,
            _ => (TOGETHER.as_secs_f64() / self.price().as_secs_f64()).clamp(1.0, MOST),
        };
        let end = self.cases().min(place + most as usize);
        let goes_on = self.keeps_going(settings);
        let case = |place| {
            let tactic = self.tactic(place);
            let start = if tactic.is_some() { Start::Clean } else { self.policy.start(place) };
            let is_slow = self.slow >= SLOW;
            PlannedCase { case: mode.fit(self.case(place)), start, tactic, goes_on, is_slow }
        };
        let cases: Vec<_> = (place..end).map(case).collect();
        self.next += cases.len();
        Cases { place, cases, mode, round: self.round, may_be_dismissed: settings.conditions.skips_tidying }
    }

    /// Whether a format can express any input of the cases.
    fn has_games(&self, mode: IoMode) -> bool {
        let has_lines = |place| {
            let case = self.case(place);
            case.inputs.is_empty() || !mode.fit(case).inputs.is_empty()
        };
        (0..self.cases()).any(has_lines)
    }

    fn case(&self, place: usize) -> Case {
        let (suite, place) = self.place_in_suite(place);
        suite.case(place)
    }

    fn tactic(&self, place: usize) -> Option<Tactic> {
        let (suite, place) = self.place_in_suite(place);
        suite.tactic(place).filter(|_| self.may_converse)
    }

    /// Records that inputs cannot follow from its answers, so that this is not tried again.
    pub(super) fn cannot_converse(&mut self) {
        self.may_converse = false;
    }

    /// The suite with the case at a place, and its place there.
    fn place_in_suite(&self, place: usize) -> (&Suite, usize) {
        let mut place = place;
        for suite in &self.suites {
            if place < suite.len() {
                return (suite, place);
            }
            place -= suite.len();
        }
        unreachable!("a place is below the number of cases")
    }

    /// The mean time of a run, of the usual runs if there are any.
    fn price(&self) -> Duration {
        if let (count @ 1.., time) = self.usual {
            return time / count;
        }
        self.time / u32::try_from(self.played.max(1)).unwrap_or(u32::MAX)
    }

    /// The median of the processor time of a case, of the usual runs if there are any. A mean would depend on the few
    /// runs that the machine disturbs.
    fn typical_work(&self) -> Duration {
        let has_usual = self.work.iter().any(|(is_usual, _)| *is_usual);
        let counts = |(is_usual, work): &(bool, Duration)| (*is_usual || !has_usual).then_some(*work);
        median(self.work.iter().filter_map(counts)).unwrap_or_default()
    }

    /// How much processor time a further check may take: as much as all cases did.
    pub(super) fn effort(&self) -> Duration {
        self.work.iter().map(|(_, work)| *work).sum::<Duration>().max(LEAST_EFFORT)
    }

    /// Records its input format, and the game that it failed while that was looked for in this time, if this game decides.
    pub(super) fn found(&mut self, mode: IoMode, stuck: Option<Box<Facts>>, time: Duration) {
        self.mode = Some(mode);
        if !mode.may_be_held() {
            self.policy = RunPolicy::new(false, false);
        }
        self.phase = Phase::Trying;
        if let Some(facts) = stuck {
            let work = facts.runs.iter().map(|run| run.usage.work()).sum();
            self.tried(self.round, facts, &Made::Clean, (time, work));
        }
    }

    pub(super) fn task_finished(&mut self) {
        self.running -= 1;
    }

    /// Records the outcome of a case, the time that it took, and the processor time that the candidate used.
    pub(super) fn tried(
        &mut self,
        round: u32,
        facts: Box<Facts>,
        made: &Made,
        (time, work): (Duration, Duration),
    ) {
        self.played += 1;
        self.time += time;
        facts.runs.iter().for_each(|run| self.most = self.most.max(&run.usage));
        if round != self.round {
            return;
        }
        self.policy.note(made);
        if matches!(made, Made::Differed(_)) {
            return self.begin_again();
        }
        if self.work.len() < MEASURED {
            self.work.push((RunPolicy::is_usual(facts.place), work));
        }
        if RunPolicy::is_usual(facts.place) {
            self.usual = (self.usual.0 + 1, self.usual.1 + time);
            self.sleeps += u32::from(!facts.run().usage.slept().is_zero());
        }
        if let Some(dialogue) = &facts.run().dialogue {
            self.latencies.add(&facts.case, dialogue);
        }
        if let Some(doubt) = facts.doubt() {
            self.doubted(facts.place, doubt);
        }
        if let Some((whole, verdicts)) = &mut self.whole {
            let mut verdict = CaseVerdict::of(whole, &facts.case, facts.run(), facts.result());
            // Only rules about cases speak of it.
            verdict
                .to_judges
                .take_if(|_| !self.candidate.expected.as_ref().is_some_and(Expectation::is_of_cases));
            verdicts.insert(facts.place, verdict);
        }
        if facts.result().is_accepted() {
            let matters = !self.hides_boards && self.place_in_suite(facts.place).0.needs_boards();
            self.hides_boards |= matters && hides_a_board(&facts);
            return;
        }
        self.failed += 1;
        let is_late = [Verdict::CpuTime, Verdict::WallTime].contains(&facts.result().verdict);
        self.slow += usize::from(is_late && facts.runs.len() > 1);
        if self.first.as_ref().is_none_or(|first| facts.place < first.place) {
            self.first = Some(facts);
        }
    }

    /// Discards the outcomes so far.
    fn begin_again(&mut self) {
        self.round += 1;
        (self.next, self.failed, self.slow, self.first, self.doubt) = (0, 0, 0, None, None);
        self.latencies = Latencies::default();
        self.whole.iter_mut().for_each(|(_, verdicts)| verdicts.clear());
        (self.usual, self.sleeps) = ((0, Duration::ZERO), 0);
        self.work.clear();
    }

    /// Whether held programs may replace clean runs, as far as is known.
    pub(super) fn may_be_held(&self) -> bool {
        self.policy.is_warm
    }

    fn doubted(&mut self, place: usize, doubt: Note) {
        if self.doubt.as_ref().is_none_or(|(first, _)| place < *first) {
            self.doubt = Some((place, doubt));
        }
    }

    /// Records what the further check at this place found.
    pub(super) fn checked(&mut self, place: usize, found: Vec<Note>) {
        self.checks[place].1 = found;
        self.task_finished();
    }

    /// Records the case that it failed in a further check, as one after all of the suites.
    pub(super) fn failed_check(&mut self, mut facts: Box<Facts>) {
        self.failed += 1;
        facts.place = self.cases();
        self.first = Some(facts);
        self.task_finished();
    }

    fn advice(&self) -> impl Iterator<Item = Note> {
        let doubt = self.doubt.as_ref().map(|(_, doubt)| doubt);
        // Lines of several lengths have one cause.
        let is_of = |check: FurtherCheck, weakness| check == FurtherCheck::Outside(weakness);
        let fails_on_long =
            self.checks.iter().any(|(check, found)| is_of(*check, Weakness::Long) && !found.is_empty());
        let checks =
            self.checks.iter().filter(move |(check, _)| !(fails_on_long && is_of(*check, Weakness::Huge)));
        let noted = checks.flat_map(|(_, found)| found);
        let found = doubt.into_iter().chain(noted).cloned();
        self.latencies.advice().chain(found)
    }

    fn accepted(&self, mode: IoMode, plan: &Plan) -> CandidateReport {
        let report = CandidateReport::untried(Status::Judged(Verdict::Accepted));
        let passed = self.passed(mode.format, None);
        let advice = self.advice().chain(plan.missing()).collect();
        let fallback = plan.fallback(&self.suites, self.typical_work());
        let fallback = fallback.map(|fallback| fallback.of_sleeper(self.sleeps > self.usual.0 / 2));
        self.concluded(CandidateReport { passed, advice, fallback, ..report }, mode, self.cases())
    }

    /// The report if the case at this place is its first failure.
    pub(super) fn refused(
        &self,
        mode: IoMode,
        settings: &Settings,
        place: usize,
        failure: Failure,
    ) -> CandidateReport {
        let report = CandidateReport {
            failed: if self.keeps_going(settings) { self.failed } else { 1 },
            passed: self.passed(mode.format, Some(place)),
            ..CandidateReport::with_failure(failure)
        };
        // Only cases up to the first failure count: which later ones had been tried by then is random. If all
        // cases were to be tried, all count.
        self.concluded(report, mode, if self.keeps_going(settings) { self.cases() } else { place + 1 })
    }

    fn concluded(&self, report: CandidateReport, mode: IoMode, cases: usize) -> CandidateReport {
        CandidateReport {
            input: Some(mode.format),
            feed: Some(mode.feed),
            cases,
            left_out: self.left_out(mode.format, cases),
            time: self.time,
            most: self.most,
            runs: self.policy.runs.clone(),
            latency: self.latencies.stats(),
            verdicts: self.verdicts(),
            ..report
        }
    }

    fn finish(&mut self, report: CandidateReport) -> Task {
        Task::Tell(self.finished(report))
    }

    pub(super) fn finished(&mut self, report: CandidateReport) -> Box<CandidateReport> {
        self.phase = Phase::Judged;
        let marks = self.marks().filter(|_| report.conforms().is_some());
        let expected = self.candidate.expected.clone();
        let report = CandidateReport { marks, ..report };
        Box::new(report.with_expectation(expected).with_tally())
    }

    /// Whether it plays on after a failure.
    fn keeps_going(&self, settings: &Settings) -> bool {
        settings.keep_going || self.candidate.expected.as_ref().is_some_and(Expectation::is_of_cases)
    }

    /// The verdict on each whole case, if all were played.
    fn verdicts(&self) -> Vec<CaseVerdict> {
        let all = self.whole.as_ref().map(|(_, verdicts)| verdicts);
        let all = all.filter(|verdicts| verdicts.len() == self.cases());
        all.map_or_else(Vec::new, |verdicts| verdicts.values().cloned().collect())
    }

    /// Its points; a case that it did not play gives none.
    fn marks(&self) -> Option<Marks> {
        let (whole, verdicts) = self.whole.as_ref()?;
        let share = |place| verdicts.get(&place).and_then(CaseVerdict::share);
        let cases = whole.list().iter().enumerate().map(|(place, case)| (case.name.as_str(), share(place)));
        whole.cases().marks(&cases.collect::<Vec<_>>())
    }

    /// How many inputs of the counted cases its input format could not express.
    fn left_out(&self, format: InputFormat, counted: usize) -> usize {
        if format == InputFormat::Lines {
            return 0;
        }
        let left_out = |place| self.case(place).inputs.iter().filter(|input| !format.carries(input)).count();
        (0..counted).map(left_out).sum()
    }

    fn passed(&self, format: InputFormat, first_failure: Option<usize>) -> Vec<Passed> {
        let mut end = 0;
        let is_passed = |suite: &&Arc<Suite>| {
            end += suite.len();
            first_failure.is_none_or(|place| end <= place)
        };
        let passed = |suite: &Arc<Suite>| Passed {
            suite: suite.name().to_owned(),
            claim: match suite.for_format(format) {
                suite if self.hides_boards => suite.claim_without_boards(),
                suite => suite.claim(),
            },
        };
        let mut all: Vec<_> = self.suites.iter().take_while(is_passed).collect();
        // The strongest comes last, whichever was played last.
        all.sort_by_key(|suite| suite.kind().reach);
        all.into_iter().map(passed).collect()
    }
}

/// Whether a run shows no board between a refusal and the prompt after it.
fn hides_a_board(facts: &Facts) -> bool {
    let transcript = Transcript::parse(&facts.case.dialect, &facts.run().stdout);
    let events: Vec<_> = transcript.events().collect();
    events.windows(2).any(|pair| matches!(pair, [Event::InputRefused(_), Event::MoveAsked(_)]))
}
