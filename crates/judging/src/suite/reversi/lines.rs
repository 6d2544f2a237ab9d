//! Lines that the games of all suites of reversi share.

/// Lines that name no square of any board.
pub(super) const BAD: [&str; 14] =
    ["", "d", "3", "3d", "d0", "d03", " d3", "d3 ", "dd3", "d-3", "pass", "d 3", "d3,c5", "hello"];

/// A game's lines, and two after its end.
pub(super) fn after_the_end(lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let after = [lines.first().cloned().unwrap_or_default(), b"a1".to_vec()];
    lines.into_iter().chain(after).collect()
}
