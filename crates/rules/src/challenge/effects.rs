//! What freedoms do to the answers that are known: a freedom that never applies is a slip, and one that makes different
//! answers alike is reported, so that its author sees what is no longer compared.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::folding::numbers_in;
use super::freedoms::{Freedoms, TextPattern};
use super::tokens::{number, whole_number};

/// How many pairs of answers are reported.
const SHOWN: usize = 3;

impl Freedoms {
    /// Sentences on what is strange about these freedoms, given the answers of a challenge.
    pub fn remarks(&self, answers: &BTreeSet<String>) -> Vec<String> {
        self.unused(answers).into_iter().chain(self.alike(answers)).collect()
    }

    fn unused(&self, answers: &BTreeSet<String>) -> Vec<String> {
        let lines = || answers.iter().flat_map(|answer| answer.lines());
        let occurs = |list: usize| lines().any(|line| self.choosing(list, 0, line).is_some());
        let words = || {
            lines()
                .flat_map(|line| line.split(|sign: char| !(sign.is_alphanumeric() || "+-.".contains(sign))))
        };
        let has_numbers = || words().any(|word| number(word.as_bytes()).is_some());
        let is_unused = |one: &&TextPattern| !lines().any(|line| one.occurs_in(line.as_bytes()));
        let replaced = self.replace.iter().map(|one| &one.pattern).filter(is_unused);
        let unordered = self.unordered.iter().filter(is_unused);
        let has_no_pattern =
            self.patterns && !answers.iter().any(|answer| self.has_pattern(answer.as_bytes()));
        let patterns_without_use =
            has_no_pattern.then(|| "no answer has a pattern in `{{…}}`, so `patterns` has no use".to_owned());
        let lists = 0..self.choose.len();
        let texts = lists.filter(|list| !occurs(*list)).map(|list| &self.choose[list][0]);
        let numbers = self
            .numbers
            .filter(|_| !has_numbers())
            .map(|_| "no answer has a number, so `numbers` has no use".to_owned());
        // Programs may write what the answers never have.
        let beside = |one: &TextPattern| {
            format!("no answer matches `{}`, which frees what programs write besides", one.source())
        };
        replaced
            .map(beside)
            .chain(
                unordered
                    .map(|one| format!("no answer matches `{}`, so that freedom has no use", one.source())),
            )
            .chain(texts.map(|text| format!("no answer has {text:?}, so there is nothing to choose")))
            .chain(numbers)
            .chain(patterns_without_use)
            .collect()
    }

    /// Sentences on lines of answers that are different and count as the same. Fractions are left out: near ones may well be two right answers.
    pub fn alike(&self, answers: &BTreeSet<String>) -> Vec<String> {
        if !self.replaces() && self.numbers.is_none() && !self.patterns && self.choose.is_empty() {
            return Vec::new();
        }
        let lines: BTreeSet<_> = answers.iter().flat_map(|answer| answer.lines()).collect();
        let lines = Vec::from_iter(lines);
        let has_fraction =
            |text: &&str| numbers_in(text).any(|number| whole_number(&text.as_bytes()[number]).is_none());
        let has_fraction: Vec<_> = lines.iter().map(has_fraction).collect();
        let is_exact =
            |one: usize, other: usize| self.numbers.is_none() || !(has_fraction[one] || has_fraction[other]);
        let alike = self.pairs_alike(&lines, is_exact);
        let pair = |(one, other): &(usize, usize)| {
            format!("{:?} and {:?} count as the same answer", lines[*one], lines[*other])
        };
        let mut pairs: Vec<_> = alike.iter().map(pair).take(SHOWN).collect();
        let more = alike.len() - pairs.len();
        pairs.extend((more > 0).then(|| format!("and {more} more pairs count as the same")));
        pairs
    }

