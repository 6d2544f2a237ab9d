//! Whole numbers outside 0 to 8 that become a square if too few bits are kept, a part of the digits is
//! read, or the number is taken modulo something.

use super::class::{Class, once_each, words};

/// How many bits a number may be cut to: those of a shift count and of common types.
const BITS: [u32; 8] = [4, 5, 6, 7, 8, 16, 32, 64];

/// The squares that numbers wrap to.
const TARGETS: [i128; 3] = [4, 0, 8];

/// The sizes of integers, in bits without the sign: those of C, Java and Rust, of fixnums in Lisps and OCaml (61, 62),
/// and of whole numbers in a double (53).
const SIZES: [u32; 15] = [7, 8, 15, 16, 24, 29, 30, 31, 32, 53, 61, 62, 63, 64, 127];

/// The ends of the largest types, and a number of twenty digits.
const EDGES: &str = "
    99999999999999999999 170141183460469231731687303715884105728 -170141183460469231731687303715884105728
    340282366920938463463374607431768211455 340282366920938463463374607431768211456
    340282366920938463463374607431768211460
";

/// Numbers of which one digit, the digit sum, a remainder or the index in a row of digits is a square.
const PARTS: &str = "
    10 11 13 14 19 22 31 40 44 48 49 80 84 88 90 94 98 99 100 104 108 400 444 800 900 994 1000 1004 10004
    1000004 40000 44444444 12 23 34 45 56 67 78 87 123 345 456 678 1234 12345678 123456789 876543210 9 89 18
";

pub(super) fn classes() -> Vec<Class> {
    let below = (1..=12).chain([40, 44, 80, 100]).map(|number: i32| format!("-{number}").into_bytes());
    let parts = words(PARTS).into_iter().chain(below).collect();
    vec![class("wrapping-numbers", b'1', wrapping(&TARGETS)), class("numbers", b'0', parts)]
}

/// Numbers that become one of these if too few bits are kept, or that have too many digits for any type.
pub(super) fn wrapping(targets: &[i128]) -> Vec<Vec<u8>> {
    let above = BITS.into_iter().flat_map(|bits| targets.iter().map(move |target| (1_i128 << bits) + target));
    let below = BITS.into_iter().flat_map(|bits| targets.iter().map(move |target| target - (1_i128 << bits)));
    let wrapping = above.chain(below).chain(edges()).map(|number| number.to_string().into_bytes());
    // A power of ten from 10^64 on is a multiple of 2^64.
    let end = targets.first().copied().unwrap_or_default();
    let endless =
        [25, 37, 65, 200, 309, 400].map(|zeros| format!("1{}{end}", "0".repeat(zeros)).into_bytes());
    wrapping.chain(words(EDGES)).chain(endless).collect()
}

/// The greatest and the least number of each size, and those beside them.
fn edges() -> impl Iterator<Item = i128> {
    let above =
        SIZES.into_iter().flat_map(|bits| [-1, 0, 1].map(|step| (1_u128 << bits).wrapping_add_signed(step)));
    above.filter_map(|number| i128::try_from(number).ok()).flat_map(|number| [number, -number])
}

fn class(name: &str, first: u8, lines: Vec<Vec<u8>>) -> Class {
    Class { name: name.to_owned(), first, lines: once_each(lines), once: Vec::new() }
}
