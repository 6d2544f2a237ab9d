//! Bytes made visible: text is unchanged; everything that a terminal would interpret, or that is not text, is
//! escaped, so that a hostile output can be shown anywhere.

use std::fmt::Write;

use unicode_security::skeleton;

/// The bytes as text in which every character can be seen: line feeds stay, other control
/// characters, invisible and direction-changing characters and bytes that are no UTF-8 are spelled
/// out in the manner of Rust's literals (`\r`, `\u{1b}`, `\xff`), and a backslash is doubled so that
/// no two outputs look the same. So is a character of what CI systems take for a command in a log: `::error` at the
/// head of a line (GitHub), `##[error]`, `##vso[…]` and `##teamcity[…]` anywhere (GitHub, Azure and others).
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut line = Line::default();
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|character| line.push(&mut text, character));
        for byte in chunk.invalid() {
            line.follow('x');
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Like [`visible`], on one line: line feeds are shown as `⏎`.
pub fn visible_line(bytes: &[u8]) -> String {
    visible(bytes).replace('\n', "⏎")
}

/// The name of a person, on one line. Unlike in an output, an accent stays on its letter (`e\u{301}`), since nobody has to tell
/// it from `é`: some systems spell all names so.
pub fn visible_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut line = Line { is_name: true, ..Line::default() };
    name.chars().for_each(|character| line.push(&mut text, character));
    text.replace('\n', "⏎")
}

/// The message of a tool or of a language: the same as [`visible`], but a backslash stays as it is, since nobody compares
/// messages byte by byte. What was made visible before is unchanged.
pub fn visible_message(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for (number, part) in bytes.split(|byte| *byte == b'\\').enumerate() {
        text.push_str(if number > 0 { "\\" } else { "" });
        text.push_str(&visible(part));
    }
    text
}

/// Like [`visible`], with long lines and many lines cut. It shows how many there were.
#[doc(hidden)]
pub fn visible_shortened(bytes: &[u8]) -> String {
    let text = visible(bytes);
    let lines: Vec<_> = text.split('\n').collect();
    let shown = |lines: &[&str]| lines.iter().map(|line| shortened(line)).collect::<Vec<_>>().join("\n");
    if lines.len() <= LINES {
        return shown(&lines);
    }
    let tail = lines.len() - (LINES - FIRST);
    format!("{}\n… ({} lines)\n{}", shown(&lines[..FIRST]), lines.len(), shown(&lines[tail..]))
}

/// A line of another program's message, cut if it is long.
#[doc(hidden)]
pub fn cut_line(line: &str) -> String {
    match line.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    }
}

/// How many characters of such a line are shown.
const MESSAGE: usize = 300;

/// How many lines are shown, and how many of those are at the beginning. A game of three thousand lines is whole.
const LINES: usize = 20_000;
const FIRST: usize = 15_000;

/// How many characters of a line are shown, and how many of those are at its head.
const SHOWN: usize = 160;
const HEAD: usize = 120;

fn shortened(line: &str) -> String {
    let length = line.chars().count();
    if length <= SHOWN {
        return line.to_owned();
    }
    let head: String = line.chars().take(HEAD).collect();
    let tail: String = line.chars().skip(length - (SHOWN - HEAD)).collect();
    format!("{head} … {tail} ({length} characters)")
}

/// A text without the begin of a character at its end, where it was cut within one.
#[doc(hidden)]
pub fn whole_characters(text: &[u8]) -> &[u8] {
    match text.utf8_chunks().last() {
        // What is no character in any case is longer, or is found to be none by what follows.
        Some(last) if std::str::from_utf8(last.invalid()).is_err_and(|why| why.error_len().is_none()) => {
            &text[..text.len() - last.invalid().len()]
        }
        _ => text,
    }
}

/// Where two texts that can be seen first differ, if the characters there look alike: `U+043E instead of U+006F`, what came
/// and what was expected. Capital letters of ASCII are no difference here, since they may be free.
#[doc(hidden)]
pub fn look_alike(expected: &[u8], got: &[u8]) -> Option<String> {
    let [expected, got] =
        [expected, got].map(|text| text.utf8_chunks().next().map_or("", |chunk| chunk.valid()));
    let pairs = expected.chars().zip(got.chars());
    let same =
        pairs.take_while(|(one, other)| one.eq_ignore_ascii_case(other)).map(|(one, _)| one.len_utf8());
    let at = same.sum::<usize>();
    let (expected, got) = (&expected[at..], &got[at..]);
    let firsts = [expected, got].map(|text| text.chars().next());
    let [Some(wanted), Some(came)] = firsts else { return None };
    let [like_wanted, like_came] = [wanted, came].map(looks);
    let [wanted, came] = [wanted, came].map(String::from);
    // A character may look like several, such as a ligature.
    let several = |like: &str, text: &str| like.chars().count() > 1 && text.starts_with(like);
    let (wanted, came) = match () {
        () if like_wanted == like_came => (wanted, came),
        () if several(&like_came, expected) => (like_came, came),
        () if several(&like_wanted, got) => (wanted, like_wanted),
        () => return None,
    };
    let is_seen = |text: &str| text.chars().all(is_visible);
    let codes = |text: &str| {
        text.chars().map(|character| format!("U+{:04X}", u32::from(character))).collect::<Vec<_>>().join(" ")
    };
    (is_seen(&wanted) && is_seen(&came)).then(|| format!("{} instead of {}", codes(&came), codes(&wanted)))
}

