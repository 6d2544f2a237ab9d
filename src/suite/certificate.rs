//! The evidence that a suite reaches its goal and that no smaller one can: its runs, and as many
//! sequences of moves, each of which some run has to make and no run can make two of.
//!
//! A certificate is plain data, so that it can be kept and checked by another program. How it was
//! found does not matter to whoever checks it (`proof`).

use serde::{Deserialize, Serialize};

use super::games::{BAD, BLANK, line};
use super::network::Network;
use super::{Goal, Level, Suite};
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
    /// The level that they are the suite of.
    pub level: String,
    /// How many moves in a row: every sequence of so many is made in some run.
    pub moves_in_a_row: usize,
    /// Whether sequences count as one that a symmetry of the board maps onto each other.
    pub up_to_symmetry: bool,
    /// Lines that are no move and are fed in every position, as is every occupied cell.
    pub refused_lines: Vec<String>,
    /// The runs, each a list of lines.
    pub runs: Vec<Vec<String>>,
    /// Sequences of moves of which no game holds two.
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
    /// The evidence for a level of tictactoe; none for those that do not claim to be the fewest games,
    /// and none in a dialect where a game can be given up, since its suites then have games more.
    pub fn of(dialect: Dialect, level: Level) -> Option<Certificate> {
        let goal = level.goal()?;
        dialect.vocabulary().filter(|vocabulary| vocabulary.endings.is_empty())?;
        let graph = Graph::explore(Position::start());
        let cover = goal.cover(&graph);
        let sequence = |arc| sequence(dialect, &graph, cover.network(), arc);
        let antichain = cover.antichain().into_iter().map(sequence).collect();
        let suite = Suite::generate(dialect, level)?;
        let blank = if goal == Goal::Symmetric { None } else { Some(BLANK) };
        Some(Certificate {
            dialect: dialect.name().to_owned(),
            level: level.name().to_owned(),
            moves_in_a_row: goal.moves_in_a_row(),
            up_to_symmetry: goal == Goal::Symmetric,
            refused_lines: BAD.into_iter().chain(blank).map(|code| line(dialect, code).to_owned()).collect(),
            runs: suite.games().map(|case| case.inputs.iter().map(|input| text(input)).collect()).collect(),
            antichain,
        })
    }
}

fn sequence(dialect: Dialect, graph: &Graph<Position>, network: &Network, arc: usize) -> Sequence {
    let made: Vec<_> = network.made_by(arc).iter().map(|&made| graph.transitions()[made]).collect();
    let moves = made.iter().map(|made| line(dialect, made.chosen.number()).to_owned()).collect();
    Sequence { board: picture(dialect, &graph.positions()[made[0].from]), moves }
}

/// A position as it stands in a certificate.
pub(super) fn picture(dialect: Dialect, position: &Position) -> String {
    let mut board = Vec::new();
    dialect.write(&Event::BoardShown(position.board()), &mut board);
    text(&board).trim_end().replace('\n', "/")
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}
