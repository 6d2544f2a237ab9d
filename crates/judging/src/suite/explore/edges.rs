//! Numbers at which programs go wrong.

use super::super::dice::Dice;

/// The exponents of two at which types end; those below are limits of tables.
const TYPES: [u32; 8] = [7, 8, 15, 16, 31, 32, 53, 63];

/// The largest exponent of a table's limit.
const TABLE: usize = 10;

/// How many digits the ten-power edges have at most: more than 64 bits hold.
const DIGITS: usize = 20;

/// A number of a pool, one beside it, or another that stands at an edge, in place of this one.
pub(super) fn instead_of(number: &[u8], pool: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let text = String::from_utf8_lossy(number).into_owned();
    let value = text.parse::<i128>().unwrap_or(0);
    match dice.below(20) {
        0..4 => near(pool, value, dice),
        4..7 => (value + [-1, 1][dice.below(2)]).to_string().into_bytes(),
        7..9 => dice.below(13).to_string().into_bytes(),
        9 => b"0".to_vec(),
        10 => b"-1".to_vec(),
        11..13 => power_of_two(dice),
        13..15 => power_of_ten(dice),
        15 => (-value).to_string().into_bytes(),
        16 => (value.saturating_mul([2, 10, 100][dice.below(3)])).to_string().into_bytes(),
        _ => spelled(&text, dice),
    }
}

/// A known number, or one beside it.
pub(super) fn near(pool: &[Vec<u8>], or: i128, dice: &mut Dice) -> Vec<u8> {
    let known = dice.one_of(pool).and_then(|known| str::from_utf8(known).ok());
    if let Some(amount) = known.filter(|known| known.contains('.')) {
        return near_amount(amount, dice);
    }
    let known = known.and_then(|known| known.parse::<i128>().ok());
    (known.unwrap_or(or) + [0, 0, -1, 1][dice.below(4)]).to_string().into_bytes()
}

/// A number with digits behind a point, or one that differs by one in its last place.
fn near_amount(amount: &str, dice: &mut Dice) -> Vec<u8> {
    let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
    let Ok(number) = format!("{whole}{part}").parse::<i128>() else { return amount.into() };
    let other = number + [0, 0, 0, -1, 1][dice.below(5)];
    let digits = format!("{other:0width$}", width = part.len() + 1);
    let (whole, part) = digits.split_at(digits.len() - part.len());
    format!("{whole}.{part}").into_bytes()
}

fn power_of_two(dice: &mut Dice) -> Vec<u8> {
    let bits = if dice.below(2) == 0 { TYPES[dice.below(TYPES.len())] } else { 1 + dice.below(TABLE) as u32 };
    let power = 1_i128 << bits;
    (power + [-1, 0, 1][dice.below(3)]).to_string().into_bytes()
}

fn power_of_ten(dice: &mut Dice) -> Vec<u8> {
    // Small powers are the limits of specifications, large ones those of types.
    let exponent = 1 + if dice.below(3) > 0 { dice.below(7) } else { dice.below(DIGITS) };
    (10_i128.pow(exponent as u32) + [-1, 0, 1][dice.below(3)]).to_string().into_bytes()
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