/// The characters that a character looks like, in one spelling. Unicode has two kinds of dashes.
fn looks(character: char) -> String {
    match character {
        '\u{2014}' | '\u{2015}' | '\u{30fc}' => "-".to_owned(),
        _ => skeleton(character.encode_utf8(&mut [0; 4])).collect(),
    }
}

/// Whether a character can be seen as it is. A space can.
pub fn is_visible(character: char) -> bool {
    let mut text = String::new();
    Line::default().push(&mut text, character);
    character != '\n' && (character == '\\' || text.chars().eq([character]))
}

/// The state of the line so far, to see whether it becomes the head of a command.
#[derive(Default)]
struct Line {
    begin: Begin,
    /// How many `#` came last, up to two, and only letters after them.
    hashes: u8,
    are_letters: bool,
    /// How many marks may follow, since a letter came last.
    marks: u8,
    is_name: bool,
}

/// How many marks a letter may have. Tibetan has five; many more would cover other lines.
const MARKS: u8 = 6;

/// Whether a character is a mark of a script that is not written without such marks (of Hebrew to Thai and Balinese), and is
/// seen. Other marks, as on `é`, are spelled out in outputs, since there is a letter that looks the same.
fn is_mark(character: char) -> bool {
    let is_seen = !matches!(character, '\u{61c}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}');
    matches!(character, '\u{591}'..='\u{1aaf}' | '\u{1b00}'..='\u{1daf}' | '\u{a8e0}'..='\u{abff}') && is_seen
}

