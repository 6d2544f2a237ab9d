//! The figures of tic-tac-toe as a finite machine.

use std::collections::HashSet;
use std::sync::LazyLock;

use referee::game::graph::{Graph, Orbits};
use referee::game::tictactoe::{Position, Square, Symmetry};
use referee::game::{Cell, Outcome, Position as _, Side};

static GRAPH: LazyLock<Graph<Position>> = LazyLock::new(|| Graph::explore(Position::start()));
static ORBITS: LazyLock<Orbits> = LazyLock::new(|| GRAPH.orbits(&Symmetry::all()));

fn ended(outcome: Option<Outcome>) -> usize {
    GRAPH.positions().iter().filter(|position| position.outcome() == outcome).count()
}

#[test]
fn positions_by_ply() {
    let plies: Vec<_> = GRAPH.positions().iter().map(Position::ply).collect();
    let sizes: Vec<_> = plies.chunk_by(|one, next| one == next).map(<[_]>::len).collect();
    assert_eq!(sizes, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert!(plies.is_sorted());
    assert_eq!(GRAPH.positions().len(), 5478);
    assert_eq!(GRAPH.positions().iter().collect::<HashSet<_>>().len(), 5478);
}

#[test]
fn positions_by_outcome() {
    assert_eq!(ended(None), 4520);
    assert_eq!(ended(Some(Outcome::Won(Side::FIRST))), 626);
    assert_eq!(ended(Some(Outcome::Won(Side::SECOND))), 316);
    assert_eq!(ended(Some(Outcome::Tie)), 16);
    let all = 0..GRAPH.positions().len();
    assert!(
        all.into_iter()
            .all(|number| { GRAPH.is_ended(number) == GRAPH.positions()[number].outcome().is_some() })
    );
}

#[test]
fn transitions_and_occupied_cells() {
    assert_eq!(GRAPH.transitions().len(), 16_167);
    let live = GRAPH.positions().iter().filter(|position| position.outcome().is_none());
    let occupied =
        live.map(|position| Square::all().filter(|&square| position.at(square) != Cell::Empty).count());
    assert_eq!(occupied.sum::<usize>(), 24_513);
}

/// How many whole games there are, by their length in moves.
pub(crate) fn games(graph: &Graph<Position>) -> Vec<u64> {
    let (mut ways, mut games) = (vec![0; graph.positions().len()], vec![0; 10]);
    ways[0] = 1;
    for transition in graph.transitions() {
        ways[transition.to] += ways[transition.from];
    }
    for end in (0..ways.len()).filter(|&position| graph.is_ended(position)) {
        games[graph.positions()[end].ply() as usize] += ways[end];
    }
    games
}

#[test]
fn games_by_length() {
    let games = games(&GRAPH);
    assert_eq!(games, [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 81_792 + 46_080]);
    assert_eq!(games.iter().sum::<u64>(), 255_168);
}

#[test]
fn classes_up_to_symmetry() {
    assert_eq!((ORBITS.positions, ORBITS.transitions), (765, 2096));
    let ended = (0..GRAPH.positions().len()).filter(|&number| GRAPH.is_ended(number));
    let classes: HashSet<_> = ended.map(|number| ORBITS.of_position[number]).collect();
    assert_eq!(classes.len(), 138);
}

#[test]
fn a_move_is_followed_or_there_is_none() {
    let four = Square::new(4).unwrap();
    let centre = GRAPH.follow(0, four).unwrap();
    assert_eq!(GRAPH.positions()[centre], Position::start().play(four).unwrap());
    assert_eq!(GRAPH.follow(centre, four), None);
}
