//! The possible readings of a line that the specification leaves open.
//!
//! For "a valid number between 0 and 8" a line is obvious if all of it, without surrounding gaps, is a whole
//! number in an unusual spelling (`04`, `+4`, ` 4`, `4.0`, a digit of another script): it is that number or
//! invalid. Any other line with a digit (`3x`, `4 5`, `1e0`) is invalid, or a number that a language finds in it: one of its
//! rows of digits, or the value of the notation, fraction or calculation that it is. No reading is a number that the line does
//! not hold: `b2` is never 0. A line without a digit names no number, however it is split.

use std::sync::LazyLock;

use regex::Regex;

/// The answers that a line may have. A refusal is always one.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// The moves that the line names, each in the usual spelling.
    pub moves: Vec<Vec<u8>>,
    /// Whether it may get no answer at all.
    pub is_silence: bool,
    /// How many answers there may be at most: a program may read each word as its own line.
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
        let text = decoded(line);
        let core = text.trim_matches(is_gap);
        // Some programs drop a NUL or end the line there, and see an empty line.
        let is_silence = text.chars().all(|sign| is_gap(sign) || sign == ',') || line.first() == Some(&0);
        let gaps = text.chars().filter(|&sign| is_gap(sign)).count();
        let cuts = |is_cut: fn(&&u8) -> bool| line.iter().filter(is_cut).count();
        // `scanf` and `cin` read the digits, and then what follows them as a word.
        let rests = |is_rest: fn(u8) -> bool| {
            line.windows(2).filter(|pair| pair[0].is_ascii_digit() && is_rest(pair[1])).count()
        };
        let (values, cuts) = match values(core) {
            Some(values) => {
                // `scanf` with `%i` reads `08` as 0, and then 8.
                let digits = core.trim_start_matches(['+', '-']);
                let octal = usize::from(digits.starts_with('0') && digits.contains(['8', '9']));
                (values, gaps + rests(|byte| byte == b'.') + octal)
            }
            None if core.chars().any(|sign| digit(sign).is_some()) => {
                let cuts = cuts(|byte| !byte.is_ascii_alphanumeric());
                (named(core), cuts + rests(|byte| byte.is_ascii_alphabetic()))
            }
            None => (Vec::new(), cuts(|byte| !byte.is_ascii_graphic() || **byte == b',')),
        };
        Readings { moves: spelled(values), is_silence, answers: 1 + cuts }
    }
}

/// The text of a line. Of the bytes that are not UTF-8 three are raised digits in Latin-1.
fn decoded(line: &[u8]) -> String {
    let latin = |&byte: &u8| match byte {
        0xb2 | 0xb3 | 0xb9 => char::from(byte),
        _ => char::REPLACEMENT_CHARACTER,
    };
    line.utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().chain(chunk.invalid().iter().map(latin)))
        .collect()
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
    let values = number(&digits, 10).into_iter().chain(octal(&digits, whole));
    let is_negative = word.starts_with('-');
    Some(values.filter(|&value| !is_negative || value == 0).collect())
}

/// The octal number with a leading zero, and what stands behind it: an 8 or a 9 ends it.
fn octal(digits: &[u32], whole: &str) -> Vec<u32> {
    let is_octal = digits.len() > 1 && whole.starts_with('0');
    let end = digits.iter().position(|&digit| digit > 7).unwrap_or(digits.len());
    let (octal, rest) = digits.split_at(if is_octal { end } else { 0 });
    let rest = number(rest, 10).filter(|_| is_octal && !rest.is_empty());
    number(octal, 8).filter(|_| is_octal).into_iter().chain(rest).collect()
}

/// The number that these digits write, if it is a small one.
fn number(digits: &[u32], base: u32) -> Option<u32> {
    let small = digits.iter().try_fold(0, |value, digit| {
        let value = value * base + digit;
        (value <= LARGEST).then_some(value)
    });
    small.filter(|&value| value <= LARGEST)
}

/// Rows of other characters that mean numbers in order, each with the number of its first: raised, lowered, circled, in
/// brackets, with a full stop or a comma, and Roman. Unicode has them as digits or numbers, and libraries convert them.
const ROWS: [(char, char, u32); 27] = [
    ('²', '³', 2),
    ('¹', '¹', 1),
    ('⁰', '⁰', 0),
    ('⁴', '⁹', 4),
    ('₀', '₉', 0),
    ('፩', '፱', 1),
    ('᧚', '᧚', 1),
    ('Ⅰ', 'Ⅻ', 1),
    ('ⅰ', 'ⅻ', 1),
    ('①', '⑳', 1),
    ('⑴', '⒇', 1),
    ('⒈', '⒛', 1),
    ('⓪', '⓪', 0),
    ('⓵', '⓾', 1),
    ('⓿', '⓿', 0),
    ('❶', '❿', 1),
    ('➀', '➉', 1),
    ('➊', '➓', 1),
    ('〇', '〇', 0),
    ('〡', '〩', 1),
    ('㈠', '㈩', 1),
    ('㊀', '㊉', 1),
    ('\u{10a40}', '\u{10a43}', 1),
    ('\u{10e60}', '\u{10e68}', 1),
    ('\u{11052}', '\u{1105a}', 1),
    ('\u{1f100}', '\u{1f100}', 0),
    ('\u{1f101}', '\u{1f10a}', 0),
];

