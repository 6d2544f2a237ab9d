//! A suite that a challenge offers: its kind, how it is made, or why it cannot be.

use std::fmt;
use std::sync::Arc;

use super::kind::FIXTURES;
use super::{Suite, SuiteKind};

/// A suite that a challenge offers.
#[derive(Clone)]
pub struct Offer {
    kind: SuiteKind,
    /// Whether it is made only if it is named, since that may take long.
    pub is_on_request: bool,
    /// Whether it tells more than others only of programs that show the board after a refusal.
    pub(crate) needs_boards: bool,
    maker: Maker,
}

/// How a suite is made, or the reason why it can't be.
#[derive(Clone)]
enum Maker {
    /// The cases are in files, which the caller reads.
    Files,
    Makes(Arc<dyn Fn() -> Result<Suite, String> + Send + Sync>),
    Refuses(String),
}

/// Why a challenge has no such suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuite {
    /// It offers none of this name.
    #[error("{challenge} has no suite `{name}`; it has {}", .offered.join(", "))]
    Unknown {
        /// The challenge.
        challenge: String,
        /// The name.
        name: String,
        /// The names of its suites.
        offered: Vec<&'static str>,
    },
    /// It cannot be made.
    #[error("{0}")]
    Refused(String),
}

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Offer").field(&self.kind.name).finish()
    }
}

impl Offer {
    /// A suite of this kind; `make` fails with the reason why there is none, as a sentence.
    pub fn new(kind: SuiteKind, make: impl Fn() -> Result<Suite, String> + Send + Sync + 'static) -> Offer {
        Offer { kind, is_on_request: false, needs_boards: false, maker: Maker::Makes(Arc::new(make)) }
    }

    pub(super) fn refused(kind: SuiteKind, why: &str) -> Offer {
        Offer { kind, is_on_request: true, needs_boards: false, maker: Maker::Refuses(why.to_owned()) }
    }

    /// The move lists of a challenge, which are files.
    pub(super) fn of_files() -> Offer {
        Offer { kind: FIXTURES, is_on_request: false, needs_boards: false, maker: Maker::Files }
    }

    /// Offers it only to those who name it.
    pub(super) fn on_request(self) -> Offer {
        Offer { is_on_request: true, ..self }
    }

    pub(super) fn for_boards(self) -> Offer {
        Offer { needs_boards: true, ..self }
    }

    /// Its kind.
    pub fn kind(&self) -> SuiteKind {
        self.kind
    }

    /// Whether it is known without making it that there is no such suite.
    pub fn is_refused(&self) -> bool {
        matches!(self.maker, Maker::Refuses(_))
    }

    /// Whether its cases are files that were not read yet.
    pub fn is_of_files(&self) -> bool {
        matches!(self.maker, Maker::Files)
    }

    /// Makes the suite.
    /// Fails with [`NoSuite::Refused`].
    pub fn make(&self) -> Result<Suite, NoSuite> {
        match &self.maker {
            Maker::Files => Err(NoSuite::Refused("its move lists are files, which were not read".to_owned())),
            Maker::Makes(make) => make().map_err(NoSuite::Refused),
            Maker::Refuses(why) => Err(NoSuite::Refused(why.clone())),
        }
    }
}
