//! One program over many runs.

use std::time::SystemTime;

use crate::golf::Measure;
use crate::runner::VerdictWord;
use crate::runner::{Candidate, CandidateReport};
use crate::verdict::Verdict;

/// What a run says of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// What became of it.
    pub(super) verdict: VerdictWord,
    /// Its language.
    pub(super) language: Option<String>,
    /// Its size in bytes.
    pub(super) bytes: Option<u64>,
    /// Its size in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
}

/// What a run says of a program, and what that means for its best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// When the run began.
    pub(super) when: SystemTime,
    /// What it says.
    pub(super) entry: Entry,
    /// By how much it is longer than when it was accepted before; none if it is not accepted now, or was not before.
    pub(super) change: Option<i64>,
    /// The shortest size with which it was accepted up to this run.
    pub(super) best: Option<u64>,
    /// Whether it is shorter than ever before.
    pub(super) is_best: bool,
    /// Whether it is accepted with another size than before.
    pub(super) is_new: bool,
}

/// A program over many runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// Its name.
    pub(super) name: String,
    /// The runs that judged it, the oldest first.
    pub(super) steps: Vec<Step>,
}

impl Entry {
    pub(super) fn of(candidate: &Candidate, report: &CandidateReport) -> Entry {
        Entry {
            verdict: VerdictWord::from(&report.status),
            language: candidate.language.clone(),
            bytes: candidate.bytes,
            chars: candidate.chars,
        }
    }

    /// The size that counts, if it is accepted.
    fn accepted(&self, scoring: Measure) -> Option<u64> {
        scoring.of(self.bytes, self.chars).filter(|_| self.is_accepted())
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.verdict == VerdictWord::Judged(Verdict::Accepted)
    }
}

impl Program {
    /// A program of which runs say this, the oldest first.
    pub(super) fn new(
        name: String,
        entries: impl Iterator<Item = (SystemTime, Entry)>,
        scoring: Measure,
    ) -> Program {
        let (mut before, mut best): (Option<Entry>, Option<u64>) = (None, None);
        let step = |(when, entry): (SystemTime, Entry)| {
            let size = entry.accepted(scoring);
            let is_best = size.is_some_and(|size| best.is_none_or(|best| size < best));
            best = best.into_iter().chain(size).min();
            let last = before.as_ref().and_then(|before| before.accepted(scoring));
            let change = last.zip(size).and_then(|(last, size)| difference(last, size));
            let is_new = size.is_some() && before.as_ref().is_none_or(|before| differ(before, &entry));
            if entry.is_accepted() {
                before = Some(entry.clone());
            }
            Step { when, entry, change, best, is_best, is_new }
        };
        Program { name, steps: entries.map(step).collect() }
    }

    /// The shortest size with which it was accepted.
    pub(super) fn best(&self) -> Option<u64> {
        self.steps.last().and_then(|step| step.best)
    }

    /// Its language, as the latest run says.
    pub(super) fn language(&self) -> Option<&str> {
        self.steps.last().and_then(|step| step.entry.language.as_deref())
    }
}

fn differ(old: &Entry, new: &Entry) -> bool {
    (old.bytes, old.chars) != (new.bytes, new.chars)
}

/// From one size to another; none if no number of 64 bits says that.
fn difference(from: u64, to: u64) -> Option<i64> {
    i64::try_from(i128::from(to) - i128::from(from)).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::runner::Skipped;

    const ACCEPTED: VerdictWord = VerdictWord::Judged(Verdict::Accepted);
    const WRONG: VerdictWord = VerdictWord::Judged(Verdict::Wrong);
    const SKIPPED: VerdictWord = VerdictWord::NotJudged(Skipped::Skipped);

    /// The change, the best and whether a step is new, for each of these runs.
    fn told(
        runs: &[(VerdictWord, Option<u64>, Option<u64>)],
        scoring: Measure,
    ) -> Vec<(Option<i64>, Option<u64>, bool)> {
        let entries = runs.iter().enumerate().map(|(second, (verdict, bytes, chars))| {
            let when = SystemTime::UNIX_EPOCH + Duration::from_secs(second as u64);
            (when, Entry { verdict: *verdict, language: None, bytes: *bytes, chars: *chars })
        });
        let program = Program::new("p".to_owned(), entries, scoring);
        assert_eq!(program.best(), program.steps.iter().filter_map(|step| step.best).min());
        program.steps.iter().map(|step| (step.change, step.best, step.is_new)).collect()
    }

    #[test]
    fn only_what_is_accepted_sets_a_best() {
        let runs = [
            (WRONG, Some(5), Some(5)),
            (ACCEPTED, Some(20), Some(18)),
            (ACCEPTED, Some(20), Some(18)),
            (WRONG, Some(10), Some(9)),
            (SKIPPED, Some(1), Some(1)),
            (ACCEPTED, Some(21), Some(17)),
            (ACCEPTED, Some(15), Some(15)),
        ];
        let by_bytes = [
            (None, None, false),
            (None, Some(20), true),
            (Some(0), Some(20), false),
            (None, Some(20), false),
            (None, Some(20), false),
            (Some(1), Some(20), true),
            (Some(-6), Some(15), true),
        ];
        assert_eq!(told(&runs, Measure::Bytes), by_bytes);
        let bests: Vec<_> = told(&runs, Measure::Chars).iter().map(|(_, best, _)| *best).collect();
        assert_eq!(bests, [None, Some(18), Some(18), Some(18), Some(18), Some(17), Some(15)]);
    }

    #[test]
    fn what_has_no_size_has_no_best_and_no_change() {
        let runs = [(ACCEPTED, None, None), (ACCEPTED, Some(u64::MAX), None), (ACCEPTED, Some(0), Some(0))];
        let by_bytes = [(None, None, false), (None, Some(u64::MAX), true), (None, Some(0), true)];
        assert_eq!(told(&runs, Measure::Bytes), by_bytes);
        let by_chars = [(None, None, false), (None, None, false), (None, Some(0), true)];
        assert_eq!(told(&runs, Measure::Chars), by_chars);
        assert_eq!(told(&[], Measure::Bytes), []);
    }
}
