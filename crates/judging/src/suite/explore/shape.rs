//! What lines of one command have in common.

/// The first word of a line if it has letters only, otherwise how it looks.
pub(super) fn shape(line: &[u8]) -> Vec<u8> {
    let first = line.split(|byte| *byte == b' ').find(|word| !word.is_empty()).unwrap_or_default();
    if first.iter().all(u8::is_ascii_alphabetic) {
        return first.to_vec();
    }
    let mut shape = Vec::new();
    for byte in first {
        let sign = match byte {
            b'0'..=b'9' => b'0',
            byte if byte.is_ascii_alphabetic() => b'a',
            byte => *byte,
        };
        if shape.last() != Some(&sign) {
            shape.push(sign);
        }
    }
    shape
}
