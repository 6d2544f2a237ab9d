//! The possible readings of a line that the specification leaves open.
//!
//! For "a valid number between 0 and 8" a line is obvious if all of it, without surrounding gaps, is a whole
//! number in an unusual spelling (`04`, `+4`, ` 4`, `4.0`, a digit of another script): it is that number or
//! invalid. Any other line that could contain a number (`3x`, `4 5`, `1e0`) is uncertain: it may be read as
//! any one legal move, or as the numbers that its words name. A line without a digit names no number, however
//! it is split.

/// The answers that a line may have. A refusal is always one.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// The moves that the line names, each in the usual spelling.
    pub moves: Vec<Vec<u8>>,
    /// Whether it may be read as any one legal move.
    pub is_any_move: bool,
    /// Whether it may get no answer at all.
    pub is_silence: bool,
    /// How many answers there may be at most: a program may read each word as a line of its own.
    pub answers: usize,
}

/// The largest number that names a square, by the specification of tictactoe.
const LARGEST: u32 = 8;

impl Readings {
    /// Those of an empty line where silence to it is allowed.
    pub fn of_blank() -> Readings {
        Readings { is_silence: true, answers: 1, ..Readings::default() }
    }

    /// Those of a line that should hold a number from 0 to 8.
    pub fn of_number(line: &[u8]) -> Readings {
        let text = String::from_utf8_lossy(line);
        let core = text.trim_matches(is_gap);
        // Some programs drop a NUL or end the line there, and see an empty line.
        let is_silence = text.chars().all(|sign| is_gap(sign) || sign == ',') || line.first() == Some(&0);
        let gaps = text.chars().filter(|&sign| is_gap(sign)).count();
        let cuts = |is_cut: fn(&&u8) -> bool| line.iter().filter(is_cut).count();
        let (values, is_any_move, cuts) = match values(core) {
            Some(values) => (values, false, gaps),
            None if may_hold_number(line, core) => {
                (named(&text), true, cuts(|byte| !byte.is_ascii_alphanumeric()))
            }
            None => (Vec::new(), false, cuts(|byte| !byte.is_ascii_graphic() || **byte == b',')),
        };
        Readings { moves: spelled(values), is_any_move, is_silence, answers: 1 + cuts }
    }
}

/// A character that separates words, or that no program needs to see.
fn is_gap(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{feff}')
}

/// The numbers that a whole word may represent, if it is only a whole number: with a leading zero some
/// programs read it as octal. None of them need be a square.
fn values(word: &str) -> Option<Vec<u32>> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits: Vec<u32> = whole.chars().map(digit).collect::<Option<_>>()?;
    if digits.is_empty() || !fraction.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let values = [number(&digits, 10), octal(&digits, whole)];
    let is_negative = word.starts_with('-');
    Some(values.into_iter().flatten().filter(|&value| !is_negative || value == 0).collect())
}

fn octal(digits: &[u32], whole: &str) -> Option<u32> {
    let is_octal = digits.len() > 1 && whole.starts_with('0') && digits.iter().all(|&digit| digit < 8);
    is_octal.then(|| number(digits, 8)).flatten()
}

/// The number that these digits write, if it is a small one.
fn number(digits: &[u32], base: u32) -> Option<u32> {
    let small = digits.iter().try_fold(0, |value, digit| {
        let value = value * base + digit;
        (value <= LARGEST).then_some(value)
    });
    small.filter(|&value| value <= LARGEST)
}

/// The zeros of other scripts; their digits follow them in order.
const ZEROS: [char; 17] =
    ['٠', '۰', '߀', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '０', '\u{1d7ce}', '\u{1d7d8}'];

/// The value of a digit of any script, raised or lowered or not.
fn digit(sign: char) -> Option<u32> {
    let beyond = |zero: char| u32::from(sign).checked_sub(u32::from(zero)).filter(|value| *value < 10);
    match sign {
        '²' => Some(2),
        '³' => Some(3),
        '¹' => Some(1),
        _ => sign.to_digit(10).or_else(|| ['⁰', '₀'].into_iter().chain(ZEROS).find_map(beyond)),
    }
}

/// Whether a line could contain a number. In Latin-1 three bytes are raised digits.
fn may_hold_number(line: &[u8], core: &str) -> bool {
    let is_latin_digit = |byte: &u8| matches!(byte, 0xb2 | 0xb3 | 0xb9);
    let invalid = || line.utf8_chunks().flat_map(|chunk| chunk.invalid());
    core.chars().any(char::is_numeric) || invalid().any(is_latin_digit)
}

/// The numbers that the words of a line name, and those that its runs of digits do.
fn named(text: &str) -> Vec<u32> {
    let words = text.split(|sign| is_gap(sign) || sign == ',').filter_map(values);
    let runs = text.split(|sign: char| !sign.is_ascii_digit()).filter_map(values);
    words.chain(runs).flatten().collect()
}

fn spelled(mut values: Vec<u32>) -> Vec<Vec<u8>> {
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| value.to_string().into_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(line: &str) -> String {
        let readings = Readings::of_number(line.as_bytes());
        let moves: Vec<_> = readings.moves.iter().map(|name| String::from_utf8_lossy(name)).collect();
        moves.join(" ") + if readings.is_any_move { " any" } else { "" }
    }

    #[test]
    fn a_whole_number_in_an_unusual_spelling_is_that_number_or_none() {
        for line in ["04", "+4", " 4", "4 ", "\t4", "4\r", "4.0", "4.", "４", "٤", "⁴", "0004.00"] {
            assert_eq!(moves(line), "4", "{line:?}");
        }
        assert_eq!((moves("²"), moves("-0"), moves("00")), ("2".into(), "0".into(), "0".into()));
        // Eight in octal, and ten.
        assert_eq!(moves("010"), "8");
        for line in ["09", "+9", " 9", "9.0", "-04", "012", "0099999999999999999999999"] {
            assert_eq!(moves(line), "", "{line:?}");
        }
    }

    #[test]
    fn elsewhere_any_move_may_be_seen_or_those_that_the_words_name() {
        assert_eq!(moves("3x"), "3 any");
        assert_eq!((moves("4 5"), moves("4,5")), ("4 5 any".into(), "4 5 any".into()));
        assert_eq!((moves("1e0"), moves("0x3")), ("0 1 any".into(), "0 3 any".into()));
        assert_eq!(moves("四"), "");
    }

    #[test]
    fn what_holds_no_digit_names_no_move() {
        for line in ["a b", "é", "a,b", "\u{1}", "   ", ","] {
            assert_eq!(moves(line), "", "{line:?}");
        }
        assert!(!Readings::of_number(b"\xff").is_any_move && Readings::of_number(b"\xb2").is_any_move);
    }

    #[test]
    fn each_word_may_have_an_answer_and_gaps_need_none() {
        let readings = |line: &str| Readings::of_number(line.as_bytes());
        assert_eq!((readings("a b").answers, readings("04").answers), (2, 1));
        assert!(readings(" \t").is_silence && readings(", ,").is_silence && readings("\0a").is_silence);
        assert!(!readings(" 4").is_silence && !readings("a b").is_silence);
    }
}
