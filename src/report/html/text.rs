//! Texts as they stand on the page.

use maud::{Markup, html as markup};

use crate::transcript::visible_line;

/// A text, cut where it is longer than can be taken in at a glance.
pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A sentence with quotations between backquotes, those in a font of their own.
pub(super) fn prose(text: &str) -> Markup {
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

/// A name, its folder apart from its file.
pub(super) fn name(name: &str) -> Markup {
    let name = visible_line(name.as_bytes());
    let split = if name.contains(' ') { 0 } else { name.rfind('/').map_or(0, |slash| slash + 1) };
    let (folder, file) = name.split_at(split);
    markup! { span.folder { (breakable(folder)) } (breakable(file)) }
}

/// A text that may be broken after the signs that join its words, and nowhere else unless it must.
fn breakable(text: &str) -> Markup {
    markup! {
        @for piece in text.split_inclusive(['/', '-', '_']) { (piece) wbr; }
    }
}
