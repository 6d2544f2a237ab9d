//! Pass or fail: the only place where it is decided.
//!
//! A verdict follows from recorded facts alone (the output, how the process ended) and never from the order
//! in which they were noticed. If several verdicts apply, the first in this order is chosen:
//!
//! | order | verdict | fact |
//! |---|---|---|
//! | 1 | `judge-error` | the judge lost track of it |
//! | 2 | `cannot-run` | it could not be started, or lacks a file that it is not shown |
//! | 3 | `memory` | it used more memory than allowed |
//! | 4 | `output` | it printed more than allowed |
//! | 5 | `processes` | it had more processes than allowed |
//! | 6 | `files` | it wrote more to files than allowed |
//! | 7 | `cpu-time` | it used more processor time than allowed, or made no progress with it |
//! | 8 | `idle` | it waited for input that does not come |
//! | 9 | `wall-time` | it ran longer than allowed, or slept too long |
//! | 10 | `forbidden` | the sandbox stopped it at a forbidden system call |
//! | 11 | `crashed` | a signal, or a trap in WebAssembly, ended it |
//! | 12 | `compile-error` | its interpreter rejected the source before running it |
//! | 13 | `wrong`, `early`, `extra` | the transcript differs from what is expected, or the output is rejected as a whole |
//! | 14 | `idle` | fed line by line, it asked for another line after the end of the game |
//! | 15 | `crashed` | its exit status is not 0 (profile exact, or whole cases) |
//! | 16 | `wrong` | it wrote to standard error (profile exact) |
//! | 17 | `accepted` | no other rule applies |
//!
//! With whole cases the run carries what the comparison with the answer or the validator said of its output
//! ([`Assessment`]); the exit status comes before that, but where another than 0 is right it is a part of it. A program that was rejected in a conversation before it had ended is
//! `wrong`, however it ended.
//!
//! Near a time limit, from 0.9 to 1.1 of it, a single run depends more on the load of the machine than on the
//! program. So a run that was stopped there, or was right and nearly late, is repeated with a tenth more
//! time, and if the two do not agree, once more ([`settle`]): two of three decide, and the candidate is flaky. A
//! program that is stopped again, a tenth later, has its verdict. A program that
//! was seen to spin or to sleep has it immediately, since that does not depend on the machine. So has one that was
//! still running a quarter beyond its limit, which a program gets that was too slow in two cases already.
//!
//! If a game ends where the specification leaves something open, it is judged only up to there; if the
//! transcript is right so far, it does not matter how the process ended. But a program that is fed line by line must wait
//! for the next line: if it prints without end instead, that is rule 4.
//!
//! A program that is fed ahead gets the end of input where a person could still type. So asking for one more
//! line after the end of the game, and reading everything before the first output, are faults only line by
//! line. There the end of input is given, too, and the transcript is judged first.
//!
//! Where a reference was left waiting for its next line, the end of input may bring any end: a text that differs before is
//! rule 13, whatever follows.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::EnumMessage;

use crate::case::Case;
use crate::challenge::ExitStatus;
use crate::transcript::{Comparison, Divergence, DivergenceKind, ExpectedTranscript, Profile, follow};
use console::execution::{Assessment, Ending, Execution, Limit, Limits};

/// The verdict on one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumMessage, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// It follows the specification.
    Accepted,
    /// Its output differs.
    Wrong,
    /// It ended before the game did.
    Early,
    /// It went on after the end.
    Extra,
    /// It used too much processor time.
    CpuTime,
    /// It did not end in time.
    WallTime,
    /// It waited for input that does not come.
    Idle,
    /// It used too much memory.
    Memory,
    /// It had too many processes.
    Processes,
    /// It wrote too much into files.
    Files,
    /// It printed too much.
    Output,
    /// It made a forbidden system call.
    Forbidden,
    /// A signal ended it, or an exit status that the profile judges.
    Crashed,
    /// It does not compile.
    CompileError,
    /// It could not be started.
    CannotRun,
    /// The judge failed, so nothing is known about the candidate.
    JudgeError,
}

impl Verdict {
    /// Its meaning for a program, in a sentence.
    pub fn sentence(self) -> &'static str {
        self.get_documentation().expect("every verdict has one")
    }

    /// The verdict in the form of reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The verdict on one run, and the comparison that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The verdict.
    pub verdict: Verdict,
    /// The output beside the expected transcript. A whole case has none: its run carries an [`Assessment`].
    pub comparison: Option<Box<Comparison>>,
}

