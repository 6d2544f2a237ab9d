//! Kinds of lines: patterns with names, whose parts are numbers or texts.

use regex::bytes::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::fault::{Fault, no_pattern};
use super::value::{Value, ValueKind};

/// The most digits of a number in an input: every number of this many digits has a value.
const MOST_DIGITS: usize = 18;

/// The largest automaton of a pattern, in bytes.
const LARGEST: usize = 1 << 20;

/// A kind of line.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    regex: Regex,
    hir: Hir,
    parts: Vec<(String, ValueKind)>,
    line: usize,
}

impl Pattern {
    /// Reads a regular expression at this line of the file.
    pub(super) fn read(source: &str, line: usize) -> Result<Pattern, Fault> {
        let fault = |what: String| Fault::at(line, what);
        let whole = format!(r"\A(?:{source})\z");
        let regex = regex::bytes::RegexBuilder::new(&whole).size_limit(LARGEST).build();
        let regex = regex.map_err(|why| fault(no_pattern(source, &why)))?;
        let hir = regex_syntax::parse(source).map_err(|why| fault(no_pattern(source, &why)))?;
        let mut parts = Vec::new();
        gather(&hir, &mut parts);
        let parts = parts.into_iter().map(|(name, hir)| (name.to_owned(), kind_of(hir))).collect();
        Ok(Pattern { regex, parts, hir, line })
    }

    pub(super) fn parts(&self) -> &[(String, ValueKind)] {
        &self.parts
    }

    pub(super) fn hir(&self) -> &Hir {
        &self.hir
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// How many bytes a part has at least.
    pub(super) fn least_length(&self, name: &str) -> usize {
        let mut parts = Vec::new();
        gather(&self.hir, &mut parts);
        let part = parts.into_iter().find(|(known, _)| *known == name);
        part.and_then(|(_, hir)| hir.properties().minimum_len()).unwrap_or(0)
    }

    /// The values of its parts, if a line is of this kind.
    pub(super) fn values(&self, line: &[u8]) -> Option<Vec<Value>> {
        if self.parts.is_empty() {
            return self.regex.is_match(line).then(Vec::new);
        }
        let found = self.regex.captures(line)?;
        let part = |(name, kind): &(String, ValueKind)| {
            let bytes = found.name(name).map_or(&b""[..], |part| part.as_bytes());
            let text = std::str::from_utf8(bytes).ok()?;
            match kind {
                ValueKind::Int => text.parse().ok().map(Value::Int),
                _ => Some(Value::Text(text.into())),
            }
        };
        self.parts.iter().map(part).collect()
    }
}

fn gather<'a>(hir: &'a Hir, parts: &mut Vec<(&'a str, &'a Hir)>) {
    match hir.kind() {
        HirKind::Capture(capture) => {
            parts.extend(capture.name.as_deref().map(|name| (name, &*capture.sub)));
            gather(&capture.sub, parts);
        }
        HirKind::Repetition(repetition) => gather(&repetition.sub, parts),
        HirKind::Concat(all) | HirKind::Alternation(all) => all.iter().for_each(|hir| gather(hir, parts)),
        _ => {}
    }
}

/// The type of a part: a number if it can only contain digits, not too many, and a sign before them; else text.
fn kind_of(hir: &Hir) -> ValueKind {
    let digits = without_sign(hir);
    let lengths = digits.properties();
    let is_short = lengths.maximum_len().is_some_and(|length| length <= MOST_DIGITS);
    let is_full = lengths.minimum_len().is_some_and(|length| length > 0);
    if is_short && is_full && holds_only_digits(&digits) { ValueKind::Int } else { ValueKind::Text }
}

/// A pattern for the same texts without the sign that they may begin with.
fn without_sign(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Literal(literal) => Hir::literal(literal.0.strip_prefix(b"-").unwrap_or(&literal.0)),
        HirKind::Repetition(repetition) if repetition.max == Some(1) => match without_sign(&repetition.sub) {
            sign if *sign.kind() == HirKind::Empty => sign,
            _ => hir.clone(),
        },
        HirKind::Concat(all) => match all.split_first() {
            Some((first, rest)) => Hir::concat([&[without_sign(first)], rest].concat()),
            None => Hir::empty(),
        },
        HirKind::Alternation(all) => Hir::alternation(all.iter().map(without_sign).collect()),
        HirKind::Capture(capture) => without_sign(&capture.sub),
        _ => hir.clone(),
    }
}

fn holds_only_digits(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty => true,
        HirKind::Literal(literal) => literal.0.iter().all(u8::is_ascii_digit),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().all(|range| range.start() >= '0' && range.end() <= '9')
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().all(|range| range.start() >= b'0' && range.end() <= b'9')
        }
        HirKind::Look(_) => false,
        HirKind::Repetition(repetition) => holds_only_digits(&repetition.sub),
        HirKind::Capture(capture) => holds_only_digits(&capture.sub),
        HirKind::Concat(all) | HirKind::Alternation(all) => all.iter().all(holds_only_digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_digits_is_a_number_and_any_other_a_text() {
        let pattern = Pattern::read("pay (?<sum>-?[0-9]{1,3}) to (?<who>[a-z]+)", 7).unwrap();
        let parts: Vec<_> = pattern.parts().iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
        assert_eq!(parts, [("sum", ValueKind::Int), ("who", ValueKind::Text)]);
        assert_eq!(pattern.values(b"pay -05 to bob"), Some(vec![Value::Int(-5), Value::Text("bob".into())]));
        assert!(pattern.values(b"pay 5 to bob ").is_none() && pattern.values(b"pay 1234 to bob").is_none());
    }

    #[test]
    fn a_line_with_a_line_feed_at_its_end_is_another() {
        assert!(Pattern::read("cola", 1).unwrap().values(b"cola\n").is_none());
    }

    #[test]
    fn what_always_has_a_value_is_a_number() {
        for (source, lines) in [
            ("(?<n>-?[0-9]{1,18})", [b"-999999999999999999".as_slice(), b"999999999999999999"]),
            ("(?<n>-[0-9]{1,18}|0|[1-9][0-9]{0,17})", [b"-000000000000000001", b"100000000000000000"]),
            ("(?<n>-1[0-9]{1,17}|2)", [b"-19", b"2"]),
            ("(?<n>-?[0-9]{1,19})", [b"-9", b"9999999999999999999"]),
            ("(?<n>[0-9]+)", [b"9", b"99999999999999999999999999"]),
            ("(?<n>-?[0-9]*)", [b"-", b"12"]),
            ("(?<n>[0-9]-?[0-9])", [b"1-2", b"12"]),
        ] {
            let pattern = Pattern::read(source, 1).unwrap();
            let is_number = source.contains("18") || source.contains("17");
            for line in lines {
                let values = pattern.values(line).unwrap();
                let digits = std::str::from_utf8(line).unwrap();
                let wanted = match is_number {
                    true => Value::Int(digits.parse().unwrap()),
                    false => Value::Text(digits.into()),
                };
                assert_eq!(values, [wanted], "{source}");
            }
        }
    }

    #[test]
    fn broken_patterns_are_refused() {
        for (source, what) in [
            ("(", "unclosed group"),
            (r"(?<a>x)\1", "backreferences are not supported"),
            ("((a{1,500}){1,500}){1,500}", "size limit"),
        ] {
            let fault = Pattern::read(source, 3).unwrap_err();
            assert_eq!(fault.line, Some(3));
            assert!(fault.what.contains(what), "{source}: {}", fault.what);
        }
    }
}
