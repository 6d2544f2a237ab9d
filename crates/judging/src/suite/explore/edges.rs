//! Numbers at which programs go wrong.

use super::super::dice::Dice;

/// The exponents of two at which types end; those below are limits of tables.
const TYPES: [u32; 8] = [7, 8, 15, 16, 31, 32, 53, 63];

/// The largest exponent of a table's limit.
const TABLE: usize = 10;

/// How many digits the ten-power edges have at most: more than 64 bits hold.
const DIGITS: usize = 20;

/// A replacement of a number: one of a pool, one beside it, or one at an edge.
pub(super) fn instead_of(number: &[u8], pool: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let text = String::from_utf8_lossy(number).into_owned();
    let value = text.parse::<i128>().unwrap_or(0);
    let beside = [-1, 0, 1][dice.below(3)];
    let other = match dice.below(20) {
        0..4 => return near(pool, value, dice),
        4..7 => value + [-1, 1][dice.below(2)],
        7..9 => dice.below(13) as i128,
        9 => 0,
        10 => -1,
        11 => (1 << TYPES[dice.below(TYPES.len())]) + beside,
        12 => (1 << (1 + dice.below(TABLE))) + beside,
        // Small powers are the limits of specifications, large ones those of types.
        13 => 10_i128.pow(1 + dice.below(7) as u32) + beside,
        14 => 10_i128.pow(1 + dice.below(DIGITS) as u32) + beside,
        15 => -value,
        16 => value.saturating_mul([2, 10, 100][dice.below(3)]),
        _ => return spelled(&text, dice),
    };
    other.to_string().into_bytes()
}

/// A known number, or one beside it.
pub(super) fn near(pool: &[Vec<u8>], or: i128, dice: &mut Dice) -> Vec<u8> {
    let known = dice.one_of(pool).and_then(|known| str::from_utf8(known).ok());
    if let Some(amount) = known.filter(|known| known.contains('.')) {
        return amount.into();
    }
    let known = known.and_then(|known| known.parse::<i128>().ok());
    (known.unwrap_or(or) + [0, 0, -1, 1][dice.below(4)]).to_string().into_bytes()
}

/// The number in another spelling, some of which are no numbers to some languages.
fn spelled(text: &str, dice: &mut Dice) -> Vec<u8> {
    let digits = text.trim_start_matches(['-', '+']);
    match dice.below(9) {
        0 => format!("0{text}"),
        1 => format!("00{digits}"),
        2 => format!("+{digits}"),
        3 => format!("-{digits}"),
        4 => format!("{text}.0"),
        5 => format!("{text}.5"),
        6 => "1e3".to_owned(),
        7 => "9".repeat(DIGITS),
        _ => format!("0x{digits}"),
    }
    .into_bytes()
}
