//! The results of a series as a table: wins, the estimated strength, and forfeits with their reasons.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use super::tally::{Estimate, Record, Standing, Tally};
use crate::player::Contestant;
use judging::dialect::Dialect;
use judging::game::Side;

/// How many forfeits are listed.
const SHOWN: usize = 10;

/// The results of a series so far.
pub struct Results<'a> {
    contestants: &'a [Contestant],
    dialect: &'a Dialect,
    tally: Tally,
    /// Forfeits: the game, the player, and the reason.
    forfeits: Vec<(u32, usize, String)>,
}

impl<'a> Results<'a> {
    pub(crate) fn of(contestants: &'a [Contestant], dialect: &'a Dialect) -> Results<'a> {
        Results { contestants, dialect, tally: Tally::new(contestants.len()), forfeits: Vec::new() }
    }

    pub(crate) fn add(&mut self, record: &Record) {
        self.tally.add(record);
        if let Some((who, why)) = &record.forfeit {
            self.forfeits.push((record.game, *who, why.clone()));
            self.forfeits.sort();
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.tally.games()
    }

    fn name(&self, contestant: usize) -> &str {
        &self.contestants[contestant].name
    }

    fn standings(&self) -> impl Iterator<Item = (&str, Standing)> {
        let names = self.contestants.iter().map(|contestant| contestant.name.as_str());
        names.zip(self.tally.standings.iter().copied())
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = "player";
        let wide = self.standings().map(|(name, _)| name.width()).chain([title.len()]).max();
        let padded = |name: &str| name.to_owned() + &" ".repeat(wide.unwrap_or(0) - name.width());
        let draw = 1.0 / self.contestants.len() as f64;
        writeln!(f, "{}   won  drawn  lost  forfeits  points", padded(title))?;
        for (name, Standing { won, drawn, lost, forfeits, .. }) in self.standings() {
            let points = f64::from(won) + draw * f64::from(drawn);
            writeln!(f, "{}  {won:>4}  {drawn:>5}  {lost:>4}  {forfeits:>8}  {points:>6.1}", padded(name))?;
        }
        Ok(())
    }

    fn write_seats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self
            .standings()
            .map(|(name, standing)| format!("{name} {} of {}", standing.won_first, standing.first));
        let side = self.dialect.side_name(Side::FIRST);
        writeln!(f, "\nwon as {side}: {}", first.collect::<Vec<_>>().join(", "))
    }

    fn write_estimate(&self, estimate: Estimate, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, elo, high] = estimate.elo().map(signed);
        let (name, games) = (self.name(0), self.games());
        let (rate, margin) = (100.0 * estimate.rate, 100.0 * estimate.margin);
        writeln!(f, "{name}: {rate:.1} % ± {margin:.1}, Elo {elo} ({low} to {high}) after {games} games")
    }

    fn write_forfeits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (game, who, why) in self.forfeits.iter().take(SHOWN) {
            writeln!(f, "game {}: {} forfeits: {why}", game + 1, self.name(*who))?;
        }
        match self.forfeits.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "and {more} more"),
        }
    }
}

impl fmt::Display for Results<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_table(f)?;
        self.write_seats(f)?;
        if let Some(estimate) = self.tally.estimate() {
            self.write_estimate(estimate, f)?;
        }
        self.write_forfeits(f)
    }
}

fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        if elo > 0.0 { "+∞" } else { "−∞" }.to_owned()
    } else {
        format!("{elo:+.0}")
    }
}