/// The rules of the table at the head of this module, in its order. Each is documented by the fact that it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumMessage, strum::VariantArray)]
#[non_exhaustive]
pub enum Rule {
    /// the judge lost track of it
    Lost,
    /// it could not be started, or lacks a file that it is not shown
    NotStarted,
    /// it used more memory than allowed
    Memory,
    /// it printed more than allowed
    Output,
    /// it had more processes than allowed
    Processes,
    /// it wrote more to files than allowed
    Files,
    /// it used more processor time than allowed, or made no progress with it
    Cpu,
    /// it waited for input that does not come
    Idle,
    /// it ran longer than allowed, or slept too long
    Wall,
    /// the sandbox stopped it at a forbidden system call
    Forbidden,
    /// a signal, or a trap in WebAssembly, ended it
    Signal,
    /// its interpreter rejected the source before running it
    Refused,
    /// the transcript differs from what is expected, or the output is rejected as a whole
    Transcript,
    /// fed line by line, it asked for another line after the end of the game
    AskedOn,
    /// its exit status is not 0 (profile exact, or whole cases)
    ExitStatus,
    /// it wrote to standard error (profile exact)
    StandardError,
    /// no other rule applies
    Otherwise,
}

impl Rule {
    /// Its place in the table, from 1.
    pub fn order(self) -> usize {
        self as usize + 1
    }

    /// The fact that it depends on.
    pub fn fact(self) -> &'static str {
        self.get_documentation().expect("every rule has one")
    }
}

impl CaseResult {
    /// Judges one run.
    pub fn decide(case: &Case, profile: Profile, execution: &Execution) -> CaseResult {
        CaseResult::explain(case, profile, execution).0
    }

    /// Judges one run, and returns the rule that decided.
    pub fn explain(case: &Case, profile: Profile, execution: &Execution) -> (CaseResult, Rule) {
        if case.is_whole() {
            let (verdict, rule) = of_whole(case.exit(), execution);
            return (CaseResult { verdict, comparison: None }, rule);
        }
        let comparison = follow(case.expected(profile), &execution.stdout, profile);
        let Comparison { expected, divergence, .. } = &comparison;
        let is_right_so_far =
            divergence.is_none() && !expected.is_settled() && !execution.never_waits_again();
        let has_wrong_output = divergence.as_ref().is_some_and(|found| found.kind != DivergenceKind::Early);
        let is_end_open = is_right_so_far || has_wrong_output && case.open_after().is_some();
        let (verdict, rule) = fault_of_ending(&execution.ending)
            .filter(|(verdict, _)| {
                [Verdict::JudgeError, Verdict::CannotRun].contains(verdict) || !is_end_open
            })
            .or_else(|| divergence.as_ref().and_then(|_| fault_of_source(execution)))
            .or(divergence.as_ref().map(|divergence| (fault_of_transcript(divergence), Rule::Transcript)))
            .or_else(|| fault_of_patience(expected, execution))
            .or_else(|| fault_of_exit(profile, execution))
            .unwrap_or((Verdict::Accepted, Rule::Otherwise));
        (CaseResult { verdict, comparison: Some(Box::new(comparison)) }, rule)
    }

    /// The first divergence of the transcript, with any verdict.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.comparison.as_ref()?.divergence.as_ref()
    }

    /// Whether the run conforms.
    pub fn is_accepted(&self) -> bool {
        self.verdict == Verdict::Accepted
    }
}

/// The verdict on all runs of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The result of the run that decided.
    pub result: CaseResult,
    /// The index of that run.
    pub run: usize,
    /// Whether another run had another verdict.
    pub is_flaky: bool,
}

/// How many runs decide at most.
const RUNS: usize = 3;

