//! The anchor of a candidate, made from its own name, so that links remain valid when the page is made again
//! with other candidates or in another order.

use std::collections::HashSet;

use crate::golf::Row;

/// The name of each row's section, in the order of the rows.
pub(super) fn of(rows: &[Row<'_>]) -> Vec<String> {
    let mut taken = HashSet::new();
    rows.iter()
        .map(|row| {
            let plain = slug(&row.candidate.name);
            let numbered = (2..).map(|number| format!("{plain}-{number}"));
            let mut all = std::iter::once(plain.clone()).chain(numbered);
            all.find(|name| taken.insert(name.clone())).unwrap_or(plain)
        })
        .collect()
}

/// A name as part of an address: every character that is not a letter or digit becomes a hyphen.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let words: String = name.chars().map(plain).collect();
    format!("p-{}", words.trim_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_one_word() {
        assert_eq!(slug("golf/tictactoe/ttt.py"), "p-golf-tictactoe-ttt-py");
        assert_eq!(slug("python3 \"a b\"><script>"), "p-python3--a-b---script");
    }
}
