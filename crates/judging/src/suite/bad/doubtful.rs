//! Lines that a program may read as a move, or need not answer: numbers in other spellings, notations and
//! scripts, several words, blanks, control characters, bytes that are not text.

use super::class::{Open, lines, once_each, words};
use super::long::BUFFERS;

/// Whole numbers in unusual spellings, nearly all of them 4.
const SPELLINGS: &str = "
    04 +4 004 0000000000000000000004 4.0 4. 4.000 +04 -0 +0 00 -04 -4.0 01 012 0123 010 08 09 +9 09.0 0999
    -00 08.0
";

/// Notations that some language or library knows, and similar ones.
const NOTATIONS: &str = r#"
    0b1 0b100 1e1 1e0 4e0 4E0 1e400 -1e400 1e-400 1.9 4.5 3.9999999999999999999 7.99999999999999999999 8.5
    -0.5 .4 0x3 0x4 0X4 0x 0o4 4_ 1_0 0_4 4L 4f 4u 4n 4i 4j 4; 4' '4' 4! #4 $4 %4 &4 4% 4) (4) [4] =4 <4 4> 4*
    4/1 4-4 2+2 1+1 4- --4 4=4 4==4 ^4 \4 \064 \x34 1/2 b2 x4 4x four4 %4d %1$s
"#;

/// Two numbers, as coordinates are written.
const PAIRS: [&str; 36] = [
    "1,1", "1, 1", "1 1", "1.1", "1:1", "1;1", "1/1", "1|1", "1_1", "1*1", "1+2", "1&1", "1-1", "0,0",
    "0, 2", "2,0", "2, 2", "0-0", "2:2", "0/2", "3,3", "(1,1)", "(1, 1)", "[1,1]", "[1, 1]", "{1,1}",
    "<1,1>", "(1 1)", "1,", ",1", "a-1", "b 2", "row 1", "cell 4", "pos 4", "no. 4",
];

/// Names of squares with a number. They are one word, so that there is one answer to each, and silence is noticed.
const COORDINATES: &str = "
    a1 a2 a3 b1 b2 b3 c1 c2 c3 A1 B2 C3 1a 2b 3c 1A 2B 1x1 1X1 r1c1 R1C1 x1y1 kp5 num5 KP5 4th X4 O4 4X sq4
";

/// Digits and letters of other scripts.
const SCRIPTS: &str = "
    ４ ٤ ۴ ४ ๔ ² ³ ¹ ⁴ ₄ ① ④ Ⅳ ½ 四 é ß Ж あ ○ 😀 −4 ４４ ٩ ａ 𝟜 𝟒 𝟺 𝟰 ➃ ❹ ⓸ ⑷ ⒋ ⅳ ፬ ৪ ៤ ᠔ ꘤ ߄ 🄅 ➍ －4 ＋4
";

/// Words that are not ASCII, without a digit of any script: no program may take one for a move, or be silent.
const LETTERS: [&str; 12] = ["é", "ñ", "ß", "Ж", "λ", "あ", "中", "ا", "naïve", "€", "“x”", "😀"];

/// Bytes that are not UTF-8: lone ones, incomplete sequences, overlong forms, surrogates. No line ends with
/// an incomplete sequence, since bash then reads the line feed as a part of it.
const NO_TEXT: [&[u8]; 12] = [
    b"\xff",
    b"\x80",
    b"\xc3(",
    b"\xe2\x82x",
    b"\xf0\x9f\x98x",
    b"\xc0\xb4",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"\xfe\xff",
    b"\xe9a",
    b"a\xff",
    b"\xffa",
];

/// Two words, and gaps around one.
const WORDS: [&str; 22] = [
    "-n 4", "-e 4", " 4", "4 ", "\t4", "4\t", "  4  ", "4 4", "4 0", "4\t0", "4 x", "x 4", "a b", "a\tb",
    " a", "a ", "a, b", "a,b", "4,", ",4", "4,0", "4;0",
];

const MANY_WORDS: [&str; 2] = ["0 but true", "4 4 4 4 4 4 4 4 4 4"];
const BLANKS: [&str; 8] = [" ", "  ", "\t", " \t ", "        ", ",", "\u{a0}", "\u{3000}"];

/// Control characters with a meaning: end of text, end of input, bell, backspace, carriage return, form feed,
/// escape and others.
const CONTROLS: [u8; 10] = [0, 1, 4, 7, 8, b'\r', 0x0b, 0x0c, 0x1a, 0x1b];

/// Line and paragraph separators, a no-break space, a space without width, and a byte order mark.
const SEPARATORS: [&str; 5] = ["\u{2028}", "\u{2029}", "\u{a0}", "\u{200b}", "\u{feff}"];

pub(super) fn classes() -> Vec<Open> {
    let open = |name, first, lines| Open { name, first, lines };
    let alone = CONTROLS.into_iter().flat_map(at_the_head).collect();
    vec![
        open("spellings", b'4', words(SPELLINGS)),
        open("notations", b'4', words(NOTATIONS)),
        open("pairs", b'4', lines(&PAIRS)),
        open("coordinates", b'4', words(COORDINATES)),
        open("other-scripts", b'4', words(SCRIPTS)),
        open("letters", b'4', lines(&LETTERS)),
        open("no-text", b'4', NO_TEXT.map(<[u8]>::to_vec).to_vec()),
        open("words", b'4', [lines(&WORDS), lines(&MANY_WORDS)].concat()),
        open("blanks", b'4', lines(&BLANKS)),
        open("controls", b'4', controls()),
        open("lone-controls", b'4', alone),
        open("long-numbers", b'0', once_each(BUFFERS.into_iter().flat_map(cut))),
        open("separators", b'4', SEPARATORS.into_iter().flat_map(within).collect()),
        open("lone-separators", b'4', SEPARATORS.map(|sign| sign.as_bytes().to_vec()).to_vec()),
    ]
}

/// A control character within a word, at the end of one, and after a digit.
fn controls() -> Vec<Vec<u8>> {
    let within = |sign: u8| [vec![b'a', sign, b'b'], vec![b'a', sign], vec![b'4', sign]];
    CONTROLS.into_iter().flat_map(within).chain([vec![0x1b, b'[', b'A']]).collect()
}

/// A separator within a word, and around a digit.
fn within(sign: &str) -> [Vec<u8>; 3] {
    [format!("a{sign}b"), format!("4{sign}"), format!("{sign}4")].map(String::into_bytes)
}

/// A control character alone; a NUL also before a word.
fn at_the_head(sign: u8) -> Vec<Vec<u8>> {
    if sign == 0 { vec![vec![0], vec![0, b'a']] } else { vec![vec![sign]] }
}

/// Numbers above 8, in octal, too. Cut to a buffer of this length, with or without room for the line's end, they become a
/// square with zeros before it.
fn cut(length: usize) -> [Vec<u8>; 2] {
    [length - 1, length].map(|kept| [&b"0".repeat(kept - 1)[..], b"47"].concat())
}
