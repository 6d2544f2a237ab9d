//! Which lines decide a verdict: those that a person can type at a terminal, unless a challenge says otherwise.
//!
//! A line outside this domain shows a weakness of a program: it dies on bytes that are not UTF-8, or stops at a NUL. That is
//! worth a note, but a specification that speaks of what players type does not refuse a program for it.

use std::sync::LazyLock;

use regex::Regex;
use regex::bytes;

/// How many bytes a line that decides has at most, without its line end, where a challenge does not say otherwise. It is twice the
/// longest line of the built-in challenges, a number of twenty digits. People type no longer ones there, and right programs in C
/// keep 64 bytes of a line, or fewer.
pub const LONGEST: usize = 40;

/// How many bytes a line that is typed at a terminal may have without its line end: `_POSIX_MAX_CANON` of POSIX (limits.h), with it.
pub const LONGEST_TYPED: usize = 254;

/// The length from which on a line counts as one that hardly any buffer holds: with its line end it is longer than 64 KiB.
const HUGE: usize = 1 << 16;

/// The characters that a person can type, as a class of a regular expression: letters, marks, digits, punctuation and symbols of
/// any script (Unicode categories), the space and the tab.
pub(super) const TYPED: &str = r"[\p{L}\p{M}\p{N}\p{P}\p{S} \t]";

/// The printable characters of ASCII, without the tab.
const ASCII: &str = "[ -~]";

static IS_TYPED: LazyLock<bytes::Regex> = LazyLock::new(|| whole(TYPED).expect("the class is well-formed"));

/// Whether a person can type this character.
pub(super) fn is_typed(sign: char) -> bool {
    IS_TYPED.is_match(sign.encode_utf8(&mut [0; 4]).as_bytes())
}

/// The lines that decide a verdict.
#[derive(Clone, Debug)]
pub struct Domain {
    /// How many bytes such a line has at most, without its line end.
    pub longest: usize,
    /// Whether the challenge gives that number.
    is_given: bool,
    allowed: bytes::Regex,
    never: Vec<bytes::Regex>,
    /// Whether lines outside the domain count, too.
    pub is_robust: bool,
}

/// The kinds of lines outside the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Weakness {
    Nul,
    Control,
    CarriageReturn,
    /// A line separator, a format character, or a blank other than the space and the tab.
    Separator,
    NotUtf8,
    /// A character that the challenge does not allow.
    Character,
    /// A line that is too long, up to 64 KiB.
    Long,
    /// A line of more than 64 KiB.
    Huge,
}

impl Weakness {
    /// Every kind, the plainest first.
    pub const ALL: &[Weakness] = <Weakness as strum::VariantArray>::VARIANTS;

    pub fn words(self, line: &[u8]) -> String {
        match self {
            Weakness::Nul => "a NUL".to_owned(),
            Weakness::Control => "a control character".to_owned(),
            Weakness::CarriageReturn => "a carriage return".to_owned(),
            Weakness::Separator => "a line separator or format character".to_owned(),
            Weakness::NotUtf8 => "bytes that are not UTF-8".to_owned(),
            Weakness::Character => "a character that the challenge leaves out".to_owned(),
            // From which length on differs from run to run, with the place of a buffer in memory.
            Weakness::Long | Weakness::Huge => match line.len() {
                bytes @ ..1000 => format!("long lines (from about {} bytes)", (bytes + 25) / 50 * 50),
                1000..65_536 => "long lines (of some KB)".to_owned(),
                _ => "long lines (from about 64 KB)".to_owned(),
            },
        }
    }
}

impl Default for Domain {
    fn default() -> Domain {
        Domain {
            longest: LONGEST,
            is_given: false,
            allowed: IS_TYPED.clone(),
            never: Vec::new(),
            is_robust: false,
        }
    }
}

impl Domain {
    /// Sets the greatest length in bytes, without the line end.
    pub(super) fn up_to(self, longest: usize) -> Domain {
        Domain { longest, is_given: true, ..self }
    }

    /// Lets lines of twice these lengths decide, too, as far as they can be typed, unless the challenge gives the length of the
    /// longest line itself.
    pub fn naming(self, lengths: impl Iterator<Item = usize>) -> Domain {
        let twice = lengths.max().map_or(0, |named| (2 * named).min(LONGEST_TYPED));
        let longest = if self.is_given { self.longest } else { self.longest.max(twice) };
        Domain { longest, ..self }
    }

    /// Sets the characters: `ascii` for those of it that are printed, or a regular expression for one of them.
    pub(super) fn of_characters(self, character: &str) -> Result<Domain, regex::Error> {
        Ok(Domain { allowed: whole(if character == "ascii" { ASCII } else { character })?, ..self })
    }

    /// Excludes the lines that match this regular expression.
    pub(super) fn without(self, line: &str) -> Result<Domain, regex::Error> {
        let line = bytes::Regex::new(&format!(r"\A(?:{line})\z"))?;
        Ok(Domain { never: [self.never, vec![line]].concat(), ..self })
    }

