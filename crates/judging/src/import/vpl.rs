//! Test cases of VPL for Moodle (`vpl_evaluate.cases`), as its evaluators BIOTES and GIOTES read them.

use std::path::Path;

use regex::escape;
use toml::Value;

use super::exercise::{Also, Exercise, Keys, ReadExercises, number};
use super::source::{ImportSource, LeftOut};
use crate::challenge::Matcher;
use crate::package::PackageError;

/// How far a number may be from that of an answer with a fraction, in proportion to it (`output_checker.cpp`: 0.0001).
const TOLERANCE: &str = "1e-4";

/// The statements, without their spaces: those whose values may have several lines, and the others.
const LONG: [&str; 8] = [
    "input",
    "output",
    "failmessage",
    "failoutputmessage",
    "passmessage",
    "timeoutmessage",
    "failexitcodemessage",
    "finalreportmessage",
];
const SHORT: [&str; 15] = [
    "case",
    "gradereduction",
    "programarguments",
    "expectedexitcode",
    "timelimit",
    "inputend",
    "outputend",
    "multilineend",
    "variation",
    "programtorun",
    "casetitleformat",
    "failmark",
    "passmark",
    "errormark",
    "timeoutmark",
];

/// A case: what it states, in its order.
type Stated = Vec<(&'static str, String)>;

pub(super) fn is_cases(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(statement).is_some() && text.lines().filter_map(statement).any(|(name, ..)| name == "case")
}

/// The statement that a line begins, whether it may have several lines, and its value so far.
fn statement(line: &str) -> Option<(&'static str, bool, &str)> {
    let (name, value) = line.split_once('=')?;
    let name: String = name.split_whitespace().collect::<String>().to_lowercase();
    let known = |all: &'static [&'static str]| all.iter().copied().find(|known| *known == name);
    let (name, is_long) = known(&LONG).map(|name| (name, true)).or(known(&SHORT).map(|name| (name, false)))?;
    Some((name, is_long, value.strip_prefix(' ').unwrap_or(value)))
}

/// All cases. What stands before the first holds for all.
fn cases(text: &str) -> Vec<Stated> {
    let (mut cases, mut usual) = (Vec::<Stated>::new(), Stated::new());
    let (mut end, mut is_open) = (String::new(), false);
    for line in text.lines() {
        let found = statement(line).filter(|_| !is_open || end.is_empty());
        if let Some((name, is_long, value)) = found {
            match name {
                "case" => cases.push(usual.clone()),
                "inputend" | "outputend" | "multilineend" => value.trim().clone_into(&mut end),
                _ => {}
            }
            let stated = cases.last_mut().unwrap_or(&mut usual);
            is_open = is_long;
            let whole = value.strip_suffix(end.as_str()).filter(|_| is_long && !end.is_empty());
            is_open &= whole.is_none();
            stated.push((name, whole.unwrap_or(value).to_owned() + if is_long { "\n" } else { "" }));
        } else if is_open && let Some((_, text)) = cases.last_mut().unwrap_or(&mut usual).last_mut() {
            let last = line.trim_end().strip_suffix(end.as_str()).filter(|_| !end.is_empty());
            is_open = last.is_none();
            *text += last.unwrap_or(line);
            text.push('\n');
        }
    }
    cases
}

