//! Boundaries between numbers for which a program answers differently, such as the greatest that is accepted and the next.
//!
//! Numbers drawn by chance hardly ever hit both neighbours of a boundary that no text names. So when two numbers in lines of
//! one form got answers of different kinds, the boundary between them is bisected, after the same lines. Some limits show later: a
//! box takes any weight, but a heavy one cannot be carried. So the numbers of known sessions are replaced by the least and the
//! greatest that were answered alike; if a later answer differs, the boundary is bisected with the lines up to that one.

use std::collections::HashMap;
use std::ops::Range;

use super::super::dice::Dice;
use super::change::numbers;
use super::corpus::Kept;
use super::refusals::Refusals;
use super::session::Session;
use super::shape::shape;
use super::stable;

/// How many forms of lines are looked at, and how many kinds of answers of each.
const FORMS: usize = 256;
const KINDS: usize = 6;

/// How often a boundary between two kinds of answers to lines of one form is sought: it may lie elsewhere later.
const TRIES: u32 = 3;

/// Numbers that many programs refuse. They are tried for the first kinds of answers to a form, but for lines that no program
/// knows.
const FAR: [i64; 2] = [1_000_000_000, -1];
const PROBED: usize = 2;

/// How many boundaries wait.
const WAITING: usize = 64;

/// After longer sessions none is sought.
const LONGEST: usize = 40;

/// A known session with another number that its own line is expected to answer alike.
#[derive(Debug)]
pub(super) struct Variant {
    bisection: Bisection,
    form: u64,
    /// The kinds of the answers to the known session.
    kinds: Vec<usize>,
}

impl Variant {
    pub(super) fn session(&self) -> Session {
        self.bisection.session(self.bisection.other)
    }
}

/// A form, and the kinds of two answers: that to the lower number comes first.
type Pair = (u64, usize, usize);

/// A boundary that waits to be sought. The one with the smallest rank goes first, of several the shortest.
#[derive(Debug)]
struct Waiting {
    bisection: Bisection,
    rank: u32,
}

/// The rank of those under way, and of numbers that are tried for the first time. That of others is how often they were sought,
/// counting this time.
const UNDER_WAY: u32 = 0;
const FIRST: u32 = 1;

#[derive(Debug, Default)]
pub(super) struct Boundaries {
    /// For each form, the kinds of answers, each with the least and the greatest number that got it.
    forms: HashMap<u64, Vec<(usize, [i64; 2])>>,
    tries: HashMap<Pair, u32>,
    waiting: Vec<Waiting>,
    /// Those that sessions were made for, with the kinds of the answers to numbers.
    under_way: Vec<(Bisection, Vec<(i64, usize)>)>,
}

