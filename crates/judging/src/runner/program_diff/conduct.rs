//! What a program did in a session, as far as it is compared with another one's conduct: its output, whether it asked on,
//! and whether it failed.

use crate::challenge::{Freedoms, Recording};
use crate::execution::{Ending, Execution, first_words};
use crate::runner::candidate::Candidate;
use crate::runner::crash::Crash;
use crate::runner::session_player::Played;
use crate::suite::IoMode;
use crate::transcript::visible_line;

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conduct {
    /// Its answers. Of a program that failed, those up to then.
    pub recording: Recording,
    pub end: End,
}

/// How a program came to the end of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, before it asked for more than there was.
    Ended,
    /// It took all lines, and asked for another.
    Asked,
    /// It crashed: what it died of, in words.
    Crashed(String),
    /// It was stopped: why, in words.
    Stopped(String),
}

impl Conduct {
    pub(super) fn of(candidate: &Candidate, played: Played) -> Conduct {
        let Played { recording, ending, stderr, is_text: _ } = played;
        let asked = if recording.is_over() { End::Ended } else { End::Asked };
        let run = Execution { stderr, ..Execution::of_nothing(ending) };
        let end = match &run.ending {
            Ending::Exited(0) | Ending::Dismissed => asked,
            Ending::Exited(_) => match death(candidate, &run) {
                Some(words) => End::Crashed(words),
                None => asked,
            },
            Ending::Stopped(_) if recording.waits => asked,
            Ending::Signaled(_) | Ending::Trapped(_) => {
                End::Crashed(death(candidate, &run).unwrap_or_else(|| run.ending.to_string()))
            }
            Ending::Stopped(limit) => End::Stopped(limit.to_string()),
            Ending::Closed | Ending::Forbidden | Ending::NotStarted(_) | Ending::Lost(_) => {
                End::Stopped(run.ending.to_string())
            }
        };
        Conduct { recording, end }
    }

    /// How it differs from another one, in words; none if it does not. The other one is called by the second name.
    ///
    /// What comes first is told: an answer before a later end, and an end before what follows from it. What a program does at the
    /// end of its input does not count if this one goes on there for ever.
    pub(crate) fn difference(
        &self,
        other: &Conduct,
        freedoms: &Freedoms,
        names: [&str; 2],
    ) -> Option<String> {
        let place = self.differs_at(other, freedoms);
        let by_end = || self.ends_otherwise(other, names);
        let words = match place {
            Some(Place::After(lines)) if !self.fails_after(lines) && !other.fails_after(lines) => None,
            Some(_) | None => by_end(),
        };
        words.or_else(|| place.map(Place::words))
    }

    /// How its end differs from that of another one, in words.
    fn ends_otherwise(&self, other: &Conduct, [old, new]: [&str; 2]) -> Option<String> {
        use End::{Crashed, Stopped};
        let [turns, others] = [self, other].map(|conduct| conduct.recording.turns.len());
        match (self.failure(), other.failure()) {
            (Some(Stopped(_)), Some(Stopped(_))) => None,
            (Some(Crashed(_)), Some(Crashed(_))) => (turns != others)
                .then(|| format!("{old} crashes {}, and {new} {}", after(turns), after(others))),
            (_, Some(Crashed(words))) => Some(format!("{new} crashes: {words}")),
            (Some(Crashed(words)), _) => Some(format!("{new} does not crash, as {old} does: {words}")),
            (_, Some(Stopped(words))) => Some(format!("{new} does not come to its end: {words}")),
            (Some(Stopped(words)), _) => Some(format!("{new} comes to its end, and {old} does not: {words}")),
            _ => match (self.has_asked(), other.has_asked()) {
                (true, true) => self.closes_otherwise(other, [old, new]),
                (true, false) => {
                    Some(format!("{new} ends by itself {}, and {old} asks for another line", after(others)))
                }
                (false, true) => {
                    Some(format!("{old} ends by itself {}, and {new} asks for another line", after(turns)))
                }
                (false, false) => (turns != others)
                    .then(|| format!("{old} ends {}, and {new} {}", after(turns), after(others))),
            },
        }
    }

    /// How its conduct at the end of its input differs from that of another one, if both have taken all lines.
    fn closes_otherwise(&self, other: &Conduct, [old, new]: [&str; 2]) -> Option<String> {
        use End::{Asked, Crashed, Ended, Stopped};
        let at_end = "at the end of its input";
        match (&self.end, &other.end) {
            _ if self.is_endless() => None,
            (_, Stopped(words)) => Some(format!("{new} does not come to its end {at_end}: {words}")),
            (Crashed(_), Crashed(_)) | (Ended | Asked | Stopped(_), Ended | Asked) => None,
            (_, Crashed(words)) => Some(format!("{new} crashes {at_end}: {words}")),
            (Crashed(words), _) => Some(format!("{new} does not crash {at_end}, as {old} does: {words}")),
        }
    }

