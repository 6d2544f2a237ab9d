//! Bytes made visible: text as it is, everything that a terminal would act on or that is no text
//! spelled out, so that a hostile output can be shown anywhere.

use std::fmt::Write;

/// The bytes as text in which every character can be seen: line feeds stay, other control
/// characters, invisible and direction-changing characters and bytes that are no UTF-8 are spelled
/// out in the manner of Rust's literals (`\r`, `\u{1b}`, `\xff`), and a backslash is doubled so that
/// no two outputs look the same.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|character| push_visible(&mut text, character));
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// The same on one line: line feeds are shown as `⏎`.
pub fn visible_line(bytes: &[u8]) -> String {
    visible(bytes).replace('\n', "⏎")
}

fn push_visible(text: &mut String, character: char) {
    match character {
        '\n' => text.push('\n'),
        '\u{feff}' => text.push_str("\\u{feff}"),
        // `escape_debug` leaves printable characters alone, but for these two.
        '\'' | '"' => text.push(character),
        _ => text.extend(character.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_and_the_rest_is_spelled_out() {
        assert_eq!(visible("X> 'é' \"○\"\n".as_bytes()), "X> 'é' \"○\"\n");
        assert_eq!(visible(b"\x1b[31m\r\0\xff\\"), "\\u{1b}[31m\\r\\0\\xff\\\\");
        assert_eq!(visible("\u{feff}\u{202e}".as_bytes()), "\\u{feff}\\u{202e}");
        assert_eq!(visible_line(b"a\nb"), "a⏎b");
    }
}
