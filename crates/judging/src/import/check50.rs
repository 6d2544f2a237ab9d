//! Checks of check50, in Python: those that give a program an input and look at its output become cases. The text is read by
//! patterns, and is never run.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex, escape};

use super::command::Started;
use super::exercise::{CaseText, Exercise, Keys, ReadExercises, number};
use super::source::{ImportSource, LeftOut};
use crate::challenge::Matcher;
use crate::dialect::CASES;
use crate::package::PackageError;

/// How many files may be given to programs, in all cases together.
const MOST_FILES: usize = 10_000;

/// A text in quotes, and any value that need not be worked out: texts one after the other, a number, the end of the output, a
/// file, or a function of one of these.
const TEXT: &str =
    r#"[rRuUfF]{0,2}(?:"{3}(?s:.*?)"{3}|'{3}(?s:.*?)'{3}|"(?:[^"\\\n]|\\(?s:.))*"|'(?:[^'\\\n]|\\(?s:.))*')"#;
const VALUE: &str = r"(?:TEXT(?:\s*\+?\s*TEXT)*|-?\d+(?:\.\d+)?|True|False|(?:check50\.)?EOF|\w+\((?:TEXT|-?\d+(?:\.\d+)?)\)(?:\.read\(\))?)";
const ARGUMENT: &str = r"(?:(\w+)\s*=\s*)?(VALUE)\s*(?:,|$)";
const CALL: &str = r"\.?\s*(\w+)\(((?:\s*(?:\w+\s*=\s*)?VALUE\s*,?)*)\s*\)";
const CHAIN: &str = r"^\(?\s*(?:check50\.)?((?:\s*CALL)+)\s*\)?[\s;]*$";

static PATTERNS: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    let whole = |pattern: &str| pattern.replace("CALL", CALL).replace("VALUE", VALUE).replace("TEXT", TEXT);
    [TEXT, ARGUMENT, CALL, CHAIN].map(|pattern| Regex::new(&whole(pattern)).expect("tested"))
});

pub(super) fn is_checks(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("@check50.check(") || line.starts_with("@check("))
}

#[derive(Debug, PartialEq)]
enum Literal {
    Text(String),
    Number(String),
    /// The end of the output.
    End,
}

impl Literal {
    fn text(self) -> String {
        match self {
            Literal::Text(text) | Literal::Number(text) => text,
            Literal::End => "$".to_owned(),
        }
    }
}

/// The checks, and where their files are.
struct Checks<'a> {
    source: &'a ImportSource,
    text: &'a str,
}

