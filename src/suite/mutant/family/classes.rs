//! Faults of programs with lines of a class that their author did not think of: they read them as a move,
//! crash, end, or stay silent. The classes are those of the model in `suite::bad`: buffers, conversions, and
//! characters that are special to a language, a shell or a terminal.

use super::super::faulty::Mutant;
use super::super::intake::Intake;
use super::super::protocol::{Effect, PROTOCOL, Protocol, Slip, Trouble, When};
use super::super::reading::{Meaning, Pattern, READING, Reading};
use super::super::referee::{REFERENCE, Referee};
use super::build::{mutant, protocol, reading};
use crate::challenge::LONGEST;

pub(super) fn mutants() -> Vec<Mutant> {
    let mut all: Vec<_> = READINGS.map(read_as).into();
    all.extend(
        NAMINGS.map(|(name, fault, words)| {
            read_as((name, fault, Pattern::Listed(words), Meaning::PlaceIn(words)))
        }),
    );
    all.extend(CLASSES.into_iter().flat_map(|class| EFFECTS.map(|effect| slip(effect, class))));
    all.extend(BUFFERS.into_iter().flat_map(buffer));
    all.push(joins());
    all
}

type Row = (&'static str, &'static str, Pattern, Meaning);

const PROPERTIES: &[&str] = &["length", "constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"];
const MEMBERS: &[&str] =
    &["length", "constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "keys", "pop", "push"];
const NULLS: &[&str] = &["nil", "None", "null", "NULL", "undefined"];
const NO_NUMBERS: &[&str] = &["NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"];
const TRUTHS: &[&str] = &["true", "True", "TRUE", "false", "False", "yes", "no", "on", "off"];
const FAREWELLS: &[&str] = &["q", "quit", "exit", "Q", "QUIT", "bye", "stop", "end", "exit()", "quit()"];
const PLEAS: &[&str] = &["help", "h", "?"];
const PLACES: &[&str] = &["center", "centre", "middle", "top", "bottom", "left", "right", "tl", "nw"];
const COMMANDS: &[&str] = &["r", "n", "y", "restart", "reset", "new", "undo", "pass", "resign"];

const READINGS: [Row; 24] = [
    ("keeps-4-bits", "keeps 4 bits of a number, so takes 20 for 4", Pattern::Number, Meaning::Bits(4)),
    ("keeps-5-bits", "keeps 5 bits of a number, so takes 36 for 4", Pattern::Number, Meaning::Bits(5)),
    ("keeps-6-bits", "keeps 6 bits of a number, so takes 68 for 4", Pattern::Number, Meaning::Bits(6)),
    ("keeps-7-bits", "keeps 7 bits of a number, so takes 132 for 4", Pattern::Number, Meaning::Bits(7)),
    ("keeps-8-bits", "keeps 8 bits of a number, so takes 260 for 4", Pattern::Number, Meaning::Bits(8)),
    ("keeps-16-bits", "keeps 16 bits of a number, so takes 65540 for 4", Pattern::Number, Meaning::Bits(16)),
    (
        "keeps-32-bits",
        "keeps 32 bits of a number, so takes 4294967300 for 4",
        Pattern::Number,
        Meaning::Bits(32),
    ),
    (
        "keeps-64-bits",
        "keeps 64 bits of a number, so takes 18446744073709551620 for 4",
        Pattern::Number,
        Meaning::Bits(64),
    ),
    (
        "keeps-32-of-64-bits",
        "keeps 32 bits of a number that fits 64, so takes 4294967300 for 4",
        Pattern::Number,
        Meaning::Cast,
    ),
    (
        "takes-sequence-for-its-first",
        "looks for the line in `012345678`, so takes 12 for 1",
        Pattern::Sequence,
        Meaning::FirstDigit,
    ),
    (
        "takes-any-digit",
        "takes the first digit of a line, wherever it stands",
        Pattern::Any,
        Meaning::AnyDigit,
    ),
    ("takes-true-for-one", "takes `true` for 1", Pattern::Exactly("true"), Meaning::Square(1)),
    ("takes-true-in-capital-for-one", "takes `True` for 1", Pattern::Exactly("True"), Meaning::Square(1)),
    ("takes-false-for-zero", "takes `false` for 0", Pattern::Exactly("false"), Meaning::Square(0)),
    ("takes-null-for-zero", "takes `null` for 0", Pattern::Exactly("null"), Meaning::Square(0)),
    ("takes-brackets-for-zero", "takes `[]` for 0", Pattern::Exactly("[]"), Meaning::Square(0)),
    ("takes-quotes-for-zero", "takes `\"\"` for 0", Pattern::Exactly("\"\""), Meaning::Square(0)),
    ("caret-as-zero", "takes `^` for 0", Pattern::Exactly("^"), Meaning::Square(0)),
    (
        "takes-property-for-a-pass",
        "takes the name of a property, such as `length`, for a cell, and passes the turn",
        Pattern::Listed(PROPERTIES),
        Meaning::Pass,
    ),
    (
        "takes-member-for-a-pass",
        "takes the name of a property or method of an array for a cell, and passes the turn",
        Pattern::Listed(MEMBERS),
        Meaning::Pass,
    ),
    (
        "takes-null-for-a-pass",
        "takes a word for nothing, such as `null`, for a cell, and passes the turn",
        Pattern::Listed(NULLS),
        Meaning::Pass,
    ),
    (
        "takes-nan-for-a-pass",
        "takes `NaN` and the like for a cell, and passes the turn",
        Pattern::Listed(NO_NUMBERS),
        Meaning::Pass,
    ),
    (
        "takes-not-ascii-for-a-pass",
        "takes a line that is not ASCII for a pass",
        Pattern::NotAscii,
        Meaning::Pass,
    ),
    ("takes-words-for-a-pass", "takes several words for a pass", Pattern::Words, Meaning::Pass),
];

type Naming = (&'static str, &'static str, &'static [&'static str]);