impl Boundaries {
    /// Takes the kinds of the answers to these lines, and what was asked before each.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[usize], asked: &[usize], refusals: &Refusals) {
        for (place, ((line, kind), asked)) in lines.iter().zip(kinds).zip(asked).enumerate().take(LONGEST) {
            for (number, at) in numbers(line).into_iter().enumerate() {
                let Some(value) = value(&line[at.clone()]) else { continue };
                // In a word, such as the name of a square, a number is small.
                let is_far = !refusals.is_unknown(*kind) && is_whole_word(line, &at);
                let others = self.others(form(line, number, *asked), (*kind, is_far), value);
                for (other, rank) in others {
                    let bisection = Bisection {
                        before: lines[..place].to_vec(),
                        line: around(line, &at),
                        after: Vec::new(),
                        known: (value, *kind),
                        other,
                        is_tried: false,
                    };
                    self.wait(bisection, rank);
                }
            }
        }
    }

    /// The numbers that are to be tried in place of one that got this kind of answer, far ones among them if wanted, each with
    /// its rank.
    fn others(&mut self, form: u64, (kind, is_far): (usize, bool), value: i64) -> Vec<(i64, u32)> {
        if self.forms.len() >= FORMS && !self.forms.contains_key(&form) {
            return Vec::new();
        }
        let known = self.forms.entry(form).or_default();
        let mut others = Vec::new();
        for (other, [least, greatest]) in known.iter().filter(|(other, _)| *other != kind) {
            let below = (*least < value).then_some((*least, (form, *other, kind)));
            let above = (*greatest > value).then_some((*greatest, (form, kind, *other)));
            for (number, pair) in below.into_iter().chain(above) {
                others.extend(sought(&mut self.tries, pair).map(|rank| (number, rank)));
            }
        }
        match known.iter().position(|(other, _)| *other == kind) {
            Some(place) => {
                let [least, greatest] = &mut known[place].1;
                (*least, *greatest) = (value.min(*least), value.max(*greatest));
            }
            None => {
                if known.len() < PROBED && is_far {
                    let far = FAR.into_iter().filter(|number| *number != value);
                    others.extend(far.map(|number| (number, FIRST)));
                }
                known.extend(Some((kind, [value; 2])).filter(|_| known.len() < KINDS));
            }
        }
        others
    }

    /// A known session with the least or the greatest number in some place that was answered as the one there was.
    pub(super) fn variant(&self, kept: &Kept, dice: &mut Dice) -> Option<Variant> {
        let lines = kept.lines.iter().zip(&kept.kinds).zip(&kept.asked).take(LONGEST).enumerate();
        let mut found = Vec::new();
        for (place, ((line, kind), asked)) in lines.filter(|(place, _)| place + 1 < kept.lines.len()) {
            for (number, at) in numbers(line).into_iter().enumerate() {
                let Some(value) = value(&line[at.clone()]) else { continue };
                let form = form(line, number, *asked);
                let known =
                    self.forms.get(&form).and_then(|known| known.iter().find(|(other, _)| other == kind));
                let others = known.into_iter().flat_map(|(_, both)| both).filter(|other| **other != value);
                found.extend(others.map(|other| (place, at.clone(), form, value, *other)));
            }
        }
        let (place, at, form, value, other) = dice.one_of(&found)?.clone();
        let bisection = Bisection {
            before: kept.lines[..place].to_vec(),
            line: around(&kept.lines[place], &at),
            after: kept.lines[place + 1..].to_vec(),
            known: (value, 0),
            other,
            is_tried: true,
        };
        Some(Variant { bisection, form, kinds: kept.kinds.clone() })
    }

    /// Takes the kinds of the answers to a variant. If a later one differs first, its boundary is sought.
    pub(super) fn varied(&mut self, variant: Variant, kinds: &[usize]) {
        let Variant { mut bisection, form, kinds: known } = variant;
        let own = bisection.before.len();
        let Some(last) = known.iter().zip(kinds).position(|(one, other)| one != other) else { return };
        let pair = [(bisection.known.0, known[last]), (bisection.other, kinds[last])];
        let [(_, low), (_, high)] = if pair[0].0 < pair[1].0 { pair } else { [pair[1], pair[0]] };
        let is_later = own < last && last <= own + bisection.after.len();
        // One form may have a limit of its own, and others that show in later lines.
        let later = stable::of_numbers(&[form, 1]);
        if is_later && let Some(rank) = sought(&mut self.tries, (later, low, high)) {
            bisection.known.1 = known[last];
            bisection.after.truncate(last - own);
            self.wait(bisection, rank);
        }
    }

    /// The next one to go on with, and its number among those that are under way.
    pub(super) fn next(&mut self) -> Option<(usize, &Bisection)> {
        let order = |place: &usize| (self.waiting[*place].rank, self.waiting[*place].bisection.lines());
        let first = (0..self.waiting.len()).min_by_key(order)?;
        self.under_way.push((self.waiting.remove(first).bisection, Vec::new()));
        let last = self.under_way.len() - 1;
        Some((last, &self.under_way[last].0))
    }

    /// Takes the kinds of the answers to the session with this number.
    pub(super) fn answered(&mut self, which: usize, number: i64, kinds: &[usize]) {
        let Some((bisection, answers)) = self.under_way.get_mut(which) else { return };
        answers.extend(kinds.get(bisection.before.len() + bisection.after.len()).map(|kind| (number, *kind)));
    }

    /// Lets a boundary wait, if need be in place of one of a greater rank.
    fn wait(&mut self, bisection: Bisection, rank: u32) {
        if self.waiting.len() >= WAITING {
            let last = (0..WAITING).max_by_key(|place| self.waiting[*place].rank).expect("some wait");
            if self.waiting[last].rank <= rank {
                return;
            }
            self.waiting.remove(last);
        }
        self.waiting.push(Waiting { bisection, rank });
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
                false => self.waiting.insert(0, Waiting { bisection, rank: UNDER_WAY }),
            }
        }
        found
    }
}