impl Checks<'_> {
    /// What a value in a check stands for. `None` if it has to be worked out.
    fn literal(&self, value: &str) -> Option<Literal> {
        let is_text = PATTERNS[0].find(value).is_some_and(|found| found.start() == 0);
        match value {
            "True" | "False" => Some(Literal::Text(value.to_owned())),
            "EOF" | "check50.EOF" => Some(Literal::End),
            _ if value.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                Some(Literal::Number(value.to_owned()))
            }
            _ if is_text => {
                let texts = PATTERNS[0].find_iter(value).map(|one| unquoted(one.as_str(), None));
                texts.collect::<Option<String>>().map(Literal::Text)
            }
            _ => {
                let (name, rest) = value.split_once('(')?;
                let inner = self.literal(rest.trim_end_matches(".read()").strip_suffix(')')?)?.text();
                let found = match name {
                    "open" => self.source.text(Path::new(&inner)).ok()?.replace("\r\n", "\n"),
                    "str" => inner,
                    name => self.called(name, &inner)?,
                };
                Some(Literal::Text(found))
            }
        }
    }

    /// What a function of one argument gives that only puts it into a text.
    fn called(&self, name: &str, value: &str) -> Option<String> {
        let (_, rest) = self.text.split_once(&format!("\ndef {name}("))?;
        let (parameter, rest) = rest.split_once(')')?;
        let (_, given) = rest.split("\ndef ").next()?.split_once("return ")?;
        let found = PATTERNS[0].find(given).filter(|found| found.start() == 0)?;
        unquoted(found.as_str(), Some((parameter.trim(), value)))
    }

    fn arguments<'b>(&self, given: &'b str) -> Option<Vec<(&'b str, Literal)>> {
        let name = |found: &Captures<'b>| found.get(1).map_or("", |name| name.as_str());
        let found = PATTERNS[1].captures_iter(given);
        found.map(|found| Some((name(&found), self.literal(&found[2])?))).collect()
    }

    /// The case that a check is: what is said of it, its input and answer. `None` if it does anything else.
    fn case(&self, body: &str) -> Option<(Keys, String, Option<String>)> {
        let calls = PATTERNS[3].captures(body)?.get(1)?.as_str();
        let mut keys = Keys { exit: Some("any".into()), ..Keys::default() };
        let (mut input, mut wanted) = (String::new(), Vec::<(bool, String)>::new());
        for call in PATTERNS[2].captures_iter(calls) {
            let mut arguments = self.arguments(call.get(2)?.as_str())?;
            let is_pattern = !arguments.contains(&("regex", Literal::Text("False".to_owned())));
            if let ("stdout", Some(("" | "str_output", Literal::Text(text)))) = (&call[1], arguments.get(1)) {
                keys.hint = Some(format!("the output is to have: {}", text.trim()));
            }
            let first = arguments
                .iter()
                .position(|(name, _)| ["", "code"].contains(name))
                .filter(|place| *place == 0);
            match (&call[1], first.map(|place| arguments.swap_remove(place).1)) {
                ("run", Some(Literal::Text(command))) => keys.args = Started::of(&command)?.args,
                ("stdin", Some(Literal::Text(line) | Literal::Number(line))) => input += &(line + "\n"),
                ("stdout", Some(Literal::Number(number))) => {
                    let before = if number.starts_with('-') { "" } else { r"(?<![\d\-])" };
                    wanted.push((true, format!(r"{before}{}(?!(\.?\d))", escape(&number))));
                }
                ("stdout", Some(Literal::Text(text))) if text.is_empty() => {}
                ("stdout", Some(Literal::Text(text))) => wanted.push((is_pattern, text)),
                ("stdout", Some(end)) if !wanted.is_empty() => wanted.push((true, end.text())),
                ("exit", Some(Literal::Number(status))) => keys.exit = Some(number(status.parse().ok()?)),
                ("exit", None) => {}
                _ => return None,
            }
        }
        let is_plain = |(is_pattern, text): &(bool, String)| {
            text.trim() == text && (!is_pattern || escape(text) == *text)
        };
        let pattern =
            |(is_pattern, text): &(bool, String)| if *is_pattern { ours(text) } else { escape(text) };
        let (compare, answer) = match &wanted[..] {
            [] if keys.exit == Some("any".into()) => return None,
            [] => (None, None),
            [one] if is_plain(one) => (Some(Matcher::Contains), Some(one.1.clone())),
            many => {
                let all = many.iter().map(pattern).collect::<Vec<_>>().join(".*?").replace(".*?$", "$");
                (Some(Matcher::Regex), Some(format!("(?s){all}")))
            }
        };
        let is_read =
            |answer: &String| compare.is_none_or(|compare| compare.check(answer.as_bytes()).is_ok());
        answer.as_ref().is_none_or(is_read).then_some((Keys { compare, ..keys }, input, answer))
    }

    /// The files that programs find beside them, by `check50.include`.
    fn included(&self) -> Result<Vec<PathBuf>, PackageError> {
        let calls = self.text.split("check50.include(").skip(1);
        let named: Vec<_> = calls
            .filter_map(|rest| self.arguments(rest.split(')').next()?))
            .flatten()
            .map(|(_, name)| name.text())
            .collect();
        let is_named = |file: &PathBuf| named.iter().any(|name| file.starts_with(name));
        Ok(if named.is_empty() {
            Vec::new()
        } else {
            self.source.files()?.into_iter().filter(is_named).collect()
        })
    }
}

