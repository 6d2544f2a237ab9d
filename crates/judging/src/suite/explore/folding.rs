//! The kind of an answer.
//!
//! Digits are folded: `Balance 5` and `Balance 12` are of one kind. That alone would make every board and every list of names
//! its own kind, so each kind belongs to a group, and `tally` takes only so many kinds of a group for different ones.
//! In a group, words that the session itself has brought are folded, too; successive lines that look alike count as one; and
//! of successive lines that are drawn, such as those of a board, only the characters count.

use super::session;
use crate::challenge::Recording;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind {
    /// A hash of what is alike in all kinds of a group.
    pub group: u64,
    /// A hash of what distinguishes its kind.
    pub detail: u64,
    /// A hash of the answer with its numbers, for what is estimated.
    pub exact: u64,
    /// Its first numbers, each and one more; 0 where it has fewer. Another size, or one that is larger than all before, is new, but
    /// no other kind.
    pub numbers: [u128; 3],
    /// How it came about, as far as that is known. Another number is new, but no other kind.
    pub branch: u64,
}

impl Kind {
    /// This kind, in the branch that these numbers name.
    pub(crate) fn by(self, branch: &[u64]) -> Kind {
        Kind { branch: session::hash_of_numbers(branch), ..self }
    }
}

/// The kinds of the answers in a run: one for each line that was taken, and further ones for the end of its input.
///
/// A program that shows its answers only at the end gets one for each line of its output.
pub(crate) fn folded(run: &Recording) -> Vec<Kind> {
    let (last, is_over) = (run.turns.len(), run.is_over());
    let mut brought = Vec::new();
    let mut kinds = Vec::with_capacity(last + 1);
    if let Some(output) = shown_at_once(run) {
        brought.extend(run.turns.iter().flat_map(|turn| words(turn.input.as_bytes())));
        let silent = run.turns.iter().map(|_| kind(b"", &[], false));
        let lines = output.lines().map(|line| kind(line.as_bytes(), &brought, false));
        return silent.chain(lines).collect();
    }
    for (place, turn) in run.turns.iter().enumerate() {
        let own = words(turn.input.as_bytes());
        let before = brought.len();
        brought.extend(own);
        kinds.push(kind(turn.answer.as_bytes(), &brought, is_over && place + 1 == last));
        // Another answer may say the first word of this line, too: as its own word.
        if brought.len() > before {
            brought.remove(before);
        }
    }
    let closing = run.closing.as_deref().unwrap_or_default();
    if !closing.is_empty() {
        kinds.push(kind(closing.as_bytes(), &brought, true));
    }
    kinds
}

/// The output of a program that showed nothing before the end of its input, or before its own end.
pub(super) fn shown_at_once(run: &Recording) -> Option<&str> {
    let (last, before) = run.turns.split_last()?;
    let is_silent = run.opening.is_empty() && before.iter().all(|turn| turn.answer.is_empty());
    match &run.closing {
        Some(closing) if is_silent && last.answer.is_empty() => Some(closing),
        None if is_silent && run.is_over() && !before.is_empty() => Some(&last.answer),
        _ => None,
    }
}

/// How many bytes of an answer count. One that is longer is mostly one without end, cut anywhere.
const LONGEST: usize = 8 * 1024;

fn kind(answer: &[u8], brought: &[&[u8]], is_last: bool) -> Kind {
    let answer = &answer[..answer.len().min(LONGEST)];
    let end: &[u8] = if is_last { b"\0end" } else { b"" };
    let group = session::hash_after(group(answer, brought), end);
    let detail = session::hash_after(session::hash(&without_digits(answer)), end);
    Kind { group, detail, exact: session::hash(answer), numbers: numbers(answer), branch: 0 }
}