/// How often the boundary between these two kinds was sought, counting this time. `None` if it was sought often enough.
fn sought(tries: &mut HashMap<Pair, u32>, pair: Pair) -> Option<u32> {
    let tries = tries.entry(pair).or_default();
    *tries += u32::from(*tries <= TRIES);
    Some(*tries).filter(|tries| *tries <= TRIES)
}

/// Whether this range of a line is one of its words.
fn is_whole_word(line: &[u8], range: &Range<usize>) -> bool {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(|byte| *byte == b' ');
    is_blank(line[..range.start].last()) && is_blank(line.get(range.end))
}

/// The line up to this range, and behind it.
fn around(line: &[u8], range: &Range<usize>) -> [Vec<u8>; 2] {
    [line[..range.start].to_vec(), line[range.end..].to_vec()]
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

/// How many numbers between two are tried at once. With one, the search would take three times as many rounds.
const AT_ONCE: u32 = 6;

/// From this factor on, numbers are spread by their length.
const BY_LENGTH: f64 = 16.0;

/// A line between others, and two numbers in it for which the last line is answered differently, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bisection {
    before: Session,
    /// The line, up to the number and behind it.
    line: [Vec<u8>; 2],
    /// The lines behind it. Empty if its own answer differs.
    after: Session,
    /// A number, and the kind of the last answer with it.
    known: (i64, usize),
    /// Another one.
    other: i64,
    /// Whether the other one was tried between these lines.
    is_tried: bool,
}

impl Bisection {
    /// The numbers to be tried next. Empty if the two are neighbours. First it is seen whether they differ here at all.
    pub(super) fn numbers(&self) -> Vec<i64> {
        if !self.is_tried {
            return vec![self.other];
        }
        let (low, high) = (self.known.0.min(self.other), self.known.0.max(self.other));
        let (from, to) = (low as f64, high as f64);
        let part = |number: u32| f64::from(number) / f64::from(AT_ONCE + 1);
        let between = |number: u32| match low {
            1.. if to / from > BY_LENGTH => (from * (to / from).powf(part(number))) as i64,
            _ => (from + (to - from) * part(number)) as i64,
        };
        let mut numbers: Vec<_> = (1..=AT_ONCE).map(between).collect();
        // Where floating point is too coarse, the neighbours are tried.
        numbers.extend([low.saturating_add(1), high.saturating_sub(1)]);
        numbers.retain(|number| low < *number && *number < high);
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Takes the kinds of the answers to numbers. Whether they were answered differently at all.
    fn take(&mut self, mut answers: Vec<(i64, usize)>) -> bool {
        answers.sort_unstable_by_key(|(number, _)| number.abs_diff(self.known.0));
        let Some(first) = answers.iter().position(|(_, kind)| *kind != self.known.1) else {
            let Some(last) = answers.last().filter(|_| self.is_tried) else { return false };
            self.known = *last;
            return true;
        };
        self.other = answers[first].0;
        self.is_tried = true;
        if let Some(last) = first.checked_sub(1) {
            self.known = answers[last];
        }
        true
    }

    /// How many lines its sessions have.
    fn lines(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }

    pub(super) fn session(&self, number: i64) -> Session {
        let [start, end] = &self.line;
        let line = [start, number.to_string().as_bytes(), end].concat();
        [&self.before[..], &[line], &self.after].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_is_found_in_a_few_rounds() {
        for most in [0, 1, 20, 137, 4_711, 123_456_789, i64::MAX - 1] {
            let kind = |number: i64| usize::from(number > most);
            let other = if most > 1_000_000 { i64::MAX } else { 9_999_999 };
            for (one, other) in [(-3, other), (other, -3)] {
                let line = [b"keep ".to_vec(), Vec::new()];
                let known = (one, kind(one));
                let (before, after) = Default::default();
                let mut bisection = Bisection { before, line, after, known, other, is_tried: false };
                let mut rounds = 0;
                while !bisection.numbers().is_empty() {
                    let answers = bisection.numbers().into_iter().map(|number| (number, kind(number)));
                    assert!(bisection.take(answers.collect()));
                    rounds += 1;
                    assert!(rounds < 40, "{most}: {bisection:?}");
                }
                let both = [bisection.known.0, bisection.other];
                assert!(both.contains(&most) && both.contains(&(most + 1)), "{most}: {bisection:?}");
            }
        }
    }
}
