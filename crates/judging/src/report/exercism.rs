//! A run as the results of an Exercism test runner, by version 2 of its published interface
//! (<https://exercism.org/docs/building/tooling/test-runners/interface>): each program is a test, or each of its cases.
//!
//! Version 3 only adds the number of a task of an exercise, which a program is not.

use serde::Serialize;

use super::mark::{Mark, MarkedTest, TestStatus, marks};
use super::{Record, json};

/// How long the output of a test may be, in characters.
const OUTPUT: usize = 500;

/// The text that the interface proposes for the end of an output that was cut.
const CUT: &str = "\nOutput was truncated. Please limit to 500 chars";

/// How long a message may be. The interface counts characters, and says that fewer fit if they are of several bytes.
const MESSAGE: usize = 65_535;

/// `results.json`.
#[derive(Serialize)]
struct ExercismResults {
    version: u8,
    status: TestStatus,
    /// Why no program could be tried, if none could.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    tests: Vec<ExercismTest>,
}

#[derive(Serialize)]
struct ExercismTest {
    name: String,
    status: TestStatus,
    /// Why it did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The game in which it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    test_code: String,
}

pub(crate) fn exercism(record: &Record) -> String {
    let marks = marks(record);
    let is_error = marks.iter().all(|mark| mark.outcome == TestStatus::Untried);
    let status = if is_error {
        TestStatus::Untried
    } else if marks.iter().all(|mark| mark.outcome == TestStatus::Passed) {
        TestStatus::Passed
    } else {
        TestStatus::Failed
    };
    let message = is_error.then(|| cut(&all_faults(&marks), MESSAGE, ""));
    let tests = marks.iter().flat_map(|mark| {
        let tests = mark.tests(&record.heading.dialect, 1, None).into_iter();
        tests.map(move |test| self::test(mark, test))
    });
    json::pretty(&ExercismResults { version: 2, status, message, tests: tests.collect() })
}

/// The faults of all programs; that of a single one without its name.
fn all_faults(marks: &[Mark<'_>]) -> String {
    let fault = |mark: &Mark<'_>| mark.fault().unwrap_or_default();
    match marks {
        [] => "no program was judged".to_owned(),
        [mark] => fault(mark),
        _ => marks
            .iter()
            .map(|mark| format!("{}: {}", mark.name(), fault(mark)))
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

fn test(mark: &Mark<'_>, test: MarkedTest) -> ExercismTest {
    let game = mark.report.and_then(|report| Some(report.failure.as_ref()?.session().game.clone()));
    ExercismTest {
        name: test.name,
        status: test.outcome,
        message: test.fault.map(|fault| cut(&fault, MESSAGE, "")),
        output: game.filter(|game| !game.is_empty()).map(|game| cut(&game, OUTPUT, CUT)),
        test_code: mark.tried(),
    }
}

/// A text of at most this many bytes, with this note at its end if it had to be cut. Bytes are never fewer than characters, however
/// a reader counts these.
fn cut(text: &str, most: usize, note: &str) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most - note.len()).rfind(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}{note}", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_the_limit_between_characters() {
        assert_eq!(cut("abc", 3, "…"), "abc");
        assert_eq!(cut("äöü", 5, ""), "äö");
        for text in ["x".repeat(501), "ü".repeat(300), format!("x{}", "語".repeat(200))] {
            let short = cut(&text, OUTPUT, CUT);
            assert!(short.len() <= OUTPUT && short.len() > OUTPUT - 3 && short.ends_with(CUT), "{short}");
            assert!(text.starts_with(short.strip_suffix(CUT).unwrap()));
        }
    }
}
