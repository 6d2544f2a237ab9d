//! How much of an output belongs to a text, if case or the number of spaces does not count.

use super::table::Freedom;

impl Freedom {
    /// The possible lengths of this text at the beginning of an output, for a text without new-lines at its
    /// beginning and end. There are several lengths if spaces after it may or may not belong to it.
    pub fn lengths(self, text: &str, output: &[u8]) -> Vec<usize> {
        let text = text.as_bytes();
        let text = if self.spaces { text.trim_ascii_end() } else { text };
        let (mut here, mut at) = (0, 0);
        while here < text.len() {
            let Some((taken, length)) = self.step(&text[here..], &output[at..]) else { return Vec::new() };
            here += taken;
            at += length;
        }
        let after = if self.spaces { spaces(&output[at..]) } else { 0 };
        if after > 0 { vec![at, at + after] } else { vec![at] }
    }

    /// How much of both is equal next.
    fn step(self, text: &[u8], output: &[u8]) -> Option<(usize, usize)> {
        if self.spaces {
            let (wanted, found) = (spaces(text), spaces(output));
            let ends_line = |rest: &[u8]| rest.first().is_none_or(|byte| b"\r\n".contains(byte));
            if wanted > 0 && (found > 0 || ends_line(&text[wanted..])) {
                return Some((wanted, found));
            }
            if wanted == 0 && found > 0 && text.starts_with(b"\n") {
                return Some((0, found));
            }
        }
        let is_newline = self.newlines && text.starts_with(b"\n") && output.starts_with(b"\r\n");
        let is_same = |one: u8, other: u8| one == other || (self.case && one.eq_ignore_ascii_case(&other));
        match (text.first(), output.first()) {
            _ if is_newline => Some((1, 2)),
            (Some(one), Some(other)) if is_same(*one, *other) => Some((1, 1)),
            _ => None,
        }
    }

    /// A normal form: equal for all texts that count as equal.
    pub(super) fn folded(self, text: &str) -> String {
        let text = if self.case { text.to_ascii_lowercase() } else { text.to_owned() };
        let lines = text.split('\n').map(|line| match self.spaces {
            true => line.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "),
            false => line.to_owned(),
        });
        let lines: Vec<_> = lines.filter(|line| !self.newlines || !line.is_empty()).collect();
        lines.join("\n")
    }
}

/// How many spaces and tabs are at the beginning.
fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| b" \t".contains(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Freedom = Freedom { newlines: false, case: false, spaces: false, formats: false };

    #[test]
    fn without_freedom_every_byte_counts() {
        assert_eq!(STRICT.lengths("Credit 5", b"Credit 5\n> "), [8]);
        for output in ["credit 5", "Credit  5", "Credit", "Credit 6"] {
            assert!(STRICT.lengths("Credit 5", output.as_bytes()).is_empty(), "{output}");
        }
        assert!(STRICT.lengths("a\nb", b"a\r\nb").is_empty());
    }

    #[test]
    fn letters_and_spaces_are_folded_if_they_may_be() {
        let loose = Freedom { case: true, spaces: true, newlines: true, ..STRICT };
        assert_eq!(loose.lengths("Credit 5", b"CREDIT \t 5!"), [10]);
        assert_eq!(loose.lengths("> ", b">x"), [1]);
        assert_eq!(loose.lengths(">", b">  x"), [1, 3]);
        assert_eq!(loose.lengths("a \nb", b"A\r\nB"), [4]);
        assert_eq!(loose.lengths("a\nb", b"a \t\nb"), [5]);
        assert!(loose.lengths("a b", b"ab").is_empty() && loose.lengths("ab", b"a b").is_empty());
    }
}
