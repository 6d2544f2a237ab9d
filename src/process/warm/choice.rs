//! Which way of playing games is the faster one for a program: measured, by playing its first batches
//! in both ways in turn.

use std::time::Duration;

use super::{Forking, Game};

/// How many games are played each way before one of them is chosen.
const MEASURED: usize = 200;

/// How many games have to begin like another of their batch, to make it worth the while.
const FEW: usize = 3;

/// How many trees may fail for reasons that may pass.
const LOST: usize = 3;

/// The choice for one program.
#[derive(Debug, Default)]
pub(in crate::process) struct Choice {
    /// What was asked for; else it is measured.
    asked: Option<Forking>,
    each: Tally,
    tree: Tally,
    lost: usize,
}

#[derive(Debug, Default)]
struct Tally {
    games: usize,
    time: Duration,
}

impl Choice {
    pub(in crate::process) fn new(asked: Option<Forking>) -> Choice {
        Choice { asked, ..Choice::default() }
    }

    /// The way for this batch.
    pub(in crate::process) fn next(&self, games: &[Game]) -> Forking {
        match self.asked {
            _ if self.lost > LOST => Forking::Each,
            Some(asked) => asked,
            None if !is_worth_it(games) => Forking::Each,
            None => self.measured(),
        }
    }

    fn measured(&self) -> Forking {
        let is_tree = if self.each.games.min(self.tree.games) < MEASURED {
            self.tree.games < self.each.games
        } else {
            self.tree.mean() < self.each.mean()
        };
        if is_tree { Forking::Tree } else { Forking::Each }
    }

    /// Takes how long games of a batch took that were played in a way.
    pub(in crate::process) fn note(&mut self, forking: Forking, games: &[Game], time: Duration) {
        if !is_worth_it(games) {
            return;
        }
        let tally = match forking {
            Forking::Each => &mut self.each,
            Forking::Tree => &mut self.tree,
        };
        if tally.games < MEASURED {
            tally.games += games.len();
            tally.time += time;
        }
    }

    /// Takes that a tree could not be walked to its end, perhaps for a reason that holds for every tree.
    pub(in crate::process) fn fail(&mut self, is_for_good: bool) {
        self.lost += if is_for_good { LOST + 1 } else { 1 };
    }
}

impl Tally {
    fn mean(&self) -> f64 {
        self.time.as_secs_f64() / self.games.max(1) as f64
    }
}

/// Whether more than a few games begin with the same line as another.
fn is_worth_it(games: &[Game]) -> bool {
    let mut lines: Vec<_> = games.iter().map(first_line).collect();
    lines.sort_unstable();
    lines.windows(2).filter(|pair| pair[0] == pair[1]).count() >= FEW
}

fn first_line(game: &Game) -> &[u8] {
    game.input.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(inputs: &[&str]) -> Vec<Game> {
        let game = |input: &&str| Game { input: input.as_bytes().to_vec(), may_be_dismissed: false };
        inputs.iter().map(game).collect()
    }

    fn alike() -> Vec<Game> {
        games(&["1\n2\n", "1\n3\n", "1\n4\n", "1\n5\n"])
    }

    /// The choice after both ways took so many microseconds a batch, and how often each was tried.
    fn measured(each: u64, tree: u64) -> (Forking, [usize; 2]) {
        let (mut choice, mut tried) = (Choice::new(None), [0; 2]);
        let batch: Vec<_> = (0..10).flat_map(|_| alike()).collect();
        for _ in 0..100 {
            let way = choice.next(&batch);
            tried[usize::from(way == Forking::Tree)] += 1;
            let time = if way == Forking::Tree { tree } else { each };
            choice.note(way, &batch, Duration::from_micros(time));
        }
        (choice.next(&batch), tried)
    }

    #[test]
    fn both_ways_are_measured_in_turn_and_the_faster_is_gone_on_with() {
        assert_eq!(measured(300, 200), (Forking::Tree, [5, 95]));
        assert_eq!(measured(200, 300), (Forking::Each, [95, 5]));
        let mut choice = Choice::new(None);
        choice.note(Forking::Each, &alike(), Duration::ZERO);
        assert_eq!(choice.next(&alike()), Forking::Tree);
    }

    #[test]
    fn games_that_begin_in_different_ways_are_no_tree_and_not_measured() {
        let mut choice = Choice::new(None);
        let apart = games(&["1\n", "2\n", "1\n3\n", "2\n1\n", "3\n"]);
        choice.note(Forking::Each, &apart, Duration::ZERO);
        assert_eq!(choice.each.games, 0);
        choice.note(Forking::Each, &alike(), Duration::ZERO);
        assert_eq!([choice.next(&apart), choice.next(&alike())], [Forking::Each, Forking::Tree]);
    }

    #[test]
    fn what_is_asked_for_is_done_as_long_as_it_can_be() {
        let mut choice = Choice::new(Some(Forking::Tree));
        (0..LOST).for_each(|_| choice.fail(false));
        assert_eq!(choice.next(&games(&["1\n"])), Forking::Tree);
        choice.fail(false);
        assert_eq!(choice.next(&alike()), Forking::Each);
        let mut choice = Choice::new(None);
        choice.note(Forking::Each, &alike(), Duration::ZERO);
        choice.fail(true);
        assert_eq!(choice.next(&alike()), Forking::Each);
    }
}
