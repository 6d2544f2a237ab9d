//! Lines that are no inputs of a built-in game, but that programs take for some: an input with more before or behind it, in other
//! case, or with a neighbour of one of its characters (`a0` beside `a1`); and the lines of `suite::bad`.
//!
//! They are fed at the beginning of a short game and in its middle, a run for each class. Tic-tac-toe has its own, since some of its
//! lines may be read in more than one way.

use super::Case;
use super::bad::{self, Lines};
use crate::challenge::{LONGEST, LineMeaning};
use crate::dialect::{Dialect, Unreadable};

/// The runs for a game that has these inputs, among others.
pub(super) fn runs(dialect: &Dialect, inputs: &[impl AsRef<str>]) -> Vec<Case> {
    let trial = dialect.trial_inputs();
    let (before, after) = trial.split_at(trial.len() / 2);
    let long = inputs.iter().take(1).flat_map(|input| longer(input.as_ref()));
    let near = inputs.iter().flat_map(|input| near(input.as_ref())).chain(long).map(String::into_bytes);
    let near = Lines { name: "near-inputs".to_owned(), lines: bad::once_each(near), is_doubtful: false };
    let run = |Lines { name, mut lines, .. }: Lines| {
        lines.retain(|line| dialect.domain().decides(line) && is_refused(dialect, line));
        let inputs = [&lines, before, &lines, after].concat();
        (!lines.is_empty()).then(|| Case { name: format!("lines-{name}"), dialect: dialect.clone(), inputs })
    };
    [near].into_iter().chain(bad::lines(&[TARGET])).filter_map(run).collect()
}

/// To which number others wrap: a row of every board.
const TARGET: i128 = 3;

/// Lines that a program may take for an input.
fn near(input: &str) -> Vec<String> {
    let mut near = vec![input.to_uppercase(), input.repeat(2), format!("{input} {input}")];
    near.extend([" ", ".", "!", "1", "x", " x", "\tx", ",x"].map(|behind| format!("{input}{behind}")));
    near.extend([" ", "x", "x ", "\t", "o:"].map(|before| format!("{before}{input}")));
    near.extend(SCRIPTS.iter().map(|script| input.chars().map(|sign| in_script(sign, script)).collect()));
    for (at, sign) in input.bytes().enumerate() {
        for other in [sign - 1, sign + 1] {
            let mut line = input.as_bytes().to_vec();
            line[at] = other;
            near.extend(String::from_utf8(line));
        }
    }
    near
}

/// Digits, from 0, and perhaps letters of other scripts, which many languages take for those of ASCII.
const SCRIPTS: [(&str, &str); 4] = [
    ("\u{ff10}\u{ff11}\u{ff12}\u{ff13}\u{ff14}\u{ff15}\u{ff16}\u{ff17}\u{ff18}\u{ff19}", ""),
    ("٠١٢٣٤٥٦٧٨٩", ""),
    ("⁰¹²³⁴⁵⁶⁷⁸⁹", ""),
    ("0123456789", "ａｂｃｄｅｆｇｈ"),
];

fn in_script(sign: char, (digits, letters): &(&str, &str)) -> char {
    let place = |first: char| (sign as usize).checked_sub(first as usize);
    let digit = place('0').and_then(|place| digits.chars().nth(place));
    digit.or(place('a').and_then(|place| letters.chars().nth(place))).unwrap_or(sign)
}

/// An input with as much behind it as a line of each length that may decide has, for programs that cut long lines.
fn longer(input: &str) -> impl Iterator<Item = String> {
    let behind = (1..=LONGEST.saturating_sub(input.len()))
        .flat_map(|length| ["0", "x"].map(|sign| sign.repeat(length)));
    behind.map(move |behind| format!("{input}{behind}"))
}

/// Whether a line is not an input, though some programs may read it as one. With a reference that is not known, so any line may be.
pub(super) fn is_refused(dialect: &Dialect, line: &[u8]) -> bool {
    match dialect {
        Dialect::Declared(declared) => {
            let table = declared.table();
            table.classify(line) == LineMeaning::Other && table.may_be_fed(line, false)
        }
        Dialect::Observed(_) => true,
        _ => {
            let is_end = || {
                dialect
                    .vocabulary()
                    .is_some_and(|known| known.endings.iter().any(|end| end.as_bytes() == line))
            };
            let is_answered = || dialect.readings(line).is_some_and(|readings| !readings.is_silence);
            dialect.cell(line).is_none()
                && !is_end()
                && match dialect.referee(false).answer(line).1 {
                    Some(Unreadable::Certain) => true,
                    Some(Unreadable::Doubtful) => is_answered(),
                    _ => false,
                }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_nearly_inputs_are_none() {
        for (dialect, input, near, inputs) in [
            (
                Dialect::Marubatsu,
                "a1",
                &["a0", "A1", "a1 ", "a1 x", "`1", "\u{e9}", "a１", "a¹", "ａ1"][..],
                &["a2", "b1"][..],
            ),
            (Dialect::Marubatsu, "resign", &["RESIGN", "resign.", " resign", "resigm"], &["resign"]),
            (Dialect::Othello, "d3", &["x", "pass", "q"], &["D3", "d4", "d3!", ""]),
        ] {
            let runs = runs(&dialect, &[input]);
            let trial = dialect.trial_inputs();
            let fed: Vec<_> =
                runs.iter().flat_map(|run| &run.inputs).filter(|line| !trial.contains(line)).collect();
            let is_fed = |line: &&&str| fed.iter().any(|fed| fed == &line.as_bytes());
            assert_eq!(near.iter().find(|line| !is_fed(line)), None, "{dialect:?}: {input}");
            assert_eq!(inputs.iter().find(is_fed), None, "{dialect:?}: {input}");
        }
    }
}
