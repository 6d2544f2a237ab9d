//! The freedoms that `[freedom.golf]` of a challenge gives.

use super::Fault;
use super::form::{Folding, Formats, FreedomForm, NumbersForm, Placed, ReplaceForm, Strictness, line_at};
use super::freedoms::{Freedoms, Replacement, TextPattern, Tolerance};

/// How many texts a program may choose from at most.
const MOST_CHOICES: usize = 16;

impl Freedoms {
    /// Reads them from their form in a file of this text. What the form does not mention is as in `usual`.
    pub(super) fn of_form(form: &FreedomForm, text: &str, usual: &Freedoms) -> Result<Freedoms, Fault> {
        let FreedomForm {
            newlines,
            case,
            spaces,
            numbers,
            replace,
            unordered,
            patterns,
            choose,
            inputs,
            optional: _,
            extra: _,
            accept: _,
        } = form;
        let line = |at: usize| line_at(text, at);
        let folds = |given: Option<Folding>, usual| given.map_or(usual, |given| given == Folding::Fold);
        let unordered = unordered.iter().map(|placed| {
            TextPattern::read(placed.get()).map_err(|why| Fault::at(line(placed.start()), why))
        });
        let replace = replace.iter().map(|placed| replacement(placed, line(placed.start())));
        let choose = choose.iter().map(|placed| choice(placed, line(placed.start())));
        Ok(Freedoms {
            newlines: *newlines == Strictness::Around,
            case: folds(*case, usual.case),
            spaces: folds(*spaces, usual.spaces),
            formats: *inputs == Formats::Any,
            numbers: numbers.as_ref().map(|placed| tolerance(placed, line(placed.start()))).transpose()?,
            replace: replace.collect::<Result<_, _>>()?,
            unordered: unordered.collect::<Result<_, _>>()?,
            patterns: *patterns,
            choose: choose.collect::<Result<_, _>>()?,
        })
    }
}

fn tolerance(placed: &Placed<NumbersForm>, line: usize) -> Result<Tolerance, Fault> {
    let tolerance = match placed.get() {
        NumbersForm::Either(error) => Tolerance { absolute: *error, relative: *error },
        NumbersForm::Each(errors) => {
            Tolerance { absolute: errors.absolute.unwrap_or(-1.0), relative: errors.relative.unwrap_or(-1.0) }
        }
    };
    let given = [tolerance.absolute, tolerance.relative];
    let is_meant = given.iter().all(|error| error.is_finite()) && given.iter().any(|error| *error >= 0.0);
    let hint = "write `numbers = 1e-6`, or `numbers = { absolute = 0.01 }`";
    let fault = || Fault::at(line, "`numbers` is the largest error of a number, from 0").hint(hint);
    if is_meant { Ok(tolerance) } else { Err(fault()) }
}

fn replacement(placed: &Placed<ReplaceForm>, line: usize) -> Result<Replacement, Fault> {
    let ReplaceForm { pattern, with } = placed.get();
    match with.contains('\n') {
        true => Err(Fault::at(line, "a part of a line is replaced, so `with` has no new-line")),
        false => Replacement::read(pattern, with).map_err(|why| Fault::at(line, why)),
    }
}

fn choice(placed: &Placed<Vec<String>>, line: usize) -> Result<Vec<String>, Fault> {
    let texts = placed.get();
    let is_known = |(place, text): (usize, &String)| texts[..place].contains(text);
    let what = match &texts[..] {
        _ if texts.iter().any(|text| text.contains('\n')) => {
            "a text to choose is a part of a line".to_owned()
        }
        [first, ..] if first.is_empty() => {
            "the first text to choose is that of the reference, and not empty".to_owned()
        }
        _ if texts.iter().enumerate().any(is_known) => "a text to choose is listed twice".to_owned(),
        texts if !(2..=MOST_CHOICES).contains(&texts.len()) => {
            format!("a choice is from 2 to {MOST_CHOICES} texts")
        }
        texts => return Ok(texts.to_vec()),
    };
    Err(Fault::at(line, what).hint("write lists of texts: `choose = [[\"yes\", \"y\"], [\",\", \";\"]]`"))
}
