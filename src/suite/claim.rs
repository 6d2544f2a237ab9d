//! What a suite proves when it finds nothing wrong, in plain sentences.

use std::collections::BTreeSet;

use super::games::{BAD, line};
use super::{InputFormat, Level, Part, Suite};
use crate::dialect::Dialect;

impl Suite {
    /// What it means if a program differs nowhere on this suite: how much was tried, and what that proves
    /// under which assumption.
    pub fn claim(&self) -> String {
        self.claiming_that(self.part.claim())
    }

    /// The same for a program that was seen to show no board after a refusal. Runs of `probed` then identify no states, and
    /// prove what those of `complete` do, which they contain.
    pub fn claim_without_boards(&self) -> String {
        if self.needs_boards() { self.claiming_that(Level::Complete.claim()) } else { self.claim() }
    }

    /// Whether its claim is only for programs that show the board again after a refusal.
    pub fn needs_boards(&self) -> bool {
        self.part.level == Level::Probed && self.part.claim.is_none()
    }

    fn claiming_that(&self, claim: &str) -> String {
        let games = self.len() - self.bursts() - self.adaptive();
        let tried = tried(games, self.bursts(), self.adaptive(), self.part.dialect.noun());
        format!("{tried}. {claim}.{}{}{}", self.bad_lines(), self.domain(), self.left_out())
    }

    /// For which lines the claim holds, if there are others.
    fn domain(&self) -> &'static str {
        let Part { level, is_robust, dialect, .. } = &*self.part;
        let is_limited = *level >= Level::Smoke && !is_robust && Level::of(dialect).contains(&Level::Robust);
        if is_limited { " Lines fed: those that a person can type." } else { "" }
    }

    /// Which bad lines a level feeds, as far as its input format can express them; a claim is limited to
    /// these.
    fn bad_lines(&self) -> String {
        let part = &self.part;
        let Some(vocabulary) = part.dialect.vocabulary() else { return String::new() };
        let is_everywhere = part.level > Level::Random;
        if !is_everywhere && part.level != Level::Smoke {
            return String::new();
        }
        let is_carried = |line: &[u8]| self.format.is_none_or(|format| format.carries(line));
        let usual =
            BAD.iter().map(|&code| line(&part.dialect, code)).filter(|line| is_carried(line.as_bytes()));
        let usual: Vec<_> = usual.filter(|_| is_everywhere).collect();
        let is_other = |line: &Vec<u8>| {
            let is_in = |words: &[&str]| words.iter().any(|word| word.as_bytes() == line);
            is_carried(line) && !is_in(&vocabulary.squares) && !is_in(vocabulary.endings) && !is_in(&usual)
        };
        let others: BTreeSet<_> = part.lines().filter(is_other).collect();
        let is_blank_usual = is_everywhere && others.contains(&Vec::new());
        let others = grouped(others.len() - usize::from(is_blank_usual));
        if !is_everywhere {
            return format!(" Bad lines fed: {others}.");
        }
        let blank = if is_blank_usual { ", the empty line" } else { "" };
        let usual = usual.iter().map(|line| format!("`{line}`")).collect::<Vec<_>>().join(", ");
        format!(
            " Bad lines fed: {usual}{blank} and occupied cells in every position, {others} others in some."
        )
    }

    /// What is left out because of the input format, in a sentence.
    fn left_out(&self) -> String {
        let Some(format) = self.format else { return String::new() };
        let lines = self.lines_not_carried(format);
        match lines.len() {
            0 => String::new(),
            _ if lines.iter().all(Vec::is_empty) => " Skipped: empty lines.".to_owned(),
            1 => format!(" 1 line skipped: it cannot be passed as {}.", format.name()),
            count => format!(" {count} lines skipped: they cannot be passed as {}.", format.name()),
        }
    }

    /// The different lines that a format cannot express.
    fn lines_not_carried(&self, format: InputFormat) -> BTreeSet<Vec<u8>> {
        let mut lines: BTreeSet<_> = self.part.lines().collect();
        lines.retain(|line| !format.carries(line));
        lines
    }
}

impl Part {
    /// What it means if no run shows a difference, and under which assumption.
    fn claim(&self) -> &str {
        if let Some(claim) = &self.claim {
            return claim;
        }
        match (&self.dialect, self.level) {
            (Dialect::Declared(_), Level::Smoke) => {
                "Right at least once on every rule; other states are untested"
            }
            (Dialect::Declared(declared), Level::Complete) if declared.table().has_hidden() => {
                "For each value that it may choose, every line was fed in every state of a program that has chosen it; \
                 of values that it did not choose in these runs nothing is known"
            }
            (Dialect::Declared(_), Level::Complete) => {
                "Complete for the lines that are tried, if its answer depends only on the line and on what the \
                 table remembers"
            }
            (Dialect::Declared(declared), Level::Pairs) if declared.table().has_hidden() => {
                "For each value that it may choose, every two lines in a row were fed in every state of a program that has \
                 chosen it; of values that it did not choose in these runs nothing is known"
            }
            (Dialect::Declared(_), Level::Pairs) => {
                "Complete for the lines that are tried, if its answer depends only on the line, on what the table \
                 remembers, and on the line before and what was remembered then"
            }
            (Dialect::Observed(_), Level::Fixtures) => "Right on these recordings; other inputs are untested",
            (Dialect::Observed(_), Level::Smoke) => {
                "Answers each line that is known as the reference does, alone and in a row; other rows are untested"
            }
            (Dialect::Whole(_), _) => "Right on these cases; other inputs are untested",
            (Dialect::Observed(_), Level::Random) => "Right in random runs; others are untested",
            (_, level) => level.claim(),
        }
    }
}

fn tried(games: usize, bursts: usize, adaptive: usize, noun: &str) -> String {
    let all = games + bursts + adaptive;
    let verb = if all == 1 { "matches" } else { "match" };
    let bursts = (bursts > 0).then(|| format!("; {} of them feed malformed lines in rows", grouped(bursts)));
    let adaptive =
        (adaptive > 0).then(|| format!("; in {} the answers decide what is fed", grouped(adaptive)));
    let more: String = [bursts, adaptive].into_iter().flatten().collect();
    format!("{} {verb}{more}", counted(all, noun))
}

/// A number with a noun, in the singular or plural.
pub fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {one}s", grouped(number)),
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
