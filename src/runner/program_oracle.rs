//! Asking a program many questions, as learning needs it: words of a fixed alphabet of lines.
//!
//! The words are played by held programs, two for each word ([`SessionPlayer`]).

use super::Settings;
use super::observe::Unobserved;
use super::session_player::{Care, SessionPlayer, Unplayed};
use crate::challenge::{Recording, Texts};
use crate::machine::{Oracle, Seen, Word};
use crate::process::{Command, Interrupt, RunError};
use crate::suite::explore::Session;

/// A program that is asked about some lines.
pub(crate) struct ProgramOracle {
    lines: Vec<Vec<u8>>,
    texts: Texts,
    opening: Option<String>,
    /// Whether it has answered anything before the end of input.
    has_answered: bool,
    player: SessionPlayer,
    asked: usize,
}

/// Why a program cannot be asked further.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unlearned {
    /// Its answers could not be observed.
    #[error(transparent)]
    Unobserved(#[from] Unobserved),
    /// Held programs answer differently from others: all their answers are discarded.
    #[error("it cannot be held at its first read")]
    Unsteady,
    /// Its output before its first line is not always the same.
    #[error("before the first input it said {0:?}, then {1:?}")]
    Opening(String, String),
    /// It reads nothing.
    #[error("the reference ends before it reads a line")]
    Ended,
    /// It writes nothing until its input ends.
    #[error("it answers no line before the end of its input; it must write each answer before it reads on")]
    Silent,
}

/// A program that has answered none of this many words is asked no more.
const SILENT: usize = 100;

impl From<Unplayed> for Unlearned {
    fn from(why: Unplayed) -> Unlearned {
        match why {
            Unplayed::Unobserved(why) => Unlearned::Unobserved(why),
            Unplayed::Unsteady => Unlearned::Unsteady,
        }
    }
}

impl ProgramOracle {
    /// A program to be asked about these lines by a command, within the limits and the isolation of these settings.
    ///
    /// # Errors
    /// If there is no folder to run it in.
    pub(crate) fn new(
        command: Command,
        settings: Settings,
        interrupt: Interrupt,
        lines: Vec<Vec<u8>>,
    ) -> Result<ProgramOracle, RunError> {
        let player = SessionPlayer::new(&command, &settings, &interrupt, Care::Twice)?;
        let texts = Texts::default();
        Ok(ProgramOracle { lines, texts, opening: None, has_answered: false, player, asked: 0 })
    }

    /// Its output so far.
    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Its output before its first line.
    pub(crate) fn opening(&self) -> &str {
        self.opening.as_deref().unwrap_or_default()
    }

    fn note(&mut self, lines: &[usize], run: &Recording) -> Result<Seen, Unlearned> {
        if run.turns.is_empty() && run.is_over() {
            return Err(Unlearned::Ended);
        }
        match &self.opening {
            Some(known) if *known != run.opening => {
                return Err(Unlearned::Opening(known.clone(), run.opening.clone()));
            }
            _ => self.opening = Some(run.opening.clone()),
        }
        // A program that ends by itself may flush its last output only then.
        let read_on = run.turns.len() - usize::from(run.is_over() && !run.turns.is_empty());
        self.has_answered |= run.turns[..read_on].iter().any(|turn| !turn.answer.is_empty());
        Ok(self.texts.seen(lines, run, self.lines.len()))
    }
}

impl Oracle for ProgramOracle {
    type Error = Unlearned;

    fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Unlearned> {
        let end = self.lines.len();
        let lines_of = |word: &Word| word.iter().copied().take_while(|input| *input != end).collect();
        let lines: Vec<Word> = words.iter().map(lines_of).collect();
        let session = |word: &Word| word.iter().map(|line| self.lines[*line].clone()).collect();
        let sessions: Vec<Session> = lines.iter().map(session).collect();
        let played = self.player.play(&sessions)?;
        self.asked += words.len();
        let seen = lines.iter().zip(&played).map(|(lines, played)| self.note(lines, &played.recording));
        let seen = seen.collect::<Result<_, _>>()?;
        match self.asked > SILENT && !self.has_answered {
            true => Err(Unlearned::Silent),
            false => Ok(seen),
        }
    }
}
