//! What a run was about: the dialect, the profile and the suites.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::challenge::{Challenge, Recording};
use crate::dialect::reversi::Table;
use crate::dialect::{Declared, Dialect, Observed, UnknownDialect};
use crate::game::reversi::Game;
use crate::transcript::Profile;

/// What a run was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Heading {
    /// The game and its words.
    pub dialect: Dialect,
    /// What candidates were held to.
    pub profile: Profile,
    /// The suite's name.
    pub suite: String,
}

impl Heading {
    /// The game in words, with its board if it is not the usual one.
    pub fn game(&self) -> String {
        match self.dialect.board() {
            Some(table) => format!("{} on {}", self.dialect.name(), board_name(table)),
            None => self.dialect.name().to_owned(),
        }
    }
}

/// What a board is called: as it was asked for, or by its title.
pub(super) fn board_name(table: Table) -> String {
    let name = table.name().unwrap_or_else(|| table.game().title());
    crate::transcript::visible_line(name.as_bytes())
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, profile {}, suite {}", self.game(), self.profile.name(), self.suite)
    }
}

/// The heading as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Written {
    dialect: String,
    board: Option<WrittenBoard>,
    /// The file of a declared challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
    /// What a program was seen to say, where that is the truth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    recordings: Vec<(String, Recording)>,
    profile: String,
    suite: String,
}

/// A board of reversi that is not the usual one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenBoard {
    name: Option<String>,
    text: String,
}

impl From<Heading> for Written {
    fn from(heading: Heading) -> Written {
        let board = heading.dialect.board().map(|table| WrittenBoard {
            name: table.name().map(str::to_owned),
            text: table.game().text().to_owned(),
        });
        Written {
            dialect: heading.dialect.name().to_owned(),
            board,
            challenge: match heading.dialect {
                Dialect::Declared(declared) => Some(declared.text().to_owned()),
                Dialect::Observed(observed) => Some(observed.text().to_owned()),
                _ => None,
            },
            recordings: heading.dialect.observed().map_or_else(Vec::new, Observed::seen),
            profile: heading.profile.to_string(),
            suite: heading.suite,
        }
    }
}

impl TryFrom<Written> for Heading {
    type Error = String;

    fn try_from(written: Written) -> Result<Heading, String> {
        let Written { dialect, board, challenge, recordings, profile, suite } = written;
        let named = match challenge {
            Some(text) => challenge_of(&dialect, &text, recordings)?,
            None => dialect.parse().map_err(|why: UnknownDialect| why.to_string())?,
        };
        let dialect = match (named, board) {
            (named, None) => named,
            (Dialect::Reversi(_), Some(board)) => Dialect::Reversi(board.table()?),
            (_, Some(_)) => return Err(format!("{dialect} has only one board")),
        };
        let profile = profile.parse().map_err(|_| format!("there is no profile {profile:?}"))?;
        Ok(Heading { dialect, profile, suite })
    }
}

fn challenge_of(name: &str, text: &str, recordings: Vec<(String, Recording)>) -> Result<Dialect, String> {
    let of_line = |why| format!("its challenge, line {why}");
    match Challenge::read(text).map_err(of_line)? {
        Challenge::Table(_) => {
            Declared::read(name, text, None, false).map(Dialect::Declared).map_err(of_line)
        }
        Challenge::Seen(manifest) => Observed::new(name, text, None, manifest, recordings, None, None)
            .map(Dialect::Observed)
            .map_err(|why| why.to_string()),
        Challenge::BuiltIn(game, _) => Err(format!("its challenge is the game {game}, which has no text")),
        Challenge::Cases(_) => Err("its challenge is of whole cases, of which no runs are saved".to_owned()),
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
