//! Rules of some boards only, in addition to the standard ones, enabled by a line in the board's head.
//!
//! A variant is a type here and a line in [`VARIANTS`]. It may act at five points of a move, and has no other
//! effect.

use std::cmp::Reverse;
use std::fmt::Debug;

use super::colours::Colours;
use super::shape::{Capture, Square};
use crate::game::{Cell, Side};

/// A rule of some boards only.
pub(super) trait RuleVariant: Debug + Send + Sync {
    /// How many discs at the beginning of a run are taken though no disc of the mover closes it.
    fn close(&self, _cells: &[Cell], _run: &[Square]) -> Option<usize> {
        None
    }

    /// Whether a disc that is taken keeps its colour.
    fn keeps(&self, _disc: Cell) -> bool {
        false
    }

    /// Changes the board after a move, if the variant does that in another way than usual.
    fn settle(&self, _cells: &mut [Cell], _capture: &Capture) -> bool {
        false
    }

    /// The guest that moves before all others at the move with this number.
    fn guest(&self, _number: u32) -> Option<Side> {
        None
    }

    /// The automatic move of a side, from its possible moves, each with the number of discs that it takes.
    fn choose(&self, _side: Side, _moves: &dyn Fn() -> Vec<(Square, usize)>) -> Option<Square> {
        None
    }
}

/// Reads a variant from the words of its line.
type VariantReader = fn(&[&str], &mut Colours) -> Result<Box<dyn RuleVariant>, String>;

/// Every variant, by the key of its line in the head. Those that add sides come first.
pub(super) const VARIANTS: [(&str, VariantReader); 4] =
    [("guest", guest), ("wild", wild), ("permanent", permanent), ("bomb", bomb)];

/// The discs with these names; an unknown name becomes a disc that belongs to no side.
fn discs(names: &[&str], colours: &mut Colours) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Err("a colour is missing".to_owned());
    }
    names.iter().map(|name| colours.disc(name)).collect()
}

/// Guests: sides that make one move at certain points of the game. They play automatically by a rule of their
/// own, and are not counted when the winner is determined.
#[derive(Debug)]
struct Guest {
    side: Side,
    numbers: Vec<u32>,
    greed: Greed,
}

#[derive(Clone, Copy, Debug)]
enum Greed {
    Fewest,
    Most,
}

/// `guest: Cyan 10 fewest`, `guest: Yamabuki 30 40 most`: the numbers of its moves, and whether it
/// takes as few discs or as many as it can.
fn guest(words: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    let [name, numbers @ .., greed] = words else {
        return Err("a guest is written as in `guest: Cyan 10 fewest`".to_owned());
    };
    let greed = match *greed {
        "fewest" => Greed::Fewest,
        "most" => Greed::Most,
        other => return Err(format!("a guest takes the `fewest` or the `most`, not `{other}`")),
    };
    let numbers: Vec<u32> = numbers.iter().map(|number| read_number(number)).collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        return Err("the number of the guest's move is missing".to_owned());
    }
    Ok(Box::new(Guest { side: colours.guest(name)?, numbers, greed }))
}

fn read_number(word: &str) -> Result<u32, String> {
    let number = word.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("`{word}` is not the number of a move"))
}

impl RuleVariant for Guest {
    fn guest(&self, number: u32) -> Option<Side> {
        self.numbers.contains(&number).then_some(self.side)
    }

    /// Of equal moves the last one.
    fn choose(&self, side: Side, moves: &dyn Fn() -> Vec<(Square, usize)>) -> Option<Square> {
        let own = (side == self.side).then(moves)?.into_iter();
        let chosen = match self.greed {
            Greed::Fewest => own.max_by_key(|&(_, taken)| Reverse(taken)),
            Greed::Most => own.max_by_key(|&(_, taken)| taken),
        };
        chosen.map(|(square, _)| square)
    }
}

/// Wildcards: discs that belong to no side and never change colour, but close a run like a disc of the mover.
#[derive(Debug)]
struct Wild(Vec<Cell>);

/// `wild: Green`
fn wild(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Wild(discs(names, colours)?)))
}

impl RuleVariant for Wild {
    /// The last wildcard of a run closes it; discs after it are not taken.
    fn close(&self, cells: &[Cell], run: &[Square]) -> Option<usize> {
        run.iter().rposition(|square| self.0.contains(&cells[square.index()]))
    }

    fn keeps(&self, disc: Cell) -> bool {
        self.0.contains(&disc)
    }
}

/// Permanent discs: a run may contain them and is taken with them, but they never change colour.
#[derive(Debug)]
struct Permanent(Vec<Cell>);

/// `permanent: Cyan Yamabuki`
fn permanent(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Permanent(discs(names, colours)?)))
}

impl RuleVariant for Permanent {
    fn keeps(&self, disc: Cell) -> bool {
        self.0.contains(&disc)
    }
}

/// Bombs: discs that belong to no side. A move that takes one places nothing, and removes all that it takes,
/// in all directions, and the discs that closed these runs.
#[derive(Debug)]
struct Bomb(Vec<Cell>);

/// `bomb: Red`
fn bomb(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Bomb(discs(names, colours)?)))
}

impl RuleVariant for Bomb {
    fn settle(&self, cells: &mut [Cell], capture: &Capture) -> bool {
        let goes_off = capture.taken.iter().any(|square| self.0.contains(&cells[square.index()]));
        if goes_off {
            let gone = capture.taken.iter().chain(&capture.closers);
            gone.for_each(|square| cells[square.index()] = Cell::Empty);
        }
        goes_off
    }
}
