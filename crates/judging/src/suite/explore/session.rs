//! What a program is given in one run, and hashes that are the same on every machine and with every version of the standard
//! library (FNV-1a).

/// The lines that a program is given, none of which has a line feed.
pub(crate) type Session = Vec<Vec<u8>>;

/// The lines of a text; there is none after the last line feed.
pub fn lines(text: &[u8]) -> Session {
    let mut lines: Vec<_> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

/// What lines of one command have in common: the first word if it has letters only, otherwise how it looks.
pub(super) fn shape(line: &[u8]) -> Vec<u8> {
    let first = line.split(|byte| *byte == b' ').find(|word| !word.is_empty()).unwrap_or_default();
    if first.iter().all(u8::is_ascii_alphabetic) {
        return first.to_vec();
    }
    let sign = |byte: &u8| match byte {
        b'0'..=b'9' => b'0',
        byte if byte.is_ascii_alphabetic() => b'a',
        byte => *byte,
    };
    let mut shape: Vec<_> = first.iter().map(sign).collect();
    shape.dedup();
    shape
}

/// The hash of some bytes, continued from the hash of those before them.
pub(super) fn hash_after(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

pub(super) fn hash(bytes: &[u8]) -> u64 {
    hash_after(0xcbf2_9ce4_8422_2325, bytes)
}

pub(super) fn hash_of_numbers(numbers: &[u64]) -> u64 {
    numbers.iter().fold(hash(b""), |hash, number| hash_after(hash, &number.to_le_bytes()))
}

/// The hash of a session after that of the lines before this one.
pub(super) fn hash_after_line(hash: u64, line: &[u8]) -> u64 {
    hash_after(hash_after(hash, line), b"\n")
}

pub(super) fn hash_of_lines(lines: &[Vec<u8>]) -> u64 {
    lines.iter().fold(hash(b""), |hash, line| hash_after_line(hash, line))
}