pub(super) fn read(_: &ImportSource, _: &Path, text: &str) -> Result<ReadExercises, PackageError> {
    let (mut exercise, mut left_out) = (Exercise::default(), LeftOut::default());
    let cases = cases(text);
    for (index, stated) in cases.iter().enumerate() {
        let all = |wanted: &'static str| {
            stated.iter().filter(move |(name, _)| *name == wanted).map(|(_, value)| value.as_str())
        };
        let get = |wanted| all(wanted).next_back().map(str::trim).filter(|value| !value.is_empty());
        let title = get("case");
        let name = title.map_or_else(|| format!("case {}", index + 1), str::to_owned);
        if get("variation").is_some() || get("programtorun").is_some() {
            left_out.add("cases of variations, or that run another program, are left out", &name);
            continue;
        }
        let mut answers: Vec<_> =
            all("output").filter(|output| !output.trim().is_empty()).flat_map(answers).collect();
        if answers.iter().any(|one| one.compare.check(one.answer.as_bytes()).is_err()) {
            left_out.add("cases whose patterns cannot be read here are left out", &name);
            continue;
        }
        let exit = get("expectedexitcode").and_then(|exit| exit.parse::<i32>().ok());
        // A status from 0 on is another way to be right; one below 0 is demanded beside the output.
        let exit = match exit {
            Some(exit) if answers.is_empty() || exit < 0 => number(f64::from(exit).abs()),
            other => {
                if other.is_some() {
                    left_out.add(
                        "the output alone decides, where VPL also takes an exit status in its place",
                        &name,
                    );
                }
                "any".into()
            }
        };
        let message = get("failmessage").or(get("failoutputmessage"));
        let reduction = get("gradereduction").and_then(|text| match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse().ok(),
            None => text.parse().ok().map(|points: f64| points * 10.0),
        });
        let is_close = |it: &Also| is_numbers(&it.answer) && it.answer.contains(['.', 'e', 'E']);
        let tolerance = || ["float_tolerance", TOLERANCE].map(str::to_owned).to_vec();
        let arguments = answers.iter().any(is_close).then(tolerance);
        let first = (!answers.is_empty()).then(|| answers.remove(0));
        let keys = Keys {
            title: title.map(str::to_owned),
            hint: message.map(str::to_owned),
            args: get("programarguments").and_then(shlex::split).unwrap_or_default(),
            compare: first.as_ref().map(|first| first.compare),
            arguments,
            exit: Some(exit),
            points: reduction.map(number),
            show: message.map(|_| "verdict"),
            time: get("timelimit").and_then(|time| time.parse().ok()).filter(|time| *time > 0.0),
            also: answers,
            ..Keys::default()
        };
        let input = all("input").next_back().unwrap_or_default();
        exercise.add_text(cases.len(), keys, input, first.map(|first| first.answer));
    }
    let more = marked(&mut exercise);
    let notes = left_out.notes().chain(more).collect();
    Ok(ReadExercises { exercises: vec![exercise], notes })
}

/// Turns what each case takes off the mark, in percent, into points. Gives what is to be said of them.
fn marked(exercise: &mut Exercise) -> Option<String> {
    let count = exercise.tests.len();
    let points = |value: &Value| value.as_float().or(Some(value.as_integer()? as f64));
    let named: Vec<f64> =
        exercise.tests.iter().filter_map(|test| points(test.keys.points.as_ref()?)).collect();
    if named.is_empty() {
        return None;
    }
    if named.len() == count && named.iter().all(|reduction| *reduction >= 100.0) {
        exercise.tests.iter_mut().for_each(|test| test.keys.points = None);
        let keys = Keys { points: Some(number(100.0)), score: Some("all"), ..Keys::default() };
        exercise.places.insert(String::new(), keys);
        return None;
    }
    let usual = 100.0 / count as f64;
    exercise.tests.iter_mut().for_each(|test| _ = test.keys.points.get_or_insert_with(|| number(usual)));
    let sum = named.iter().sum::<f64>() + usual * (count - named.len()) as f64;
    ((sum - 100.0).abs() > 1.0).then(|| {
        format!("the reductions add up to {sum:.0} %; VPL takes each off the mark, here they are points of {sum:.0}")
    })
}

fn is_numbers(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches('*');
    !text.trim().is_empty()
        && text.split_whitespace().all(|word| {
            word.parse::<f64>().is_ok() && word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
        })
}

/// What an output is compared with, and how: `"exact"`, `/pattern/`, only numbers, or else words at its end, for which
/// neither capital letters nor punctuation count.
fn answers(stated: &str) -> Vec<Also> {
    let text = stated.trim();
    let one = |compare, answer: String| vec![Also { compare, answer }];
    let quoted = |text: &str| text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    if let Some(exact) = quoted(text) {
        return one(Matcher::Lines, exact + "\n");
    }
    if let Some(end) = text.strip_prefix('*').and_then(quoted) {
        return one(Matcher::Regex, format!("{}$", escape(end.trim_end())));
    }
    if let Some((pattern, flags)) = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
        let flags = [if flags.contains('m') { "m" } else { "s" }, if flags.contains('i') { "i" } else { "" }]
            .concat();
        return one(Matcher::Regex, format!("(?{flags}){}", pattern.replace("\\/", "/")));
    }
    match is_numbers(text) {
        true if !text.starts_with('*') => return one(Matcher::Numbers, text.to_owned() + "\n"),
        true => return one(Matcher::End, text.trim_start_matches('*').trim().to_owned() + "\n"),
        false => {}
    }
    let words: Vec<_> = text
        .split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(escape)
        .collect();
    let any_punctuation = format!("(?i)(^|[\\W_]){}[\\W_]*$", words.join("[\\W_]+"));
    let mut all = one(Matcher::End, text.to_owned() + "\n");
    all.extend((!words.is_empty()).then_some(Also { compare: Matcher::Regex, answer: any_punctuation }));
    all
}
