//! A game to play, and what must be answered in it.

use crate::challenge::ExitStatus;
use crate::dialect::Dialect;
use crate::transcript::{ExpectedTranscript, Profile};

/// A game to play: a list of inputs, each without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// Its dialect.
    pub dialect: Dialect,
    /// The inputs, without their line feeds.
    pub inputs: Vec<Vec<u8>>,
}

impl Case {
    /// A game that a program is likely to play correctly if it can read its inputs at all: short, complete,
    /// and every input is a legal move.
    pub fn trial(dialect: &Dialect) -> Case {
        Case { name: "trial".to_owned(), dialect: dialect.clone(), inputs: dialect.trial_inputs() }
    }

    /// A whole case of this name. Its input is a text, which is read when it is needed.
    pub fn whole(dialect: &Dialect, name: &str) -> Case {
        Case { name: name.to_owned(), dialect: dialect.clone(), inputs: Vec::new() }
    }

    /// Whether its input is one text, and its output is judged as a whole.
    #[doc(hidden)]
    pub fn is_whole(&self) -> bool {
        self.dialect.whole().is_some()
    }

    /// The exit status that is right in a whole case.
    pub(crate) fn exit(&self) -> ExitStatus {
        self.dialect.whole().map_or(ExitStatus::Is(0), |whole| whole.cases().exit(&self.name))
    }

    #[doc(hidden)]
    pub fn examples(dialect: &Dialect) -> Vec<Case> {
        let case = |(name, lines): &(&str, Vec<&str>)| {
            let inputs = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            Case { name: format!("examples-{name}"), dialect: dialect.clone(), inputs }
        };
        dialect.examples().iter().map(case).collect()
    }

    #[doc(hidden)]
    pub fn numbered(dialect: &Dialect, name: &str, runs: Vec<Vec<Vec<u8>>>) -> Vec<Case> {
        let digits = runs.len().to_string().len();
        let case = |(number, inputs)| Case {
            name: format!("{name}-{number:0digits$}"),
            dialect: dialect.clone(),
            inputs,
        };
        (1..).zip(runs).map(case).collect()
    }

    /// The answers that a program must give under this profile.
    pub fn expected(&self, profile: Profile) -> ExpectedTranscript {
        match profile {
            Profile::Golf => ExpectedTranscript::scored(&self.dialect, &self.inputs),
            Profile::Exact => self.strict_transcript(),
        }
    }

    /// The words that end the game under this profile, as [`ExpectedTranscript::last_words`] has them.
    #[doc(hidden)]
    pub fn last_words(&self, profile: Profile) -> Vec<u8> {
        // A challenge leaves open how its texts are written: then it is known without playing the game that
        // there are none.
        let is_open = profile == Profile::Golf && self.dialect.is_challenge();
        if is_open { Vec::new() } else { self.expected(profile).last_words() }
    }

    /// How long the right output is, if the reference was left waiting for its next line then: what follows is not judged.
    #[doc(hidden)]
    pub fn open_after(&self) -> Option<usize> {
        let waits = self.dialect.observed().is_some_and(|observed| observed.is_left(&self.inputs));
        waits.then(|| self.strict_transcript().text().len())
    }

    /// How long the right output is, if what follows it is not judged: the game is not over when its input ends.
    #[doc(hidden)]
    pub fn judged_length(&self, profile: Profile) -> Option<usize> {
        if self.dialect.observed().is_some() {
            return self.open_after();
        }
        let is_open = !self.is_whole() && !self.expected(profile).is_settled();
        is_open.then(|| self.strict_transcript().text().len())
    }

    /// The answers of the reference.
    pub fn strict_transcript(&self) -> ExpectedTranscript {
        ExpectedTranscript::strict(&self.dialect, &self.inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_game_is_judged_up_to_the_end_of_its_input() {
        let length = |inputs: &[&str], profile| {
            let inputs = inputs.iter().map(|input| input.as_bytes().to_vec()).collect();
            Case { name: String::new(), dialect: Dialect::Tictactoe, inputs }.judged_length(profile)
        };
        let answered = "...\n...\n...\nX> invalid.\nX> ";
        assert_eq!(length(&["a"], Profile::Golf), Some(answered.len()));
        // Nothing may follow the right output there.
        assert_eq!(length(&["a"], Profile::Exact), None);
        assert_eq!(length(&["0", "3", "1", "4", "2"], Profile::Golf), None);
    }
}
