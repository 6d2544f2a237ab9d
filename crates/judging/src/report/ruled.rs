//! The ruling on a program in one line, with what has changed since the last one.

use super::table::summary;
use crate::runner::{Candidate, CandidateReport};

/// The ruling on a program, in words, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruled {
    verdict: &'static str,
    words: String,
    is_accepted: bool,
    bytes: Option<u64>,
}

impl Ruled {
    pub(crate) fn of(candidate: &Candidate, report: &CandidateReport) -> Ruled {
        let is_accepted = report.conforms() == Some(true);
        Ruled { verdict: report.verdict(), words: summary(report), is_accepted, bytes: candidate.bytes }
    }

    pub(crate) fn is_accepted(&self) -> bool {
        self.is_accepted
    }

    pub(crate) fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// In one line, with what was different in the ruling before.
    pub(crate) fn since(&self, before: Option<&Ruled>) -> String {
        let Ruled { verdict, words, is_accepted, bytes } = self;
        let size = size_since(*bytes, before.and_then(|before| before.bytes));
        let was = before.map(|before| (before.verdict, before.is_accepted));
        match was {
            Some((_, true)) if !is_accepted => format!("was accepted, now {words}"),
            Some((old, false)) if !is_accepted && old == *verdict => format!("still {words}"),
            Some((old, false)) => format!("{words}{size}; was {old}"),
            _ => format!("{words}{size}"),
        }
    }
}

/// A size, with how much it has changed.
pub(crate) fn size_since(bytes: Option<u64>, before: Option<u64>) -> String {
    let change = bytes.zip(before).map(|(now, before)| now.cast_signed() - before.cast_signed());
    let change = change.filter(|change| *change != 0).map(|change| format!(" ({change:+})"));
    bytes.map(|bytes| format!(", {bytes} bytes{}", change.unwrap_or_default())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled(verdict: &'static str, words: &str, bytes: u64) -> Ruled {
        Ruled { verdict, words: words.to_owned(), is_accepted: verdict == "accepted", bytes: Some(bytes) }
    }

    #[test]
    fn what_has_changed_is_told() {
        let long = ruled("accepted", "accepted (complete)", 213);
        let short = ruled("accepted", "accepted (complete)", 209);
        let wrong = ruled("wrong", "wrong: writes a tab", 209);
        let other = ruled("wrong", "wrong: writes nothing", 209);
        let late = ruled("timeout", "timeout: loops", 212);
        for (now, before, expected) in [
            (&long, None, "accepted (complete), 213 bytes"),
            (&short, Some(&long), "accepted (complete), 209 bytes (-4)"),
            (&short, Some(&short), "accepted (complete), 209 bytes"),
            (&wrong, Some(&long), "was accepted, now wrong: writes a tab"),
            (&other, Some(&wrong), "still wrong: writes nothing"),
            (&late, Some(&wrong), "timeout: loops, 212 bytes (+3); was wrong"),
            (&long, Some(&late), "accepted (complete), 213 bytes (+1); was timeout"),
        ] {
            assert_eq!(now.since(before), expected);
        }
    }
}
