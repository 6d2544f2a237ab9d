//! What a program did in a session, as far as it is compared with another one's conduct: its output, whether it asked on,
//! and whether it failed.

use crate::challenge::{Freedoms, Recording};
use crate::execution::{Ending, Execution, first_words};
use crate::runner::candidate::Candidate;
use crate::runner::crash::Crash;
use crate::runner::session_player::Played;
use crate::suite::IoMode;
use crate::transcript::visible_line;

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Conduct {
    /// Its answers. Of a program that failed, those up to then.
    pub recording: Recording,
    /// How it ended.
    pub end: End,
}

/// How a program came to the end of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
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
    /// What this program did.
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
    pub(crate) fn difference(
        &self,
        other: &Conduct,
        freedoms: &Freedoms,
        names: [&str; 2],
    ) -> Option<String> {
        use End::{Asked, Crashed, Ended, Stopped};
        let [old, new] = names;
        match (&self.end, &other.end) {
            (Stopped(_), Stopped(_)) => return None,
            (Ended | Asked | Stopped(_), Crashed(words)) => return Some(format!("{new} crashes: {words}")),
            (Crashed(words), Ended | Asked | Stopped(_)) => {
                return Some(format!("{new} does not crash, as {old} does: {words}"));
            }
            (Ended | Asked, Stopped(words)) => {
                return Some(format!("{new} does not come to its end: {words}"));
            }
            (Stopped(words), _) => {
                return Some(format!("{new} comes to its end, and {old} does not: {words}"));
            }
            (Ended | Asked, Ended | Asked) | (Crashed(_), Crashed(_)) => {}
        }
        if let Some(place) = self.differs_at(other, freedoms) {
            return Some(place.map_or_else(
                || "the output differs".to_owned(),
                |place| format!("the output after line {} differs", place + 1),
            ));
        }
        let [turns, others] = [self, other].map(|conduct| conduct.recording.turns.len());
        let after = |lines: usize| match lines {
            0 => "before it reads a line".to_owned(),
            lines => format!("after line {lines}"),
        };
        match (&self.end, &other.end) {
            (Ended, Asked) => {
                Some(format!("{old} ends by itself {}, and {new} asks for another line", after(turns)))
            }
            (Asked, Ended) => {
                Some(format!("{new} ends by itself {}, and {old} asks for another line", after(others)))
            }
            (Ended, Ended) if turns != others => {
                Some(format!("{old} ends {}, and {new} {}", after(turns), after(others)))
            }
            (Ended | Asked | Crashed(_) | Stopped(_), Ended | Asked | Crashed(_) | Stopped(_)) => None,
        }
    }

    /// Whether the outputs differ, and after which line, counted from 0, if that can be told.
    fn differs_at(&self, other: &Conduct, freedoms: &Freedoms) -> Option<Option<usize>> {
        let [one, two] = [&self.recording, &other.recording];
        if are_alike(one, two, freedoms) {
            return None;
        }
        let is_shown = self.is_by_turns() && other.is_by_turns();
        let place = one
            .turns
            .iter()
            .zip(&two.turns)
            .position(|(turn, other)| normal(&turn.answer, freedoms) != normal(&other.answer, freedoms));
        Some(place.filter(|_| is_shown && normal(&one.opening, freedoms) == normal(&two.opening, freedoms)))
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

/// Whether two outputs are alike. What a program does at the end of its input is not compared with one that was left waiting
/// there.
fn are_alike(one: &Recording, other: &Recording, freedoms: &Freedoms) -> bool {
    let whole = |run: &Recording| normal(&run.output(), freedoms);
    let open = |run: &Recording| normal(&Recording { closing: None, ..run.clone() }.output(), freedoms);
    match (one.waits, other.waits) {
        (true, false) => whole(one) == open(other) || whole(other).starts_with(&whole(one)),
        (false, true) => whole(other) == open(one) || whole(one).starts_with(&whole(other)),
        (true, true) | (false, false) => whole(one) == whole(other),
    }
}

/// A text without what does not count.
fn normal(text: &str, freedoms: &Freedoms) -> String {
    match freedoms.newlines {
        true => freedoms.folded(&text.replace("\r\n", "\n")),
        false => freedoms.folded(text),
    }
}
