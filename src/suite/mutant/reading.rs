//! How a faulty referee reads a line. The right one reads one digit from 0 to 8 as a square and refuses
//! everything else. A fault reads a class of lines as something else, or numbers the squares in another way.

/// The meaning of lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The square that each digit names.
    pub numbering: [Option<u8>; 10],
    /// A class of lines with another meaning.
    pub special: Option<(Pattern, Meaning)>,
}

/// The digits from 0 to 8, each for its square.
pub(super) const READING: Reading = Reading { numbering: numbering(*b"012345678."), special: None };

/// A class of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Every line.
    Any,
    /// The empty line.
    Blank,
    /// Exactly this line.
    Exactly(&'static str),
    /// One character that is not a digit.
    Sign,
    /// Something without a digit.
    NoDigit,
    /// Two characters or more, none a digit.
    Word,
    /// Not a whole number, or nothing.
    NoNumber,
    /// A whole number.
    Number,
    /// A number above 8.
    TooBig,
    /// A minus sign and a number.
    Negative,
    /// Two digits or more, each followed by the next higher, as in 12.
    Sequence,
    /// A number too long for 64 bits.
    Long,
    /// A whole number that needs more than this many bits, without its sign.
    Beyond(u32),
    /// A line of more bytes than this.
    Longer(usize),
    /// One of these words.
    Listed(&'static [&'static str]),
    /// Two digits with something that is neither a letter nor a digit between them.
    Pair,
    /// A letter and a digit, or a digit and a letter.
    Coordinate,
    /// A line without a digit that contains one of these characters.
    SignIn(&'static str),
    /// A line that contains one of these bytes.
    Holds(&'static [u8]),
    /// A minus sign at the beginning, without a number after it.
    Option,
    /// Only blanks.
    Blanks,
    /// Several words, separated by blanks.
    Words,
    /// Digits that begin with a zero, or only a zero and a sign.
    ZeroHead,
    /// The same, and a digit that is not octal.
    NotOctal,
    /// Digits after a plus sign.
    Plus,
    /// A number with a point.
    Fraction,
    /// A digit and something else that is visible.
    Mixed,
    /// A character that is not ASCII.
    NotAscii,
    /// A digit that is not ASCII.
    OddDigit,
    /// Bytes that are not UTF-8.
    NoText,
}

/// What a line is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// This square.
    Square(u8),
    /// The square that its first character names.
    FirstDigit,
    /// The square that its last character names.
    LastDigit,
    /// The number modulo this; numbers beyond 32 bits are refused.
    Modulo(u32),
    /// Negative numbers count from the end.
    FromTheEnd,
    /// The number without its sign.
    Absolute,
    /// The nearest square.
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
    /// The square whose number is the place of the line in this list.
    PlaceIn(&'static [&'static str]),
}

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Square(u8),
    Pass,
    Nothing,
}

/// The square that each digit names, given as one character per digit: a square, or `.` for none.
pub(super) const fn numbering(squares: [u8; 10]) -> [Option<u8>; 10] {
    let mut numbering = [None; 10];
    let mut digit = 0;
    while digit < 10 {
        if squares[digit] != b'.' {
            numbering[digit] = Some(squares[digit] - b'0');
        }
        digit += 1;
    }
    numbering
}

impl Reading {
    /// Reads a line.
    pub(super) fn read(&self, line: &[u8]) -> Read {
        match self.special {
            Some((pattern, meaning)) if pattern.matches(line) => self.understand(meaning, line),
            _ => self.plain(line),
        }
    }

    fn plain(&self, line: &[u8]) -> Read {
        match line {
            [digit @ b'0'..=b'9'] => square(self.numbering[usize::from(digit - b'0')]),
            _ => Read::Nothing,
        }
    }