/// The text between quotes. With a value for a name its braces are replaced, as an f-string does; without one there must be none.
fn unquoted(quoted: &str, value: Option<(&str, &str)>) -> Option<String> {
    static ESCAPED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)\\(.)").expect("tested"));
    let start = quoted.find(['"', '\''])?;
    let (prefix, body) = (quoted[..start].to_lowercase(), &quoted[start..]);
    let width = if body.starts_with("\"\"\"") || body.starts_with("'''") { 3 } else { 1 };
    let body = &body[width..body.len() - width];
    let text = ESCAPED.replace_all(body, |found: &Captures<'_>| match (prefix.contains('r'), &found[1]) {
        (false, "n") => "\n".to_owned(),
        (false, "t") => "\t".to_owned(),
        (false, "\n") => String::new(),
        (false, sign @ ("\\" | "'" | "\"")) => sign.to_owned(),
        _ => found[0].to_owned(),
    });
    match (prefix.contains('f'), value) {
        (false, _) => Some(text.into_owned()),
        (true, None) => None,
        (true, Some((name, value))) => {
            Some(text.replace(&format!("{{{name}}}"), value)).filter(|text| !text.contains('{'))
        }
    }
}

/// A pattern of Python as one of ours: what must not stand beside it is taken with it.
fn ours(pattern: &str) -> String {
    let digits = pattern.replace(r"(?!(\.?\d))", r"(?:$|[^.\d]|\.(?:$|\D))");
    let lookaround = Regex::new(r"\(\?(<?)!(?:\[([^\]]*)\]|(\\\w))\)").expect("tested");
    let replaced = lookaround.replace_all(&digits, |found: &Captures<'_>| {
        let class = found.get(2).or(found.get(3)).map_or("", |class| class.as_str());
        if found[1].is_empty() { format!("(?:$|[^{class}])") } else { format!("(?:^|[^{class}])") }
    });
    replaced.into_owned()
}

pub(super) fn read(source: &ImportSource, file: &Path, text: &str) -> Result<ReadExercises, PackageError> {
    let (mut exercise, mut left_out) = (Exercise::default(), LeftOut::default());
    let text = format!("\n{}", text.replace("\r\n", "\n"));
    let checks = Checks { source, text: &text };
    let mut cases = Vec::new();
    for part in text.split("\n@check").skip(1) {
        let Some((_, rest)) = part.split_once("\ndef ") else { continue };
        let Some((name, body)) = rest.split_once("):") else { continue };
        // It ends before the first line that is not indented.
        let is_outside = |line: &&str| !line.trim().is_empty() && !line.starts_with([' ', '\t']);
        let end = body
            .lines()
            .skip(1)
            .find(is_outside)
            .map_or(body.len(), |line| line.as_ptr() as usize - body.as_ptr() as usize);
        let body = body[..end].trim_start();
        let title = PATTERNS[0].find(body).filter(|found| found.start() == 0);
        let body = body[title.map_or(0, |found| found.end())..].trim_start();
        let title =
            title.and_then(|title| unquoted(title.as_str(), None)).map(|title| title.trim().to_owned());
        let prepares = ["check50.exists(", "check50.c.compile(", "check50.include("];
        match checks.case(body) {
            Some((keys, input, answer)) => cases.push((Keys { title, ..keys }, input, answer)),
            None if prepares.iter().any(|call| body.starts_with(call)) && !body.contains("run(") => {}
            None => {
                let why = "checks that do more than give an input and look at the output are left out";
                left_out.add(why, title.as_deref().or(name.split('(').next()).unwrap_or_default());
            }
        }
    }
    let all = cases.len();
    cases.into_iter().for_each(|(keys, input, answer)| exercise.add_text(all, keys, &input, answer));
    let included = checks.included()?;
    if included.len() * all > MOST_FILES {
        return Err(PackageError::new(file, "it gives programs too many files"));
    }
    for (test, file) in exercise.tests.iter().flat_map(|test| included.iter().map(move |file| (test, file))) {
        let folder = Path::new(CASES).join(format!("{}.files", test.name));
        exercise.files.push((folder.join(file), CaseText::File(file.clone())));
    }
    Ok(ReadExercises { exercises: vec![exercise], notes: left_out.notes().collect() })
}