    /// Lets all other lines that the judge tries count, too.
    pub(super) fn robust(self) -> Domain {
        Domain { is_robust: true, ..self }
    }

    pub fn is_never(&self, line: &[u8]) -> bool {
        self.never.iter().any(|never| never.is_match(line))
    }

    pub fn decides(&self, line: &[u8]) -> bool {
        self.weakness(line).is_none() && !self.is_never(line)
    }

    /// The kind of a line outside the domain. `None` for a line inside.
    pub fn weakness(&self, line: &[u8]) -> Option<Weakness> {
        if line.len() > self.longest {
            return Some(if line.len() < HUGE { Weakness::Long } else { Weakness::Huge });
        }
        if self.allowed.is_match(line) {
            return None;
        }
        let Ok(text) = str::from_utf8(line) else { return Some(Weakness::NotUtf8) };
        Some(match text {
            _ if text.contains('\0') => Weakness::Nul,
            _ if text.contains('\r') => Weakness::CarriageReturn,
            _ if text.contains(|sign: char| sign.is_control() && sign != '\t') => Weakness::Control,
            _ if !IS_TYPED.is_match(line) => Weakness::Separator,
            _ => Weakness::Character,
        })
    }
}

/// Matches lines of these characters only.
fn whole(character: &str) -> Result<bytes::Regex, regex::Error> {
    // A mistake is reported in the class as it was written.
    Regex::new(character)?;
    bytes::Regex::new(&format!(r"\A(?:{character})*\z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weakness(line: impl AsRef<[u8]>) -> Option<Weakness> {
        Domain::default().weakness(line.as_ref())
    }

    #[test]
    fn what_a_person_can_type_decides() {
        let numbers = ["9".repeat(20), "9".repeat(40)];
        for line in ["", " ", "\t", "4", "é", "e\u{301}", "²", "４", "四", "€", "😀", "\"", "¬", "−4"]
        {
            assert_eq!(weakness(line), None, "{line:?}");
        }
        numbers.iter().for_each(|line| assert_eq!(weakness(line), None, "{line}"));
    }

    #[test]
    fn each_other_line_is_of_one_kind() {
        use Weakness::*;
        for (line, kind) in [
            (&b"a\0b"[..], Nul),
            (b"\r\0", Nul),
            (b"4\r", CarriageReturn),
            (b"\x1b[A", Control),
            (b"\x7f", Control),
            ("\u{85}".as_bytes(), Control),
            ("\u{2028}".as_bytes(), Separator),
            ("\u{200b}4".as_bytes(), Separator),
            ("\u{feff}".as_bytes(), Separator),
            ("\u{a0}".as_bytes(), Separator),
            ("\u{3000}".as_bytes(), Separator),
            (b"\xff", NotUtf8),
            (b"\xed\xa0\x80", NotUtf8),
            (b"\0\xff", NotUtf8),
        ] {
            assert_eq!(weakness(line), Some(kind), "{line:?}");
        }
        let long =
            [41, 65_535, 65_536].map(|length| weakness("é".repeat(length / 2) + &"4".repeat(length % 2)));
        assert_eq!(long, [Some(Long), Some(Long), Some(Huge)]);
    }

    #[test]
    fn the_lines_of_a_challenge_lengthen_it() {
        let longest = |domain: Domain| (1..300).rfind(|&length| domain.decides(&vec![b'a'; length]));
        let named = |lengths: &[usize]| Domain::default().naming(lengths.iter().copied());
        assert_eq!(longest(named(&[])), Some(40));
        assert_eq!((longest(named(&[3, 20])), longest(named(&[30]))), (Some(40), Some(60)));
        assert_eq!(longest(named(&[200])), Some(LONGEST_TYPED));
        assert_eq!(longest(Domain::default().up_to(10).naming([30].into_iter())), Some(10));
    }

    #[test]
    fn a_challenge_narrows_or_widens_it() {
        let narrow = Domain::default().up_to(3).of_characters("[a-z]").unwrap().without("x.*").unwrap();
        assert!(narrow.decides(b"abc") && !narrow.decides(b"xy") && narrow.is_never(b"xy"));
        assert_eq!(narrow.weakness(b"abcd"), Some(Weakness::Long));
        assert_eq!(narrow.weakness("é".as_bytes()), Some(Weakness::Character));
        let wide = Domain::default().up_to(5000).of_characters(r"[\p{L}\x1b\[]").unwrap();
        assert!(wide.decides(b"\x1b[A") && wide.decides(&[b'a'; 5000]) && !wide.decides(b"4"));
        let ascii = Domain::default().of_characters("ascii").unwrap();
        assert!(ascii.decides(b"a ~") && !ascii.decides(b"a\t") && !ascii.decides("é".as_bytes()));
        assert!(Domain::default().of_characters("[").is_err() && Domain::default().without("(").is_err());
    }
}
