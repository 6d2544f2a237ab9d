//! The evidence that a suite reaches its goal and that no smaller suite can. It consists of the runs, and as
//! many sequences of moves: each must be made in some run, and no run can make two of them.
//!
//! A certificate is plain data, so that it can be stored and checked by another program. The check does not
//! depend on how it was found (`proof`).

use serde::{Deserialize, Serialize};

use super::games::{BAD, BLANK, line};
use super::network::Network;
use super::{Goal, Suite, SuiteKind};
use crate::dialect::Dialect;
use crate::game::Position as _;
use crate::game::graph::Graph;
use crate::game::tictactoe::Position;
use crate::session::Event;

/// The evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The dialect that the runs are written in.
    pub dialect: String,
    /// The name of the suite.
    pub suite: String,
    /// How many moves a sequence has; every sequence of this length is made in some run.
    pub moves_in_a_row: usize,
    /// Whether sequences that a symmetry of the board maps onto each other count as one.
    pub up_to_symmetry: bool,
    /// Lines that are not moves and are fed in every position, like the occupied cells.
    pub refused_lines: Vec<String>,
    /// The runs, each a list of lines.
    pub runs: Vec<Vec<String>>,
    /// Sequences of moves. No game contains two of them.
    pub antichain: Vec<Sequence>,
}

/// Moves in a row, from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// The board, as the dialect writes it, but with `/` between its rows.
    pub board: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Certificate {
    /// The evidence for a suite of tictactoe. None for suites that do not claim to have the fewest games, and
    /// none in a dialect with resignation, since its suites have additional games.
    pub fn of(dialect: &Dialect, kind: SuiteKind) -> Option<Certificate> {
        let goal = Goal::of(kind)?;
        dialect.vocabulary().filter(|vocabulary| vocabulary.endings.is_empty())?;
        let graph = Graph::explore(Position::start());
        let cover = goal.cover(&graph);
        let sequence = |arc| sequence(dialect, &graph, &cover.network, arc);
        let antichain = cover.antichain().into_iter().map(sequence).collect();
        let suite = Suite::of(dialect, kind.name).ok()?;
        let blank = if goal == Goal::Symmetric { None } else { Some(BLANK) };
        Some(Certificate {
            dialect: dialect.name().to_owned(),
            suite: kind.name.to_owned(),
            moves_in_a_row: goal.moves_in_a_row(),
            up_to_symmetry: goal == Goal::Symmetric,
            refused_lines: BAD.into_iter().chain(blank).map(|code| line(dialect, code).to_owned()).collect(),
            runs: suite.games().map(|case| case.inputs.iter().map(|input| text(input)).collect()).collect(),
            antichain,
        })
    }
}

fn sequence(dialect: &Dialect, graph: &Graph<Position>, network: &Network, arc: usize) -> Sequence {
    let made: Vec<_> = network.made_by(arc).iter().map(|&made| graph.transitions()[made]).collect();
    let moves = made.iter().map(|made| line(dialect, made.chosen.number()).to_owned()).collect();
    Sequence { board: picture(dialect, &graph.positions()[made[0].from]), moves }
}

/// A position in the form of a certificate.
pub(super) fn picture(dialect: &Dialect, position: &Position) -> String {
    let mut board = Vec::new();
    dialect.write(&Event::BoardShown(position.board()), &mut board);
    text(&board).trim_end().replace('\n', "/")
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}
