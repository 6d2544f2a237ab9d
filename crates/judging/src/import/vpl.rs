//! Test cases of VPL for Moodle (`vpl_evaluate.cases`), as its evaluators BIOTES and GIOTES read them.

use regex::escape;

use super::exercise::{Exercise, ReadExercises, words};
use super::source::{ImportSource, points_in, positive};
use crate::challenge::Matcher;
use crate::kattis::{WrittenAnswer, WrittenCase};
use crate::package::PackageError;

/// How far a number may be from that of an answer with a fraction, in proportion to it (`output_checker.cpp`: 0.0001).
const TOLERANCE: &str = "float_tolerance 1e-4";

/// What stands between words: anything in ASCII but letters and digits. A class of all of Unicode would make patterns of many
/// words larger than is allowed.
const OTHER: &str = "[[:ascii:]--[:alnum:]]";

/// The statements, without their spaces: those whose values may have several lines, and the others.
const LONG: &str = "input output failmessage failoutputmessage passmessage timeoutmessage failexitcodemessage \
                    finalreportmessage";
const SHORT: &str = "case gradereduction programarguments expectedexitcode timelimit inputend outputend multilineend \
                     variation programtorun casetitleformat failmark passmark errormark timeoutmark";

/// Statements that change how those after them are read.
const ENDS: [&str; 3] = ["inputend", "outputend", "multilineend"];

/// The statement that a line begins, whether it may have several lines, and its value so far.
fn statement(line: &str) -> Option<(String, bool, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.split_whitespace().collect::<String>().to_lowercase();
    let is_long = LONG.split(' ').any(|long| long == name);
    let is_known = is_long || SHORT.split(' ').any(|short| short == name);
    is_known.then(|| (name, is_long, value.strip_prefix(' ').unwrap_or(value)))
}

/// All cases: what each states, in its order. What stands before the first holds for all.
fn cases(text: &str) -> Vec<Vec<(String, String)>> {
    let (mut cases, mut usual) = (Vec::<Vec<_>>::new(), Vec::new());
    let mut is_open = false;
    for line in text.lines() {
        if let Some((name, is_long, value)) = statement(line) {
            if name == "case" {
                cases.push(usual.clone());
            }
            is_open = is_long;
            cases.last_mut().unwrap_or(&mut usual).push((name, format!("{value}\n")));
        } else if is_open && let Some((_, text)) = cases.last_mut().unwrap_or(&mut usual).last_mut() {
            *text += &format!("{line}\n");
        }
    }
    cases
}

pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    for stated in cases(&source.text) {
        if stated.iter().any(|(name, _)| ENDS.contains(&name.as_str())) {
            return Err(source.fault("values with an end of their own (`input end`) cannot be imported"));
        }
        let all = |wanted: &'static str| {
            stated.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        let get = |wanted| all(wanted).next_back().map(str::trim).filter(|value| !value.is_empty());
        let title = get("case").map(str::to_owned);
        let name = title.as_deref().unwrap_or("a case without a name");
        if get("variation").or(get("programtorun")).is_some() {
            reading.leave_out("cases of variations, or that run another program, are left out", name);
            continue;
        }
        let outputs = all("output").filter(|output| !output.trim().is_empty());
        let mut answers: Vec<_> = outputs.flat_map(answers).collect();
        let is_close = |it: &WrittenAnswer| is_numbers(&it.answer) && it.answer.contains(['.', 'e', 'E']);
        let exit = get("expectedexitcode").and_then(|exit| exit.parse().ok());
        // Where nothing is demanded, VPL takes what has no numbers.
        if answers.is_empty() && exit.is_none() {
            answers.push(WrittenAnswer { compare: Matcher::Regex, answer: r"^\D*$".to_owned() });
        }
        // A status from 0 on is another way to be right; one below 0 is demanded beside the output.
        let demanded = exit.filter(|exit: &i64| answers.is_empty() || *exit < 0);
        let ends = answers.iter().filter(|it| it.compare == Matcher::End);
        if ends.filter(|it| is_close(it)).count() > 0 {
            reading.leave_out("beside other text, numbers after `*` that are only close are not taken", name);
        }
        if exit.is_some() && demanded.is_none() {
            let why = "the output alone decides, where VPL also takes an exit status in its place";
            reading.leave_out(why, name);
        }
        let message = get("failmessage").or(get("failoutputmessage"));
        let percent = get("gradereduction").map(|text| (text.trim_end_matches('%'), text.ends_with('%')));
        let reduction = percent.and_then(|(text, is)| Some(points_in(text)? * if is { 1.0 } else { 10.0 }));
        let keys = WrittenCase {
            hint: message.map(str::to_owned),
            args: get("programarguments").and_then(shlex::split).filter(|args| !args.is_empty()),
            arguments: if answers.iter().any(is_close) { words(TOLERANCE) } else { None },
            exit: Some(demanded.map_or("any".into(), |exit| exit.saturating_abs().into())),
            points: reduction,
            show: message.map(|_| "verdict"),
            time: get("timelimit").and_then(positive),
            title,
            ..WrittenCase::default()
        };
        exercise.add_text(keys, all("input").next_back().unwrap_or_default(), answers);
    }
    mark(&mut exercise, &mut reading);
    reading.exercises.push(exercise);
    Ok(reading)
}

