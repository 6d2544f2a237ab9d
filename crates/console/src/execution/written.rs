//! Bytes and times in files for people and programs: bytes as text if they are UTF-8, otherwise as hexadecimal digits; times
//! in seconds. Messages between processes have the bytes and the times themselves.
//!
//! The types are for `#[serde(with = "…")]`, which takes their functions, and schemas are made from them.

use std::time::Duration;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How a file has bytes.
#[doc(hidden)]
#[derive(JsonSchema)]
#[schemars(with = "Readable")]
pub struct Bytes;

/// How a file has a list of bytes.
#[doc(hidden)]
#[derive(JsonSchema)]
#[schemars(with = "Vec<Readable>", inline)]
pub struct ListOfBytes;

/// A time in seconds, exact to the nanosecond for the first weeks.
#[doc(hidden)]
#[derive(JsonSchema)]
pub struct Seconds(
    #[schemars(range(min = 0))]
    #[expect(dead_code, reason = "the schema is made from it")]
    f64,
);

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

impl Bytes {
    /// Writes them, as `serde` asks for it.
    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            Readable::of(bytes).serialize(to)
        } else {
            serde_bytes::serialize(bytes, to)
        }
    }

    /// Reads them, as `serde` asks for it.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        if from.is_human_readable() {
            Readable::deserialize(from)?.bytes().map_err(Error::custom)
        } else {
            serde_bytes::deserialize(from)
        }
    }
}

impl ListOfBytes {
    /// Writes them, as `serde` asks for it.
    pub fn serialize<S: Serializer>(list: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(|bytes| Readable::of(bytes)))
    }

    /// Reads them, as `serde` asks for it.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<u8>>, D::Error> {
        let list = Vec::<Readable>::deserialize(from)?;
        list.into_iter().map(Readable::bytes).collect::<Result<_, _>>().map_err(Error::custom)
    }
}

impl Seconds {
    /// Writes it, as `serde` asks for it.
    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.serialize_f64(time.as_secs_f64()) } else { time.serialize(to) }
    }

    /// Reads it, as `serde` asks for it.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        if from.is_human_readable() {
            Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(Error::custom)
        } else {
            Duration::deserialize(from)
        }
    }
}

impl Readable {
    fn of(bytes: &[u8]) -> Readable {
        std::str::from_utf8(bytes)
            .map_or_else(|_| Readable::Hex(hex(bytes)), |text| Readable::Text(text.to_owned()))
    }

    fn bytes(self) -> Result<Vec<u8>, &'static str> {
        match self {
            Readable::Text(text) => Ok(text.into_bytes()),
            Readable::Hex(digits) => from_hex(&digits).ok_or("no pairs of hexadecimal digits"),
        }
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
        u8::from_str_radix(pair, 16).ok()
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Written {
        #[serde(with = "Bytes")]
        bytes: Vec<u8>,
        #[serde(with = "Seconds")]
        time: Duration,
    }

    #[test]
    fn bytes_are_text_or_digits_and_are_read_again() {
        for (bytes, written) in
            [(&b"a\n"[..], json!({ "text": "a\n" })), (b"\xff\0", json!({ "hex": "ff00" }))]
        {
            let written = json!({ "bytes": written, "time": 1.5 });
            let own = Written { bytes: bytes.to_vec(), time: Duration::from_millis(1500) };
            assert_eq!(serde_json::to_value(&own).unwrap(), written);
            assert_eq!(serde_json::from_value::<Written>(written).unwrap(), own);
            let message = postcard::to_stdvec(&own).unwrap();
            assert_eq!(postcard::from_bytes::<Written>(&message).unwrap(), own);
        }
        for wrong in ["f", "fg", "ä"] {
            let wrong = json!({ "bytes": { "hex": wrong }, "time": 0 });
            assert!(serde_json::from_value::<Written>(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_read_again_to_the_nanosecond_and_others_refused() {
        let days = |days: u64| Duration::from_secs(days * 24 * 60 * 60);
        for time in [Duration::ZERO, Duration::from_nanos(1), Duration::from_nanos(10_123_456_789), days(7)] {
            for time in [time, time + Duration::from_nanos(1), time + Duration::from_nanos(999_999_999)] {
                let text = serde_json::to_string(&Written { bytes: Vec::new(), time }).unwrap();
                assert_eq!(serde_json::from_str::<Written>(&text).unwrap().time, time, "{text}");
            }
        }
        for wrong in [json!(-1), json!(-0.5), json!(1e300), json!("1"), json!({ "secs": 1, "nanos": 0 })] {
            let wrong = json!({ "bytes": { "text": "" }, "time": wrong });
            assert!(serde_json::from_value::<Written>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
