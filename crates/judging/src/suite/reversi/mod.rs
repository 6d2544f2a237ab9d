//! Suites of reversi on any board: pseudo-random games, the same each time, with bad lines between the moves. Nearly
//! all such games fill the board. What they do not reach (a side without a disc, an end with empty squares, many
//! passes in a row, eight directions at once) is in the move lists of `fixtures/reversi/`.

pub(super) mod small;

use std::sync::Arc;

use small::{BAD, after_the_end};

use super::bad::within_trial;
use super::dice::Dice;
use super::kind::{COMPLETE, RANDOM, SMOKE};
use super::offer::Offer;
use super::truth::{Outside, Truth};
use super::{Suite, SuiteKind, near};
use crate::case::Case;
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::game::reversi::{Game, Position, Square};
use crate::game::{Cell, Position as _};

/// How many games `smoke` has, and how many `random` has.
const FEW: usize = 20;
const GAMES: usize = 300;

/// To how many inputs lines are made that are nearly inputs.
const INPUTS: usize = 4;

impl Truth for Table {
    /// The standard board has move lists, small boards `complete`.
    fn offers(&self) -> Vec<Offer> {
        let offer = |kind, make: fn(&Dialect, &Table) -> Suite| {
            let (dialect, table) = (Dialect::Reversi(self.clone()), self.clone());
            Offer::new(kind, move || Ok(make(&dialect, &table)))
        };
        let is_standard = *self == Table::standard();
        let is_small = !is_standard && small::is_small(self.game());
        [
            is_standard.then(Offer::of_files),
            Some(offer(SMOKE, smoke)),
            Some(offer(RANDOM, |dialect, table| {
                Suite::of_named(RANDOM, dialect, games(dialect, table, RANDOM, GAMES, 6), Vec::new())
            })),
            is_small.then(|| {
                offer(COMPLETE, |dialect, table| {
                    Suite::of_named(COMPLETE, dialect, small::games(dialect, table), Vec::new())
                })
            }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn outside(&self) -> Option<Outside<'_>> {
        let dialect = Dialect::Reversi(self.clone());
        Some(Box::new(move |weakness| within_trial(&dialect, weakness)))
    }
}

fn smoke(dialect: &Dialect, table: &Table) -> Suite {
    let trial: Vec<_> = dialect.trial().into_iter().take(INPUTS).collect();
    let games = [games(dialect, table, SMOKE, FEW, 2), near::runs(dialect, &trial)].concat();
    Suite::of_named(SMOKE, dialect, games, vec![burst(dialect, table)])
}

/// So many random games, with a bad line before one of `often` moves, on average.
fn games(dialect: &Dialect, table: &Table, kind: SuiteKind, count: usize, often: usize) -> Vec<Case> {
    let mut dice = Dice(count as u64);
    let games = (1..=count).map(|number| {
        let inputs = Hand { table, dice: &mut dice, often, number }.play();
        Case { name: format!("{}-{number:03}", kind.name), dialect: dialect.clone(), inputs }
    });
    games.collect()
}

/// A row of bad lines before a game.
fn burst(dialect: &Dialect, table: &Table) -> Case {
    let bad = (0..200).map(|number| BAD[1 + number % (BAD.len() - 1)].into());
    let game = Hand { table, dice: &mut Dice(1), often: usize::MAX, number: 0 }.play();
    Case { name: "burst-200".to_owned(), dialect: dialect.clone(), inputs: bad.chain(game).collect() }
}

struct Hand<'a> {
    table: &'a Table,
    dice: &'a mut Dice,
    /// A bad line comes before one of this many moves, on average.
    often: usize,
    number: usize,
}

impl Hand<'_> {
    /// The lines of a whole game, and two after its end.
    fn play(&mut self) -> Vec<Vec<u8>> {
        let mut position = Position::start(Arc::clone(self.table.game()));
        let mut lines = Vec::new();
        while let Some(square) = self.next(&mut position) {
            if self.dice.below(self.often) == 0 {
                lines.push(self.bad_line(&position));
            }
            lines.push(self.spelled(square));
            position = position.play(square).expect("a legal move");
        }
        after_the_end(lines)
    }

    /// A legal move, after all moves that the rules make themselves.
    fn next(&mut self, position: &mut Position) -> Option<Square> {
        while let Some(square) = position.automatic() {
            *position = position.play(square).expect("what the rules choose is legal");
        }
        self.dice.one_of(&position.moves()).copied()
    }

    /// A square in a usual spelling: mostly in small letters, sometimes in capitals.
    fn spelled(&mut self, square: Square) -> Vec<u8> {
        let name = self.table.game().square_name(square);
        if self.dice.below(4) == 0 { name.to_uppercase().into() } else { name.into() }
    }

    /// A line that is not a legal move: an occupied square, one where no line is trapped, one outside the
    /// board, or something else.
    fn bad_line(&mut self, position: &Position) -> Vec<u8> {
        self.number += 1;
        let game = position.game();
        let legal = position.moves();
        let is_empty = |square: &Square| position.cells()[square.index()] == Cell::Empty;
        let (empty, taken): (Vec<_>, Vec<_>) = game.squares().partition(is_empty);
        let idle: Vec<_> = empty.into_iter().filter(|square| !legal.contains(square)).collect();
        let square = match self.number % 4 {
            0 => self.dice.one_of(&taken),
            1 => self.dice.one_of(&idle),
            2 => return self.beyond(game).into(),
            _ => None,
        };
        let word = BAD[(self.number / 4) % BAD.len()];
        square.map_or(word.into(), |square| game.square_name(*square).into())
    }

    /// A place just outside the board, or a hole in it.
    fn beyond(&mut self, game: &Game) -> String {
        let columns = 0..=game.width().min(25);
        let places = columns.flat_map(|column| (0..=game.height()).map(move |row| (column, row)));
        let outside: Vec<_> = places.filter(|(column, row)| game.square(*column, *row).is_none()).collect();
        let (column, row) = self.dice.one_of(&outside).expect("a board has edges");
        format!("{}{}", char::from(b'a' + *column as u8), row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reversi::find;

    #[test]
    fn every_hole_of_a_board_is_fed() {
        let table = Table::of(find("diamond").unwrap());
        let game = Arc::clone(table.game());
        let suite = Suite::of(&Dialect::Reversi(table), "random").unwrap();
        let fed: std::collections::HashSet<_> = suite.cases().flat_map(|case| case.inputs).collect();
        let places = (0..game.width()).flat_map(|column| (0..game.height()).map(move |row| (column, row)));
        let holes: Vec<_> = places.filter(|(column, row)| game.square(*column, *row).is_none()).collect();
        assert!(!holes.is_empty());
        for (column, row) in holes {
            let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
            assert!(fed.contains(name.as_bytes()), "{name}");
        }
    }
}