/// The question at the end of a text: its last line with a word, and the rest of the last line after it, each number as one digit
/// and each word that the session has brought as a sign. With the options before it, since menus often ask alike.
pub(super) fn question(text: &[u8], brought: &[&[u8]]) -> Vec<u8> {
    let mut lines = text.rsplit(|byte| *byte == b'\n').take(LOOKED_AT);
    let last = lines.next().unwrap_or_default();
    let mut question = Vec::new();
    if is_drawn(last) {
        question.push(without_digits(last));
        question.extend(lines.find(|line| !is_drawn(line)).map(|before| without_brought(before, brought)));
    } else {
        question.push(without_brought(last, brought));
    }
    let options = lines.take_while(|line| is_option(line)).map(|line| without_brought(line, brought));
    question.extend(options);
    question.dedup();
    question.join(&b'\n')
}

/// Whether a line is an option of a menu: a number or a letter, a sign behind it, and words.
pub(super) fn is_option(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let line = line.strip_prefix(b"[").or_else(|| line.strip_prefix(b"(")).unwrap_or(line);
    let key = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let sign = line[key..].trim_ascii_start().first();
    (1..=2).contains(&key) && sign.is_some_and(|sign| b".)]:-=".contains(sign)) && !is_drawn(line)
}

/// In how many of the last lines a question is looked for.
const LOOKED_AT: usize = 16;

/// The words of a text: letters and digits.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_between = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
    text.split(is_between).filter(|word| !word.is_empty())
}

/// Whether a word is a number without a sign.
pub(super) fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// A text with each number as one digit.
fn without_digits(text: &[u8]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    for byte in text {
        let byte = if byte.is_ascii_digit() { b'0' } else { *byte };
        if byte != b'0' || folded.last() != Some(&b'0') {
            folded.push(byte);
        }
    }
    folded
}

fn group(answer: &[u8], brought: &[&[u8]]) -> u64 {
    let mut hash = session::hash(b"");
    let (mut before, mut drawn) = (None, [0; 4]);
    for line in answer.split_inclusive(|byte| *byte == b'\n') {
        if line.ends_with(b"\n") && is_drawn(line) {
            without_digits(line)
                .iter()
                .for_each(|byte| drawn[usize::from(byte >> 6)] |= 1_u64 << (byte & 63));
            continue;
        }
        hash = session::hash_after(hash, &set(&mut drawn));
        let line = session::hash(&without_brought(line, brought));
        if before.replace(line) != Some(line) {
            hash = session::hash_after(hash, &line.to_le_bytes());
        }
    }
    session::hash_after(hash, &set(&mut drawn))
}

/// Takes the characters of drawn lines out, as bytes. Empty if there are none.
fn set(drawn: &mut [u64; 4]) -> Vec<u8> {
    let bytes = std::mem::take(drawn);
    if bytes == [0; 4] { Vec::new() } else { bytes.iter().flat_map(|part| part.to_le_bytes()).collect() }
}

/// How many different letters a word has. Marks on a board are mostly two.
const WORD: u32 = 3;

/// Whether a line shows no word.
fn is_drawn(line: &[u8]) -> bool {
    let letter = |letters: u32, letter: &u8| letters | 1 << (letter & 31);
    let is_word = |part: &[u8]| part.iter().fold(0, letter).count_ones() >= WORD;
    !line.split(|byte| !byte.is_ascii_alphabetic()).any(is_word)
}

/// A line with each number as one digit, and each word that the session has brought as a sign.
fn without_brought(line: &[u8], brought: &[&[u8]]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(word) = words(rest).next() {
        let at = word.as_ptr() as usize - rest.as_ptr() as usize;
        folded.extend_from_slice(&rest[..at]);
        match word {
            word if word.iter().all(u8::is_ascii_digit) => folded.push(b'0'),
            word if brought.contains(&word) => folded.push(b'@'),
            word => folded.extend(without_digits(word)),
        }
        rest = &rest[at + word.len()..];
    }
    folded.extend_from_slice(rest);
    folded
}

/// The first numbers of a text, each and one more. A size is one of steps: small numbers as they are, others by how many digits
/// they have.
fn numbers(text: &[u8]) -> [u128; 3] {
    let mut first = [0; 3];
    let numbers = words(text).filter(|word| is_number(word));
    for (place, number) in first.iter_mut().zip(numbers) {
        let value = str::from_utf8(number).ok().and_then(|number| number.parse::<u128>().ok());
        *place = value.unwrap_or(u128::MAX).saturating_add(1);
    }
    first
}
