//! Texts in the form of the page.

use maud::{Markup, html as markup};

use crate::transcript::visible_line;

pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A sentence with quotations in backquotes, which get a monospaced font.
pub(in crate::report) fn prose(text: &str) -> Markup {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        return markup! { (text) };
    }
    markup! {
        @for (place, piece) in pieces.iter().enumerate() {
            @if place % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// A name, with its folder and its file separated.
pub(in crate::report) fn name(name: &str) -> Markup {
    let name = visible_line(name.as_bytes());
    let (folder, file) = parts(&name);
    markup! { span.folder { (breakable(folder)) } (breakable(file)) }
}

/// A name by which rows are sorted.
pub(in crate::report) fn key(name: &str) -> String {
    visible_line(name.as_bytes())
}

pub(super) fn file(name: &str) -> Markup {
    breakable(parts(&visible_line(name.as_bytes())).1)
}

fn parts(name: &str) -> (&str, &str) {
    name.split_at(if name.contains(' ') { 0 } else { name.rfind('/').map_or(0, |slash| slash + 1) })
}

/// A text that may be broken after a joining character in its middle, and elsewhere only if necessary.
fn breakable(text: &str) -> Markup {
    let middle = text.char_indices().filter(|(_, letter)| "/-_".contains(*letter)).map(|(at, _)| at + 1);
    let place = middle.min_by_key(|at| (text.len() / 2).abs_diff(*at)).unwrap_or(0);
    let (before, after) = text.split_at(place);
    markup! { (before) @if !before.is_empty() { wbr; } (after) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_key_has_no_characters_that_cannot_be_seen() {
        assert_eq!(super::key("./bi\u{202e}di.py"), "./bi\\u{202e}di.py");
    }
}
