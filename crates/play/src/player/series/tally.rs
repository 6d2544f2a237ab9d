//! The result of a series: the contestants' points, and their uncertainty.
//!
//! A win is worth one point, a draw half a point for each of two. The uncertainty of the rate is estimated
//! from rounds rather than games, because the games of a round share their opening and so their luck. Elo
//! uses the usual logistic scale.

use crate::player::table::{End, Played};
use judging::game::Outcome;

/// The part of a game that the results need.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its number in the series, from 0.
    pub game: u32,
    /// The contestants by order of play, as numbers from 0.
    pub seats: Vec<usize>,
    /// The contestant who won. `None` after a draw, or if one of three forfeited.
    pub winner: Option<usize>,
    /// The contestant who forfeited, and why.
    pub forfeit: Option<(usize, String)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub won: u32,
    /// Games without a winner, except its own forfeits among three.
    pub drawn: u32,
    /// Games lost, forfeits included.
    pub lost: u32,
    pub forfeits: u32,
    pub won_first: u32,
    /// Games played in the first seat.
    pub first: u32,
}

impl Record {
    pub(super) fn of(game: u32, seats: Vec<usize>, played: &Played) -> Record {
        let forfeit = match &played.end {
            End::Forfeited(side, why) => Some((seats[side.index()], why.to_string())),
            End::Over(_) => None,
        };
        let winner = match (&played.end, &seats[..]) {
            (End::Over(Outcome::Won(side)), _) => Some(seats[side.index()]),
            (End::Forfeited(side, _), [first, second]) => {
                Some(if side.index() == 0 { *second } else { *first })
            }
            _ => None,
        };
        Record { game, seats, winner, forfeit }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub(crate) standings: Vec<Standing>,
    /// The first contestant's points and the number of games, by round.
    rounds: Vec<(f64, u32)>,
}

/// A rate of points with its margin of error, at 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Points per game.
    pub rate: f64,
    pub margin: f64,
}

/// Nineteen of twenty, in standard deviations: the 97.5th percentile of the normal distribution.
const CONFIDENCE: f64 = 1.96;

impl Tally {
    pub(crate) fn new(contestants: usize) -> Tally {
        Tally { standings: vec![Standing::default(); contestants], rounds: Vec::new() }
    }

    pub(crate) fn add(&mut self, record: &Record) {
        for (seat, &contestant) in record.seats.iter().enumerate() {
            let standing = &mut self.standings[contestant];
            let has_forfeited = record.forfeit.as_ref().is_some_and(|(who, _)| *who == contestant);
            let has_won = record.winner == Some(contestant);
            standing.forfeits += u32::from(has_forfeited);
            standing.won += u32::from(has_won);
            standing.lost += u32::from(has_forfeited || record.winner.is_some() && !has_won);
            standing.drawn += u32::from(!has_forfeited && record.winner.is_none());
            standing.first += u32::from(seat == 0);
            standing.won_first += u32::from(seat == 0 && has_won);
        }
        let round = record.game as usize / self.standings.len();
        self.rounds.resize(self.rounds.len().max(round + 1), (0.0, 0));
        self.rounds[round].0 += match record.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        self.rounds[round].1 += 1;
    }

    pub(crate) fn games(&self) -> u32 {
        self.rounds.iter().map(|round| round.1).sum()
    }

    /// The rate of the first of two contestants. `None` before there are two complete rounds.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let (rate, variance) = self.moments()?;
        let margin = CONFIDENCE * (variance / self.whole_rounds().count() as f64).sqrt();
        Some(Estimate { rate, margin })
    }

    fn whole_rounds(&self) -> impl Iterator<Item = f64> {
        let size = self.standings.len() as u32;
        self.rounds.iter().filter(move |round| round.1 == size).map(move |round| round.0 / f64::from(size))
    }

    /// The mean and the variance of a round's rate.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.whole_rounds().count() as f64;
        if count < 2.0 || self.standings.len() != 2 {
            return None;
        }
        let mean = self.whole_rounds().sum::<f64>() / count;
        let squares: f64 = self.whole_rounds().map(|rate| (rate - mean).powi(2)).sum();
        // Equal rounds would give a variance of zero, although the next one may differ.
        Some((mean, (squares / (count - 1.0)).max(0.25 / count)))
    }
}

impl Estimate {
    /// The difference in Elo, and its bounds; they are infinite where the rate may be 0 or 1.
    pub(crate) fn elo(self) -> [f64; 3] {
        [self.rate - self.margin, self.rate, self.rate + self.margin].map(|rate| elo(rate.clamp(0.0, 1.0)))
    }
}

/// The difference in Elo for a rate of points.
fn elo(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: u32, winner: Option<usize>) -> Record {
        let seats = if game.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] };
        Record { game, seats, winner, forfeit: None }
    }

    fn tally(winners: &[Option<usize>]) -> Tally {
        let mut tally = Tally::new(2);
        winners.iter().zip(0..).for_each(|(&winner, game)| tally.add(&record(game, winner)));
        tally
    }

    #[test]
    fn points_are_counted_by_contestant_and_not_by_seat() {
        let tally = tally(&[Some(0), Some(0), None, Some(1)]);
        let first = tally.standings[0];
        assert_eq!((first.won, first.drawn, first.lost, first.first, first.won_first), (2, 1, 1, 2, 1));
        assert_eq!(tally.estimate().unwrap().rate, 0.625);
    }

    #[test]
    fn games_that_are_all_won_leave_some_doubt() {
        let estimate = tally(&[Some(0); 8]).estimate().unwrap();
        assert_eq!(estimate.rate, 1.0);
        assert!(estimate.margin > 0.2 && estimate.elo()[0].is_finite());
    }

    #[test]
    fn elo_is_the_usual_scale() {
        let rounded = |rate| elo(rate).round();
        assert_eq!([rounded(0.5), rounded(0.75), rounded(0.909_09)], [0.0, 191.0, 400.0]);
        assert_eq!([elo(0.0), elo(1.0)], [f64::NEG_INFINITY, f64::INFINITY]);
    }
}
