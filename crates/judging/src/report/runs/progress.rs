//! Programs over many runs: with which size each was accepted and when, and its best so far.

use schemars::JsonSchema;
use serde::Serialize;

use super::programs::{SavedProgram, Standing};
use super::table::{Column, Highlight, Table, TableRow};
use crate::golf::Measure;
use crate::runner::VerdictWord;

/// A program over many runs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Program")]
pub(super) struct ProgramProgress {
    /// Its name.
    name: String,
    /// Its language, as the latest run says.
    language: Option<String>,
    /// The shortest size with which it was accepted.
    best: Option<u64>,
    /// The runs that judged it, in their order.
    #[serde(rename = "runs")]
    steps: Vec<ProgressStep>,
}

/// The result of a program in a run, with its effect on the best.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Run")]
struct ProgressStep {
    /// When the run began; null if it does not say so.
    #[schemars(extend("format" = "date-time"))]
    date: Option<String>,
    #[serde(flatten)]
    standing: Standing,
    /// By how much it is longer than when it was accepted before; null if it is not accepted, or was not before.
    change: Option<i64>,
    /// The shortest size with which it was accepted up to this run.
    best: Option<u64>,
    /// Whether it is shorter than ever before.
    #[serde(skip)]
    is_best: bool,
    /// Whether it is accepted with another size than before.
    #[serde(skip)]
    is_new: bool,
}

const COLUMNS: [Column; 7] = [
    Column { heading: "when (UTC)", class: "language" },
    Column { heading: "bytes", class: "number bytes" },
    Column { heading: "chars", class: "number" },
    Column { heading: "change", class: "number" },
    Column { heading: "best", class: "number" },
    Column { heading: "program", class: "program" },
    // Shown with all runs; of the others it is always `accepted`.
    Column { heading: "verdict", class: "ruling" },
];

/// The programs that were judged in runs of these dates.
pub(super) fn progress(
    programs: &[SavedProgram],
    dates: &[Option<String>],
    scoring: Measure,
) -> Vec<ProgramProgress> {
    let all = programs.iter().map(|program| ProgramProgress::of(program, dates, scoring));
    all.filter(|program| !program.steps.is_empty()).collect()
}

/// The table of these programs: the runs in which one was accepted with another size than before, or all.
pub(super) fn table(programs: &[ProgramProgress], dates: &[Option<String>], is_whole: bool) -> Table {
    let steps = programs.iter().flat_map(|program| program.steps.iter().map(move |step| (program, step)));
    let shown = steps.filter(|(_, step)| is_whole || step.is_new).enumerate();
    let count = if is_whole { COLUMNS.len() } else { COLUMNS.len() - 1 };
    Table {
        sum: sum(programs, dates),
        mark: Highlight::New,
        caption: "Each program, the latest run last. Only what is accepted sets a best.",
        is_of_pairs: false,
        columns: &COLUMNS[..count],
        rows: shown.map(|(place, (program, step))| step.row(place, &program.name, count)).collect(),
    }
}

/// How many programs have an accepted size, and in how many runs, as one line.
fn sum(programs: &[ProgramProgress], dates: &[Option<String>]) -> String {
    let accepted = programs.iter().filter(|program| program.best.is_some()).count();
    let all = programs.len();
    let noun = if all == 1 { "program" } else { "programs" };
    format!("{accepted} of {all} {noun} with an accepted size, in {}", span(dates))
}

/// How many runs there are, and of which days.
fn span(dates: &[Option<String>]) -> String {
    let day = |date: Option<&Option<String>>| Some(date?.as_deref()?[..10].to_owned());
    let runs = if dates.len() == 1 { "1 run".to_owned() } else { format!("{} runs", dates.len()) };
    match day(dates.first()).zip(day(dates.last())) {
        None => runs,
        Some((first, last)) if first == last => format!("{runs} of {first}"),
        Some((first, last)) => format!("{runs} from {first} to {last}"),
    }
}

