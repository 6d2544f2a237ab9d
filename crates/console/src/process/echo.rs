//! The screen of a terminal whose program edits its lines itself: Node's `readline`, GNU Readline.
//!
//! Such a program turns the terminal's own echo off and prints what is typed, since nobody else does. A person sees each
//! line once, as with any other program, so its echo counts as the terminal's and is no output. Of the cursor movements
//! that it prints at its prompts only those are left that can be seen.

use unicode_width::UnicodeWidthChar;

use crate::execution::Dialogue;

/// Sequences that never show anything: bracketed paste on and off.
const UNSEEN: [&[u8]; 2] = [b"\x1b[?2004h", b"\x1b[?2004l"];

/// Takes the echoes out of an output. `typed` holds for each turn the line that was given there, if the program edited
/// lines itself at that time. The lengths in the dialogue follow.
///
/// Some programs print what is typed in any case (Node), others only if the terminal echoed before (GNU Readline), which
/// the judge's does not. So nothing is taken out if a line was answered without its echo.
pub(super) fn without_echo(output: &[u8], dialogue: &mut Dialogue, typed: &[Option<Vec<u8>>]) -> Vec<u8> {
    let ends: Vec<_> = dialogue.turns.iter().map(|turn| turn.output).chain([output.len()]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let parts = starts.zip(&ends).map(|(start, end)| &output[start..*end]);
    let lines = [None].into_iter().chain(typed.iter().map(Option::as_deref)).chain(std::iter::repeat(None));
    let mut screen = Screen::default();
    let lengths: Option<Vec<_>> =
        parts.zip(lines).map(|(part, line)| screen.print(part, line).then_some(screen.kept.len())).collect();
    let Some(lengths) = lengths else { return output.to_vec() };
    dialogue.turns.iter_mut().zip(lengths).for_each(|(turn, length)| turn.output = length);
    screen.kept
}

/// A terminal, as far as the column of its cursor is concerned.
#[derive(Default)]
struct Screen {
    kept: Vec<u8>,
    /// How many columns of the current line are behind the cursor, which is at its end.
    column: usize,
    /// A sequence that shows something is on the current line, so that the cursor may be anywhere.
    is_lost: bool,
}

impl Screen {
    /// Prints what a program wrote after it was given a line, but its echo if it edits lines itself. Gives whether that
    /// was there; the end of the input needs none.
    fn print(&mut self, part: &[u8], line: Option<&[u8]>) -> bool {
        let mut rest = part;
        let mut is_echoed = true;
        if let Some(line) = line {
            match self.after_echo(rest, line) {
                Some(after) => (rest, self.column, self.is_lost) = (after, 0, false),
                None => is_echoed = line.is_empty() || rest.is_empty(),
            }
        }
        while !rest.is_empty() {
            let unseen = self.unseen(rest);
            if unseen > 0 {
                rest = &rest[unseen..];
                continue;
            }
            let length = character(rest);
            self.put(&rest[..length]);
            rest = &rest[length..];
        }
        is_echoed
    }

    fn put(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
        let width = |text: &str| text.chars().map(|letter| letter.width().unwrap_or(0)).sum();
        match bytes {
            b"\n" | b"\r" => (self.column, self.is_lost) = (0, false),
            b"\x1b" => self.is_lost = true,
            _ => self.column += std::str::from_utf8(bytes).map_or(1, width),
        }
    }

    /// What follows the echo of a line and its end, if that comes first.
    fn after_echo<'a>(&self, part: &'a [u8], line: &[u8]) -> Option<&'a [u8]> {
        let mut screen = Screen { kept: Vec::new(), ..*self };
        let mut rest = part;
        loop {
            rest = &rest[screen.unseen(rest)..];
            if screen.kept == line {
                let end = [&b"\r\n"[..], b"\n"].into_iter().find_map(|end| rest.strip_prefix(end));
                if end.is_some() {
                    return end;
                }
            }
            if !line.starts_with(&screen.kept) || rest.is_empty() {
                return None;
            }
            let length = match screen.unseen(rest) {
                0 => character(rest),
                _ => continue,
            };
            screen.put(&rest[..length]);
            rest = &rest[length..];
        }
    }

    /// The length of a sequence at the beginning that changes nothing that is seen, as the cursor is at the end of its
    /// line: the cursor goes where it is, or what is behind it is erased (ECMA-48: CHA, ED, EL).
    fn unseen(&self, rest: &[u8]) -> usize {
        if let Some(known) = UNSEEN.iter().find(|known| rest.starts_with(known)) {
            return known.len();
        }
        let Some(after) = rest.strip_prefix(b"\x1b[") else { return 0 };
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&after[..digits]).ok().and_then(|text| text.parse::<usize>().ok());
        let is_unseen = match after.get(digits) {
            _ if self.is_lost => false,
            Some(b'G') => number.unwrap_or(1) == self.column + 1,
            Some(b'J' | b'K') => number.unwrap_or(0) == 0,
            _ => false,
        };
        if is_unseen { 2 + digits + 1 } else { 0 }
    }
}

/// The length of the first character, in bytes; what is no UTF-8 counts byte by byte.
fn character(bytes: &[u8]) -> usize {
    let first = bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::execution::TurnTiming;

    /// What is left of parts, each but the first after a line that was typed, and the lengths at the turns.
    fn seen(parts: &[&str], typed: &[Option<&str>]) -> (String, Vec<usize>) {
        let mut output = 0;
        let mut turns = Vec::new();
        for part in &parts[..parts.len() - 1] {
            output += part.len();
            turns.push(TurnTiming { latency: Duration::ZERO, output, was_waiting: true });
        }
        let mut dialogue = Dialogue { lines: typed.len(), turns };
        let typed: Vec<_> = typed.iter().map(|line| line.map(|line| line.as_bytes().to_vec())).collect();
        let kept = without_echo(parts.concat().as_bytes(), &mut dialogue, &typed);
        (String::from_utf8(kept).unwrap(), dialogue.turns.iter().map(|turn| turn.output).collect())
    }

    #[test]
    fn an_echo_is_the_terminals_if_the_program_edits_lines() {
        let prompt = "\x1b[1G\x1b[0JX> \x1b[4G";
        assert_eq!(
            seen(&[prompt, &format!("4\r\n...\n{prompt}"), "\r\nend\n"], &[Some("4"), Some("")]),
            ("X> ...\nX> end\n".to_owned(), vec![3, 10])
        );
        assert_eq!(seen(&["X> ", "é5\nno\n"], &[Some("é5")]).0, "X> no\n");
        assert_eq!(seen(&["X> ", "4\nno\n"], &[None]).0, "X> 4\nno\n", "the terminal would echo it, too");
        assert_eq!(seen(&["X> ", "44\n"], &[Some("4")]).0, "X> 44\n", "it is no echo");
        let parts = ["X> ", "no\nX> ", "no\nX> "];
        assert_eq!(seen(&parts, &[Some("no"), Some("a")]).0, parts.concat(), "it does not echo");
        assert_eq!(seen(&["X> ", "4"], &[Some("4")]).0, "X> 4", "the line is not ended");
    }

    #[test]
    fn what_can_be_seen_is_left() {
        for seen_text in ["abc\x1b[1G", "abc\x1b[2J", "\x1b[31mred", "abc\x1b[1G\x1b[0Jd"] {
            assert_eq!(seen(&[seen_text, ""], &[Some("4")]).0, seen_text);
        }
        assert_eq!(seen(&["\x1b[?2004hX> \x1b[K", ""], &[Some("4")]).0, "X> ");
    }
}
