//! Pass or fail: the one place where it is decided.
//!
//! A verdict follows from recorded facts alone (what was printed, how the process ended) and never
//! from which of them was noticed first. Where several words would fit, the first of this order is
//! taken:
//!
//! | order | word | fact |
//! |---|---|---|
//! | 1 | `judge-error` | the judge lost sight of it |
//! | 2 | `cannot-run` | it was not started |
//! | 3 | `memory` | it used more memory than it may |
//! | 4 | `output` | a stream went beyond its limit |
//! | 5 | `processes` | it had more processes than it may |
//! | 6 | `files` | it wrote more into files than it may |
//! | 7 | `cpu-time` | it used more processor time than it may |
//! | 8 | `idle` | it waited for input that does not come |
//! | 9 | `wall-time` | it was still there when its time was over |
//! | 10 | `forbidden` | the sandbox ended it for a call that no candidate may make |
//! | 11 | `crashed` | a signal ended it |
//! | 12 | `wrong`, `early`, `extra` | the transcript leaves the script |
//! | 13 | `idle` | fed line by line, it asked for one more after the end of the game |
//! | 14 | `crashed` | under a profile that judges it: an exit status other than 0 |
//! | 15 | `wrong` | under a profile that judges it: something on standard error |
//! | 16 | `accepted` | nothing of the above |
//!
//! A game that ends in what the specification leaves open is judged up to there only; if the
//! transcript is right so far, how the process ended is not held against it.
//!
//! Who is fed ahead finds the end of input where a person would still have the keyboard; so asking for
//! one more line after the end of the game, and reading everything before the first word, are faults
//! only line by line. The end of input is given then, and the transcript is judged first.

use crate::execution::{Ending, Execution, Limit};
use crate::suite::Case;
use crate::transcript::{Divergence, DivergenceKind, Script, Tolerance, compare};

/// The judge's word on one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// It did what the specification says.
    Accepted,
    /// It printed something else.
    Wrong,
    /// It ended before the game did.
    Early,
    /// It went on after the end.
    Extra,
    /// It used too much processor time.
    CpuTime,
    /// It was not done in time.
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
    /// It made a call that no candidate may make.
    Forbidden,
    /// A signal ended it, or an exit status that the profile judges.
    Crashed,
    /// It does not compile.
    CompileError,
    /// It could not be started.
    CannotRun,
    /// The judge failed, and nothing is said of the candidate.
    JudgeError,
}

impl Word {
    /// The word as it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Word::Accepted => "accepted",
            Word::Wrong => "wrong",
            Word::Early => "early",
            Word::Extra => "extra",
            Word::CpuTime => "cpu-time",
            Word::WallTime => "wall-time",
            Word::Idle => "idle",
            Word::Memory => "memory",
            Word::Processes => "processes",
            Word::Files => "files",
            Word::Output => "output",
            Word::Forbidden => "forbidden",
            Word::Crashed => "crashed",
            Word::CompileError => "compile-error",
            Word::CannotRun => "cannot-run",
            Word::JudgeError => "judge-error",
        }
    }
}

/// The judge's word on one run, and where the transcript left the script, if it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The ruling.
    pub word: Word,
    /// The first divergence of the transcript, whatever the ruling.
    pub divergence: Option<Divergence>,
}

impl Verdict {
    /// Judges one run.
    pub fn decide(case: &Case, tolerance: Tolerance, execution: &Execution) -> Verdict {
        let script = case.script(tolerance);
        let divergence = compare(&script, &execution.stdout, tolerance);
        let is_right_so_far = divergence.is_none() && !script.is_settled();
        let word = fault_of_ending(&execution.ending)
            .filter(|word| [Word::JudgeError, Word::CannotRun].contains(word) || !is_right_so_far)
            .or(divergence.as_ref().map(fault_of_transcript))
            .or_else(|| fault_of_patience(&script, execution))
            .or_else(|| fault_of_manners(tolerance, execution))
            .unwrap_or(Word::Accepted);
        Verdict { word, divergence }
    }

    /// Whether the run conforms.
    pub fn is_accepted(&self) -> bool {
        self.word == Word::Accepted
    }
}

fn fault_of_ending(ending: &Ending) -> Option<Word> {
    match ending {
        Ending::NotStarted(_) => Some(Word::CannotRun),
        Ending::Lost(_) => Some(Word::JudgeError),
        Ending::Stopped(limit) => Some(fault_of_use(*limit)),
        Ending::Forbidden => Some(Word::Forbidden),
        Ending::Signaled(_) => Some(Word::Crashed),
        Ending::Exited(_) | Ending::Closed => None,
    }
}

fn fault_of_use(limit: Limit) -> Word {
    match limit {
        Limit::Memory => Word::Memory,
        Limit::Output(_) => Word::Output,
        Limit::Processes => Word::Processes,
        Limit::Files => Word::Files,
        Limit::Cpu => Word::CpuTime,
        Limit::Idle => Word::Idle,
        Limit::Wall => Word::WallTime,
    }
}

fn fault_of_transcript(divergence: &Divergence) -> Word {
    match divergence.kind {
        DivergenceKind::Wrong => Word::Wrong,
        DivergenceKind::Early => Word::Early,
        DivergenceKind::Extra => Word::Extra,
    }
}