    /// Whether it has taken all lines, and asked for another.
    pub(crate) fn has_asked(&self) -> bool {
        !self.recording.is_over()
    }

    /// Whether it has asked for another line, and would go on for ever.
    pub(crate) fn is_endless(&self) -> bool {
        self.has_asked() && (self.recording.waits || self.is_stopped())
    }

    /// How it has failed before it asked for another line, if it has.
    fn failure(&self) -> Option<&End> {
        Some(&self.end).filter(|end| matches!(end, End::Crashed(_) | End::Stopped(_)) && !self.has_asked())
    }

    fn fails_after(&self, lines: usize) -> bool {
        self.failure().is_some() && self.recording.turns.len() == lines
    }

    fn is_stopped(&self) -> bool {
        matches!(self.end, End::Stopped(_))
    }

    fn differs_at(&self, other: &Conduct, freedoms: &Freedoms) -> Option<Place> {
        let [one, two] = [&self.recording, &other.recording];
        if !(self.is_by_turns() && other.is_by_turns()) {
            let may_end = self.is_endless() || self.is_stopped() || other.is_stopped();
            return differing_line(&one.output(), &two.output(), may_end, freedoms).map(Place::Line);
        }
        let said = |run: &Recording, lines: usize| match lines.checked_sub(1) {
            None => run.opening.clone(),
            Some(place) => run.turns[place].answer.clone(),
        };
        for lines in 0..=one.turns.len().min(two.turns.len()) {
            let may_end =
                [self, other].into_iter().any(|conduct| conduct.is_stopped() && conduct.fails_after(lines));
            if differing_line(&said(one, lines), &said(two, lines), may_end, freedoms).is_some() {
                return Some(Place::After(lines));
            }
        }
        if self.is_endless() {
            return None;
        }
        let (closing, its) = (one.closing.as_deref()?, two.closing.as_deref()?);
        differing_line(closing, its, other.is_stopped(), freedoms).map(|_| Place::AtEnd)
    }

    /// Whether it shows an answer before the end of its input.
    pub(crate) fn is_by_turns(&self) -> bool {
        let Recording { opening, closing, turns, .. } = &self.recording;
        let said = !opening.is_empty() || turns.iter().any(|turn| !turn.answer.is_empty());
        said || closing.as_ref().is_none_or(String::is_empty)
    }
}

/// The error that a program died of, if it did: by a signal, or with words on standard error.
fn death(candidate: &Candidate, run: &Execution) -> Option<String> {
    let crash = Crash::of(candidate, IoMode::default(), run, None).map(|crash| crash.to_string());
    let words = || visible_line(first_words(&run.complaint()).as_bytes());
    crash.or_else(|| Some(words()).filter(|words| !words.is_empty()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// After so many lines of input.
    After(usize),
    AtEnd,
    /// In this line of the output, counted from 1. Which lines it answers is not known.
    Line(usize),
}

impl Place {
    fn words(self) -> String {
        match self {
            Place::After(0) => "the output before the first line differs".to_owned(),
            Place::After(lines) => format!("the output after line {lines} differs"),
            Place::AtEnd => "the output at the end of input differs".to_owned(),
            Place::Line(number) => format!("line {number} of the output differs"),
        }
    }
}

fn after(lines: usize) -> String {
    match lines {
        0 => "before it reads a line".to_owned(),
        lines => format!("after line {lines}"),
    }
}

/// The first line, counted from 1, in which two outputs differ. If they may have been cut, no more is compared than both have;
/// then the last line of each may be a part.
fn differing_line(one: &str, two: &str, may_end: bool, freedoms: &Freedoms) -> Option<usize> {
    let [one, two] = [one, two].map(|text| normal(text, freedoms));
    if one == two {
        return None;
    }
    let [mut left, mut right] = [one.split('\n'), two.split('\n')];
    let mut number = 0;
    loop {
        number += 1;
        match (left.next(), right.next()) {
            (Some(this), Some(that)) if this == that => {}
            (Some(this), Some(that)) => {
                let is_last = [left, right].map(|mut lines| lines.next().is_none());
                let are_parts =
                    (is_last[0] && that.starts_with(this)) || (is_last[1] && this.starts_with(that));
                return (!(may_end && are_parts)).then_some(number);
            }
            (None, None) => return None,
            (Some(_), None) | (None, Some(_)) => return (!may_end).then_some(number),
        }
    }
}

/// A text without what does not count.
fn normal(text: &str, freedoms: &Freedoms) -> String {
    match freedoms.newlines {
        true => freedoms.folded(&text.replace("\r\n", "\n")),
        false => freedoms.folded(text),
    }
}
