//! Texts in the form of the page.

use maud::{Markup, html as markup};

use crate::transcript::visible_line;

/// A text, cut if it is long.
pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A sentence with quotations in backquotes, which get a monospaced font.
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

/// A name, with its folder and its file separated.
pub(super) fn name(name: &str) -> Markup {
    let name = visible_line(name.as_bytes());
    let split = if name.contains(' ') { 0 } else { name.rfind('/').map_or(0, |slash| slash + 1) };
    let (folder, file) = name.split_at(split);
    markup! { span.folder { (breakable(folder)) } (breakable(file)) }
}

/// A text that may be broken after its joining characters, and elsewhere only if necessary.
fn breakable(text: &str) -> Markup {
    markup! {
        @for piece in text.split_inclusive(['/', '-', '_']) { (piece) wbr; }
    }
}