impl ProgramProgress {
    fn of(program: &SavedProgram, dates: &[Option<String>], scoring: Measure) -> ProgramProgress {
        let (mut before, mut best): (Option<&Standing>, Option<u64>) = (None, None);
        let dated = dates.iter().zip(&program.standings);
        let judged = dated.filter_map(|(date, standing)| Some((date, standing.as_ref()?)));
        let judged = judged.filter(|(_, standing)| standing.verdict.is_some());
        let steps: Vec<_> = judged
            .map(|(date, standing)| {
                let size = accepted(standing, scoring);
                let is_best = size.is_some_and(|size| best.is_none_or(|best| size < best));
                best = best.into_iter().chain(size).min();
                let last = before.and_then(|before| accepted(before, scoring));
                let change = last.zip(size).and_then(|(last, size)| difference(last, size));
                let is_new = size.is_some() && before.is_none_or(|before| differ(before, standing));
                if standing.is_accepted() {
                    before = Some(standing);
                }
                ProgressStep { date: date.clone(), standing: standing.clone(), change, best, is_best, is_new }
            })
            .collect();
        let language = steps.last().and_then(|step| step.standing.language.clone());
        ProgramProgress { name: program.name.clone(), language, best, steps }
    }
}

impl ProgressStep {
    fn row(&self, place: usize, name: &str, count: usize) -> TableRow {
        let number = |number: Option<u64>| (number.map(|it| it.to_string()).unwrap_or_default(), number);
        let when = self.date.as_ref().map(|date| date[..16].replacen('T', " ", 1)).unwrap_or_default();
        let mut cells = vec![
            (when, Some(place as u64)),
            number(self.standing.bytes),
            number(self.standing.chars),
            (self.change.map(signed).unwrap_or_default(), None),
            number(self.best),
            (name.to_owned(), None),
            (self.standing.word().to_owned(), None),
        ];
        cells.truncate(count);
        let mark = match self.standing.verdict {
            _ if self.is_best => Highlight::Good,
            Some(VerdictWord::Judged(_)) if self.standing.is_accepted() => Highlight::New,
            Some(VerdictWord::Judged(_)) => Highlight::Bad,
            Some(VerdictWord::NotJudged(_)) | None => Highlight::Faint,
        };
        TableRow { mark, cells, why: None }
    }
}

/// The size that counts, if it is accepted.
fn accepted(standing: &Standing, scoring: Measure) -> Option<u64> {
    scoring.of(standing.bytes, standing.chars).filter(|_| standing.is_accepted())
}

fn differ(old: &Standing, new: &Standing) -> bool {
    (old.bytes, old.chars) != (new.bytes, new.chars)
}

/// From one size to another. `None` if no number of 64 bits says that.
fn difference(from: u64, to: u64) -> Option<i64> {
    i64::try_from(i128::from(to) - i128::from(from)).ok()
}

fn signed(change: i64) -> String {
    if change == 0 { "0".to_owned() } else { format!("{change:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Skipped;
    use crate::verdict::Verdict;

    const ACCEPTED: VerdictWord = VerdictWord::Judged(Verdict::Accepted);
    const WRONG: VerdictWord = VerdictWord::Judged(Verdict::Wrong);
    const SKIPPED: VerdictWord = VerdictWord::NotJudged(Skipped::Skipped);

    /// The change, the best and whether a step is new, for each of these runs.
    fn steps_of(
        runs: &[(VerdictWord, Option<u64>, Option<u64>)],
        scoring: Measure,
    ) -> Vec<(Option<i64>, Option<u64>, bool)> {
        let standing = |(verdict, bytes, chars): &(VerdictWord, Option<u64>, Option<u64>)| Standing {
            verdict: Some(*verdict),
            bytes: *bytes,
            chars: *chars,
            language: None,
            is_good: false,
            reason: String::new(),
            pace: None,
        };
        let standings = runs.iter().map(|run| Some(standing(run))).collect();
        let program = SavedProgram { name: "p".to_owned(), standings };
        let program = ProgramProgress::of(&program, &vec![None; runs.len()], scoring);
        assert_eq!(program.best, program.steps.iter().filter_map(|step| step.best).min());
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
        assert_eq!(steps_of(&runs, Measure::Bytes), by_bytes);
        let bests: Vec<_> = steps_of(&runs, Measure::Chars).iter().map(|(_, best, _)| *best).collect();
        assert_eq!(bests, [None, Some(18), Some(18), Some(18), Some(18), Some(17), Some(15)]);
    }

    #[test]
    fn what_has_no_size_has_no_best_and_no_change() {
        let runs = [(ACCEPTED, None, None), (ACCEPTED, Some(u64::MAX), None), (ACCEPTED, Some(0), Some(0))];
        let by_bytes = [(None, None, false), (None, Some(u64::MAX), true), (None, Some(0), true)];
        assert_eq!(steps_of(&runs, Measure::Bytes), by_bytes);
        let by_chars = [(None, None, false), (None, None, false), (None, Some(0), true)];
        assert_eq!(steps_of(&runs, Measure::Chars), by_chars);
        assert_eq!(steps_of(&[], Measure::Bytes), []);
    }
}
