//! Every position of reversi on a small board, in the fewest games: every move, and every bad line in every position
//! when a game first reaches it.
//!
//! This is for boards of at most [`SQUARES`] squares for two players without special rules. There each move adds one
//! disc to the board, so a position belongs to one layer of the graph only.

use std::sync::Arc;

use crate::case::Case;
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::game::Position as _;
use crate::game::graph::Graph;
use crate::game::reversi::bitboard::Bitboard;
use crate::game::reversi::{Game, Position};
use crate::suite::cover::Cover;
use crate::suite::network::Network;

/// A larger board has too many positions to visit all of them.
const SQUARES: usize = 16;

/// Whether all positions of a game can be visited.
pub(in crate::suite) fn is_small(game: &Arc<Game>) -> bool {
    game.squares().count() <= SQUARES && Bitboard::of(&Position::start(Arc::clone(game))).is_some()
}

/// The fewest games in which every move of every position is made, with the other lines between.
pub(in crate::suite) fn games(dialect: &Dialect, table: &Table) -> Vec<Case> {
    let graph = Graph::explore(Position::start(Arc::clone(table.game())));
    let walks = Cover::least(Network::of_transitions(&graph)).split();
    let digits = walks.len().to_string().len();
    let mut is_seen = vec![false; graph.positions().len()];
    let named = (1..).zip(&walks).map(|(number, walk)| {
        let name = format!("complete-{number:0digits$}");
        Case { name, dialect: dialect.clone(), inputs: lines(&graph, walk, &mut is_seen) }
    });
    named.collect()
}

/// The lines of a game: before each move, if the position is new, all lines that are not moves there.
fn lines(graph: &Graph<Position>, walk: &[usize], is_seen: &mut [bool]) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for &step in walk {
        let transition = graph.transitions()[step];
        let position = &graph.positions()[transition.from];
        if !std::mem::replace(&mut is_seen[transition.from], true) {
            lines.extend(refused(position));
        }
        lines.push(position.game().square_name(transition.chosen).into());
    }
    after_the_end(lines)
}

/// The lines that are not moves in a position: the names of all other places, including those just outside
/// the edges, and words.
fn refused(position: &Position) -> Vec<Vec<u8>> {
    let game = position.game();
    let legal: Vec<_> = position.moves().into_iter().map(|square| game.square_name(square)).collect();
    let rows = 1..=game.height() + 1;
    let columns = (0..=game.width()).map(|number| char::from(b'a' + number as u8));
    let places = columns.flat_map(|column| rows.clone().map(move |row| format!("{column}{row}")));
    let others = places.filter(|place| !legal.contains(place));
    others.chain(BAD.map(str::to_owned)).map(String::into_bytes).collect()
}

/// Lines that name no square of any board.
pub(super) const BAD: [&str; 14] =
    ["", "d", "3", "3d", "d0", "d03", " d3", "d3 ", "dd3", "d-3", "pass", "d 3", "d3,c5", "hello"];

/// A game's lines, and two after its end.
pub(super) fn after_the_end(lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let after = [lines.first().cloned().unwrap_or_default(), b"a1".to_vec()];
    lines.into_iter().chain(after).collect()
}