/// The value of a digit of any script (Unicode category Nd, whose digits stand in order, ten by ten), or of a character that is
/// a number.
fn digit(sign: char) -> Option<u32> {
    static IS_DIGIT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\A\p{Nd}\z").expect("it is well-formed"));
    if sign.is_ascii() {
        return sign.to_digit(10);
    }
    let is_digit = |sign: char| IS_DIGIT.is_match(sign.encode_utf8(&mut [0; 4]));
    if is_digit(sign) {
        let before =
            (1..).map_while(|back| char::from_u32(u32::from(sign) - back)).take_while(|&sign| is_digit(sign));
        return u32::try_from(before.count() % 10).ok();
    }
    let row = ROWS.into_iter().find(|(first, last, _)| (first..=last).contains(&&sign));
    row.map(|(first, _, value)| value + u32::from(sign) - u32::from(first))
}

/// The numbers that a line holds: of its words and of its rows of digits, and what the whole and its words mean in a notation.
fn named(text: &str) -> Vec<u32> {
    let words = || text.split(|sign| is_gap(sign) || sign == ',').filter(|word| !word.is_empty());
    let rows = text.split(|sign: char| digit(sign).is_none());
    let whole = words().chain(rows).filter_map(values).flatten();
    let meant = [text].into_iter().chain(words()).flat_map(meanings);
    whole.chain(meant.filter(|&value| value <= LARGEST)).collect()
}

/// What a text means where a language knows its notation: a base, a fraction or an exponent at its beginning, digits in groups,
/// a calculation, a character by its number.
fn meanings(text: &str) -> Vec<u32> {
    let [base, real, groups, calculation, character] = &*NOTATIONS;
    let mut values = Vec::new();
    if let Some(found) = base.captures(text) {
        let radix = match found["base"].to_ascii_lowercase().trim_matches(['0', '#']) {
            "b" | "%" => 2,
            "o" | "&" => 8,
            "d" => 10,
            "x" | "$" => 16,
            number => number.trim_end_matches('r').parse().unwrap_or_default(),
        };
        if (2..=36).contains(&radix) {
            // What a base does not have ends the number.
            let digits = found["digits"].split(|sign: char| !sign.is_digit(radix)).next().unwrap_or_default();
            values.extend(u32::from_str_radix(digits, radix));
        }
    }
    if let Some(value) = real.find(text).and_then(|found| found.as_str().parse::<f64>().ok()) {
        // It is cut or rounded.
        let near = [value.trunc(), value.round(), value.ceil()];
        values.extend((0..=LARGEST).filter(|&square| near.contains(&f64::from(square))));
    }
    if groups.is_match(text) {
        values.extend(self::values(&text.replace('_', "")).into_iter().flatten());
    }
    if let Some(found) = calculation.captures(text) {
        values.extend(calculated(&found["one"], &found["sign"], &found["two"]));
    }
    if let Some(found) = character.captures(text) {
        let radix = if found["sign"].is_empty() { 8 } else { 16 };
        let sign = u32::from_str_radix(&found["digits"], radix).ok().and_then(char::from_u32);
        values.extend(sign.and_then(|sign| sign.to_digit(10)));
    }
    values
}

/// The notations of [`meanings`].
static NOTATIONS: LazyLock<[Regex; 5]> = LazyLock::new(|| {
    [
        r"(?i)\A[-+]?(?P<base>[0#][bdox]|[$%&x]|[0-9]{1,2}[#r])(?P<digits>[0-9a-z]+)",
        r"\A[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?",
        r"\A[-+]?[0-9]+(?:_[0-9]+)+\z",
        r"\A\(?(?P<one>[-+]?[0-9]+) ?(?P<sign>[-+*/%&|^<>=!]{1,3}) ?(?P<two>[0-9]+)\)?\z",
        r"\A\\(?P<sign>[xu]?)\{?(?P<digits>[0-9a-fA-F]{1,8})\}?\z",
    ]
    .map(|notation| Regex::new(notation).expect("it is well-formed"))
});

