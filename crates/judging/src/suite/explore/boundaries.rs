//! Boundaries between numbers for which a program answers differently, such as the greatest that is accepted and the next.
//!
//! Numbers drawn by chance hardly ever hit both neighbours of a boundary that no text names. So some numbers of known sessions
//! are replaced by a very large and a negative one. If these are answered otherwise, the boundary is bisected after the same lines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::pools::numbers;
use super::session::{self, Session, shape};

/// How many spots are looked at, and how many for lines of one form with one kind of answer: a boundary may lie elsewhere later.
const SPOTS: usize = 512;
const OF_FORM: u32 = 3;

/// Numbers that many programs refuse.
const FAR: [i64; 2] = [1_000_000_000, -1];

/// Behind more lines no boundary is sought.
const LONGEST: usize = 40;

/// How many numbers between two are tried at once. With one, the search would take three times as many rounds.
const AT_ONCE: u32 = 6;

/// From this factor on, numbers are spread by their length.
const BY_LENGTH: f64 = 16.0;

/// How many rounds of numbers a spot gets. More than two kinds of answers may have as many boundaries as there are numbers.
const ROUNDS: u32 = 24;

#[derive(Debug, Default)]
pub(super) struct Boundaries {
    spots: Vec<Spot>,
    /// By the lines up to the number, and the text after it.
    by_place: HashMap<u64, usize>,
    /// How many there are for lines of one form with one kind of answer.
    of_forms: HashMap<(u64, usize), u32>,
}

/// A place of a number in a session.
#[derive(Debug)]
struct Spot {
    before: Session,
    /// The line, up to the number and behind it.
    line: [Vec<u8>; 2],
    /// The kinds of the answers to the line with these numbers.
    known: BTreeMap<i64, usize>,
    tried: HashSet<i64>,
    rounds: u32,
}

impl Boundaries {
    /// Takes the kinds of the answers to these lines. What no program knows is not looked at.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[usize], unknown: &HashSet<usize>) {
        let mut hash = session::hash(b"");
        for (place, (line, kind)) in lines.iter().zip(kinds).enumerate().take(LONGEST) {
            for (number, at) in numbers(line).into_iter().enumerate() {
                let Some(value) = value(&line[at.clone()]) else { continue };
                let parts = [&line[..at.start], &line[at.end..]];
                let key = session::hash_of_numbers(&[hash, session::hash(parts[0]), session::hash(parts[1])]);
                if let Some(spot) = self.by_place.get(&key) {
                    self.spots[*spot].known.insert(value, *kind);
                    continue;
                }
                // In a word, such as the name of a square, a number is small.
                if unknown.contains(kind) || !is_whole_word(line, &at) || self.spots.len() >= SPOTS {
                    continue;
                }
                let count = self.of_forms.entry((form(line, number), *kind)).or_default();
                if *count < OF_FORM {
                    *count += 1;
                    self.by_place.insert(key, self.spots.len());
                    self.spots.push(Spot::new(&lines[..place], parts.map(<[u8]>::to_vec), (value, *kind)));
                }
            }
            hash = session::hash_after_line(hash, line);
        }
    }

    /// Sessions with numbers that may be nearer to a boundary, up to about this many.
    pub(super) fn sessions(&mut self, most: usize) -> Vec<Session> {
        let mut sessions = Vec::new();
        for spot in &mut self.spots {
            if sessions.len() >= most {
                break;
            }
            let numbers = spot.numbers();
            sessions.extend(numbers.into_iter().map(|number| spot.session(number)));
        }
        sessions
    }
}

impl Spot {
    fn new(before: &[Vec<u8>], line: [Vec<u8>; 2], known: (i64, usize)) -> Spot {
        let (before, known) = (before.to_vec(), BTreeMap::from([known]));
        Spot { before, line, known, tried: HashSet::new(), rounds: 0 }
    }

    /// The numbers to be tried next, each once. Empty if all boundaries are known.
    fn numbers(&mut self) -> Vec<i64> {
        if self.rounds == ROUNDS {
            return Vec::new();
        }
        let pairs = self.known.iter().zip(self.known.iter().skip(1));
        let mut between =
            pairs.filter(|(one, other)| one.1 != other.1).map(|(one, other)| between(*one.0, *other.0));
        let mut numbers = between.find(|numbers| !numbers.is_empty()).unwrap_or_else(|| FAR.to_vec());
        numbers.retain(|number| !self.known.contains_key(number) && self.tried.insert(*number));
        self.rounds = if numbers.is_empty() { ROUNDS } else { self.rounds + 1 };
        numbers
    }

    fn session(&self, number: i64) -> Session {
        let [start, end] = &self.line;
        let line = [start, number.to_string().as_bytes(), end].concat();
        [&self.before[..], &[line]].concat()
    }
}

/// Some numbers between two.
fn between(low: i64, high: i64) -> Vec<i64> {
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
    numbers
}

/// Whether this range of a line is one of its words.
fn is_whole_word(line: &[u8], range: &Range<usize>) -> bool {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(|byte| *byte == b' ');
    is_blank(line[..range.start].last()) && is_blank(line.get(range.end))
}

/// A number in its usual spelling.
fn value(text: &[u8]) -> Option<i64> {
    let value = str::from_utf8(text).ok()?.parse::<i64>().ok()?;
    (value.to_string().as_bytes() == text).then_some(value)
}

/// What lines have in common that differ in a number, and in other words behind the first.
fn form(line: &[u8], number: usize) -> u64 {
    let words = line.split(|byte| *byte == b' ').count();
    session::hash_of_numbers(&[session::hash(&shape(line)), words as u64, number as u64])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_is_found_in_a_few_rounds() {
        for most in [0, 1, 20, 137, 4_711, 123_456_789, i64::MAX - 1] {
            let kind = |number: i64| usize::from(number > most);
            let other = if most > 1_000_000 { i64::MAX } else { 9_999_999 };
            let mut spot = Spot::new(&[], [b"keep ".to_vec(), Vec::new()], (-3, kind(-3)));
            spot.known.insert(other, kind(other));
            let mut rounds = 0;
            loop {
                let numbers = spot.numbers();
                if numbers.is_empty() {
                    break;
                }
                spot.known.extend(numbers.into_iter().map(|number| (number, kind(number))));
                rounds += 1;
                assert!(rounds < 40, "{most}: {spot:?}");
            }
            assert!(
                [most, most + 1].iter().all(|number| spot.known.contains_key(number)),
                "{most}: {spot:?}"
            );
        }
    }
}
