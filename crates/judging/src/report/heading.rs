//! The subject of a run: the game or challenge, the profile and the suites.

use std::fmt;

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::challenge::{Challenge, Recording};
use crate::dialect::reversi::Table;
use crate::dialect::{Declared, Dialect, Observed, UnknownDialect, WholeCases};
use crate::game::reversi::Game;
use crate::runner::{Candidate, Settings};
use crate::suite::SuiteKind;
use crate::transcript::Profile;

/// The subject of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The challenge.
    pub dialect: Dialect,
    /// The profile.
    pub profile: Profile,
    /// The suite's name.
    pub suite: String,
}

impl Heading {
    /// The heading of a run with these settings and suites; the usual ones if there are none.
    pub(crate) fn of(settings: &Settings, suites: &[SuiteKind]) -> Heading {
        let names: Vec<_> = suites.iter().map(|kind| kind.name).collect();
        let suite = if names.is_empty() { USUAL.to_owned() } else { names.join(",") };
        Heading { dialect: settings.dialect().clone(), profile: settings.criteria.profile, suite }
    }

    /// The challenge in words, with its board if it is not the standard one.
    pub fn game(&self) -> String {
        match self.dialect.board() {
            Some(table) => format!("{} on {}", self.dialect.name(), board_name(table)),
            None => crate::transcript::visible_line(self.dialect.name().as_bytes()),
        }
    }
}

/// The name of a board: as it was given, or its title.
pub(super) fn board_name(table: &Table) -> String {
    let name = table.name().unwrap_or_else(|| table.game().title());
    crate::transcript::visible_line(name.as_bytes())
}

/// The subject of a run, as reports show it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Subject {
    /// The dialect, or the name of the challenge.
    dialect: String,
    /// The reversi board, if it is not the standard one.
    board: Option<String>,
    /// The profile.
    profile: Profile,
    /// The suites, separated by commas, or auto; cases of whole cases.
    suite: String,
}

impl From<&Heading> for Subject {
    fn from(heading: &Heading) -> Subject {
        Subject {
            dialect: heading.dialect.name().to_owned(),
            board: heading.dialect.board().map(board_name),
            profile: heading.profile,
            suite: heading.suite.clone(),
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dialect.whole() {
            Some(_) => write!(f, "{}, whole cases", self.game())?,
            None => write!(f, "{}, {} rules", self.game(), self.profile.name())?,
        }
        if self.suite == USUAL { Ok(()) } else { write!(f, ", suite {}", self.suite) }
    }
}

/// The name of the suites that are played if none is named.
pub(crate) const USUAL: &str = "auto";

/// The heading in the form of a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct HeadingDto {
    /// The dialect, or the name of the challenge.
    dialect: String,
    /// The reversi board, if it is not the standard one.
    board: Option<BoardDto>,
    /// The file of a declared challenge.
    challenge: Option<String>,
    /// The recordings that define what is right, each with a name, if recordings do.
    recordings: Vec<(String, Recording)>,
    /// The profile.
    profile: Profile,
    /// The suites, separated by commas, or auto.
    suite: String,
}

/// A board of reversi that is not the standard one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Board", deny_unknown_fields)]
struct BoardDto {
    /// The value of --board.
    name: Option<String>,
    /// The board's file.
    text: String,
}

impl From<Heading> for HeadingDto {
    fn from(heading: Heading) -> HeadingDto {
        let Heading { dialect, profile, suite } = heading;
        let board = dialect.board().map(|table| BoardDto {
            name: table.name().map(str::to_owned),
            text: table.game().text().to_owned(),
        });
        HeadingDto {
            dialect: dialect.name().to_owned(),
            board,
            challenge: dialect.text().map(str::to_owned),
            recordings: dialect.observed().map_or_else(Vec::new, Observed::seen),
            profile,
            suite,
        }
    }
}

impl TryFrom<HeadingDto> for Heading {
    type Error = String;

    fn try_from(written: HeadingDto) -> Result<Heading, String> {
        let HeadingDto { dialect, board, challenge, recordings, profile, suite } = written;
        let named = match challenge {
            Some(text) => challenge_of(&dialect, &text, recordings)?,
            None => dialect.parse().map_err(|why: UnknownDialect| why.to_string())?,
        };
        let dialect = match (named, board) {
            (named, None) => named,
            (Dialect::Reversi(_), Some(board)) => Dialect::Reversi(board.table()?),
            (_, Some(_)) => return Err(format!("{dialect} has only one board")),
        };
        Ok(Heading { dialect, profile, suite })
    }
}

/// How many challenges of saved runs are kept, so that each is read and explored once.
const KEPT: usize = 32;

/// The challenges of saved runs that were used last, by a digest of what they consist of; the latest at the end.
static READ: Mutex<Vec<([u8; 32], Dialect)>> = Mutex::new(Vec::new());

fn challenge_of(name: &str, text: &str, recordings: Vec<(String, Recording)>) -> Result<Dialect, String> {
    let key = digest(name, text, &recordings);
    let mut read = READ.lock();
    let found = read.iter().position(|(known, _)| *known == key).map(|place| read.remove(place).1);
    let dialect = found.map_or_else(|| read_challenge(name, text, recordings), Ok)?;
    if read.len() >= KEPT {
        read.remove(0);
    }
    read.push((key, dialect.clone()));
    Ok(dialect)
}

fn digest(name: &str, text: &str, recordings: &[(String, Recording)]) -> [u8; 32] {
    let recordings = serde_json::to_vec(recordings).unwrap_or_default();
    let mut hash = Sha256::new();
    for part in [name.as_bytes(), text.as_bytes(), &recordings] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

fn read_challenge(name: &str, text: &str, recordings: Vec<(String, Recording)>) -> Result<Dialect, String> {
    let of_line = |why| format!("its challenge, line {why}");
    match Challenge::read(text).map_err(of_line)? {
        Challenge::Table(table) => {
            Declared::of_table(name, text, *table, None, false).map(Dialect::Declared).map_err(of_line)
        }
        Challenge::Seen(manifest) => Observed::new(name, text, None, manifest, recordings, None)
            .map(Dialect::Observed)
            .map_err(|why| why.to_string()),
        Challenge::BuiltIn(game, _) => Err(format!("its challenge is the game {game}, which has no text")),
        Challenge::Cases(cases) => Ok(Dialect::Whole(WholeCases::new(name, text, None, cases, Vec::new()))),
    }
}

impl BoardDto {
    fn table(self) -> Result<Table, String> {
        let game = Game::parse(&self.text).map_err(|why| format!("its board: {why}"))?;
        Ok(match self.name {
            Some(name) => Table::called(game, &name),
            None => Table::of(game),
        })
    }
}

/// A submission.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Submission")]
pub(super) struct SubmissionSummary {
    /// Its name.
    pub(super) name: String,
    /// The submission's file; null for a command.
    pub(super) path: Option<String>,
    /// Its language.
    pub(super) language: Option<String>,
    /// Its size in bytes, the score of the file.
    pub(super) bytes: Option<u64>,
    /// Its size in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
}

impl SubmissionSummary {
    pub(super) fn of(candidate: &Candidate) -> SubmissionSummary {
        SubmissionSummary {
            name: candidate.name.clone(),
            path: candidate.path.as_ref().map(|path| path.display().to_string()),
            language: candidate.language.clone(),
            bytes: candidate.bytes,
            chars: candidate.chars,
        }
    }
}