/// The result of an operation in C, Python or a shell. `None` where it is no number from 0 on.
fn calculated(one: &str, sign: &str, two: &str) -> Option<u32> {
    let [one, two]: [i64; 2] = [one.parse().ok()?, two.parse().ok()?];
    let result = match sign {
        "+" => one.checked_add(two),
        "-" => one.checked_sub(two),
        "*" => one.checked_mul(two),
        "/" | "//" => one.checked_div(two),
        "%" => one.checked_rem(two),
        "**" => one.checked_pow(two.try_into().ok()?),
        "&" => Some(one & two),
        "|" => Some(one | two),
        "^" => Some(one ^ two),
        "<<" => one.checked_shl(two.try_into().ok()?),
        ">>" => one.checked_shr(two.try_into().ok()?),
        "==" | "===" => Some((one == two).into()),
        "!=" | "<>" => Some((one != two).into()),
        "<" => Some((one < two).into()),
        ">" => Some((one > two).into()),
        "<=" => Some((one <= two).into()),
        ">=" => Some((one >= two).into()),
        _ => None,
    };
    result?.try_into().ok()
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
        moves.join(" ")
    }

    #[test]
    fn a_whole_number_in_an_unusual_spelling_is_that_number_or_none() {
        for line in ["04", "+4", " 4", "4 ", "\t4", "4\r", "4.0", "4.", "４", "٤", "⁴", "0004.00"] {
            assert_eq!(moves(line), "4", "{line:?}");
        }
        assert_eq!((moves("²"), moves("-0"), moves("00")), ("2".into(), "0".into(), "0".into()));
        // Eight in octal, and ten.
        assert_eq!(moves("010"), "8");
        // An 8 or a 9 ends the octal number; what is behind it may be the next.
        assert_eq!((moves("08"), moves("048"), moves("09")), ("0 8".into(), "4 8".into(), "0".into()));
        assert_eq!(Readings::of_number(b"08").answers, 2);
        for line in ["+9", " 9", "9.0", "-04", "012"] {
            assert_eq!(moves(line), "", "{line:?}");
        }
    }

    #[test]
    fn elsewhere_it_is_a_number_that_the_line_holds() {
        for (line, numbers) in [
            ("3x", "3"),
            ("4 5", "4 5"),
            ("4,5", "4 5"),
            ("4!", "4"),
            ("b2", "2"),
            ("X4", "4"),
            ("[4]", "4"),
            ("(4)", "4"),
            ("-n 4", "4"),
            ("−4", "4"),
            ("④", "4"),
            ("⑷x", "4"),
            ("x４", "4"),
            ("44x", ""),
            ("1x1", "1"),
            ("(0, 2)", "0 2"),
        ] {
            assert_eq!(moves(line), numbers, "{line:?}");
        }
    }

    #[test]
    fn a_notation_means_its_value() {
        for (line, numbers) in [
            ("0x3", "0 3"),
            ("0X8", "0 8"),
            ("0b100", "0 4"),
            ("0o4", "0 4"),
            ("%100", "4"),
            ("#b100", "4"),
            ("2#100", "2 4"),
            ("2r100", "2 4"),
            ("1e0", "0 1"),
            ("40e-1", "1 4"),
            (".4e1x", "1 4"),
            ("1e-400", "0 1"),
            ("3.9999999999999999999", "3 4"),
            ("4.5", "4 5"),
            ("-0.5", "0 5"),
            ("0_4", "0 4"),
            ("1_0", "0 1"),
            ("2+2", "2 4"),
            ("1/2", "0 1 2"),
            ("2*3", "2 3 6"),
            ("4==4", "1 4"),
            ("1/0", "0 1"),
            (r"\064", "4"),
            (r"\x34", "4"),
            (r"\4", "4"),
        ] {
            assert_eq!(moves(line), numbers, "{line:?}");
        }
    }

    #[test]
    fn what_holds_no_digit_names_no_move() {
        for line in ["a b", "é", "a,b", "\u{1}", "   ", ",", "½", "四"] {
            assert_eq!(moves(line), "", "{line:?}");
        }
        assert_eq!(Readings::of_number(b"\xff").moves, Vec::<Vec<u8>>::new());
        assert_eq!(Readings::of_number(b"\xb2").moves, [b"2"]);
    }

    #[test]
    fn what_follows_a_number_may_be_a_word_of_its_own() {
        for (line, answers) in
            [("3x", 2), ("4.0", 2), ("1e0", 2), ("0x3", 2), ("4.", 2), (" 4.0", 3), ("3x4x", 3)]
        {
            assert_eq!(Readings::of_number(line.as_bytes()).answers, answers, "{line:?}");
        }
    }

    #[test]
    fn each_word_may_have_an_answer_and_gaps_need_none() {
        let readings = |line: &str| Readings::of_number(line.as_bytes());
        for (line, answers) in [("a b", 2), ("04", 1), ("+4", 1), ("x4", 1), ("ab", 1)] {
            assert_eq!(readings(line).answers, answers, "{line:?}");
        }
        assert!(readings(" \t").is_silence && readings(", ,").is_silence && readings("\0a").is_silence);
        assert!(!readings(" 4").is_silence && !readings("a b").is_silence);
    }
}