/// The verdict on a case by its runs, the first of them made within the limits and each later one with
/// [`Limits::and_a_tenth`]; `None` if another run is needed.
///
/// # Panics
/// If there is no run.
pub fn settle(case: &Case, profile: Profile, limits: &Limits, runs: &[Execution]) -> Option<Settled> {
    let results: Vec<_> =
        runs.iter().map(|run| CaseResult::decide(case, profile, &within(limits, run))).collect();
    let verdict = |run: usize| results[run].verdict;
    let settled = |run: usize| {
        let is_flaky = results.iter().any(|result| result.verdict != verdict(run));
        Some(Settled { result: results[run].clone(), run, is_flaky })
    };
    let is_open = match (verdict(0), &runs[0].ending) {
        (Verdict::Accepted, _) => limits.is_near(&runs[0].usage),
        (_, Ending::Stopped(limit)) if limit.is_explained() => false,
        (_, Ending::Stopped(Limit::Cpu | Limit::Wall))
            if limits.and_a_quarter().time_passed_by(&runs[0].usage).is_some() =>
        {
            false
        }
        (verdict, _) => [Verdict::CpuTime, Verdict::WallTime].contains(&verdict),
    };
    let is_beyond = |run: &Execution| matches!(run.ending, Ending::Stopped(Limit::Cpu | Limit::Wall));
    match runs {
        [_] if is_open => None,
        [_] => settled(0),
        [_, later @ ..] if later.iter().any(is_beyond) && verdict(0) != Verdict::Accepted => settled(0),
        _ => match (1..runs.len()).find(|run| (0..*run).any(|before| verdict(before) == verdict(*run))) {
            Some(run) => settled(run),
            None if runs.len() < RUNS => None,
            None => settled(0),
        },
    }
}

/// A run for judging: one that took longer than these limits allow counts as stopped.
#[doc(hidden)]
pub fn within<'a>(limits: &Limits, run: &'a Execution) -> Cow<'a, Execution> {
    let late = limits.time_passed_by(&run.usage).filter(|_| matches!(run.ending, Ending::Exited(_)));
    late.map_or(Cow::Borrowed(run), |limit| {
        Cow::Owned(Execution { ending: Ending::Stopped(limit), ..run.clone() })
    })
}

/// Whether a run of a whole case ended well enough for its output to be looked at.
#[doc(hidden)]
pub fn ended_well(exit: ExitStatus, execution: &Execution) -> bool {
    fault_of_whole_ending(exit, execution).is_none()
}

/// Where another exit status than 0 is right, the assessment says whether it came.
fn fault_of_whole_ending(exit: ExitStatus, execution: &Execution) -> Option<(Verdict, Rule)> {
    let is_usual = exit == ExitStatus::Is(0);
    let by_status = || matches!(execution.ending, Ending::Exited(status) if is_usual && status != 0);
    fault_of_ending(&execution.ending)
        .or_else(|| fault_of_source(execution))
        .or_else(|| by_status().then_some((Verdict::Crashed, Rule::ExitStatus)))
}

/// The verdict on a run of a whole case.
fn of_whole(exit: ExitStatus, execution: &Execution) -> (Verdict, Rule) {
    let rejected = |assessment: &Assessment| assessment.objection.is_some();
    let assessment = execution.assessment.as_ref();
    let came_first = assessment.is_some_and(|assessment| assessment.came_first && rejected(assessment));
    let by_ending = || fault_of_whole_ending(exit, execution).filter(|_| !came_first);
    let by_output = || assessment.is_some_and(rejected).then_some((Verdict::Wrong, Rule::Transcript));
    // Without an assessment nothing is known of the output.
    let usual =
        assessment.map_or((Verdict::JudgeError, Rule::Lost), |_| (Verdict::Accepted, Rule::Otherwise));
    by_ending().or_else(by_output).unwrap_or(usual)
}

fn fault_of_ending(ending: &Ending) -> Option<(Verdict, Rule)> {
    match ending {
        Ending::Lost(_) => Some((Verdict::JudgeError, Rule::Lost)),
        Ending::NotStarted(_) => Some((Verdict::CannotRun, Rule::NotStarted)),
        Ending::Stopped(limit) => Some(fault_of_use(*limit)),
        Ending::Forbidden => Some((Verdict::Forbidden, Rule::Forbidden)),
        Ending::Signaled(_) | Ending::Trapped(_) => Some((Verdict::Crashed, Rule::Signal)),
        Ending::Exited(_) | Ending::Closed | Ending::Dismissed => None,
    }
}

