//! A text with expressions in it: `Credit {credit}`. A doubled brace is one brace.

use super::bounds;
use super::expression::{Expression, Names, Scope};
use super::fault::Fault;
use super::value::{Value, ValueKind};

/// The longest text that results, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
pub(super) enum Piece {
    Fixed(String),
    Hole(Expression),
}

impl Template {
    /// Reads a text at this line of the file, which may use these names.
    pub(super) fn read(text: &str, line: usize, names: &Names) -> Result<Template, Fault> {
        let pieces = cut(text).map_err(|what| {
            Fault::at(line, what).hint("a brace that is no expression is written twice: `{{` or `}}`")
        })?;
        let piece = |(is_hole, text): (bool, String)| {
            if !is_hole {
                return Ok(Piece::Fixed(text));
            }
            if text.trim().is_empty() {
                return Err(Fault::at(line, "there is no expression between two braces")
                    .hint("`{{}}` prints braces; `{n}` prints the value of `n`"));
            }
            let hole = Expression::read(text.trim(), line, names)?;
            match hole.kind() {
                Some(ValueKind::List) => {
                    Err(Fault::at(line, format!("`{text}` is a list, which has no text"))
                        .hint("write `list.join(\", \")`"))
                }
                _ => Ok(Piece::Hole(hole)),
            }
        };
        Ok(Template { pieces: pieces.into_iter().map(piece).collect::<Result<_, _>>()? })
    }

    pub(super) fn mentions(&self, name: &str) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Hole(hole) if hole.mentions(name)))
    }

    /// The text for these values.
    pub(super) fn write(&self, scope: &Scope) -> Result<String, String> {
        self.write_with_holes(scope).map(|(text, _)| text)
    }

    /// The text for these values, and the values of its expressions.
    pub(super) fn write_with_holes(&self, scope: &Scope) -> Result<(String, Vec<String>), String> {
        let (mut text, mut holes) = (String::new(), Vec::new());
        for piece in &self.pieces {
            match piece {
                Piece::Fixed(fixed) => text += fixed,
                Piece::Hole(hole) => {
                    let of_hole = |why| format!("`{}`: {why}", hole.source());
                    let value = shown(&scope.value(hole).map_err(of_hole)?).map_err(of_hole)?;
                    text += &value;
                    holes.push(value);
                }
            }
            if text.len() > LONGEST {
                return Err(format!("a text of more than {LONGEST} bytes"));
            }
        }
        bounds::count(text.len() / bounds::ELEMENT);
        Ok((text, holes))
    }
}

fn shown(value: &Value) -> Result<String, String> {
    match value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Int(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::List(_) => Err("a list has no text".to_owned()),
    }
}

/// The pieces of a text, and which of them are expressions.
fn cut(text: &str) -> Result<Vec<(bool, String)>, String> {
    let (mut pieces, mut fixed) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        match sign {
            '{' | '}' if after.starts_with(sign) => {
                fixed.push(sign);
                rest = &after[1..];
            }
            '{' => {
                let end = end_of_hole(after).ok_or("a `{` without its `}`")?;
                pieces.push((false, std::mem::take(&mut fixed)));
                pieces.push((true, after[..end].to_owned()));
                rest = &after[end + 1..];
            }
            '}' => return Err("a `}` without its `{`".to_owned()),
            _ => {
                fixed.push(sign);
                rest = after;
            }
        }
    }
    pieces.push((false, fixed));
    pieces.retain(|(is_hole, text)| *is_hole || !text.is_empty());
    Ok(pieces)
}

/// The position of the brace that ends an expression; braces in its strings do not count.
fn end_of_hole(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match (quote, sign) {
            (Some(_), '\\') => {
                signs.next();
            }
            (Some(open), _) if sign == open => quote = None,
            (None, '"' | '\'') => quote = Some(sign),
            (None, '}') => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_hold_expressions_and_are_escaped_by_doubling() {
        let pieces = cut("a {n + 1}{{b}} {'}'}").unwrap();
        let of = |is_hole, text: &str| (is_hole, text.to_owned());
        assert_eq!(pieces, [of(false, "a "), of(true, "n + 1"), of(false, "{b} "), of(true, "'}'")]);
        assert!(cut("a {n").is_err() && cut("a }").is_err());
    }
}
