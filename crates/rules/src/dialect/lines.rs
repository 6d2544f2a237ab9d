//! Inputs from a stream of bytes, one per line.
//!
//! A line ends with a line feed, or a carriage return and a line feed; a last line without one
//! counts. In some dialects a line that holds a comma is a list, and its items, without the spaces
//! around them, are the inputs. Memory is bounded: of an input longer than any move only the beginning is kept, and
//! a beginning that is too long for a move stays too long.

/// The longest input that is kept completely, in bytes; far longer than any move of any dialect.
const LONGEST: usize = 256;

/// A machine that reads bytes and returns inputs.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    item: Vec<u8>,
    /// Spaces seen since the last other byte: they belong to the item only if more of it follows.
    spaces: usize,
    carriage_return: bool,
    takes_lists: bool,
    is_list: bool,
    is_in_line: bool,
}

impl Lines {
    /// A machine for which a line with a comma is a list.
    pub fn with_lists() -> Lines {
        Lines { takes_lists: true, ..Lines::default() }
    }

    /// Reads a byte; returns an input if the byte completes one.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        if byte == b'\n' {
            self.carriage_return = false;
            return Some(self.end_line());
        }
        self.is_in_line = true;
        if std::mem::take(&mut self.carriage_return) {
            self.keep(b'\r');
        }
        match byte {
            b'\r' => self.carriage_return = true,
            b' ' => self.spaces += 1,
            b',' if self.takes_lists => {
                self.is_list = true;
                return Some(self.end_item());
            }
            _ => self.keep(byte),
        }
        None
    }

    /// Reads the end of the stream; returns the last input if no line feed ended it.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        if std::mem::take(&mut self.carriage_return) {
            self.keep(b'\r');
        }
        self.is_in_line.then(|| self.end_line())
    }

    /// All inputs of a text.
    pub fn split(mut self, text: &[u8]) -> Vec<Vec<u8>> {
        let mut inputs: Vec<_> = text.iter().filter_map(|&byte| self.push(byte)).collect();
        inputs.extend(self.finish());
        inputs
    }

    fn keep(&mut self, byte: u8) {
        self.keep_spaces();
        if self.item.len() < LONGEST {
            self.item.push(byte);
        }
    }

    /// Spaces inside an item, which are kept, as those around a line that turns out to be no list.
    fn keep_spaces(&mut self) {
        let room = LONGEST - self.item.len();
        self.item.extend(std::iter::repeat_n(b' ', self.spaces.min(room)));
        self.spaces = 0;
    }

    fn end_line(&mut self) -> Vec<u8> {
        let input = if self.is_list {
            self.end_item()
        } else {
            self.keep_spaces();
            std::mem::take(&mut self.item)
        };
        *self = Lines { takes_lists: self.takes_lists, ..Lines::default() };
        input
    }

    fn end_item(&mut self) -> Vec<u8> {
        self.spaces = 0;
        let item = std::mem::take(&mut self.item);
        let start = item.iter().position(|&byte| byte != b' ').unwrap_or(item.len());
        item[start..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let inputs = Lines::with_lists().split(text.as_bytes());
        inputs.into_iter().map(|input| String::from_utf8(input).unwrap()).collect()
    }

    #[test]
    fn a_line_is_an_input_and_the_last_needs_no_line_feed() {
        assert_eq!(split("4\n\n10\r\n 5 \n8"), ["4", "", "10", " 5 ", "8"]);
        assert_eq!(split(""), [""; 0]);
        assert_eq!(split("\n"), [""]);
    }

    #[test]
    fn a_line_with_a_comma_is_a_list() {
        assert_eq!(split("4, 2,8 ,  a b\r\n7\n"), ["4", "2", "8", "a b", "7"]);
        assert_eq!(split("4,"), ["4", ""]);
        assert_eq!(split(" 1, 2"), ["1", "2"]);
        assert_eq!(Lines::default().split(b"a1, b2\n"), [b"a1, b2"]);
    }

    #[test]
    fn a_carriage_return_counts_unless_a_line_feed_follows() {
        assert_eq!(split("4\r5\n4\r\r\n4\r"), ["4\r5", "4\r", "4\r"]);
    }

    #[test]
    fn an_endless_input_is_kept_short_but_never_becomes_a_move() {
        let long = format!("{}4\n{}\n", " ".repeat(10_000), "4".repeat(10_000));
        let inputs = split(&long);
        assert_eq!(inputs.len(), 2);
        assert!(inputs.iter().all(|input| input.len() == LONGEST), "{inputs:?}");
    }
}
