//! Checks of check50, in Python: those that give a program an input and look at its output become cases. The text is read by
//! patterns, and is never run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex, escape};

use super::command::Started;
use super::exercise::{Exercise, ReadExercises};
use super::source::ImportSource;
use crate::challenge::Matcher;
use crate::kattis::{WrittenAnswer, WrittenCase};
use crate::package::PackageError;

/// A text in quotes, and any value that need not be worked out: texts one after the other, a number, the end of the output, a
/// file, a function of one of these, or a name for one.
const TEXT: &str = r#"[rRuUfF]{0,2}(?:"{3}(?s:[^\\]|\\.)*?"{3}|'{3}(?s:[^\\]|\\.)*?'{3}|"(?:[^"\\\n]|\\(?s:.))*"|'(?:[^'\\\n]|\\(?s:.))*')"#;
const VALUE: &str = r"(?:TEXT(?:\s*\+?\s*TEXT)*|-?\d+(?:\.\d+)?|True|False|(?:check50\.)?EOF|\w+\((?:TEXT|-?\d+(?:\.\d+)?|\w+)\)(?:\.read\(\))?|\w+)";
const ARGUMENT: &str = r"(?:(\w+)\s*=\s*)?(VALUE)\s*(?:,|$)";
const CALL: &str = r"\.?\s*(\w+)\(((?:\s*(?:\w+\s*=\s*)?VALUE\s*,?)*)\s*\)";
const NAMED: &str = r"^\s*(\w+)\s*=\s*(VALUE)[ \t]*\n";
const CHAIN: &str = r"^\s*(?:\w+\s*=\s*)?\(?\s*(?:check50\.)?((?:\s*CALL)+)\s*\)?[\s;]*$";

/// A check: the name of its function, its description, and the indented lines after that.
const CHECK: &str =
    r"(?m)^@(?:check50\.)?check\((?s:.*?)^def (\w+)\(.*\n\s*(TEXT)?((?:.*\n)(?:[ \t].*\n|\n)*)";

/// What must not stand beside a pattern.
const BESIDE: &str = r"\(\?(<?)!(?:\[([^\]]*)\]|(\\\w))\)";

/// Where an output begins, in a pattern.
const BEGIN: &str = r"^((?:\(\?\w+\))?)\^";

static PATTERNS: LazyLock<[Regex; 8]> = LazyLock::new(|| {
    let whole = |pattern: &str| pattern.replace("CALL", CALL).replace("VALUE", VALUE).replace("TEXT", TEXT);
    let all = [TEXT, ARGUMENT, CALL, CHAIN, CHECK, BESIDE, NAMED, BEGIN];
    all.map(|pattern| Regex::new(&whole(pattern)).expect("tested"))
});

#[derive(Clone, Copy, PartialEq)]
enum Literal {
    Text,
    Number,
    /// The end of the output.
    End,
}

/// Names that a check gives to values before it uses them.
type CheckValues<'a> = BTreeMap<&'a str, (Literal, String)>;

/// The checks, and where their files are.
struct Checks<'a> {
    source: &'a ImportSource,
    text: &'a str,
}

