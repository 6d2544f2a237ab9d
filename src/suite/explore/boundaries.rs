//! Boundaries between numbers that are answered differently, such as the greatest that is accepted and the next.
//!
//! Numbers drawn by chance hardly ever hit both neighbours of a boundary that no text names. So when two numbers in lines of
//! one form got answers of different kinds, the boundary between them is bisected, after the same lines.

use std::collections::{HashMap, VecDeque};

use super::bisection::Bisection;
use super::change::numbers;
use super::shape::shape;
use super::stable;

/// How many forms of lines are looked at, and how many kinds of answers of each.
const FORMS: usize = 256;
const KINDS: usize = 6;

/// How often a boundary between two kinds of answers to lines of one form is sought: it may lie elsewhere later.
const TRIES: u32 = 3;

/// Numbers that many programs refuse. They are tried for the first kinds of answers to a form.
const FAR: [i64; 2] = [1_000_000_000, -1];
const PROBED: usize = 2;

/// How many boundaries wait.
const WAITING: usize = 64;

/// After longer sessions none is sought.
const LONGEST: usize = 40;

/// All boundaries that are sought.
#[derive(Debug, Default)]
pub(super) struct Boundaries {
    /// For each form, the kinds of answers, each with the least and the greatest number that got it.
    forms: HashMap<u64, Vec<(usize, [i64; 2])>>,
    /// How often each two kinds were tried: that of the lower number comes first.
    tries: HashMap<(u64, usize, usize), u32>,
    waiting: VecDeque<Bisection>,
    /// Those that sessions were made for, with the kinds of the answers to numbers.
    under_way: Vec<(Bisection, Vec<(i64, usize)>)>,
}

impl Boundaries {
    /// Takes the kinds of the answers to these lines, and what was asked before each.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[usize], asked: &[usize]) {
        for (place, ((line, kind), asked)) in lines.iter().zip(kinds).zip(asked).enumerate().take(LONGEST) {
            for (number, at) in numbers(line).into_iter().enumerate() {
                let Some(value) = value(&line[at.clone()]) else { continue };
                let others = self.others(form(line, number, *asked), *kind, value);
                for other in others {
                    self.waiting.push_back(Bisection {
                        before: lines[..place].to_vec(),
                        line: [line[..at.start].to_vec(), line[at.end..].to_vec()],
                        known: (value, *kind),
                        other,
                        is_tried: false,
                    });
                }
            }
        }
    }

    /// The numbers that are to be tried in place of one that got this kind of answer.
    fn others(&mut self, form: u64, kind: usize, value: i64) -> Vec<i64> {
        if self.forms.len() >= FORMS && !self.forms.contains_key(&form) {
            return Vec::new();
        }
        let known = self.forms.entry(form).or_default();
        let mut others = Vec::new();
        for (other, [least, greatest]) in known.iter().filter(|(other, _)| *other != kind) {
            let below = (*least < value).then_some((*least, (form, *other, kind)));
            let above = (*greatest > value).then_some((*greatest, (form, kind, *other)));
            for (number, pair) in below.into_iter().chain(above) {
                let tries = self.tries.entry(pair).or_default();
                if *tries < TRIES && self.waiting.len() + others.len() < WAITING {
                    *tries += 1;
                    others.push(number);
                }
            }
        }
        match known.iter().position(|(other, _)| *other == kind) {
            Some(place) => {
                let [least, greatest] = &mut known[place].1;
                (*least, *greatest) = (value.min(*least), value.max(*greatest));
            }
            None => {
                if known.len() < PROBED && self.waiting.len() < WAITING {
                    others.extend(FAR.into_iter().filter(|number| *number != value));
                }
                known.extend(Some((kind, [value; 2])).filter(|_| known.len() < KINDS));
            }
        }
        others
    }

    /// The next one to go on with, and its number among those that are under way.
    pub(super) fn next(&mut self) -> Option<(usize, &Bisection)> {
        self.under_way.push((self.waiting.pop_front()?, Vec::new()));
        let last = self.under_way.len() - 1;
        Some((last, &self.under_way[last].0))
    }

    /// Takes the kinds of the answers to the session with this number.
    pub(super) fn answered(&mut self, which: usize, number: i64, kinds: &[usize]) {
        let Some((bisection, answers)) = self.under_way.get_mut(which) else { return };
        answers.extend(kinds.get(bisection.before.len()).map(|kind| (number, *kind)));
    }

    /// Goes on with those under way, before all others. The numbers at both sides of those that were found.
    pub(super) fn settle(&mut self) -> Vec<i64> {
        let mut found = Vec::new();
        for (mut bisection, answers) in std::mem::take(&mut self.under_way) {
            if answers.is_empty() || !bisection.take(answers) {
                continue;
            }
            match bisection.numbers().is_empty() {
                true => found.extend([bisection.known.0, bisection.other]),
                false => self.waiting.push_front(bisection),
            }
        }
        found
    }
}

/// A number in its usual spelling.
fn value(text: &[u8]) -> Option<i64> {
    let value = str::from_utf8(text).ok()?.parse::<i64>().ok()?;
    (value.to_string().as_bytes() == text).then_some(value)
}

/// What lines have in common that differ in a number, and in other words behind the first. A number alone may be a choice at one
/// question and an amount at another.
fn form(line: &[u8], number: usize, asked: usize) -> u64 {
    let words = line.split(|byte| *byte == b' ').count();
    let asked = if line.iter().any(u8::is_ascii_alphabetic) { 0 } else { asked };
    stable::of_numbers(&[stable::of(&shape(line)), words as u64, number as u64, asked as u64])
}
