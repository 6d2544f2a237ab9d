//! Moves as a person or a program writes them in one piece: a list with commas, or a JSON array of strings,
//! as `judge suite` prints them.

use crate::dialect::Lines;

/// The inputs of such a text, or what is wrong with it.
pub(super) fn read(text: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    if !text.starts_with(b"[") {
        return Ok(Lines::with_lists().split(text));
    }
    let inputs: Vec<String> =
        serde_json::from_slice(text).map_err(|why| format!("no JSON array of strings: {why}"))?;
    Ok(inputs.into_iter().map(String::into_bytes).collect())
}
