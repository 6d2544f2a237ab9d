//! How a faulty referee separates its input into lines, and reads a line. The right one keeps each line as it is, reads one
//! digit from 0 to 8 as a square and refuses everything else. A fault reads a class of lines as something else, or numbers the
//! squares in another way.

use std::borrow::Cow;

use serde::Deserialize;

use super::lines::LineClass;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Intake {
    /// Unchanged.
    #[default]
    Whole,
    /// A buffer holds this many bytes, including the line's end. The rest is another line, which is empty if
    /// only the line's end was left.
    Split(usize),
    /// A buffer holds this many bytes; the rest is dropped.
    Cut(usize),
    /// A backslash at the end joins a line with the next, unless it is one of two.
    Joined,
}

impl Intake {
    /// The lines that the program sees in place of a line. `before` is the rest of the lines before.
    pub(super) fn lines<'a>(self, before: &mut Vec<u8>, line: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        match self {
            Intake::Split(size) if line.len() >= size => {
                let end = line.len().is_multiple_of(size).then_some(&line[..0]);
                line.chunks(size).chain(end).map(Cow::Borrowed).collect()
            }
            Intake::Cut(size) => vec![Cow::Borrowed(&line[..line.len().min(size)])],
            Intake::Joined => {
                let backslashes = line.iter().rev().take_while(|byte| **byte == b'\\').count();
                let is_whole = backslashes.is_multiple_of(2);
                before.extend_from_slice(if is_whole { line } else { &line[..line.len() - 1] });
                if is_whole { vec![Cow::Owned(std::mem::take(before))] } else { Vec::new() }
            }
            Intake::Whole | Intake::Split(_) => vec![Cow::Borrowed(line)],
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Reading {
    /// The square that each of the ten digits names, or a point for none.
    pub numbering: String,
    /// A class of lines with another meaning.
    pub special: Option<Special>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { numbering: "012345678.".to_owned(), special: None }
    }
}

/// A class of lines with another meaning.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Special {
    pub lines: LineClass,
    pub meaning: Meaning,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Meaning {
    Square(u8),
    /// The square that its first character names.
    FirstDigit,
    /// The square that its last character names.
    LastDigit,
    /// The number modulo this; numbers beyond 32 bits are refused.
    Modulo(u32),
    /// Negative numbers count from the end.
    FromTheEnd,
    Absolute,
    Nearest,
    /// A move that marks nothing.
    Pass,
    /// The number with only this many of its bits kept, as two's complement.
    Bits(u32),
    /// The number, clamped to 64 bits, and of that the lower 32 bits.
    Cast,
    /// The first character that names a square, anywhere in the line.
    AnyDigit,
    /// The number, with or without leading zeros.
    Value,
    /// The square whose number is the place of the line in this list; other lines as usual.
    PlaceIn(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Square(u8),
    Pass,
    Nothing,
}

impl Reading {
    pub(super) fn read(&self, line: &[u8]) -> Read {
        match &self.special {
            Some(special) if special.lines.matches(line) => self.understand(&special.meaning, line),
            _ => self.plain(line),
        }
    }

    fn plain(&self, line: &[u8]) -> Read {
        match line {
            [digit @ b'0'..=b'9'] => match self.numbering.as_bytes()[usize::from(digit - b'0')] {
                b'.' => Read::Nothing,
                square => Read::Square(square - b'0'),
            },
            _ => Read::Nothing,
        }
    }

    fn understand(&self, meaning: &Meaning, line: &[u8]) -> Read {
        let number = number(line);
        let within =
            |number: Option<i64>| square(number.and_then(|n| u8::try_from(n).ok()).filter(|&n| n < 9));
        match meaning {
            Meaning::Square(number) => Read::Square(*number),
            Meaning::FirstDigit => self.plain(line.get(..1).unwrap_or_default()),
            Meaning::LastDigit => self.plain(line.last_chunk::<1>().map_or(&[], |last| last)),
            Meaning::Modulo(by) => {
                let small = number.filter(|n| (0..=i64::from(u32::MAX)).contains(n));
                within(small.map(|n| n % i64::from(*by)))
            }
            Meaning::FromTheEnd => within(number.map(|n| if n < 0 { n + 9 } else { n })),
            Meaning::Absolute => within(number.and_then(i64::checked_abs)),
            Meaning::Nearest => within(number.map(|n| n.clamp(0, 8))),
            Meaning::Pass => Read::Pass,
            Meaning::Bits(bits) => within(Some(kept(line, *bits))),
            Meaning::Cast => within(Some(i64::from(clamped(line) as i32))),
            Meaning::AnyDigit => {
                let digit = line.iter().find(|byte| (b'0'..=b'8').contains(byte));
                digit.map_or(Read::Nothing, |digit| Read::Square(digit - b'0'))
            }
            Meaning::Value => within(number),
            Meaning::PlaceIn(words) => {
                let place = words.iter().position(|word| word.as_bytes() == line);
                place.map_or_else(|| self.plain(line), |place| Read::Square(place as u8))
            }
        }
    }
}

fn square(number: Option<u8>) -> Read {
    number.map_or(Read::Nothing, Read::Square)
}

fn number(line: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(line).ok()?;
    let is_plain = !text.starts_with('+');
    text.parse().ok().filter(|_| is_plain)
}

/// The lowest bits of a whole number of any length.
fn kept(line: &[u8], bits: u32) -> i64 {
    let digits = line.strip_prefix(b"-").unwrap_or(line);
    let value = digits
        .iter()
        .fold(0_u64, |value, digit| value.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0'))));
    let value = if line.starts_with(b"-") { value.wrapping_neg() } else { value };
    (value & (u64::MAX >> (64 - bits))) as i64
}

/// A whole number, clamped to 64 bits.
fn clamped(line: &[u8]) -> i64 {
    let end = if line.starts_with(b"-") { i64::MIN } else { i64::MAX };
    number(line).unwrap_or(end)
}