fn fault_of_use(limit: Limit) -> (Verdict, Rule) {
    match limit {
        Limit::Memory => (Verdict::Memory, Rule::Memory),
        Limit::Output(_) => (Verdict::Output, Rule::Output),
        Limit::Processes => (Verdict::Processes, Rule::Processes),
        Limit::Files => (Verdict::Files, Rule::Files),
        Limit::Cpu | Limit::Spinning { .. } => (Verdict::CpuTime, Rule::Cpu),
        Limit::Idle => (Verdict::Idle, Rule::Idle),
        Limit::Stalled { .. } | Limit::Asleep { .. } | Limit::Wall => (Verdict::WallTime, Rule::Wall),
    }
}

fn fault_of_source(execution: &Execution) -> Option<(Verdict, Rule)> {
    execution.refusal.as_ref().map(|_| (Verdict::CompileError, Rule::Refused))
}

fn fault_of_transcript(divergence: &Divergence) -> Verdict {
    match divergence.kind {
        DivergenceKind::Wrong => Verdict::Wrong,
        DivergenceKind::Early => Verdict::Early,
        DivergenceKind::Extra => Verdict::Extra,
    }
}

fn fault_of_patience(expected: &ExpectedTranscript, execution: &Execution) -> Option<(Verdict, Rule)> {
    let turn = execution.dialogue.as_ref()?.beyond(expected.length()?);
    turn.map(|_| (Verdict::Idle, Rule::AskedOn))
}

