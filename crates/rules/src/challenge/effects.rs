//! What freedoms do to the answers that are known: a freedom that never applies is a slip, and one that makes different
//! answers alike is reported, so that its author sees what is no longer compared.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::freedoms::{Freedoms, TextPattern};
use super::tokens::number;

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

    /// Answers that are different and count as the same, because of what is replaced.
    fn alike(&self, answers: &BTreeSet<String>) -> Vec<String> {
        if !self.replaces() {
            return Vec::new();
        }
        let mut known = BTreeMap::new();
        let mut pairs = Vec::new();
        for answer in answers {
            match known.entry(self.as_compared(answer)) {
                Entry::Occupied(other) => {
                    pairs.push(format!("{:?} and {answer:?} count as the same answer", other.get()));
                }
                Entry::Vacant(place) => drop(place.insert(answer)),
            }
        }
        let more = pairs.len().saturating_sub(SHOWN);
        pairs.truncate(SHOWN);
        pairs.extend((more > 0).then(|| format!("and {more} more pairs count as the same")));
        pairs
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
                "\"took ages\\n\" and \"took long\\n\" count as the same answer",
            ]
        );
        let used = ["took 5 ms\n", "- yes lasted\n", "took a"].map(str::to_owned).into();
        assert_eq!(freedoms.remarks(&used), [""; 0]);
    }
}