impl Checks<'_> {
    /// What a value in a check stands for. `None` if it has to be worked out.
    fn value(&self, value: &str, named: &CheckValues<'_>) -> Option<(Literal, String)> {
        let is_text = PATTERNS[0].find(value).is_some_and(|found| found.start() == 0);
        match value {
            _ if named.contains_key(value) => named.get(value).cloned(),
            "True" | "False" => Some((Literal::Text, value.to_owned())),
            "EOF" | "check50.EOF" => Some((Literal::End, "$".to_owned())),
            _ if value.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                Some((Literal::Number, value.to_owned()))
            }
            _ if is_text => {
                let texts = PATTERNS[0].find_iter(value).map(|one| unquoted(one.as_str(), None));
                Some((Literal::Text, texts.collect::<Option<_>>()?))
            }
            _ => {
                let (name, rest) = value.split_once('(')?;
                let (_, inner) = self.value(rest.trim_end_matches(".read()").strip_suffix(')')?, named)?;
                let found = match name {
                    "open" => self.source.read(&inner).ok()?,
                    name => self.called(name, &inner)?,
                };
                Some((Literal::Text, found))
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

    /// The arguments of a call: their names, if any, and values.
    fn arguments<'b>(
        &self,
        given: &'b str,
        named: &CheckValues<'_>,
    ) -> Option<Vec<(&'b str, Literal, String)>> {
        let found = PATTERNS[1].captures_iter(given).map(|found| {
            let (kind, text) = self.value(&found[2], named)?;
            Some((found.get(1).map_or("", |name| name.as_str()), kind, text))
        });
        found.collect()
    }

    /// Adds the case that a check is. `None` if it does anything else.
    fn add(&self, title: &str, body: &str, exercise: &mut Exercise) -> Option<()> {
        let (mut named, mut body) = (CheckValues::new(), body);
        while let Some(found) = PATTERNS[6].captures(body) {
            let value = self.value(&found[2], &named)?;
            named.insert(found.get(1)?.as_str(), value);
            body = &body[found[0].len()..];
        }
        let calls = PATTERNS[3].captures(body)?.get(1)?.as_str();
        let mut keys = WrittenCase { title: Some(title.to_owned()), ..WrittenCase::default() };
        let (mut input, mut wanted, mut is_asked) = (String::new(), Vec::<String>::new(), false);
        for call in PATTERNS[2].captures_iter(calls) {
            let arguments = self.arguments(call.get(2)?.as_str(), &named)?;
            let is_not =
                |key, value: &str| !arguments.iter().any(|(name, _, text)| *name == key && text == value);
            // What is asked before an input is no part of the output after it.
            is_asked |= &call[1] == "stdin" && is_not("prompt", "False");
            if let ("stdout", Some(("" | "str_output", Literal::Text, text))) = (&call[1], arguments.get(1)) {
                keys.hint = Some(format!("the output is to have: {}", text.trim()));
            }
            let first = arguments.first().filter(|(name, ..)| ["", "code"].contains(name));
            match (&call[1], first.map(|(_, kind, text)| (*kind, text.as_str()))) {
                ("run", Some((Literal::Text, command))) => keys.args = Started::of(command)?.given(),
                ("stdin", Some((Literal::Text | Literal::Number, line))) => input += &format!("{line}\n"),
                ("stdout", Some((Literal::Text, "")))
                | ("stdin", Some((Literal::End, _)))
                | ("exit", None) => {}
                ("stdout", Some((Literal::Text, text))) if is_not("regex", "False") => {
                    let begin = if is_asked { "${1}(?:^|[:?>=])" } else { "$0" };
                    wanted.push(PATTERNS[7].replace(&without_lookaround(text), begin).into_owned());
                }
                ("stdout", Some((Literal::Text, text))) => wanted.push(escape(text)),
                ("stdout", Some((Literal::Number, number))) => {
                    let before = if number.starts_with('-') { "" } else { r"(?:^|[^\d\-])" };
                    wanted.push(format!(r"{before}{}(?:$|[^.\d]|\.(?:$|\D))", escape(number)));
                }
                ("stdout", Some((Literal::End, end))) if !wanted.is_empty() => wanted.push(end.to_owned()),
                ("exit", Some((Literal::Number, status))) => {
                    keys.exit = Some(status.parse::<i64>().ok()?.into());
                }
                _ => return None,
            }
        }
        // The end of the output so far is none in the whole of it.
        if wanted.iter().rev().skip(1).any(|pattern| pattern.ends_with('$') && !pattern.ends_with("\\$")) {
            return None;
        }
        let answer = match &wanted[..] {
            [] if keys.exit.is_none() => return None,
            [] => None,
            [one] if one.trim() == one && escape(one) == *one => Some((Matcher::Contains, one.clone())),
            many => Some((Matcher::Regex, format!("(?s){}", many.join(".*?").replace(".*?$", "$")))),
        };
        let answer = answer.map(|(compare, answer)| WrittenAnswer { compare, answer });
        exercise.add_text(keys, &input, answer.into_iter().collect());
        Some(())
    }
}

