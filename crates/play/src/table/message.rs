//! A message: three lines, from whom, to whom, and what.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The name of the program that wrote it.
    pub from: String,
    /// The name of the program that may take it.
    pub to: String,
    /// Its text, without control characters.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMessage {
    #[error("not UTF-8")]
    NotText,
    #[error("not three lines (from whom, to whom, and what) but {0}")]
    Lines(usize),
    #[error("line {0} holds a control character")]
    Control(usize),
}

impl Message {
    /// The message that a file holds. A line may end in a carriage return and a line feed, and the
    /// last in nothing.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Message, NoMessage> {
        let text = std::str::from_utf8(bytes).map_err(|_| NoMessage::NotText)?;
        let lines: Vec<&str> = text.lines().collect();
        let [from, to, text] = lines[..] else { return Err(NoMessage::Lines(lines.len())) };
        match lines.iter().position(|line| line.contains(|sign: char| sign.is_control() && sign != '\t')) {
            Some(line) => Err(NoMessage::Control(line + 1)),
            None => Ok(Message { from: from.to_owned(), to: to.to_owned(), text: text.to_owned() }),
        }
    }

    /// The line by which a record of moves keeps it.
    pub(super) fn record(&self) -> String {
        format!("{} {}", self.from, self.text)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}\n", self.from, self.to, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_is_written() {
        let message = Message { from: "black".to_owned(), to: "white".to_owned(), text: "D3 石".to_owned() };
        assert_eq!(message.to_string(), "black\nwhite\nD3 石\n");
        for text in ["black\nwhite\nD3 石\n", "black\r\nwhite\r\nD3 石\r\n", "black\nwhite\nD3 石"] {
            assert_eq!(Message::parse(text.as_bytes()), Ok(message.clone()));
        }
    }

    #[test]
    fn what_is_no_message_is_said() {
        assert_eq!(Message::parse(b""), Err(NoMessage::Lines(0)));
        assert_eq!(Message::parse(b"black\nwhite\n"), Err(NoMessage::Lines(2)));
        assert_eq!(Message::parse(b"black\nwhite\nd3\nc4\n"), Err(NoMessage::Lines(4)));
        assert_eq!(Message::parse(b"black\nwhite\n\xff\n"), Err(NoMessage::NotText));
        assert_eq!(Message::parse(b"black\nwhite\nd3\x1b[2J\n"), Err(NoMessage::Control(3)));
    }
}
