//! YAML as packages need it: texts, lists and tables. What a text means is for its reader to say, so `1e-6` stays as it
//! was written. Aliases are refused: a short file could stand for a huge one.

use std::collections::{BTreeMap, HashSet};

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::golf::with_constants;

/// How deep parts may lie in each other.
const DEEPEST: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Yaml {
    Null,
    /// A text, a number, yes or no.
    Text(String),
    List(Vec<Yaml>),
    Table(Vec<(String, Yaml)>),
}

impl Yaml {
    /// Reads a file's text, in which there is one document, or none.
    /// The error says what is wrong, with the line.
    pub(crate) fn read(text: &str) -> Result<Yaml, String> {
        let mut reader = Reader { parser: Parser::new_from_str(text) };
        let mut found = None;
        loop {
            match reader.next()? {
                (Event::StreamEnd, _) => return Ok(found.unwrap_or(Yaml::Null)),
                (Event::DocumentStart(_), span) if found.is_some() => {
                    return Err(at(span, "there is more than one document"));
                }
                (Event::StreamStart | Event::Nothing | Event::DocumentStart(_) | Event::DocumentEnd, _) => {}
                (event, span) => found = Some(reader.part(event, span, 0)?),
            }
        }
    }

    /// What stands under a key of a table; nothing if it is no table.
    pub(crate) fn get(&self, key: &str) -> &Yaml {
        match self {
            Yaml::Table(entries) => {
                entries.iter().find(|(name, _)| name == key).map_or(&Yaml::Null, |(_, value)| value)
            }
            _ => &Yaml::Null,
        }
    }

    /// The same with texts in place of names in double braces.
    pub(super) fn with_constants(self, constants: &BTreeMap<String, String>) -> Yaml {
        match self {
            Yaml::Text(text) => Yaml::Text(with_constants(&text, constants)),
            Yaml::List(list) => {
                Yaml::List(list.into_iter().map(|one| one.with_constants(constants)).collect())
            }
            Yaml::Table(entries) => {
                let with = |(key, value): (String, Yaml)| (key, value.with_constants(constants));
                Yaml::Table(entries.into_iter().map(with).collect())
            }
            Yaml::Null => Yaml::Null,
        }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        let entries = if let Yaml::Table(entries) = self { &entries[..] } else { &[] };
        entries.iter().map(|(name, _)| name.as_str())
    }

    pub(crate) fn is_null(&self) -> bool {
        *self == Yaml::Null
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Yaml::Text(text) = self { Some(text) } else { None }
    }

    /// A number above zero and at most this large under a key. `None` if there is nothing.
    pub(crate) fn number(&self, key: &str, most: f64) -> Result<Option<f64>, String> {
        let found = self.get(key);
        let number = found.text().and_then(|text| text.parse().ok());
        match number.filter(|number: &f64| *number > 0.0 && *number <= most) {
            None if !found.is_null() => Err(format!("`{key}` is a number above zero, and at most {most}")),
            number => Ok(number),
        }
    }

    /// The words of a text, or the texts of a list, under a key. `None` if there is nothing.
    pub(crate) fn words(&self, key: &str) -> Result<Option<Vec<String>>, String> {
        let word = |one: &Yaml| one.text().map(str::to_owned);
        let words = match self.get(key) {
            Yaml::Null => return Ok(None),
            Yaml::Text(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
            Yaml::List(list) => list.iter().map(word).collect(),
            Yaml::Table(_) => None,
        };
        words.map(Some).ok_or_else(|| format!("`{key}` is a text or a list of texts"))
    }
}

struct Reader<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), String> {
        match self.parser.next() {
            Some(Ok(next)) => Ok(next),
            Some(Err(why)) => Err(format!("line {}: {}", why.marker().line(), why.info())),
            None => Err("it ends too early".to_owned()),
        }
    }

    fn part(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Yaml, String> {
        if depth > DEEPEST {
            return Err(at(span, "parts lie too deep in each other"));
        }
        match event {
            Event::Scalar(text, style, ..) => Ok(scalar(&text, style)),
            Event::SequenceStart(..) => self.list(depth),
            Event::MappingStart(..) => self.table(depth),
            Event::Alias(_) => Err(at(span, "aliases are not taken")),
            _ => Err(at(span, "something is missing")),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Yaml, String> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Yaml::List(list)),
                (event, span) => list.push(self.part(event, span, depth + 1)?),
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Yaml, String> {
        let mut entries: Vec<(String, Yaml)> = Vec::new();
        let mut known = HashSet::new();
        loop {
            let key = match self.next()? {
                (Event::MappingEnd, _) => return Ok(Yaml::Table(entries)),
                (Event::Scalar(key, ..), span) if !known.insert(key.clone()) => {
                    return Err(at(span, &format!("`{key}` stands there twice")));
                }
                (Event::Scalar(key, ..), _) => key.into_owned(),
                (_, span) => return Err(at(span, "a key is a text")),
            };
            let (event, span) = self.next()?;
            entries.push((key, self.part(event, span, depth + 1)?));
        }
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Yaml {
    match (text, style) {
        ("" | "~" | "null" | "Null" | "NULL", ScalarStyle::Plain) => Yaml::Null,
        _ => Yaml::Text(text.to_owned()),
    }
}

fn at(span: Span, what: &str) -> String {
    format!("line {}: {what}", span.start.line())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_as_they_were_written() {
        let yaml = Yaml::read(
            "# a comment\nname: {en: 'A', sv: B}\nlimits:\n  time_limit: 1.50\n  memory: x\nempty:\n\
             flags: float_tolerance  1e-6\nargs: [float_tolerance, 1e-6, \"\"]\n",
        )
        .unwrap();
        assert_eq!(yaml.get("name").get("en").text(), Some("A"));
        assert_eq!(yaml.get("limits").number("time_limit", 3600.0), Ok(Some(1.5)));
        assert!(yaml.get("limits").number("memory", 9.0).is_err());
        assert_eq!(yaml.get("limits").number("output", 9.0), Ok(None));
        assert!(yaml.get("limits").number("time_limit", 1.4).is_err(), "too large");
        assert!(yaml.get("empty").is_null() && yaml.get("nothing").is_null());
        let words = |key| yaml.words(key).unwrap().unwrap();
        assert_eq!(words("flags"), ["float_tolerance", "1e-6"]);
        assert_eq!(words("args"), ["float_tolerance", "1e-6", ""]);
        assert!(yaml.words("name").is_err());
        assert_eq!(Yaml::read("# nothing\n"), Ok(Yaml::Null));
    }

    #[test]
    fn what_is_no_plain_yaml_is_refused_with_its_line() {
        let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        for (text, part) in [
            ("a: 1\nb: [1, 2\n", "line "),
            ("a: &x [1]\nb: *x\n", "line 2: aliases"),
            ("a: 1\na: 2\n", "line 2: `a` stands there twice"),
            ("a: 1\n---\nb: 2\n", "line 2: there is more than one document"),
            ("? [a]\n: 1\n", "line 1: a key is a text"),
            ("a: 1\n\tb: 2\n", "line "),
            (deep.as_str(), "too deep"),
        ] {
            let why = Yaml::read(text).unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