/// Turns what each case takes off the mark, in percent, into points.
fn mark(exercise: &mut Exercise, reading: &mut ReadExercises) {
    let named: Vec<f64> = exercise.tests.iter().filter_map(|test| test.keys.points).collect();
    let count = exercise.tests.len();
    if named.is_empty() {
        return;
    }
    if named.len() == count && named.iter().all(|reduction| *reduction >= 100.0) {
        exercise.tests.iter_mut().for_each(|test| test.keys.points = None);
        exercise.usual().points = Some(100.0);
        return;
    }
    let usual = 100.0 / count as f64;
    exercise.tests.iter_mut().for_each(|test| _ = test.keys.points.get_or_insert(usual));
    let sum = named.iter().sum::<f64>() + usual * (count - named.len()) as f64;
    if (sum - 100.0).abs() > 1.0 {
        reading.note(&format!(
            "the reductions add up to {sum:.0} %; VPL takes each off the mark, here they are points of {sum:.0}"
        ));
    }
}

fn is_numbers(text: &str) -> bool {
    let is_number = |word: &str| {
        word.parse::<f64>().is_ok() && word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    };
    !text.trim().is_empty() && text.split_whitespace().all(is_number)
}

/// A pattern of an output whose last numbers are these, whatever text is beside them. A number is a row of signs of which it may
/// consist; only what has no fraction is also written without one. `None` for numbers with an exponent.
fn last_numbers(stated: &str) -> Option<String> {
    const NO: &str = "[^-+.0-9eE]";
    let number = |word: &str| {
        let (sign, digits) = match word.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => (r"\+?", word.trim_start_matches('+')),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let [whole, part] = [whole.trim_start_matches('0'), part.trim_end_matches('0')];
        let sign = if whole.is_empty() && part.is_empty() { "[-+]?" } else { sign };
        let rest = match (digits.contains('.'), part) {
            (false, _) => String::new(),
            (true, "") => r"(\.0*)?".to_owned(),
            (true, part) => format!(r"\.{part}0*"),
        };
        let zeros = if whole.is_empty() && part.is_empty() { "0+" } else { "0*" };
        Some(format!("{sign}{zeros}{whole}{rest}")).filter(|_| !word.contains(['e', 'E']))
    };
    let numbers: Vec<_> = stated.split_whitespace().map(number).collect::<Option<_>>()?;
    let between = format!("{NO}([^0-9]*{NO})?[eE]*");
    Some(format!("(^|{NO})[eE]*{}({NO}[^0-9]*)?$", numbers.join(&between)))
}

/// What an output is compared with, and how: `"exact"`, `/pattern/`, only numbers, or else words at its end, for which
/// neither capital letters nor punctuation count. After `*` only the end of the output counts.
fn answers(stated: &str) -> Vec<WrittenAnswer> {
    let text = stated.trim();
    let (is_end, bare) = text.strip_prefix('*').map_or((false, text), |bare| (true, bare.trim()));
    let quoted = bare.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let pattern = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (compare, answer) = match (quoted, pattern) {
        (Some(exact), _) if is_end => (Matcher::Regex, format!("{}$", escape(exact.trim_end()))),
        (Some(exact), _) => (Matcher::Lines, format!("{exact}\n")),
        (_, Some((pattern, flags))) => {
            let lines = if flags.contains('m') { "m" } else { "s" };
            let capitals = if flags.contains('i') { "i" } else { "" };
            (Matcher::Regex, format!("(?{lines}{capitals}){}", pattern.replace("\\/", "/")))
        }
        _ if is_numbers(bare) && is_end => {
            let last = WrittenAnswer { compare: Matcher::End, answer: format!("{bare}\n") };
            let also = last_numbers(bare).map(|answer| WrittenAnswer { compare: Matcher::Regex, answer });
            return [last].into_iter().chain(also).collect();
        }
        _ if is_numbers(bare) => (Matcher::Numbers, format!("{bare}\n")),
        _ => {
            let words = text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
            let words: Vec<_> = words.filter(|word| !word.is_empty()).map(escape).collect();
            let any_punctuation = format!("(?i)(^|{OTHER}){}{OTHER}*$", words.join(&format!("{OTHER}+")));
            let also = WrittenAnswer { compare: Matcher::Regex, answer: any_punctuation };
            let first = WrittenAnswer { compare: Matcher::End, answer: format!("{text}\n") };
            return [Some(first), Some(also).filter(|_| !words.is_empty())].into_iter().flatten().collect();
        }
    };
    vec![WrittenAnswer { compare, answer }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_numbers_count_whatever_is_beside_them() {
        for (stated, output, is_right) in [
            ("7", "7", true),
            ("7", "the sum is: 7!\n", true),
            ("7", "Total 7 items\n", true),
            ("7", "7, bye", true),
            ("7", "10 7 kg", true),
            ("7", "x7", true),
            ("7", "The7sum", true),
            ("7", "+07", true),
            ("7", "7 8", false),
            ("7", "17", false),
            ("7", "-7", false),
            ("7", "7.5", false),
            ("7", "7.0", false),
            ("7", "7e1", false),
            ("7", "seven", false),
            ("-3 4", "from -3 to 4.\n", false),
            ("-3 4", "1: from -3\nto 4 m", true),
            ("-3 4", "-3 5 4", false),
            ("0", "-0", true),
            ("2.50", "it costs 2.5 euros", true),
            ("2.50", "it costs 2.51 euros", false),
            (".5", "0.50 l", true),
            ("3.0", "3 l", true),
        ] {
            let pattern = regex::Regex::new(&last_numbers(stated).unwrap()).unwrap();
            assert_eq!(pattern.is_match(output), is_right, "{stated} in {output}");
        }
        assert_eq!(last_numbers("1e3"), None);
    }
}
