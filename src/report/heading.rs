//! What a run was about: the game or challenge, the profile and the suites.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::challenge::{Challenge, Recording};
use crate::dialect::reversi::Table;
use crate::dialect::{Declared, Dialect, Observed, UnknownDialect};
use crate::game::reversi::Game;
use crate::transcript::Profile;

/// What a run was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Heading {
    /// The basis of judging.
    pub subject: Subject,
    /// The suite's name.
    pub suite: String,
}

/// The basis of judging.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// A game, or a challenge that is played in turns.
    Game {
        /// The game and its words.
        dialect: Dialect,
        /// The profile.
        profile: Profile,
    },
    /// A challenge of whole cases.
    Cases {
        /// Its name.
        name: String,
        /// How many cases it has.
        count: usize,
    },
}

impl Heading {
    /// The dialect; none for whole cases.
    pub fn dialect(&self) -> Option<&Dialect> {
        match &self.subject {
            Subject::Game { dialect, .. } => Some(dialect),
            Subject::Cases { .. } => None,
        }
    }

    /// The profile; none for whole cases.
    pub fn profile(&self) -> Option<Profile> {
        match self.subject {
            Subject::Game { profile, .. } => Some(profile),
            Subject::Cases { .. } => None,
        }
    }

    /// How many cases there are, for whole cases.
    pub(super) fn whole_cases(&self) -> Option<usize> {
        match self.subject {
            Subject::Game { .. } => None,
            Subject::Cases { count, .. } => Some(count),
        }
    }

    /// The name of the game or challenge.
    pub fn name(&self) -> &str {
        match &self.subject {
            Subject::Game { dialect, .. } => dialect.name(),
            Subject::Cases { name, .. } => name,
        }
    }

    /// The game in words, with its board if it is not the standard one.
    pub fn game(&self) -> String {
        match self.dialect().and_then(Dialect::board) {
            Some(table) => format!("{} on {}", self.name(), board_name(table)),
            None => crate::transcript::visible_line(self.name().as_bytes()),
        }
    }

    /// The word for what a program is tried on.
    pub fn noun(&self) -> &'static str {
        if self.whole_cases().is_some() { "case" } else { "game" }
    }
}

/// The name of a board: as it was given, or its title.
pub(super) fn board_name(table: &Table) -> String {
    let name = table.name().unwrap_or_else(|| table.game().title());
    crate::transcript::visible_line(name.as_bytes())
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.profile() {
            Some(profile) => {
                write!(f, "{}, {} rules", self.game(), profile.name())?;
                if self.suite == USUAL { Ok(()) } else { write!(f, ", suite {}", self.suite) }
            }
            None => write!(f, "{}, whole cases", self.game()),
        }
    }
}

/// The name of the suites that are played if none is named.
pub const USUAL: &str = "auto";

/// The heading in the form of a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Written {
    dialect: String,
    board: Option<WrittenBoard>,
    /// The file of a declared challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
    /// Observed output of a program, if that is the basis of judging.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    recordings: Vec<(String, Recording)>,
    /// How many cases there were, for whole cases. Then there is no profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cases: Option<usize>,
    profile: Option<String>,
    suite: String,
}

/// A board of reversi that is not the standard one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenBoard {
    name: Option<String>,
    text: String,
}

impl From<Heading> for Written {
    fn from(heading: Heading) -> Written {
        let Some((dialect, profile)) = heading.dialect().zip(heading.profile()) else {
            return Written {
                dialect: heading.name().to_owned(),
                cases: heading.whole_cases(),
                suite: heading.suite,
                ..Written::default()
            };
        };
        let board = dialect.board().map(|table| WrittenBoard {
            name: table.name().map(str::to_owned),
            text: table.game().text().to_owned(),
        });
        Written {
            dialect: dialect.name().to_owned(),
            board,
            challenge: match dialect {
                Dialect::Declared(declared) => Some(declared.text().to_owned()),
                Dialect::Observed(observed) => Some(observed.text().to_owned()),
                _ => None,
            },
            recordings: dialect.observed().map_or_else(Vec::new, Observed::seen),
            cases: None,
            profile: Some(profile.to_string()),
            suite: heading.suite,
        }
    }
}

impl TryFrom<Written> for Heading {
    type Error = String;

    fn try_from(written: Written) -> Result<Heading, String> {
        let Written { dialect, board, challenge, recordings, cases, profile, suite } = written;
        if let Some(count) = cases {
            return Ok(Heading { subject: Subject::Cases { name: dialect, count }, suite });
        }
        let named = match challenge {
            Some(text) => challenge_of(&dialect, &text, recordings)?,
            None => dialect.parse().map_err(|why: UnknownDialect| why.to_string())?,
        };
        let dialect = match (named, board) {
            (named, None) => named,
            (Dialect::Reversi(_), Some(board)) => Dialect::Reversi(board.table()?),
            (_, Some(_)) => return Err(format!("{dialect} has only one board")),
        };
        let profile = profile.unwrap_or_default();
        let profile = profile.parse().map_err(|_| format!("there is no profile {profile:?}"))?;
        Ok(Heading { subject: Subject::Game { dialect, profile }, suite })
    }
}

/// How many challenges are read from saved runs, beside those that are expected. Each is kept as long as the program runs, so
/// whoever can save runs of new challenges must not fill the memory.
const MOST: usize = 32;

/// The challenges of saved runs by a digest of what they consist of; none until one is first read.
static READ: Mutex<BTreeMap<[u8; 32], Option<Dialect>>> = Mutex::new(BTreeMap::new());

impl Heading {
    /// Expects saved runs of this challenge, however many others there are.
    pub fn expect(dialect: &Dialect) {
        let text = match dialect {
            Dialect::Declared(declared) => declared.text(),
            Dialect::Observed(observed) => observed.text(),
            _ => return,
        };
        let recordings = dialect.observed().map_or_else(Vec::new, Observed::seen);
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(digest(dialect.name(), text, &recordings)).or_default();
    }
}

/// The challenge with this content, which is read and explored once.
fn challenge_of(name: &str, text: &str, recordings: Vec<(String, Recording)>) -> Result<Dialect, String> {
    let key = digest(name, text, &recordings);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match read.get(&key) {
        Some(Some(known)) => return Ok(known.clone()),
        None if read.len() >= MOST + read.values().filter(|known| known.is_none()).count() => {
            return Err(
                "its challenge is not among those offered now, and too many others were read".to_owned()
            );
        }
        _ => {}
    }
    let dialect = read_challenge(name, text, recordings)?;
    read.insert(key, Some(dialect.clone()));
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
        Challenge::Table(_) => {
            Declared::read(name, text, None, false).map(Dialect::Declared).map_err(of_line)
        }
        Challenge::Seen(manifest) => Observed::new(name, text, None, manifest, recordings, None, None)
            .map(Dialect::Observed)
            .map_err(|why| why.to_string()),
        Challenge::BuiltIn(game, _) => Err(format!("its challenge is the game {game}, which has no text")),
        Challenge::Cases(_) => Err("its challenge is of whole cases, which have no rules".to_owned()),
    }
}

impl WrittenBoard {
    fn table(self) -> Result<Table, String> {
        let game = Game::parse(&self.text).map_err(|why| format!("its board: {why}"))?;
        Ok(match self.name {
            Some(name) => Table::called(game, &name),
            None => Table::of(game),
        })
    }
}
