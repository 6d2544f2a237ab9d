//! What a program did in a session, as far as it is compared with another one's conduct: its output, whether it asked on,
//! and whether it failed.

use std::cmp::Reverse;
use std::path::PathBuf;

use crate::challenge::{Freedoms, RecordedTurn, Recording};
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
    pub end: SessionEnd,
    /// Whether the program is known to stay after its end on a pipe, as Node does until the pipe is closed.
    pub(super) lingers: bool,
    /// Whether it took much more than in other sessions.
    pub(super) is_costly: bool,
}

/// How a program came to the end of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEnd {
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
        let Played { recording, ending, stderr, is_text: _, is_costly } = played;
        let asked = if recording.is_over() { SessionEnd::Ended } else { SessionEnd::Asked };
        let run = Execution { stderr, ..Execution::of_nothing(ending) };
        let end = match &run.ending {
            Ending::Exited(0) | Ending::Dismissed => asked,
            Ending::Exited(_) => match death(candidate, &run) {
                Some(words) => SessionEnd::Crashed(words),
                None => asked,
            },
            Ending::Stopped(_) if recording.waits => asked,
            Ending::Signaled(_) | Ending::Trapped(_) => {
                SessionEnd::Crashed(death(candidate, &run).unwrap_or_else(|| run.ending.to_string()))
            }
            Ending::Stopped(limit) => SessionEnd::Stopped(limit.to_string()),
            Ending::Closed | Ending::Forbidden | Ending::NotStarted(_) | Ending::Lost(_) => {
                SessionEnd::Stopped(run.ending.to_string())
            }
        };
        Conduct { recording, end, lingers: false, is_costly }
    }

    /// How it differs from another one, in words. `None` if it does not. The other one is called by the second name.
    ///
    /// The first difference counts: an answer before a later end, and an end before its consequences. The end of input does not
    /// count if this program goes on there for ever.
    pub(crate) fn difference(
        &self,
        other: &Conduct,
        freedoms: &Freedoms,
        names: [&str; 2],
    ) -> Option<String> {
        let place = self.differs_at(other, freedoms);
        let by_end = || self.ends_otherwise(other, names);
        let words = match place {
            Some(DifferencePlace::After(lines)) if !self.fails_after(lines) && !other.fails_after(lines) => {
                None
            }
            Some(_) | None => by_end(),
        };
        words.or_else(|| place.map(DifferencePlace::words))
    }

    /// Its conduct with one word in place of all these names.
    pub(super) fn under_one_name(&self, names: &[String]) -> Conduct {
        let renamed = |text: &String| names.iter().fold(text.clone(), |text, name| text.replace(name, NAME));
        let Recording { opening, closing, waits, feed, turns } = &self.recording;
        let turn = |turn: &RecordedTurn| RecordedTurn { answer: renamed(&turn.answer), ..turn.clone() };
        let recording = Recording {
            opening: renamed(opening),
            closing: closing.as_ref().map(renamed),
            turns: turns.iter().map(turn).collect(),
            waits: *waits,
            feed: *feed,
        };
        Conduct { recording, ..self.clone() }
    }

    /// How its end differs from that of another one, in words.
    fn ends_otherwise(&self, other: &Conduct, [old, new]: [&str; 2]) -> Option<String> {
        use SessionEnd::{Crashed, Stopped};
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
                (true, false) if self.lingers => None,
                (false, true) if other.lingers => None,
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
        use SessionEnd::{Asked, Crashed, Ended, Stopped};
        let at_end = "at the end of its input";
        match (&self.end, &other.end) {
            _ if self.is_endless() => None,
            (_, Stopped(words)) => Some(format!("{new} does not come to its end {at_end}: {words}")),
            (Crashed(_), Crashed(_)) | (Ended | Asked | Stopped(_), Ended | Asked) => None,
            (_, Crashed(words)) => Some(format!("{new} crashes {at_end}: {words}")),
            (Crashed(words), _) => Some(format!("{new} does not crash {at_end}, as {old} does: {words}")),
        }
    }

    /// Which of two has asked for a line where the other one ended, if they differ in nothing else.
    pub(super) fn asks_alone(&self, other: &Conduct, freedoms: &Freedoms) -> Option<usize> {
        let place = match [self, other].map(Conduct::has_asked) {
            [true, false] => 0,
            [false, true] => 1,
            _ => return None,
        };
        let is_alike = self.differs_at(other, freedoms).is_none();
        Some(place).filter(|_| is_alike && self.failure().is_none() && other.failure().is_none())
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
    fn failure(&self) -> Option<&SessionEnd> {
        Some(&self.end)
            .filter(|end| matches!(end, SessionEnd::Crashed(_) | SessionEnd::Stopped(_)) && !self.has_asked())
    }

    fn fails_after(&self, lines: usize) -> bool {
        self.failure().is_some() && self.recording.turns.len() == lines
    }

    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.end, SessionEnd::Stopped(_))
    }

    /// Where their outputs differ. What was written when counts for nothing, since a program may keep its output back.
    fn differs_at(&self, other: &Conduct, freedoms: &Freedoms) -> Option<DifferencePlace> {
        let [one, two] = [self, other].map(|conduct| normal(&conduct.recording.output(), freedoms));
        let same = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
        // One that waits has shown all that it says up to there.
        let is_part = (same == one.len() && self.is_stopped()) || (same == two.len() && other.is_stopped());
        if one == two || is_part {
            return None;
        }
        let pieces = self.pieces_before(same, &one, freedoms).min(other.pieces_before(same, &two, freedoms));
        let turns = self.recording.turns.len().min(other.recording.turns.len());
        match pieces {
            _ if !self.is_by_turns() && !other.is_by_turns() => {
                Some(DifferencePlace::Line(one.bytes().take(same).filter(|byte| *byte == b'\n').count() + 1))
            }
            // What it does at the end of its input does not count if it goes on there for ever.
            _ if pieces > self.recording.turns.len() && self.is_endless() => None,
            _ if pieces > turns => Some(DifferencePlace::AtEnd),
            _ => Some(DifferencePlace::After(pieces)),
        }
    }

    /// Whether it failed before its input was at its end.
    pub(super) fn is_cut_short(&self) -> bool {
        self.recording.is_over() && !matches!(self.end, SessionEnd::Ended)
    }

    /// How many of its answers, with the output before the first, lie wholly before this byte of its output.
    fn pieces_before(&self, byte: usize, whole: &str, freedoms: &Freedoms) -> usize {
        let texts = self.recording.texts();
        let mut text = String::new();
        let lies_before = |piece: &&String| {
            text += piece;
            let known = normal(&text, freedoms);
            known.len() <= byte || !whole.starts_with(&known)
        };
        texts.iter().take_while(lies_before).count()
    }

    /// Whether it shows an answer before the last of its output. What one that waits has shown, it showed before an end.
    pub(crate) fn is_by_turns(&self) -> bool {
        let texts = self.recording.texts();
        let (last, others) = texts.split_last().expect("there is an opening");
        self.recording.waits
            || last.is_empty()
            || others.len() < 2 && self.recording.is_over()
            || others.iter().any(|text| !text.is_empty())
    }
}

