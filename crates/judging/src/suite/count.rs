//! Numbers in sentences.

/// A number with a noun, in the singular or plural.
pub(crate) fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {one}s", grouped(number)),
    }
}

/// A number with a comma before each three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [7, 100, 1000, 255_168, 1_000_000].map(grouped),
            ["7", "100", "1,000", "255,168", "1,000,000"]
        );
    }
}
