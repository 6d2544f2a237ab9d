//! How a faulty referee reads a line. The right reading takes one digit from 0 to 8 for a square and
//! nothing else for anything; a fault takes a class of lines for something it is not, or numbers the
//! squares in another way.

/// What lines mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The square that each digit names.
    pub numbering: [Option<u8>; 10],
    /// A class of lines that is read in a way of its own.
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
    /// Just this.
    Exactly(&'static str),
    /// One character, no digit.
    Sign,
    /// Something without a digit.
    NoDigit,
    /// Two characters or more, none a digit.
    Word,
    /// No whole number, or nothing.
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
}

/// What is seen in a line.
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
    /// The nearest square there is.
    Nearest,
    /// A move that marks nothing.
    Pass,
}

/// What a line was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Square(u8),
    Pass,
    Nothing,
}

/// Which square each digit names, given as one character a digit: a square, or `.` for none.
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
            Meaning::Absolute => within(number.map(i64::abs)),
            Meaning::Nearest => within(number.map(|n| n.clamp(0, 8))),
            Meaning::Pass => Read::Pass,
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
        }
    }
}
