//! A list of moves in one piece: with commas, or as a JSON array of strings, as `judge suite` prints them. A
//! line that is not text, for which JSON has no string, is an array of its bytes.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::dialect::Lines;
use crate::transcript::is_visible;

/// A line in a JSON array.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Input {
    Text(String),
    Bytes(Vec<u8>),
}

/// The inputs of such a text.
pub(crate) fn read(text: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    if !text.starts_with(b"[") {
        return Ok(Lines::with_lists().split(text));
    }
    let inputs: Vec<Input> =
        serde_json::from_slice(text).map_err(|why| format!("not a JSON array of strings: {why}"))?;
    let bytes = |input| match input {
        Input::Text(text) => text.into_bytes(),
        Input::Bytes(bytes) => bytes,
    };
    Ok(inputs.into_iter().map(bytes).collect())
}

/// Inputs as a JSON array in which every character is visible.
pub fn written(inputs: &[Vec<u8>]) -> String {
    let input = |bytes: &Vec<u8>| match String::from_utf8(bytes.clone()) {
        Ok(text) => Input::Text(text),
        Err(_) => Input::Bytes(bytes.clone()),
    };
    let inputs: Vec<_> = inputs.iter().map(input).collect();
    let json = serde_json::to_string(&inputs).expect("strings and numbers can be written");
    json.chars().fold(String::with_capacity(json.len()), |mut text, character| {
        match is_visible(character) {
            true => text.push(character),
            false => push_escaped(&mut text, character),
        }
        text
    })
}

fn push_escaped(text: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(text, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_can_be_seen() {
        let inputs =
            vec![b"4".to_vec(), Vec::new(), b"\xff".to_vec(), "\u{0}\u{b2}\"\u{202e}\u{e0001}\\".into()];
        assert_eq!(written(&inputs[..3]), r#"["4","",[255]]"#);
        assert_eq!(written(&inputs[3..]), r#"["\u0000²\"\u202e\udb40\udc01\\"]"#);
        assert_eq!(read(written(&inputs).as_bytes()), Ok(inputs));
        assert!(read(b"[4]").is_err() && read(b"[[256]]").is_err());
    }
}
