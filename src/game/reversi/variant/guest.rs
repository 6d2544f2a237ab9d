//! Guests: sides that make one move at certain points of the game. They play automatically by a rule of their
//! own, and are not counted when the winner is determined.

use std::cmp::Reverse;

use super::rule::RuleVariant;
use crate::game::Side;
use crate::game::reversi::colours::Colours;
use crate::game::reversi::shape::Square;

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
pub(super) fn read(words: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
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
