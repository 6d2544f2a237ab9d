//! The rules of tic-tac-toe, held against counts that others computed.

use std::collections::{HashMap, HashSet};

use referee::game::tictactoe::{Position, Square};
use referee::game::{Illegal, Outcome, Position as _, Side};

fn all_positions() -> HashSet<Position> {
    let mut seen = HashSet::from([Position::start()]);
    let mut left = vec![Position::start()];
    while let Some(position) = left.pop() {
        for square in position.moves() {
            let next = position.play(square).unwrap();
            if seen.insert(next) {
                left.push(next);
            }
        }
    }
    seen
}

#[test]
fn there_are_5478_positions_and_958_of_them_have_ended() {
    let positions = all_positions();
    let ended = |outcome| positions.iter().filter(|position| position.outcome() == outcome).count();
    assert_eq!(positions.len(), 5478);
    assert_eq!(ended(None), 4520);
    assert_eq!(ended(Some(Outcome::Won(Side::FIRST))), 626);
    assert_eq!(ended(Some(Outcome::Won(Side::SECOND))), 316);
    assert_eq!(ended(Some(Outcome::Tie)), 16);
}

#[test]
fn there_are_255168_games() {
    fn count(position: Position, games: &mut HashMap<Position, usize>) -> usize {
        if position.outcome().is_some() {
            return 1;
        }
        if let Some(&known) = games.get(&position) {
            return known;
        }
        let sum =
            position.moves().into_iter().map(|square| count(position.play(square).unwrap(), games)).sum();
        games.insert(position, sum);
        sum
    }
    assert_eq!(count(Position::start(), &mut HashMap::new()), 255_168);
}

#[test]
fn a_move_is_legal_exactly_when_it_is_listed() {
    for position in all_positions() {
        let listed = position.moves();
        for square in Square::all() {
            match position.play(square) {
                Ok(_) => assert!(listed.contains(&square)),
                Err(Illegal) => assert!(!listed.contains(&square)),
            }
        }
    }
}

#[test]
fn perfect_play_never_loses_and_both_tie() {
    fn best(position: &Position, known: &mut HashMap<Position, i8>) -> i8 {
        if let Some(&value) = known.get(position) {
            return value;
        }
        let value = match position.outcome() {
            // The side to move is the one that the last mark has beaten.
            Some(Outcome::Won(_)) => -1,
            Some(Outcome::Tie) => 0,
            None => position
                .moves()
                .iter()
                .map(|&square| -best(&position.play(square).unwrap(), known))
                .max()
                .unwrap(),
        };
        known.insert(*position, value);
        value
    }
    let mut known = HashMap::new();
    assert_eq!(best(&Position::start(), &mut known), 0);
    for side in Side::BOTH {
        let mut left = vec![Position::start()];
        let mut seen = HashSet::new();
        while let Some(position) = left.pop() {
            assert_ne!(position.outcome(), Some(Outcome::Won(side.other())), "perfect play of {side:?} lost");
            let moves = position.moves();
            let value = best(&position, &mut known);
            let is_tried = |next: &Position| position.turn() != side || -known[next] == value;
            let nexts = moves.iter().map(|&square| position.play(square).unwrap());
            left.extend(nexts.filter(is_tried).filter(|next| seen.insert(*next)));
        }
    }
}
