//! Bytes in a file for people and programs: as text if they are UTF-8, otherwise as hexadecimal digits. In
//! formats for programs only, they are unchanged.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Output or input of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Readable {
    Text(String),
    Hex(String),
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        deserialize(deserializer).map(Bytes)
    }
}

/// Writes bytes.
pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return bytes.serialize(serializer);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Readable::Text(text.to_owned()).serialize(serializer),
        Err(_) => {
            let hex = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            Readable::Hex(hex).serialize(serializer)
        }
    }
}

/// Reads bytes.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    if !deserializer.is_human_readable() {
        return Vec::deserialize(deserializer);
    }
    match Readable::deserialize(deserializer)? {
        Readable::Text(text) => Ok(text.into_bytes()),
        Readable::Hex(digits) => {
            let pairs = digits.as_bytes().chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
                pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())
            });
            pairs.collect::<Option<_>>().ok_or_else(|| D::Error::custom("no pairs of hexadecimal digits"))
        }
    }
}
