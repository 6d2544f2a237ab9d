//! Bytes in a file for people and programs: as text if they are UTF-8, otherwise as hexadecimal digits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::conversion::Form;

/// Output or input of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Readable", try_from = "Readable")]
#[schemars(with = "Readable")]
pub(in crate::report) struct BytesDto(Vec<u8>);

/// Bytes.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Bytes")]
enum Readable {
    /// The bytes, if they are UTF-8.
    Text(String),
    /// The bytes as hexadecimal digits, if they are not.
    Hex(#[schemars(regex(pattern = "^([0-9a-f]{2})*$"))] String),
}

impl From<BytesDto> for Readable {
    fn from(BytesDto(bytes): BytesDto) -> Readable {
        String::from_utf8(bytes).map_or_else(|why| Readable::Hex(hex(why.as_bytes())), Readable::Text)
    }
}

impl TryFrom<Readable> for BytesDto {
    type Error = &'static str;

    fn try_from(readable: Readable) -> Result<BytesDto, &'static str> {
        match readable {
            Readable::Text(text) => Ok(BytesDto(text.into_bytes())),
            Readable::Hex(digits) => from_hex(&digits).map(BytesDto).ok_or("no pairs of hexadecimal digits"),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
        u8::from_str_radix(pair, 16).ok()
    });
    pairs.collect()
}

impl Form for BytesDto {
    type Own = Vec<u8>;

    fn of(own: Vec<u8>) -> BytesDto {
        BytesDto(own)
    }

    fn own(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bytes_are_text_or_digits_and_are_read_again() {
        for (bytes, written) in
            [(&b"a\n"[..], json!({ "text": "a\n" })), (b"\xff\0", json!({ "hex": "ff00" }))]
        {
            let bytes = BytesDto(bytes.to_vec());
            assert_eq!(serde_json::to_value(&bytes).unwrap(), written);
            assert_eq!(serde_json::from_value::<BytesDto>(written).unwrap(), bytes);
        }
        for wrong in ["f", "fg", "ä"] {
            assert!(serde_json::from_value::<BytesDto>(json!({ "hex": wrong })).is_err(), "{wrong}");
        }
    }
}
