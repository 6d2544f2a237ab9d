//! The claim of a suite that finds nothing wrong, in plain sentences.

use std::collections::BTreeSet;

use super::count::{counted, grouped};
use super::games::{BAD, line};
use super::kind::{COMPLETE, Reach};
use super::known::truth;
use super::{InputFormat, Suite, SuitePart};

impl Suite {
    /// What it means if a program differs nowhere on this suite: how much was tried, and what that proves
    /// under which assumption.
    pub fn claim(&self) -> String {
        self.claiming_that(&self.part.claim)
    }

    /// The claim for a program that shows no board after a refusal. Runs of `probed` then identify no states, and
    /// prove what those of `complete` do, which they contain.
    pub fn claim_without_boards(&self) -> String {
        if self.needs_boards() { self.claiming_that(COMPLETE.claim) } else { self.claim() }
    }

    /// Whether its claim is only for programs that show the board again after a refusal.
    pub fn needs_boards(&self) -> bool {
        self.part.needs_boards
    }

    fn claiming_that(&self, claim: &str) -> String {
        let games = self.len() - self.bursts() - self.adaptive();
        let tried = tried(games, self.bursts(), self.adaptive(), self.part.dialect.noun());
        format!("{tried}. {claim}.{}{}{}", self.bad_lines(), self.domain(), self.left_out())
    }

    /// For which lines the claim holds, if there are others.
    fn domain(&self) -> String {
        let SuitePart { kind, is_robust, dialect, .. } = &*self.part;
        let is_limited = kind.reach >= Reach::Sorts && !is_robust && truth(dialect).outside().is_some();
        let longest = dialect.domain().longest;
        if is_limited {
            format!(" Lines fed: those that a person can type, up to {longest} bytes.")
        } else {
            String::new()
        }
    }

    /// Which bad lines it feeds, as far as its input format can express them; a claim is limited to
    /// these.
    fn bad_lines(&self) -> String {
        let part = &self.part;
        let Some(vocabulary) = part.dialect.vocabulary() else { return String::new() };
        let is_everywhere = part.kind.reach == Reach::States;
        if !is_everywhere && part.kind.reach != Reach::Sorts {
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

    /// The cases that are left out because of the input format, in a sentence.
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

    fn lines_not_carried(&self, format: InputFormat) -> BTreeSet<Vec<u8>> {
        let mut lines: BTreeSet<_> = self.part.lines().collect();
        lines.retain(|line| !format.carries(line));
        lines
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
