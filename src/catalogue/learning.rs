//! Learning the reference of a challenge as a machine.

use std::path::{Path, PathBuf};

use super::error::{CatalogueError, at};
use super::machine::source;
use super::{FILE, reference};
use crate::challenge::{Learned, Source, listed};
use crate::dialect::Observed;
use crate::files::Root;
use crate::machine::{Learner, Limits, Oracle, Seen, Trouble, Word};
use crate::process::{Command, Interrupt, RunError};
use crate::runner::{ProgramOracle, Settings, Unlearned, Unobserved, given_files};
use crate::suite::{Trials, grouped, study};
use crate::transcript::visible_line;

/// How the reference of a challenge is learned.
#[derive(Clone, Debug)]
pub(crate) struct Learning<'a> {
    /// The folder of the challenge.
    pub folder: &'a Path,
    /// The challenge.
    pub observed: &'a Observed,
    /// How the reference is run. The dialect matters only for judging.
    pub settings: Settings,
    /// How much is learned at most. The end of the program is not counted as a state.
    pub limits: Limits,
    /// How the machine is tested.
    pub trials: Trials,
}

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum NotLearned {
    /// The file of the challenge names no reference.
    #[error("{}: there is no reference to learn; name it: `reference = \"reference.py\"`", .0.display())]
    NoReference(PathBuf),
    /// The file of the challenge has no lines.
    #[error("{}: there are no lines to give the reference; write `samples` or [[example]]s", .0.display())]
    NoLines(PathBuf),
    /// The reference cannot be made ready.
    #[error(transparent)]
    Reference(#[from] CatalogueError),
    /// It cannot be run, or somebody interrupted.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It does not repeat its answers.
    #[error("nothing is learned: the reference answers differently the second time: {0}")]
    Varies(String),
    /// It cannot be asked.
    #[error("nothing is learned: {0}")]
    Unanswered(Unlearned),
    /// It has more states than may be learned.
    #[error("nothing is learned: there are more than {} states after {} runs", grouped(*.most), grouped(*.runs))]
    States {
        /// How many may be learned.
        most: usize,
        /// How many runs there were.
        runs: usize,
    },
    /// More runs are needed than there may be.
    #[error("nothing is learned: {} states are known, and more than {} runs would be needed", grouped(*.known), grouped(*.most))]
    Runs {
        /// How many states are known.
        known: usize,
        /// How many runs there may be.
        most: usize,
    },
}

impl Learning<'_> {
    /// Learns the machine. If held programs seem to vary in their answers, clean ones are asked. `progress` is told how many runs
    /// are done.
    ///
    /// # Errors
    /// [`NotLearned`].
    pub(crate) fn run(
        &self,
        interrupt: &Interrupt,
        mut progress: impl FnMut(usize),
    ) -> Result<Learned, NotLearned> {
        let Learning { folder, observed, .. } = *self;
        let file = || folder.join(FILE);
        let words = observed.manifest().reference.as_deref();
        let words = words.ok_or_else(|| NotLearned::NoReference(file()))?;
        let source = source(&Root::named(folder).map_err(at(folder))?, words);
        let lines: Vec<_> =
            observed.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        if lines.is_empty() {
            return Err(NotLearned::NoLines(file()));
        }
        let given = given_files(observed).map_err(at(folder))?;
        let mut settings = self.settings.clone();
        settings.isolation = settings.isolation.giving(&given);
        let command = reference(folder, words, &settings.isolation, interrupt)?;
        let mut learned = self.learned(&command, &settings, &lines, interrupt, &mut progress)?;
        if settings.is_warm && learned.as_ref().is_err_and(varies) {
            settings.is_warm = false;
            learned = self.learned(&command, &settings, &lines, interrupt, &mut progress)?;
        }
        let learned = learned.map_err(|why| self.reason(&lines, why))?;
        Ok(Learned { source, ..learned })
    }

    fn learned(
        &self,
        command: &Command,
        settings: &Settings,
        lines: &[String],
        interrupt: &Interrupt,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Result<Learned, Trouble<Unlearned>>, RunError> {
        let (command, settings) = (command.clone(), settings.clone());
        let bytes = lines.iter().map(|line| line.clone().into_bytes()).collect();
        let program = ProgramOracle::new(command, settings, interrupt.clone(), bytes)?;
        let limits = Limits { states: self.limits.states + 1, ..self.limits };
        let mut learner = Learner::new(Counted { program, progress }, lines.len() + 1, limits);
        let studied = study(&mut learner, self.trials);
        let program = &learner.oracle().program;
        Ok(studied.map(|(machine, tested)| Learned {
            source: Source::default(),
            lines: lines.to_vec(),
            opening: program.opening().to_owned(),
            texts: program.texts().texts().to_vec(),
            // Its states in the order of their shortest words, independent of the order of questions.
            machine: machine.reduced(|output| output),
            tested,
        }))
    }

    fn reason(&self, lines: &[String], why: Trouble<Unlearned>) -> NotLearned {
        match why {
            Trouble::Oracle(Unlearned::Unobserved(Unobserved::Run(RunError::Interrupted))) => {
                RunError::Interrupted.into()
            }
            Trouble::Contradiction(word) => NotLearned::Varies(format!("given {}", named(&word, lines))),
            Trouble::Oracle(why) if is_variation(&why) => NotLearned::Varies(why.to_string()),
            Trouble::Oracle(why) => NotLearned::Unanswered(why),
            Trouble::States(runs) => NotLearned::States { most: self.limits.states, runs },
            Trouble::Runs(known) => NotLearned::Runs { known, most: self.limits.runs },
        }
    }
}

/// A program that is asked, and how often is told.
struct Counted<'a> {
    program: ProgramOracle,
    progress: &'a mut dyn FnMut(usize),
}

impl Oracle for Counted<'_> {
    type Error = Unlearned;

    fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Unlearned> {
        let seen = self.program.ask(words)?;
        (self.progress)(words.len());
        Ok(seen)
    }
}

/// Whether the program seems to vary in its answers.
fn varies(why: &Trouble<Unlearned>) -> bool {
    match why {
        Trouble::Oracle(why) => is_variation(why),
        Trouble::Contradiction(_) => true,
        Trouble::States(_) | Trouble::Runs(_) => false,
    }
}

fn is_variation(why: &Unlearned) -> bool {
    use Unlearned::{Opening, Unobserved as Not, Unsteady};
    matches!(why, Unsteady | Opening(..) | Not(Unobserved::Differs { .. }))
}

/// The inputs of a word.
fn named(word: &[usize], lines: &[String]) -> String {
    let line = |input: &usize| match lines.get(*input) {
        Some(line) => format!("\"{}\"", visible_line(line.as_bytes())),
        None => "the end of input".to_owned(),
    };
    listed(word.iter().map(line))
}