/// The text between quotes. With a value for a name its braces are replaced, as an f-string does; without one there must be none.
fn unquoted(quoted: &str, value: Option<(&str, &str)>) -> Option<String> {
    static HOLE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\{\{|\}\}|\{(?:(?:re\.)?(escape)\()?(\w+)\)?\}|\{").expect("tested"));
    static ESCAPED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)\\(.)").expect("tested"));
    let (prefix, body) = quoted.split_at(quoted.find(['"', '\''])?);
    let has = |letter| prefix.to_lowercase().contains(letter);
    let width = if body.starts_with("\"\"\"") || body.starts_with("'''") { 3 } else { 1 };
    let body = &body[width..body.len() - width];
    let text = ESCAPED.replace_all(body, |found: &Captures<'_>| match &found[1] {
        _ if has('r') => found[0].to_owned(),
        "n" => "\n".to_owned(),
        "t" => "\t".to_owned(),
        "\n" => String::new(),
        sign @ ("\\" | "'" | "\"") => sign.to_owned(),
        _ => found[0].to_owned(),
    });
    match value {
        _ if !has('f') => Some(text.into_owned()),
        Some((name, value)) => {
            let mut is_known = true;
            let filled = HOLE.replace_all(&text, |found: &Captures<'_>| match (&found[0], found.get(2)) {
                ("{{", _) => "{".to_owned(),
                ("}}", _) => "}".to_owned(),
                (_, Some(hole)) if hole.as_str() == name && found.get(1).is_some() => escape(value),
                (_, Some(hole)) if hole.as_str() == name => value.to_owned(),
                _ => {
                    is_known = false;
                    String::new()
                }
            });
            Some(filled.into_owned()).filter(|_| is_known)
        }
        None => None,
    }
}

/// A pattern of Python as one of ours: what must not stand beside it is taken with it.
fn without_lookaround(pattern: &str) -> String {
    let replaced = PATTERNS[5].replace_all(pattern, |found: &Captures<'_>| {
        let class = found.get(2).or(found.get(3)).map_or("", |class| class.as_str());
        format!("(?:{}|[^{class}])", if found[1].is_empty() { "$" } else { "^" })
    });
    replaced.into_owned()
}

pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    exercise.usual().exit = Some("any".into());
    let text = format!("\n{}\n", source.text);
    let checks = Checks { source, text: &text };
    for check in PATTERNS[4].captures_iter(&text) {
        let title = check.get(2).and_then(|title| unquoted(title.as_str(), None));
        let title = title.as_deref().unwrap_or(&check[1]).trim();
        let body = check[3].trim();
        let prepares = ["check50.exists(", "check50.c.compile(", "check50.include("];
        let is_case = checks.add(title, body, &mut exercise).is_some();
        if !is_case && (!prepares.iter().any(|call| body.starts_with(call)) || body.contains("run(")) {
            let why = "checks that do more than give an input and look at the output are left out";
            reading.leave_out(why, title);
        }
    }
    // Files that programs find beside them.
    let calls = text.split("check50.include(").skip(1);
    let named =
        calls.filter_map(|rest| checks.arguments(rest.split(')').next()?, &CheckValues::new())).flatten();
    let named: Vec<_> = named.map(|(.., name)| name).collect();
    if !named.is_empty() {
        exercise.beside = source.files()?;
        exercise.beside.retain(|file| named.iter().any(|name| file.starts_with(name)));
    }
    reading.exercises.push(exercise);
    Ok(reading)
}