/// Whether a character is seen on the letter before it.
pub fn is_combining(character: char) -> bool {
    is_mark(character) || matches!(character, '\u{300}'..='\u{34e}' | '\u{350}'..='\u{36f}')
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Begin {
    /// Nothing but blanks.
    #[default]
    Blank,
    /// Blanks and one `:`.
    Colon,
    Other,
}

impl Line {
    fn push(&mut self, text: &mut String, character: char) {
        let is_command = self.is_command(character);
        let is_accent = matches!(character, '\u{300}'..='\u{36f}');
        let is_letter = character.is_alphabetic() && !is_accent && (self.is_name || !character.is_ascii());
        let is_mark = self.marks > 0 && (is_mark(character) || self.is_name && is_combining(character));
        self.marks = match (is_letter, is_mark) {
            (true, _) => MARKS,
            (false, true) => self.marks - 1,
            (false, false) => 0,
        };
        self.follow(character);
        match character {
            '\n' => text.push('\n'),
            '\u{feff}' => text.push_str("\\u{feff}"),
            _ if is_command => text.extend(character.escape_unicode()),
            // `escape_debug` leaves printable characters alone, but for these two.
            '\'' | '"' => text.push(character),
            _ if is_mark => text.push(character),
            _ => text.extend(character.escape_debug()),
        }
    }

    /// Whether a CI system would take the line for the head of a command, with this character.
    fn is_command(&self, character: char) -> bool {
        match character {
            ':' => self.begin == Begin::Colon,
            '[' => self.hashes == 2,
            _ => false,
        }
    }

    fn follow(&mut self, character: char) {
        if character == '\n' {
            *self = Line::default();
            return;
        }
        self.begin = match (self.begin, character) {
            (Begin::Blank, ':') => Begin::Colon,
            (Begin::Blank, _) if character.is_whitespace() => Begin::Blank,
            _ => Begin::Other,
        };
        match character {
            '#' if self.are_letters => (self.hashes, self.are_letters) = (1, false),
            '#' => self.hashes = (self.hashes + 1).min(2),
            _ if character.is_ascii_alphabetic() => self.are_letters = true,
            _ => (self.hashes, self.are_letters) = (0, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_and_the_rest_is_spelled_out() {
        assert_eq!(visible("X> 'é' \"○\"\n".as_bytes()), "X> 'é' \"○\"\n");
        assert_eq!(visible(b"\x1b[31m\r\0\xff\\"), "\\u{1b}[31m\\r\\0\\xff\\\\");
        assert_eq!(visible("\u{feff}\u{202e}".as_bytes()), "\\u{feff}\\u{202e}");
        assert_eq!(visible_line(b"a\nb"), "a⏎b");
        let seen = [('a', true), (' ', true), ('\\', true), ('é', true), ('\n', false), ('\r', false)];
        assert!(seen.iter().all(|(character, is_seen)| is_visible(*character) == *is_seen));
    }

    #[test]
    fn marks_of_a_script_stay_on_their_letters() {
        for text in ["नमस्ते", "สวัสดี", "שָׁלוֹם", "café", "Привет", "日本"]
        {
            assert_eq!(visible(text.as_bytes()), text);
        }
        assert_eq!(visible("e\u{301} \u{94d} a\u{94d}".as_bytes()), "e\\u{301} \\u{94d} a\\u{94d}");
        assert_eq!(visible("א\u{61c}".as_bytes()), "א\\u{61c}");
        for name in ["Jose\u{301} Ibarra", "Nguye\u{302}\u{303}n", "नमस्ते नमस्तेनमस्ते"]
        {
            assert_eq!(visible_name(name), name);
        }
        assert_eq!(
            visible_name("\u{301} 1\u{301}e\u{34f}\u{200d}\r"),
            "\\u{301} 1\\u{301}e\\u{34f}\\u{200d}\\r"
        );
        assert!(visible_name(&format!("e{}", "\u{301}".repeat(7))).ends_with("\u{301}\\u{301}"));
    }

    #[test]
    fn characters_that_look_alike_are_told_apart() {
        for (expected, got, message) in [
            ("Total: 5", "tоtal: 5", Some("U+043E instead of U+006F")),
            ("-5", "−5", Some("U+2212 instead of U+002D")),
            ("a-b", "a—b", Some("U+2014 instead of U+002D")),
            ("5", "５", Some("U+FF15 instead of U+0035")),
            ("it's", "it’s", Some("U+2019 instead of U+0027")),
            ("0", "O", Some("U+004F instead of U+0030")),
            ("fi...", "ﬁ...", Some("U+FB01 instead of U+0066 U+0069")),
            ("…", "...", Some("U+002E U+002E U+002E instead of U+2026")),
            ("a b", "a\u{a0}b", None),
            ("café", "cafe", None),
            ("Total", "total", None),
            ("м", "р", None),
            ("ab", "a", None),
        ] {
            assert_eq!(
                look_alike(expected.as_bytes(), got.as_bytes()).as_deref(),
                message,
                "{expected} {got}"
            );
        }
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        for (text, whole) in
            [(&b"a\xc3"[..], &b"a"[..]), (b"a\xf0\x9f\x98", b"a"), (b"a\xff", b"a\xff"), (b"", b"")]
        {
            assert_eq!(whole_characters(text), whole);
        }
        assert_eq!(whole_characters("aé".as_bytes()), "aé".as_bytes());
    }

    #[test]
    fn what_ci_systems_take_for_a_command_is_spelled_out() {
        assert_eq!(visible(b"a::b\n  ::error::x\n: :\n:"), "a::b\n  :\\u{3a}error::x\n: :\n:");
        assert_eq!(
            visible(b"::a[###x[##a#b[#\xff#[##\\[#a[a["),
            ":\\u{3a}a[###x\\u{5b}##a#b[#\\xff#[##\\\\[#a[a["
        );
        assert_eq!(visible(b"a[#[##\n[x ##[y ##vso[z"), "a[#[##\n[x ##\\u{5b}y ##vso\\u{5b}z");
    }

    #[test]
    fn many_lines_are_cut() {
        let lines = |count: usize| (0..count).map(|line| line.to_string()).collect::<Vec<_>>().join("\n");
        assert_eq!(visible_shortened(lines(LINES).as_bytes()), lines(LINES));
        let shown = visible_shortened(lines(LINES + 7).as_bytes());
        assert!(shown.contains("\n14999\n… (20007 lines)\n15007\n") && shown.ends_with("\n20006"), "{shown}");
        assert_eq!(shown.lines().count(), LINES + 1);
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!((cut_line("é"), cut_line(&"é".repeat(301))), ("é".to_owned(), "é".repeat(300) + " …"));
        let text = format!("short\n1{}4\n", "0".repeat(200));
        let shown = format!("short\n1{} … {}4 (202 characters)\n", "0".repeat(119), "0".repeat(39));
        assert_eq!(visible_shortened(text.as_bytes()), shown);
    }
}