fn fault_of_patience(script: &Script, execution: &Execution) -> Option<Word> {
    let turn = execution.dialogue.as_ref()?.beyond(script.length()?);
    turn.map(|_| Word::Idle)
}

fn fault_of_manners(tolerance: Tolerance, execution: &Execution) -> Option<Word> {
    match (tolerance, &execution.ending) {
        (Tolerance::Golf, _) => None,
        (Tolerance::Exact, Ending::Exited(status)) if *status != 0 => Some(Word::Crashed),
        (Tolerance::Exact, _) => (!execution.stderr.is_empty()).then_some(Word::Wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::execution::{Dialogue, Limits, Stream, Turn, Usage};
    use std::time::Duration;

    const LIMITS: [Limit; 8] = [
        Limit::Memory,
        Limit::Output(Stream::Stdout),
        Limit::Output(Stream::Stderr),
        Limit::Processes,
        Limit::Files,
        Limit::Cpu,
        Limit::Idle,
        Limit::Wall,
    ];

    fn endings() -> Vec<Ending> {
        let others = [
            Ending::Exited(0),
            Ending::Exited(1),
            Ending::Signaled(11),
            Ending::Closed,
            Ending::Forbidden,
            Ending::NotStarted("not there".to_owned()),
            Ending::Lost("gone".to_owned()),
        ];
        LIMITS.map(Ending::Stopped).into_iter().chain(others).collect()
    }

    /// The transcripts of an empty and a wrong program, and the right one.
    fn transcripts(case: &Case) -> [Vec<u8>; 3] {
        let right = case.strict_script().echoed_until(None, &[]);
        [Vec::new(), b"hello\n".to_vec(), right]
    }

    fn judge(case: &Case, tolerance: Tolerance, stdout: Vec<u8>, ending: Ending) -> Word {
        judge_fed(case, tolerance, stdout, ending, None)
    }

    fn judge_fed(
        case: &Case,
        tolerance: Tolerance,
        stdout: Vec<u8>,
        ending: Ending,
        dialogue: Option<Dialogue>,
    ) -> Word {
        let execution = Execution { stdout, dialogue, ..Execution::of_nothing(ending) };
        let [first, again] = [(); 2].map(|()| Verdict::decide(case, tolerance, &execution));
        assert_eq!(first, again);
        first.word
    }

    #[test]
    fn every_record_has_one_word_and_how_it_ended_comes_before_what_it_said() {
        let case = Case::trial(Dialect::Tictactoe);
        for tolerance in [Tolerance::Golf, Tolerance::Exact] {
            for ending in endings() {
                let words = transcripts(&case).map(|text| judge(&case, tolerance, text, ending.clone()));
                if let Some(word) = fault_of_ending(&ending) {
                    assert_eq!(words, [word; 3], "{ending:?}");
                } else {
                    assert_eq!(words[..2], [Word::Early, Word::Wrong], "{ending:?}");
                }
            }
        }
    }

    #[test]
    fn who_asks_for_a_line_after_the_end_is_idle_unless_something_worse_is_true() {
        let case = Case::trial(Dialect::Tictactoe);
        let turn = Turn { latency: Duration::ZERO, output: 0, was_waiting: true };
        let asking = |times| Some(Dialogue { lines: case.inputs.len(), turns: vec![turn; times] });
        let judge = |case: &Case, stdout, times, tolerance| {
            judge_fed(case, tolerance, stdout, Ending::Exited(0), asking(times))
        };
        let right = || case.strict_script().text();
        let lines = case.inputs.len();
        for tolerance in [Tolerance::Golf, Tolerance::Exact] {
            assert_eq!(judge(&case, right(), lines, tolerance), Word::Accepted);
            assert_eq!(judge(&case, right(), lines + 1, tolerance), Word::Idle);
            // Whoever takes moves as arguments prompts without waiting for anything.
            let prompted = Dialogue { lines: 0, turns: vec![Turn { was_waiting: false, ..turn }] };
            let word = judge_fed(&case, tolerance, right(), Ending::Exited(0), Some(prompted));
            assert_eq!(word, Word::Accepted);
            assert_eq!(judge(&case, b"hello".to_vec(), lines + 1, tolerance), Word::Wrong);
            let more = [right(), b"X> ".to_vec()].concat();
            assert_eq!(judge(&case, more, lines + 1, tolerance), Word::Extra);
            // Where the game is not over, there is more to ask for.
            let begun = Case { inputs: case.inputs[..2].to_vec(), ..case.clone() };
            assert_eq!(judge(&begun, begun.strict_script().text(), lines + 1, tolerance), Word::Accepted);
        }
    }

    #[test]
    fn of_several_limits_the_same_one_counts_in_whatever_order_they_were_noticed() {
        for (index, first) in LIMITS.iter().enumerate() {
            for second in &LIMITS[index..] {
                assert_eq!(first.min(second), second.min(first));
                assert_eq!(first.min(second), first, "the order is that of the table");
            }
        }
        let limits = Limits::default();
        let used = |memory, cpu| Usage { memory, cpu, wall: Duration::ZERO };
        assert_eq!(limits.passed_by(&used(limits.memory, limits.cpu)), None);
        assert_eq!(limits.passed_by(&used(limits.memory + 1, limits.cpu * 2)), Some(Limit::Memory));
        assert_eq!(limits.passed_by(&used(0, limits.cpu * 2)), Some(Limit::Cpu));
    }
}
