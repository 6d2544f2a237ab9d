//! What a search has found, in numbers and in a sentence.

use super::super::count::{counted, grouped};

/// What was found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Findings {
    /// How many different sessions were played.
    pub sessions: usize,
    /// How many kinds of answers there were.
    pub kinds: usize,
    /// How many sessions have shown a kind that no other has.
    pub alone: usize,
    /// The number of the session, from 1, in which the last new kind appeared.
    pub last_new: usize,
}

impl Findings {
    /// The estimated chance that one more session shows a new kind (Good and Turing): the share of sessions that, if they came
    /// last, would have shown a new one.
    pub(crate) fn chance(&self) -> f64 {
        if self.sessions == 0 { 1.0 } else { self.alone as f64 / self.sessions as f64 }
    }

    /// In a sentence, for a claim.
    pub(crate) fn sentence(&self) -> String {
        let [sessions, kinds] = [counted(self.sessions, "session"), counted(self.kinds, "kind")];
        let last = match self.last_new {
            0 => String::new(),
            last => format!(", the last new one in session {}", grouped(last)),
        };
        format!(
            "{sessions}, {kinds} of answers{last}; chance that one more session shows a new kind: {}",
            self.percent()
        )
    }

    /// The chance in words. None at all was only not seen: then it is about one session in as many as were played.
    fn percent(&self) -> String {
        let chance = 100.0 * self.chance();
        let least = 100.0 / self.sessions.max(1) as f64;
        match chance {
            0.0 => format!("less than {}\u{a0}%", rounded(least)),
            chance => format!("about {}\u{a0}%", rounded(chance)),
        }
    }
}

/// A percentage with one digit that counts.
fn rounded(percent: f64) -> String {
    let places = if percent >= 1.0 { 0 } else { (-percent.log10()).ceil() as usize };
    format!("{percent:.places$}")
}