/// The placeholder for a program's own name.
const NAME: &str = "PROGRAM";

/// By which names these programs may know themselves, the longest first: their paths, and the names of their files where those
/// have an ending. One without may be any word. A word that holds a name is the same in both outputs, so the names of both count.
pub(super) fn own_names(programs: [&Candidate; 2]) -> Vec<String> {
    let of_program = |program: &Candidate| -> Vec<PathBuf> {
        let files = program.command().into_iter().flat_map(|command| {
            let files = command.files.iter().filter(|file| !file.is_folder);
            files.map(|file| PathBuf::from(&file.at)).chain([command.program.clone()])
        });
        program.path.iter().cloned().chain(files).collect()
    };
    let paths = programs.map(of_program).concat();
    let names = paths.iter().filter_map(|path| path.file_name()).map(PathBuf::from);
    let names = names.filter(|name| name.extension().is_some());
    let all = paths.iter().filter(|path| path.components().count() > 1).cloned().chain(names);
    let mut all: Vec<_> = all.filter_map(|path| path.into_os_string().into_string().ok()).collect();
    all.sort_by_key(|name| Reverse(name.len()));
    all.dedup();
    all
}

/// The error that a program died of, if it did: by a signal, or with words on standard error.
fn death(candidate: &Candidate, run: &Execution) -> Option<String> {
    let crash = Crash::of(candidate, IoMode::default(), run, None).map(|crash| crash.to_string());
    let words = || visible_line(first_words(&run.complaint()).as_bytes());
    crash.or_else(|| Some(words()).filter(|words| !words.is_empty()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DifferencePlace {
    /// After this many lines of input.
    After(usize),
    AtEnd,
    /// In this line of the output, counted from 1. Which lines it answers is not known.
    Line(usize),
}

impl DifferencePlace {
    fn words(self) -> String {
        match self {
            DifferencePlace::After(0) => "the output before the first line differs".to_owned(),
            DifferencePlace::After(lines) => format!("the output after line {lines} differs"),
            DifferencePlace::AtEnd => "the output at the end of input differs".to_owned(),
            DifferencePlace::Line(number) => format!("line {number} of the output differs"),
        }
    }
}

fn after(lines: usize) -> String {
    match lines {
        0 => "before it reads a line".to_owned(),
        lines => format!("after line {lines}"),
    }
}

/// A text without what does not count.
fn normal(text: &str, freedoms: &Freedoms) -> String {
    match freedoms.newlines {
        true => freedoms.folded(&text.replace("\r\n", "\n")),
        false => freedoms.folded(text),
    }
}