    fn understand(&self, meaning: Meaning, line: &[u8]) -> Read {
        let number = number(line);
        let within =
            |number: Option<i64>| square(number.and_then(|n| u8::try_from(n).ok()).filter(|&n| n < 9));
        match meaning {
            Meaning::Square(number) => Read::Square(number),
            Meaning::FirstDigit => self.plain(line.get(..1).unwrap_or_default()),
            Meaning::LastDigit => self.plain(line.last_chunk::<1>().map_or(&[], |last| last)),
            Meaning::Modulo(by) => {
                let small = number.filter(|n| (0..=i64::from(u32::MAX)).contains(n));
                within(small.map(|n| n % i64::from(by)))
            }
            Meaning::FromTheEnd => within(number.map(|n| if n < 0 { n + 9 } else { n })),
            Meaning::Absolute => within(number.and_then(i64::checked_abs)),
            Meaning::Nearest => within(number.map(|n| n.clamp(0, 8))),
            Meaning::Pass => Read::Pass,
            Meaning::Bits(bits) => within(Some(kept(line, bits))),
            Meaning::Cast => within(Some(i64::from(clamped(line) as i32))),
            Meaning::AnyDigit => {
                let digit = line.iter().find(|byte| (b'0'..=b'8').contains(byte));
                digit.map_or(Read::Nothing, |digit| Read::Square(digit - b'0'))
            }
            Meaning::Value => within(number),
            Meaning::PlaceIn(words) => {
                let place = words.iter().position(|word| word.as_bytes() == line);
                within(place.and_then(|place| i64::try_from(place).ok()))
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

impl Pattern {
    /// Whether a line is of this class.
    pub(super) fn matches(self, line: &[u8]) -> bool {
        let digits = line.strip_prefix(b"-").unwrap_or(line);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let is_positive = is_number && !line.starts_with(b"-");
        let has_no_digit = !line.is_empty() && !line.iter().any(u8::is_ascii_digit);
        match self {
            Pattern::Any => true,
            Pattern::Blank => line.is_empty(),
            Pattern::Exactly(text) => line == text.as_bytes(),
            Pattern::Sign => line.len() == 1 && has_no_digit,
            Pattern::NoDigit => has_no_digit,
            Pattern::Word => line.len() > 1 && has_no_digit,
            Pattern::NoNumber => !is_number,
            Pattern::Number => is_number,
            Pattern::TooBig => is_positive && (line.len() > 1 || line == b"9"),
            Pattern::Negative => is_number && !is_positive,
            Pattern::Sequence => {
                is_positive
                    && line.len() > 1
                    && line.windows(2).all(|two| two[0] + 1 == two[1])
                    && line[line.len() - 1] != b'9'
            }
            Pattern::Long => is_number && digits.len() > 18,
            Pattern::Beyond(bits) => {
                let value = std::str::from_utf8(digits).ok().and_then(|text| text.parse::<u128>().ok());
                is_number && value.is_none_or(|value| value >> bits > 0)
            }
            Pattern::Longer(length) => line.len() > length,
            Pattern::Listed(words) => words.iter().any(|word| word.as_bytes() == line),
            Pattern::Pair => {
                let is_inner = |byte: &u8| !byte.is_ascii_alphanumeric();
                matches!(line, [b'0'..=b'9', between @ .., b'0'..=b'9']
                    if !between.is_empty() && between.iter().all(is_inner))
            }
            Pattern::Coordinate => match line {
                [one, other] => {
                    one.is_ascii_alphabetic() && other.is_ascii_digit()
                        || one.is_ascii_digit() && other.is_ascii_alphabetic()
                }
                _ => false,
            },
            Pattern::SignIn(signs) => has_no_digit && line.iter().any(|byte| signs.as_bytes().contains(byte)),
            Pattern::Holds(bytes) => line.iter().any(|byte| bytes.contains(byte)),
            Pattern::Option => line.len() > 1 && line.starts_with(b"-") && !is_number,
            Pattern::Blanks => !line.is_empty() && line.trim_ascii().is_empty(),
            Pattern::Words => line.trim_ascii().iter().any(|byte| b" \t".contains(byte)),
            Pattern::ZeroHead => is_number && digits.len() > 1 && digits.starts_with(b"0"),
            Pattern::NotOctal => {
                Pattern::ZeroHead.matches(line) && digits.iter().any(|digit| b"89".contains(digit))
            }
            Pattern::Plus => line.len() > 1 && line.starts_with(b"+") && line[1].is_ascii_digit(),
            Pattern::Fraction => line.contains(&b'.') && line.iter().any(u8::is_ascii_digit),
            Pattern::Mixed => {
                let is_graphic = line.iter().all(u8::is_ascii_graphic);
                is_graphic && !has_no_digit && !is_number && !line.is_empty()
            }
            Pattern::NotAscii => !line.is_ascii(),
            Pattern::OddDigit => {
                let is_odd = |sign: char| !sign.is_ascii() && sign.is_numeric();
                String::from_utf8_lossy(line).chars().any(is_odd)
            }
            Pattern::NoText => std::str::from_utf8(line).is_err(),
        }
    }
}
