//! A hash that is the same on every machine and with every version of the standard library (FNV-1a).

/// The hash of some bytes, after a hash of what stands before them.
pub(super) fn after(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The hash of some bytes.
pub(super) fn of(bytes: &[u8]) -> u64 {
    after(0xcbf2_9ce4_8422_2325, bytes)
}

pub(super) fn of_numbers(numbers: &[u64]) -> u64 {
    numbers.iter().fold(of(b""), |hash, number| after(hash, &number.to_le_bytes()))
}

/// The hash of a session after that of the lines before this one.
pub(super) fn after_line(hash: u64, line: &[u8]) -> u64 {
    after(after(hash, line), b"\n")
}

pub(super) fn of_lines(lines: &[Vec<u8>]) -> u64 {
    lines.iter().fold(of(b""), |hash, line| after_line(hash, line))
}