/// Other names for the squares, in the order of their numbers.
const NAMINGS: [Naming; 8] = [
    (
        "letters-as-squares",
        "takes letters for squares, `a` for 0",
        &["a", "b", "c", "d", "e", "f", "g", "h", "i"],
    ),
    (
        "capitals-as-squares",
        "takes capitals for squares, `A` for 0",
        &["A", "B", "C", "D", "E", "F", "G", "H", "I"],
    ),
    (
        "keys-as-squares",
        "takes the keys around `s` for squares",
        &["q", "w", "e", "a", "s", "d", "z", "x", "c"],
    ),
    (
        "directions-as-squares",
        "takes directions for squares, `nw` for 0",
        &["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"],
    ),
    (
        "corners-as-squares",
        "takes places for squares, `tl` for 0",
        &["tl", "tm", "tr", "ml", "mm", "mr", "bl", "bm", "br"],
    ),
    (
        "words-as-squares",
        "takes numbers in words, `zero` for 0",
        &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"],
    ),
    (
        "roman-as-squares",
        "takes Roman numbers, `I` for 1",
        &["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"],
    ),
    ("centre-as-four", "takes `center` for 4", &["", "", "", "", "center"]),
];

fn read_as((name, fault, pattern, meaning): Row) -> Mutant {
    reading(name, fault, Reading { special: Some((pattern, meaning)), ..READING })
}

const EFFECTS: [(&str, &str, Effect); 3] = [
    ("dies-on", "dies", Effect::Dies),
    ("ends-on", "ends without a word", Effect::Leaves),
    ("says-nothing-to", "says nothing", Effect::SaysNothing),
];

const CLASSES: [(&str, &str, Pattern); 46] = [
    ("number-beyond-8-bits", "on a number beyond 8 bits", Pattern::Beyond(8)),
    ("number-beyond-16-bits", "on a number beyond 16 bits", Pattern::Beyond(16)),
    ("number-beyond-32-bits", "on a number beyond 32 bits", Pattern::Beyond(32)),
    ("number-beyond-64-bits", "on a number beyond 64 bits", Pattern::Beyond(64)),
    ("number-beyond-128-bits", "on a number beyond 128 bits", Pattern::Beyond(127)),
    ("property", "on the name of a property, such as `length`", Pattern::Listed(PROPERTIES)),
    ("null", "on a word for nothing, such as `null`", Pattern::Listed(NULLS)),
    ("nan", "on `NaN` and the like", Pattern::Listed(NO_NUMBERS)),
    ("truth", "on a word such as `true`", Pattern::Listed(TRUTHS)),
    ("farewell", "on a word such as `quit`", Pattern::Listed(FAREWELLS)),
    ("plea", "on a word such as `help`", Pattern::Listed(PLEAS)),
    ("command", "on a word such as `restart`", Pattern::Listed(COMMANDS)),
    ("place", "on a word for a place, such as `center`", Pattern::Listed(PLACES)),
    ("pair", "on two numbers, such as `1,1`", Pattern::Pair),
    ("coordinate", "on a letter and a digit, such as `b2`", Pattern::Coordinate),
    ("option", "on a line that looks like an option, such as `-x`", Pattern::Option),
    ("double-quote", "on a double quote", Pattern::SignIn("\"")),
    ("single-quote", "on a single quote", Pattern::SignIn("'")),
    ("backquote", "on a backquote", Pattern::SignIn("`")),
    ("quote", "on a quote", Pattern::SignIn("\"'`")),
    ("backslash", "on a backslash", Pattern::SignIn("\\")),
    ("parenthesis", "on a parenthesis", Pattern::SignIn("()")),
    ("square-bracket", "on a square bracket", Pattern::SignIn("[]")),
    ("brace", "on a brace", Pattern::SignIn("{}")),
    ("semicolon", "on a semicolon", Pattern::SignIn(";")),
    ("hash", "on a `#`", Pattern::SignIn("#")),
    ("slash", "on a slash", Pattern::SignIn("/")),
    ("dollar", "on a dollar sign", Pattern::SignIn("$")),
    ("asterisk", "on an asterisk", Pattern::SignIn("*")),
    ("wildcard", "on a wildcard, such as `*`", Pattern::SignIn("*?[")),
    ("shell-sign", "on a sign that means something to a shell", Pattern::SignIn("$`!&|<>~;")),
    ("format", "on a percent sign", Pattern::SignIn("%")),
    ("zero-head", "on a number with a zero at its head", Pattern::ZeroHead),
    ("no-octal", "on a number with a zero at its head that is not octal", Pattern::NotOctal),
    ("plus-sign", "on a number with a plus sign", Pattern::Plus),
    ("fraction", "on a number with a point", Pattern::Fraction),
    ("mixed", "on digits mixed with other signs", Pattern::Mixed),
    ("odd-digit", "on a digit that is not ASCII", Pattern::OddDigit),
    ("not-ascii", "on a character that is not ASCII", Pattern::NotAscii),
    ("no-text", "on bytes that are no UTF-8", Pattern::NoText),
    ("words", "on several words", Pattern::Words),
    ("blanks", "on a line of blanks", Pattern::Blanks),
    ("nul", "on a NUL", Pattern::Holds(b"\0")),
    ("end-of-file", "on control and Z or D", Pattern::Holds(&[0x1a, 4])),
    ("carriage-return", "on a carriage return", Pattern::Holds(b"\r")),
    ("control", "on a control character", Pattern::Holds(&[0, 1, 4, 7, 8, 11, 12, 13, 0x1a, 0x1b])),
];

