//! The kinds of suites, from a handful of runs to all games, and what each of them proves.
//!
//! A suite that finds no difference proves something only under an assumption on the program: what its answer may
//! depend on. Each kind states its assumption, so a verdict can be read without knowing how the suite was made.

/// A kind of suite. A challenge's offers (`offers`) are the kinds that it has, and how they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuiteKind {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// The coverage of its cases, in words for a ruling.
    pub covers: &'static str,
    /// The claim if no case shows a difference, with its assumption. A challenge may claim more.
    pub claim: &'static str,
    /// How far its cases reach.
    pub reach: Reach,
}

/// How far the cases of a suite reach, in order of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// Cases that somebody has written.
    Given,
    /// Lines that nobody types.
    Outside,
    /// Some cases of each sort.
    Sorts,
    /// Cases that chance has chosen.
    Chance,
    /// Every state.
    States,
}

/// The move lists or recordings of a folder.
pub const FIXTURES: SuiteKind = SuiteKind {
    name: "fixtures",
    covers: "the given cases",
    claim: "Right on these move lists; other games are untested",
    reach: Reach::Given,
};

/// The games that the specification itself gives.
pub const EXAMPLES: SuiteKind = SuiteKind {
    name: "examples",
    covers: "the examples",
    claim: "Right on the games in the specification; other games are untested",
    reach: Reach::Given,
};

/// Lines that nobody types: control characters, bytes that are not UTF-8, very long lines.
pub const ROBUST: SuiteKind = SuiteKind {
    name: "robust",
    covers: "lines nobody types",
    claim: "Right on lines that nobody types; nothing else is tested",
    reach: Reach::Outside,
};

/// Each kind of ending, some bad lines after each number of moves, bursts of bad lines, and hundreds of bad lines of all
/// classes for both players.
pub const SMOKE: SuiteKind = SuiteKind {
    name: "smoke",
    covers: "quick test",
    claim: "Right at least once on every kind of ending and on the bad lines fed; other games are untested",
    reach: Reach::Sorts,
};

/// Random games, the same each time, with bad lines between the moves.
pub const RANDOM: SuiteKind = SuiteKind {
    name: "random",
    covers: "random runs",
    claim: "Right in random games; other games are untested",
    reach: Reach::Chance,
};

/// Sessions that a search has found by the answers of the reference.
pub const EXPLORED: SuiteKind = SuiteKind {
    name: "explored",
    covers: "searched runs",
    claim: "Right in runs that a search found by the reference's answers; others are untested",
    reach: Reach::Chance,
};

/// Every move in every position, where positions count as one that a symmetry maps onto each other.
pub const SYMMETRIC: SuiteKind = SuiteKind {
    name: "symmetric",
    covers: "every state up to symmetry",
    claim: "Complete if its answer depends only on the position shown and not on how the board is turned or mirrored \
            (two positions, visited once, are fed no empty line)",
    reach: Reach::States,
};

/// Every move, and the usual bad lines, in every position.
pub const COMPLETE: SuiteKind = SuiteKind {
    name: "complete",
    covers: "every state",
    claim: "Complete if its answer depends only on the position shown",
    reach: Reach::States,
};

/// As `complete`, and after each input a bad one, to check the state that it led to.
pub const PROBED: SuiteKind = SuiteKind {
    name: "probed",
    covers: "every state, checked afterwards",
    claim: "Complete if it has at most 4,521 states and shows the board again after a refusal",
    reach: Reach::States,
};

/// Every two moves in a row.
pub const PAIRS: SuiteKind = SuiteKind {
    name: "pairs",
    covers: "every two moves",
    claim: "Complete if its answer to a legal move depends only on the position shown and the move before",
    reach: Reach::States,
};

/// Every three moves in a row.
pub const TRIPLES: SuiteKind = SuiteKind {
    name: "triples",
    covers: "every three moves",
    claim: "Complete if its answer to a legal move depends only on the position shown and the two moves before",
    reach: Reach::States,
};

/// Every possible game.
pub const EXHAUSTIVE: SuiteKind = SuiteKind {
    name: "exhaustive",
    covers: "every game",
    claim: "Complete for games of legal moves if it answers the same game alike each time",
    reach: Reach::States,
};

impl SuiteKind {
    /// Every kind, the weakest first.
    pub const ALL: &[SuiteKind] = &[
        FIXTURES, EXAMPLES, ROBUST, SMOKE, RANDOM, EXPLORED, SYMMETRIC, COMPLETE, PROBED, PAIRS, TRIPLES,
        EXHAUSTIVE,
    ];

    /// The kind of this name, if there is one.
    pub fn named(name: &str) -> Option<SuiteKind> {
        SuiteKind::ALL.iter().copied().find(|kind| kind.name == name)
    }

    /// The names of all kinds, for a sentence.
    pub fn names() -> String {
        SuiteKind::ALL.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
    }

    /// The coverage of the suite with this name; the name, if it is none of these kinds.
    pub fn covers_of(suite: &str) -> &str {
        SuiteKind::named(suite).map_or(suite, |kind| kind.covers)
    }
}
