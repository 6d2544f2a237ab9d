//! Checking a certificate, from the rules of the game alone.
//!
//! Nothing here knows how suites are made: this module explores the game for itself, plays every run
//! to the referee, and notes what it sees. A certificate is good if each run is one whole game and a
//! line after it, if every sequence of moves that should be made is made in some run, if every
//! line that should be refused is, in every position, and if that is all that its level promises. It proves that no smaller suite would do if, in
//! addition, no game holds two sequences of the antichain, and there are as many as there are runs:
//! each must be made in some run, and no run makes two.
//!
//! That no game holds two is found by going through all positions, not all games: the most that the
//! rest of a game can hold depends only on the position and on the few moves before it, in which a
//! sequence may have begun.

mod antichain;
mod claim;
mod rules;
mod shown;

use super::certificate::Certificate;
use crate::game::Position as _;
use crate::game::tictactoe::{Position, Square};
use claim::Claim;
use rules::Rules;
use shown::Shown;

/// What a certificate was found to prove.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The runs, each a whole game.
    pub runs: usize,
    /// Their inputs.
    pub inputs: usize,
    /// The length of the sequences.
    pub moves_in_a_row: usize,
    /// Whether sequences are counted up to symmetry.
    pub up_to_symmetry: bool,
    /// The sequences of moves there are, each made in some run.
    pub sequences: usize,
    /// The positions and lines (occupied cells and others) that there are, each refused in some run.
    pub refusals: usize,
    /// How many sequences of the antichain begin after how many moves, and how many of those end the
    /// game.
    pub antichain: Vec<(u32, usize, usize)>,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// There is no such dialect.
    #[error("there is no dialect {0:?}")]
    Dialect(String),
    /// No suite of this level claims what could be proved.
    #[error("there is no proof for a suite {0:?}")]
    Level(String),
    /// The level promises more than the certificate says of itself.
    #[error("a suite `{level}` promises {what}")]
    Less {
        /// The level.
        level: String,
        /// What it promises, in words.
        what: String,
    },
    /// No bad line follows an input, where one must follow each.
    #[error("run {run}: input {input} is not followed by a bad line")]
    Unprobed {
        /// The run, counted from 1.
        run: usize,
        /// The input, counted from 1.
        input: usize,
    },
    /// Only few moves in a row can be checked in reasonable time.
    #[error("{0} moves in a row: from 1 to 4 can be checked")]
    Row(usize),
    /// A line that the specification does not say all about.
    #[error("run {run}, input {input}: whether {line:?} is a move is left open by the specification")]
    Doubtful {
        /// The run, counted from 1.
        run: usize,
        /// The input, counted from 1.
        input: usize,
        /// The line.
        line: String,
    },
    /// A run breaks off.
    #[error("run {0} does not end the game")]
    Unfinished(usize),
    /// A run ends with the game.
    #[error("run {0} feeds no line after the end of the game")]
    NothingAfterTheEnd(usize),
    /// A sequence is missing.
    #[error("no run makes the moves {moves} from {board}")]
    Uncovered {
        /// The position.
        board: String,
        /// The moves.
        moves: String,
    },
    /// A bad line is missing.
    #[error("no run feeds {line:?} in {board}")]
    Unfed {
        /// The position.
        board: String,
        /// The line.
        line: String,
    },
    /// An element of the antichain that is no sequence of moves.
    #[error("antichain, sequence {0}: not one to {1} legal moves from a position of the game")]
    Illegal(usize, usize),
    /// An element of the antichain that is there already.
    #[error("antichain, sequence {0}: it is there twice")]
    Doubled(usize),
    /// Two elements go together.
    #[error("antichain: some game holds {0} of its sequences")]
    Compatible(usize),
    /// The numbers do not match.
    #[error("{runs} runs, but only {antichain} sequences in the antichain: fewer runs might do")]
    NotLeast {
        /// How many runs there are.
        runs: usize,
        /// How many sequences there are.
        antichain: usize,
    },
}

/// Moves in a row, from a position.
type Row = (Position, Vec<Square>);

impl Proof {
    /// Checks a certificate.
    ///
    /// # Errors
    /// The first [`Flaw`] that is found.
    pub fn check(certificate: &Certificate) -> Result<Proof, Flaw> {
        let rules = Rules::of(certificate)?;
        Claim::of(certificate)?.check(certificate, &rules.vocabulary)?;
        let mut shown = Shown::default();
        for (number, run) in (1..).zip(&certificate.runs) {
            shown.play(&rules, number, run)?;
        }
        let sequences = rules.want_sequences(&shown)?;
        let refusals = rules.want_refusals(&shown, &certificate.refused_lines)?;
        let antichain = rules.read_antichain(&certificate.antichain)?;
        rules.want_one_at_most(&antichain)?;
        if antichain.len() != certificate.runs.len() {
            return Err(Flaw::NotLeast { runs: certificate.runs.len(), antichain: antichain.len() });
        }
        Ok(Proof {
            runs: certificate.runs.len(),
            inputs: certificate.runs.iter().map(Vec::len).sum(),
            moves_in_a_row: rules.length,
            up_to_symmetry: rules.symmetries.len() > 1,
            sequences,
            refusals,
            antichain: by_ply(&antichain),
        })
    }
}

fn by_ply(antichain: &[Row]) -> Vec<(u32, usize, usize)> {
    let mut counts: Vec<(u32, usize, usize)> = (0..9).map(|ply| (ply, 0, 0)).collect();
    for (position, moves) in antichain {
        let (_, all, ending) = &mut counts[position.ply() as usize];
        *all += 1;
        *ending += usize::from(after(position, moves).is_some_and(|end| end.outcome().is_some()));
    }
    counts.retain(|(_, all, _)| *all > 0);
    counts
}

fn after(position: &Position, moves: &[Square]) -> Option<Position> {
    moves.iter().try_fold(*position, |position, &square| position.play(square).ok())
}
