//! Suites made by hand: move lists, each with the snapshot of its game.
//!
//! A move list is what is piped into a program. Its snapshot is the game as it looks on a terminal. A snapshot that
//! contradicts the rules is refused, because a judge that follows an outdated snapshot gives wrong verdicts.

use super::kind::FIXTURES;
use super::{Case, Suite};
use crate::dialect::Dialect;
use crate::snapshot::{self, Malformed, SnapshotFile};
use crate::transcript::ExpectedTranscript;

/// A move list and its snapshot, as files of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The file's name without its ending.
    pub name: String,
    /// The bytes of the move list.
    pub moves: Vec<u8>,
    /// The bytes of the snapshot file, if there is one.
    pub snapshot: Option<Vec<u8>>,
}

/// A fixture whose snapshot cannot be true.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistent {
    /// The snapshot file is broken.
    #[error("{0}.snap is not a snapshot: {1}")]
    Malformed(String, Malformed),
    /// It contradicts the rules.
    #[error("{name}.snap contradicts the rules (line {line}); `judge record` proposes the right transcript")]
    Stale {
        /// The fixture.
        name: String,
        /// The first line of the contents that differs, counted from 1.
        line: usize,
    },
}

impl Fixture {
    /// The case of the move list.
    pub fn case(&self, dialect: &Dialect) -> Case {
        Case { name: self.name.clone(), dialect: dialect.clone(), inputs: dialect.split(&self.moves) }
    }

    /// The right content of the snapshot; with a hidden choice, for the first choice.
    pub fn expected_snapshot(&self, dialect: &Dialect) -> SnapshotFile {
        let case = self.case(dialect);
        self.snapshot_of(dialect, &case, &case.strict_transcript())
    }

    fn snapshot_of(&self, dialect: &Dialect, case: &Case, transcript: &ExpectedTranscript) -> SnapshotFile {
        let folder = dialect.folder().map(|folder| folder.display().to_string());
        let command = match &folder {
            Some(folder) => format!("referee --challenge {folder}"),
            None if *dialect == Dialect::default() => "referee".to_owned(),
            None => format!("referee --dialect {}", dialect.name()),
        };
        let folder = folder.unwrap_or_else(|| format!("fixtures/{}", dialect.name()));
        let input_file = format!("{folder}/{}.moves", self.name);
        SnapshotFile {
            description: format!("{}, {}", dialect.name(), self.name.replace('-', " ")),
            expression: format!("{command} < {input_file}"),
            input_file,
            contents: SnapshotFile::contents_of(&transcript.echoed(&case.inputs)),
        }
    }

    /// Checks that the snapshot is what the rules say; a missing one is not wrong.
    /// Fails if it is not.
    pub fn verify(&self, dialect: &Dialect) -> Result<(), Inconsistent> {
        let Some(file) = &self.snapshot else { return Ok(()) };
        let found =
            snapshot::contents(file).map_err(|why| Inconsistent::Malformed(self.name.clone(), why))?;
        let right = self.expected_snapshot(dialect).contents;
        if found == right || self.is_of_a_choice(dialect, &found) {
            return Ok(());
        }
        let same = found.lines().zip(right.lines()).take_while(|(a, b)| a == b).count();
        Err(Inconsistent::Stale { name: self.name.clone(), line: same + 1 })
    }

    /// Whether contents are right for some hidden choice.
    fn is_of_a_choice(&self, dialect: &Dialect, found: &str) -> bool {
        let case = self.case(dialect);
        dialect.has_hidden()
            && ExpectedTranscript::strict_by_choice(dialect, &case.inputs)
                .any(|transcript| self.snapshot_of(dialect, &case, &transcript).contents == found)
    }
}

impl Suite {
    /// The suite of a folder of fixtures, shortest game first: a failure is easier to see in one.
    /// Fails if a snapshot contradicts the rules.
    pub fn of_fixtures(dialect: &Dialect, fixtures: &[Fixture]) -> Result<Suite, Inconsistent> {
        fixtures.iter().try_for_each(|fixture| fixture.verify(dialect))?;
        let mut cases: Vec<_> = fixtures.iter().map(|fixture| fixture.case(dialect)).collect();
        cases.sort_by_key(|case| case.inputs.len());
        Ok(Suite::of_named(FIXTURES, dialect, cases, Vec::new()))
    }
}
