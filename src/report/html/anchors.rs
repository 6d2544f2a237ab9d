//! The anchor of a candidate, made from its own name, so that links remain valid when the page is made again
//! with other candidates or in another order. The folder is part of it only where two files have the same name.

use std::collections::{HashMap, HashSet};

use crate::golf::Row;

/// The name of each row's section, in the order of the rows.
pub(super) fn of(rows: &[Row<'_>]) -> Vec<String> {
    let file = |row: &Row<'_>| row.candidate.name.rsplit('/').next().unwrap_or_default().to_owned();
    let mut files: HashMap<String, usize> = HashMap::new();
    rows.iter().for_each(|row| *files.entry(file(row)).or_default() += 1);
    let mut taken = HashSet::new();
    rows.iter()
        .map(|row| {
            let is_enough = files[&file(row)] == 1;
            let plain = slug(if is_enough { file(row) } else { row.candidate.name.clone() }.as_str());
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