fn slip(
    (stem, words, effect): (&str, &str, Effect),
    (class, whence, pattern): (&str, &str, Pattern),
) -> Mutant {
    let slip = Some(Slip { on: Trouble::Line(pattern), when: When::Always, effect });
    let whence =
        if effect == Effect::SaysNothing { whence.replacen("on ", "to ", 1) } else { whence.to_owned() };
    let all = protocol(format!("{stem}-{class}"), format!("{words} {whence}"), Protocol { slip, ..PROTOCOL });
    match (effect, pattern) {
        (Effect::SaysNothing, Pattern::Blanks) => all.equivalent("silence to a line of blanks is allowed"),
        _ => all,
    }
}

/// The lengths of common buffers; some include the line's end.
const BUFFERS: [usize; 14] = [8, 16, 32, 64, 80, 100, 128, 256, 512, 1000, 1024, 4096, 8192, 65536];

/// The largest buffer whose cut can be seen: it needs a line of its own.
const LARGEST_CUT: usize = 1024;

fn buffer(size: usize) -> Vec<Mutant> {
    let mut all = vec![dies(size)];
    for kept in [size - 1, size] {
        all.push(splits(kept));
        if size <= LARGEST_CUT {
            all.push(cuts(kept));
        }
    }
    all
}

/// The same faults for every other length of lines that decide. They only name faults: as measures of suites, one length is
/// as good as another.
pub(super) fn of_lengths() -> Vec<Mutant> {
    let is_common = |length: &usize| BUFFERS.iter().any(|size| [*size - 1, *size].contains(length));
    let lengths = || (1..=LONGEST).filter(|length| !is_common(length));
    let dying = (1..=LONGEST).filter(|length| !BUFFERS.contains(length)).map(dies);
    dying.chain(lengths().map(splits)).chain(lengths().map(cuts)).collect()
}

fn dies(size: usize) -> Mutant {
    let slip =
        Some(Slip { on: Trouble::Line(Pattern::Longer(size)), when: When::Always, effect: Effect::Dies });
    let fault = format!("dies of a line of more than {size} bytes");
    protocol(format!("dies-beyond-{size}"), fault, Protocol { slip, ..PROTOCOL })
}

fn splits(kept: usize) -> Mutant {
    let fault = format!("takes what is beyond {kept} bytes for a line of its own");
    let intake = Intake::Split(kept);
    mutant(format!("splits-at-{kept}"), fault, Referee { intake, ..REFERENCE })
}

fn cuts(kept: usize) -> Mutant {
    let fault = format!("drops what is beyond {kept} bytes of a line");
    let reading = Reading { special: Some((Pattern::ZeroHead, Meaning::Value)), ..READING };
    mutant(format!("cuts-at-{kept}"), fault, Referee { intake: Intake::Cut(kept), reading, ..REFERENCE })
}

fn joins() -> Mutant {
    let fault = "joins a line that ends with a backslash with the next";
    mutant("joins-at-backslash", fault, Referee { intake: Intake::Joined, ..REFERENCE }).with_memory()
}