fn fault_of_exit(profile: Profile, execution: &Execution) -> Option<(Verdict, Rule)> {
    match (profile, &execution.ending) {
        (Profile::Golf, _) => None,
        (Profile::Exact, Ending::Exited(status)) if *status != 0 => {
            Some((Verdict::Crashed, Rule::ExitStatus))
        }
        (Profile::Exact, _) => {
            (!execution.stderr.is_empty()).then_some((Verdict::Wrong, Rule::StandardError))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use console::execution::{Dialogue, Limits, Patience, Stream, TurnTiming, Usage};
    use std::time::Duration;
    use strum::VariantArray;

    const LIMITS: [Limit; 11] = [
        Limit::Memory,
        Limit::Output(Stream::Stdout),
        Limit::Output(Stream::Stderr),
        Limit::Processes,
        Limit::Files,
        Limit::Cpu,
        Limit::Spinning { has_read: Some(true) },
        Limit::Idle,
        Limit::Stalled { has_read: None },
        Limit::Asleep { has_read: Some(false) },
        Limit::Wall,
    ];

    fn endings() -> Vec<Ending> {
        let others = [
            Ending::Exited(0),
            Ending::Exited(1),
            Ending::Signaled(11),
            Ending::Trapped("divided by zero".to_owned()),
            Ending::Closed,
            Ending::Dismissed,
            Ending::Forbidden,
            Ending::NotStarted("not there".to_owned()),
            Ending::Lost("gone".to_owned()),
        ];
        LIMITS.map(Ending::Stopped).into_iter().chain(others).collect()
    }

    /// The transcripts of an empty and a wrong program, and the right one.
    fn transcripts(case: &Case) -> [Vec<u8>; 3] {
        let right = case.strict_transcript().echoed(&[]);
        [Vec::new(), b"hello\n".to_vec(), right]
    }

    fn judge(case: &Case, profile: Profile, stdout: Vec<u8>, ending: Ending) -> Verdict {
        judge_fed(case, profile, stdout, ending, None)
    }

    fn judge_fed(
        case: &Case,
        profile: Profile,
        stdout: Vec<u8>,
        ending: Ending,
        dialogue: Option<Dialogue>,
    ) -> Verdict {
        let execution = Execution { stdout, dialogue, ..Execution::of_nothing(ending) };
        let [first, again] = [(); 2].map(|()| CaseResult::decide(case, profile, &execution));
        assert_eq!(first, again);
        first.verdict
    }

    #[test]
    fn the_ending_has_precedence_over_the_transcript() {
        let case = Case::trial(&Dialect::Tictactoe);
        for profile in [Profile::Golf, Profile::Exact] {
            for ending in endings() {
                let verdicts = transcripts(&case).map(|text| judge(&case, profile, text, ending.clone()));
                if let Some((verdict, _)) = fault_of_ending(&ending) {
                    assert_eq!(verdicts, [verdict; 3], "{ending:?}");
                } else {
                    assert_eq!(verdicts[..2], [Verdict::Early, Verdict::Wrong], "{ending:?}");
                }
            }
        }
    }

    #[test]
    fn asking_after_the_end_is_idle() {
        let case = Case::trial(&Dialect::Tictactoe);
        let turn = TurnTiming { latency: Duration::ZERO, output: 0, was_waiting: true };
        let asking = |times| Some(Dialogue { lines: case.inputs.len(), turns: vec![turn; times] });
        let judge = |case: &Case, stdout, times, profile| {
            judge_fed(case, profile, stdout, Ending::Exited(0), asking(times))
        };
        let right = || case.strict_transcript().text();
        let lines = case.inputs.len();
        for profile in [Profile::Golf, Profile::Exact] {
            assert_eq!(judge(&case, right(), lines, profile), Verdict::Accepted);
            assert_eq!(judge(&case, right(), lines + 1, profile), Verdict::Idle);
            // A program that reads moves as arguments prompts without waiting.
            let prompted = Dialogue { lines: 0, turns: vec![TurnTiming { was_waiting: false, ..turn }] };
            let verdict = judge_fed(&case, profile, right(), Ending::Exited(0), Some(prompted));
            assert_eq!(verdict, Verdict::Accepted);
            assert_eq!(judge(&case, b"hello".to_vec(), lines + 1, profile), Verdict::Wrong);
            let more = [right(), b"X> ".to_vec()].concat();
            assert_eq!(judge(&case, more, lines + 1, profile), Verdict::Extra);
            // If the game is not over, asking for more is right.
            let begun = Case { inputs: case.inputs[..2].to_vec(), ..case.clone() };
            assert_eq!(
                judge(&begun, begun.strict_transcript().text(), lines + 1, profile),
                Verdict::Accepted
            );
        }
    }

    #[test]
    fn limits_have_an_order() {
        for (index, first) in LIMITS.iter().enumerate() {
            for second in &LIMITS[index..] {
                assert_eq!(first.min(second), second.min(first));
                assert_eq!(first.min(second), first, "the order is that of the table");
            }
        }
        let limits = Limits::default();
        let used = |memory, cpu| Usage { memory, cpu, ..Usage::default() };
        assert_eq!(limits.passed_by(&used(limits.memory, limits.cpu)), None);
        assert_eq!(limits.passed_by(&used(limits.memory + 1, limits.cpu * 2)), Some(Limit::Memory));
        assert_eq!(limits.passed_by(&used(0, limits.cpu * 2)), Some(Limit::Cpu));
    }

    #[test]
    fn the_facts_are_those_of_the_table() {
        let rows = include_str!("verdict.rs").lines().filter_map(|line| line.strip_prefix("//! | "));
        let facts: Vec<_> =
            rows.filter_map(|row| row.strip_suffix(" |")?.split(" | ").nth(2)).skip(1).collect();
        assert_eq!(facts, Rule::VARIANTS.iter().map(|rule| rule.fact()).collect::<Vec<_>>());
    }

    /// A right game that took this share of its time limit, or was stopped at the limit.
    fn timed(part: f64, is_stopped: bool) -> Execution {
        let case = Case::trial(&Dialect::Tictactoe);
        let stdout = case.strict_transcript().text();
        let wall = Limits::default().wall.mul_f64(part);
        let ending = if is_stopped { Ending::Stopped(Limit::Wall) } else { Ending::Exited(0) };
        let usage = Usage { wall, ..Usage::default() };
        Execution { stdout, usage, ..Execution::of_nothing(ending) }
    }

    #[test]
    fn near_a_limit_of_time_two_of_three_decide() {
        let case = Case::trial(&Dialect::Tictactoe);
        let decided = |runs: &[(f64, bool)]| {
            let runs: Vec<_> = runs.iter().map(|(part, is_stopped)| timed(*part, *is_stopped)).collect();
            let settled = settle(&case, Profile::Golf, &Limits::default(), &runs)?;
            Some((settled.result.verdict, settled.is_flaky))
        };
        assert_eq!(decided(&[(0.5, false)]), Some((Verdict::Accepted, false)));
        assert_eq!(decided(&[(0.95, false)]), None);
        assert_eq!(decided(&[(1.0, true)]), None);
        assert_eq!(decided(&[(0.95, false), (0.96, false)]), Some((Verdict::Accepted, false)));
        assert_eq!(decided(&[(0.95, false), (1.05, false)]), None);
        assert_eq!(decided(&[(0.95, false), (1.05, false), (0.97, false)]), Some((Verdict::Accepted, true)));
        assert_eq!(decided(&[(1.0, true), (0.95, false), (1.05, false)]), Some((Verdict::WallTime, true)));
        assert_eq!(
            decided(&[(1.0, true), (1.1, true)]),
            Some((Verdict::WallTime, false)),
            "it is beyond the tenth"
        );
        assert_eq!(decided(&[(1.0, true), (0.95, false), (0.95, false)]), Some((Verdict::Accepted, true)));
        assert_eq!(decided(&[(1.26, true)]), Some((Verdict::WallTime, false)), "it is beyond the quarter");
        assert_eq!([decided(&[(1.24, true)]), decided(&[(1.26, false)])], [None, None]);
    }

    #[test]
    fn what_explains_itself_is_settled_by_one_run() {
        let case = Case::trial(&Dialect::Tictactoe);
        let limits = Limits::patient(Patience::default());
        for limit in LIMITS.into_iter().filter(|limit| limit.is_of_time()) {
            let run = Execution::of_nothing(Ending::Stopped(limit));
            let settled = settle(&case, Profile::Golf, &limits, &[run]);
            assert_eq!(settled.is_some(), limit.is_explained(), "{limit}");
            let right = Execution {
                stdout: case.strict_transcript().text(),
                ..Execution::of_nothing(Ending::Stopped(limit))
            };
            let verdict = CaseResult::decide(&case, Profile::Golf, &right).verdict;
            assert!(
                [Verdict::CpuTime, Verdict::WallTime].contains(&verdict),
                "{limit}: right, and yet not done"
            );
        }
    }

    #[test]
    fn a_refused_source_differs_from_an_early_end() {
        let case = Case::trial(&Dialect::Tictactoe);
        let refused = Execution {
            refusal: Some("a.sh: 3: Syntax error: end of file unexpected".to_owned()),
            ..Execution::of_nothing(Ending::Exited(2))
        };
        let right = Execution { stdout: case.strict_transcript().text(), ..refused.clone() };
        let verdict = |run: &Execution| CaseResult::decide(&case, Profile::Golf, run).verdict;
        assert_eq!([verdict(&refused), verdict(&right)], [Verdict::CompileError, Verdict::Accepted]);
    }

    mod properties {
        use super::*;
        use proptest::prelude::*;

        fn ending() -> impl Strategy<Value = Ending> {
            proptest::sample::select(endings())
        }

        fn execution() -> impl Strategy<Value = Execution> {
            let bytes = || proptest::collection::vec(any::<u8>(), 0..40);
            let right = Case::trial(&Dialect::Tictactoe).strict_transcript().text();
            let stdout = prop_oneof![Just(right), bytes()];
            (stdout, bytes(), ending(), 0.0..1.3_f64, 0.0..1.3_f64).prop_map(
                |(stdout, stderr, ending, wall, cpu)| {
                    let limits = Limits::default();
                    let (wall, cpu) = (limits.wall.mul_f64(wall), limits.cpu.mul_f64(cpu));
                    let usage = Usage { wall, cpu, ..Usage::default() };
                    Execution { stdout, stderr, usage, ..Execution::of_nothing(ending) }
                },
            )
        }

        fn profile() -> impl Strategy<Value = Profile> {
            proptest::sample::select(vec![Profile::Golf, Profile::Exact])
        }

        proptest! {
            #[test]
            fn a_verdict_is_total_and_the_same_each_time(run in execution(), profile in profile()) {
                let case = Case::trial(&Dialect::Tictactoe);
                let (result, rule) = CaseResult::explain(&case, profile, &run);
                prop_assert_eq!(&result, &CaseResult::decide(&case, profile, &run));
                prop_assert_eq!(result.is_accepted(), rule == Rule::Otherwise);
                prop_assert!(!result.is_accepted() || result.divergence().is_none());
            }

            #[test]
            fn three_runs_settle_every_case_in_any_order(
                runs in proptest::collection::vec(execution(), 3),
                profile in profile(),
            ) {
                let case = Case::trial(&Dialect::Tictactoe);
                let limits = Limits::default();
                let verdict = |runs: &[Execution]| {
                    settle(&case, profile, &limits, runs).map(|settled| settled.result.verdict)
                };
                let swapped = [runs[0].clone(), runs[2].clone(), runs[1].clone()];
                prop_assert!(verdict(&runs).is_some());
                prop_assert_eq!(verdict(&runs), verdict(&swapped));
            }
        }
    }
}
