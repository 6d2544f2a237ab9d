//! Saved runs as the database holds them: compressed. A run has the same answers many times over, so a tenth of it is left.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// How long a run may be, in bytes: the runs of a worker (`judging::LARGEST_LOG`), in which every byte is escaped, and its
/// facts. What a worker sends is not trusted: a few bytes can stand for gigabytes.
const LONGEST: u64 = 16 << 20;

/// The first byte of a compressed run; others begin with `{`.
const COMPRESSED: u8 = 0x78;

pub(super) fn pack(run: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    // A vector takes all that is written.
    let _ = packed.write_all(run);
    packed.finish().unwrap_or_default()
}

/// A run as it was. `None` if it is damaged or too long. Judges before version 3 of the tables stored it as it is.
pub(super) fn unpack(stored: Vec<u8>) -> Option<Vec<u8>> {
    if stored.first() != Some(&COMPRESSED) {
        return Some(stored);
    }
    let mut run = Vec::new();
    ZlibDecoder::new(&stored[..]).take(LONGEST + 1).read_to_end(&mut run).ok()?;
    (run.len() as u64 <= LONGEST).then_some(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back_unless_it_is_damaged_or_a_bomb() {
        let run =
            br#"{"schema":1,"events":[{"event":"case-finished"},{"event":"case-finished"}]}"#.repeat(100);
        let packed = pack(&run);
        assert!(packed.len() * 10 < run.len() && packed[0] == COMPRESSED, "{}", packed.len());
        assert_eq!(unpack(packed.clone()).as_ref(), Some(&run));
        assert_eq!(unpack(run.clone()), Some(run), "an earlier judge did not compress");
        assert_eq!(unpack(packed[..packed.len() / 2].to_vec()), None);
        assert_eq!(unpack(pack(&vec![b' '; 17 << 20])), None);
        assert_eq!(unpack(Vec::new()), Some(Vec::new()));
    }
}
