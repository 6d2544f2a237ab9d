//! The words of games: one game may be played in several.
//!
//! A dialect turns a line into an input and an event into text, and finds events in a text. Each is a module
//! with one table of words, used in both directions, so that reading what was written gives the original
//! events (a law that is tested on whole games in `tests/spec/laws.rs`). Nothing here decides who wins; the
//! rules do.
//!
//! [`Dialect`] lists them; everything else uses its `Speech`. CONTRIBUTING.md describes what a new dialect
//! needs.
//!
//! A [`Dialect`] is a value that is cloned. Challenges and boards are behind an `Arc`, so what nobody uses any more
//! is freed. Two dialects are equal if their content is.
//!
//! A built-in game is a challenge by one line of its `challenge.toml`: `rules = "tictactoe"`. Its words, freedoms
//! and examples stay in Rust. As data they would save 30 lines here, but reading and checking them would need more.
//! Also, a table of words cannot express a board, and readings such as that of `04` as 4 are computed, not listed.

mod declared;
mod lines;
pub(crate) mod marubatsu;
mod observed;
pub mod othello;
mod packaged;
mod phrase;
mod readings;
mod referee;
pub mod reversi;
mod speech;
#[doc(hidden)]
pub mod tictactoe;
mod whole;

pub use crate::challenge::Fault;
pub use declared::{Declared, Faulty};
pub use lines::Lines;
pub use observed::{Observed, Oracle, ReferenceRun};
#[doc(hidden)]
pub use packaged::{CaseRule, JudgedCase, Package, PackageProgram, Timing, is_matched};
pub use readings::Readings;
pub use referee::{Answer, Referee, Unreadable};
pub use speech::{AllowedDeviations, Speech, Vocabulary};
pub use whole::{CASES, INTERACTION, WholeCase, WholeCases};

use std::path::Path;
use std::sync::LazyLock;

use crate::challenge::{Domain, Show, belongs};

/// A way of writing a game: which rules, which words.
#[derive(Clone, Debug, Default, PartialEq, Eq, strum::EnumCount)]
pub enum Dialect {
    /// The code-golf challenge: `X> `, `invalid.`, `X won.`, `tie.`
    #[default]
    Tictactoe,
    /// Tic-tac-toe as an article series has it: `"o" to play. > `, a board of box-drawing characters.
    Marubatsu,
    /// Reversi on this board: `Black 2 : 2`, `> `, `White Pass`.
    Reversi(reversi::Table),
    /// Two programs that play Othello with each other, as an article has it: `内容?-> white `.
    Othello,
    /// A challenge that is a table in a file.
    Declared(Declared),
    /// A challenge that is defined by the observed output of a program.
    Observed(Observed),
    /// A challenge of whole cases.
    Whole(WholeCases),
}

/// How many games are built in: all variants but the three for challenges, so that none is left out of [`Dialect::all`].
const BUILT_IN: usize = <Dialect as strum::EnumCount>::COUNT - 3;

impl Dialect {
    /// Every game that is built in; reversi on the usual board.
    pub fn all() -> [Dialect; BUILT_IN] {
        [
            Dialect::Tictactoe,
            Dialect::Marubatsu,
            Dialect::Reversi(reversi::Table::standard()),
            Dialect::Othello,
        ]
    }

    /// The board, where a dialect has more than one and this is not the usual one.
    pub fn board(&self) -> Option<&reversi::Table> {
        match self {
            Dialect::Reversi(table) if *table != reversi::Table::standard() => Some(table),
            _ => None,
        }
    }

    /// The table, if it is a declared challenge.
    pub fn declared(&self) -> Option<&Declared> {
        match self {
            Dialect::Declared(declared) => Some(declared),
            _ => None,
        }
    }

    /// The recordings or the reference, if it is a challenge of that kind.
    pub fn observed(&self) -> Option<&Observed> {
        match self {
            Dialect::Observed(observed) => Some(observed),
            _ => None,
        }
    }

    /// The cases, if it is a challenge of whole ones.
    pub fn whole(&self) -> Option<&WholeCases> {
        match self {
            Dialect::Whole(whole) => Some(whole),
            _ => None,
        }
    }

    /// Whether the cases of its first suite come with it, instead of from move lists.
    pub fn brings_cases(&self) -> bool {
        match self {
            Dialect::Observed(observed) => !observed.recordings().is_empty(),
            Dialect::Whole(_) => true,
            _ => false,
        }
    }

    /// The text of its file, if it is a challenge.
    pub fn text(&self) -> Option<&str> {
        match self {
            Dialect::Declared(declared) => Some(declared.text()),
            Dialect::Observed(observed) => Some(observed.text()),
            Dialect::Whole(whole) => Some(whole.text()),
            _ => None,
        }
    }

    /// How much of a failure the author of a program sees, if its file sets that.
    pub fn show(&self) -> Option<Show> {
        self.text().and_then(Show::of)
    }

    /// Whether the details of a failure in a case are hidden from somebody who may see `show`. By default they are hidden in the
    /// folder `secret`, and `verdict` does not apply to the folder `sample`, which everybody has.
    pub fn hides(&self, case: &str, show: Option<Show>) -> bool {
        let own = self.whole().and_then(|whole| whole.cases().show(case));
        match (show, own) {
            (Some(Show::All), _) => false,
            (_, Some(own)) => own == Show::Verdict,
            (None, None) => belongs(case, "secret"),
            (Some(show), None) => show == Show::Verdict && !belongs(case, "sample"),
        }
    }

    /// The word for one of its cases.
    pub fn noun(&self) -> &'static str {
        match self {
            Dialect::Whole(_) => "case",
            Dialect::Declared(_) | Dialect::Observed(_) => "run",
            _ => "game",
        }
    }

    /// The lines that decide: what a person can type, unless a challenge says otherwise.
    pub fn domain(&self) -> &Domain {
        static USUAL: LazyLock<Domain> = LazyLock::new(Domain::default);
        match self {
            Dialect::Declared(declared) => declared.table().domain(),
            Dialect::Observed(observed) => &observed.manifest().domain,
            _ => &USUAL,
        }
    }

    /// The folder of a challenge, if it was read from one that is named.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Dialect::Declared(declared) => declared.folder(),
            Dialect::Observed(observed) => observed.folder(),
            Dialect::Whole(whole) => whole.folder(),
            _ => None,
        }
    }

    /// Whether it is a challenge, which has texts but no boards.
    pub fn is_challenge(&self) -> bool {
        self.text().is_some()
    }
}

/// A dialect dereferences to its words.
impl std::ops::Deref for Dialect {
    type Target = dyn Speech;

    fn deref(&self) -> &(dyn Speech + 'static) {
        match self {
            Dialect::Tictactoe => &tictactoe::WORDS,
            Dialect::Marubatsu => &marubatsu::MarubatsuWords,
            Dialect::Reversi(table) => table.words(),
            Dialect::Othello => &othello::OthelloWords,
            Dialect::Declared(declared) => declared,
            Dialect::Observed(observed) => observed,
            Dialect::Whole(whole) => whole,
        }
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No built-in dialect has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {0:?}")]
pub struct UnknownDialect(String);

impl std::str::FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Dialect, UnknownDialect> {
        let known = Dialect::all().into_iter().find(|dialect| dialect.name() == name);
        known.ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}
