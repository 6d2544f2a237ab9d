//! What a suite proves when it finds nothing wrong, in one plain sentence.

use std::collections::BTreeSet;

use super::{Suite, Way};

impl Suite {
    /// What it means if a program differs nowhere on this suite: how much was tried, and what that
    /// is worth on which assumption. Of several levels the strongest speaks.
    pub fn claim(&self) -> String {
        let level = self.parts.iter().map(|part| part.level).max();
        let tried = tried(self.len() - self.bursts(), self.bursts());
        let worth = level.map_or("nothing was tried", |level| level.claim());
        format!("{tried}, no difference: {worth}{}", self.left_out())
    }

    /// What the way in makes it leave out, as the end of a sentence.
    fn left_out(&self) -> String {
        let Some(way) = self.way else { return String::new() };
        let lines = self.lines_not_carried(way);
        match lines.len() {
            0 => String::new(),
            _ if lines.iter().all(Vec::is_empty) => ", without empty lines".to_owned(),
            1 => format!(", without 1 line that does not go in as {}", way.name()),
            count => format!(", without {count} lines that do not go in as {}", way.name()),
        }
    }

    /// The different lines that a way cannot carry.
    fn lines_not_carried(&self, way: Way) -> BTreeSet<Vec<u8>> {
        let mut lines: BTreeSet<_> = self.parts.iter().flat_map(|part| part.lines()).collect();
        lines.retain(|line| !way.carries(line));
        lines
    }
}

fn tried(games: usize, bursts: usize) -> String {
    let count = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{} {one}s", grouped(count)),
    };
    match bursts {
        0 => count(games, "game"),
        _ => format!("{} and {} of bad lines", count(games, "game"), count(bursts, "burst")),
    }
}

/// A number with a comma before each three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [7, 100, 1000, 255_168, 1_000_000].map(grouped),
            ["7", "100", "1,000", "255,168", "1,000,000"]
        );
    }
}
