//! Lines of every length that decides, and as long as common buffers, one byte longer and one shorter. If a program reads the rest
//! of such a line as another line, that is a move, or an additional bad line.

use super::class::{Class, once_each};
use crate::challenge::LONGEST;

/// The lengths of common buffers, and of the longest line that a person can type, with its line end.
pub(super) const BUFFERS: [usize; 13] = [8, 16, 32, 64, 80, 100, 128, 200, 255, 256, 512, 1000, 1024];

/// Lengths that are too large to be fed often: a page, two pages, and the capacity of a pipe on Linux
/// (pipe(7)).
pub(super) const LARGE: [usize; 3] = [4096, 8192, 65536];

pub(super) fn classes() -> Vec<Class> {
    let lengths = (2..=LONGEST).chain(BUFFERS.into_iter().flat_map(around));
    let lines = lengths.flat_map(|length| [digits(length), vec![b'a'; length]]);
    let usual = Class { name: "long".to_owned(), first: b'1', lines: once_each(lines), once: Vec::new() };
    [usual].into_iter().chain(LARGE.map(large)).collect()
}

/// Lines around a large length, in their own game, and only one of them for both players, because some
/// programs keep all that they read.
fn large(length: usize) -> Class {
    let [shorter, just, longer] = around(length).map(digits);
    Class { name: format!("long-{length}"), first: b'1', lines: vec![just], once: vec![shorter, longer] }
}

fn around(length: usize) -> [usize; 3] {
    [length - 1, length, length + 1]
}

/// A number of this many digits, of which the last alone would be a square.
fn digits(length: usize) -> Vec<u8> {
    [b"1", &b"0".repeat(length - 2)[..], b"4"].concat()
}