    /// Pairs of texts, by their places, that a program may print for each other. Each text is in a pair with one of those that it
    /// is like, if `is_pair` holds for both.
    pub(super) fn pairs_alike(
        &self,
        texts: &[&str],
        is_pair: impl Fn(usize, usize) -> bool,
    ) -> BTreeSet<(usize, usize)> {
        let mut groups: BTreeMap<String, Vec<Written>> = BTreeMap::new();
        for (place, text) in texts.iter().enumerate() {
            for (text, chosen) in self.spellings(text, &vec![None; self.choose.len()]) {
                let (form, numbers) = self.without_numbers(&self.folded(&text));
                // A prompt that is left out is no answer.
                if form.is_empty() && chosen.iter().any(Option::is_some) {
                    continue;
                }
                groups.entry(form).or_default().push(Written { place, numbers, chosen });
            }
        }
        let mut pairs = BTreeSet::new();
        for group in groups.values_mut() {
            group.sort_by(|one, other| one.numbers.partial_cmp(&other.numbers).unwrap_or(Ordering::Equal));
            for (at, one) in group.iter().enumerate() {
                let first = &one.numbers[..one.numbers.len().min(1)];
                let near = group[..at].iter().rev().take_while(|other| self.are_near(first, &other.numbers));
                let mut near =
                    near.filter(|other| self.are_near(&one.numbers, &other.numbers) && one.goes_with(other));
                let other = near.find(|other| other.place != one.place && is_pair(other.place, one.place));
                pairs.extend(other.map(|other| (other.place.min(one.place), other.place.max(one.place))));
            }
        }
        let has_pattern = |place: &usize| self.has_pattern(texts[*place].as_bytes());
        let (with, without): (Vec<_>, Vec<_>) = (0..texts.len()).partition(has_pattern);
        for one in with {
            let Some(pattern) = self.as_compared(texts[one].trim_matches('\n')) else { continue };
            let is_matched = |text: &str| self.lengths(&pattern, text.as_bytes()).contains(&text.len());
            let matched = without.iter().filter(|other| is_matched(texts[**other].trim_matches('\n')));
            pairs.extend(matched.filter(|other| is_pair(one, **other)).map(|other| (one, *other)));
        }
        pairs
    }

    /// Whether numbers are equal, or near enough to each other.
    fn are_near(&self, some: &[(f64, String)], others: &[(f64, String)]) -> bool {
        let near = |(one, other): (&(f64, String), &(f64, String))| {
            let [one, other] = [one, other].map(|number| number.1.as_bytes());
            self.numbers
                .is_some_and(|most| most.allows_written(one, other) || most.allows_written(other, one))
        };
        some.iter().zip(others).all(near)
    }

    /// A text with a sign in place of each number that may differ, and these numbers.
    fn without_numbers(&self, text: &str) -> (String, Vec<(f64, String)>) {
        let (mut form, mut numbers, mut rest) = (String::new(), Vec::new(), 0);
        for place in numbers_in(text).filter(|_| self.numbers.is_some()) {
            form.push_str(&text[rest..place.start]);
            form.push('\0');
            rest = place.end;
            let written = &text[place];
            numbers.extend(number(written.as_bytes()).map(|value| (value, written.to_owned())));
        }
        (form + &text[rest..], numbers)
    }
}

/// A text in one of its spellings.
struct Written {
    /// Which text it is.
    place: usize,
    /// Its numbers that may differ.
    numbers: Vec<(f64, String)>,
    /// What is chosen in it, of each list.
    chosen: Vec<Option<usize>>,
}

impl Written {
    /// Whether one program may write both: it keeps to what it has chosen.
    fn goes_with(&self, other: &Written) -> bool {
        let both = self.chosen.iter().zip(&other.chosen);
        both.into_iter().all(|(one, other)| one.is_none() || other.is_none() || one == other)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Replacement;
    use super::super::freedoms::Tolerance;
    use super::*;

    #[test]
    fn what_never_applies_and_what_is_alike_is_told() {
        let pattern = |source| TextPattern::read(source).unwrap();
        let freedoms = Freedoms {
            numbers: Some(Tolerance { absolute: 1.0, relative: 0.0 }),
            replace: vec![
                Replacement { pattern: pattern("took [a-z]+"), with: "took".to_owned() },
                Replacement { pattern: pattern("lasted"), with: String::new() },
            ],
            unordered: vec![pattern("^- ")],
            choose: vec![vec!["yes".to_owned(), "y".to_owned()]],
            ..Freedoms::default()
        };
        let answers = ["took long\n", "took ages\n", "no\n"].map(str::to_owned).into();
        assert_eq!(
            freedoms.remarks(&answers),
            [
                "no answer matches `lasted`, which frees what programs write besides",
                "no answer matches `^- `, so that freedom has no use",
                "no answer has \"yes\", so there is nothing to choose",
                "no answer has a number, so `numbers` has no use",
                "\"took ages\" and \"took long\" count as the same answer",
            ]
        );
        let used = ["took 5 ms\n", "- yes lasted\n", "took a"].map(str::to_owned).into();
        assert_eq!(freedoms.remarks(&used), [""; 0]);
    }
}
