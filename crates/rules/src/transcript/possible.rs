//! The hidden choices that are still possible, by a program's output so far, while it runs.
//!
//! This only decides the next line for a program. The verdict is based on the whole output
//! ([`follow`](super::follow)). So it may guess: a program that does not show its answer is assumed to have
//! given the one of most choices.

use std::cmp::Reverse;

use super::comparison::DivergenceKind;
use super::expected::step;
use super::reader::Reader;
use crate::challenge::State;
use crate::dialect::{Declared, Dialect, Referee, Speech};
use crate::session::Event;

/// The hidden choices that are still possible.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The states, one for each remaining choice.
    pub states: Vec<State>,
    /// How many inputs came after the end of the run, if it has ended.
    pub after_end: Option<usize>,
    /// How often choices were made anew.
    pub redraws: usize,
    /// Whether some of the inputs were not answered yet, so that more may be left.
    pub is_guess: bool,
}

/// A game for some choices, and the place that it has come to in the output. Without a place if the output ends before.
struct Line<'a> {
    referee: Referee,
    reader: Option<Reader<'a>>,
}

/// The choices of a program with this output after these inputs. `None` if no choice is possible.
#[doc(hidden)]
pub fn possible(declared: &Declared, inputs: &[Vec<u8>], output: &[u8]) -> Option<Possible> {
    let dialect = Dialect::Declared(declared.clone());
    let reader = Reader::new(&dialect, output);
    let openings = declared.undecided().openings().into_iter();
    let openings = openings.map(|(events, referee)| (events, Line { referee, reader: Some(reader.clone()) }));
    let (mut lines, mut is_guess) = found(0, openings.collect());
    let mut ended = None;
    for (input, place) in inputs.iter().zip(1..) {
        if lines.iter().all(|line| line.referee.has_ended()) {
            ended.get_or_insert(place - 1);
            break;
        }
        let answers = lines.iter().flat_map(|line| {
            let answers = line.referee.answers(input).into_iter();
            answers.map(|((events, _), referee)| (events, Line { referee, reader: line.reader.clone() }))
        });
        let (next, is_guessed) = found(place, answers.collect());
        (lines, is_guess) = (next, is_guess || is_guessed);
    }
    let is_over = !lines.is_empty() && lines.iter().all(|line| line.referee.has_ended());
    let ended = ended.or(is_over.then_some(inputs.len()));
    let mut states: Vec<_> = lines.iter().flat_map(|line| line.referee.states()).collect();
    states.sort();
    states.dedup();
    let after_end = ended.map(|ended| inputs.len() - ended);
    let redraws = lines.first().map_or(0, |line| line.referee.redraws());
    (!states.is_empty()).then_some(Possible { states, after_end, redraws, is_guess })
}

/// The answers that the output contains; if it ends before them, the answer that most choices would give.
/// Also returns whether there were others.
fn found<'a>(place: usize, answers: Vec<(Vec<Event>, Line<'a>)>) -> (Vec<Line<'a>>, bool) {
    let (mut found, mut open): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
    for (events, Line { referee, reader }) in answers {
        let Some(reader) = reader else {
            open.push(Line { referee, reader: None });
            continue;
        };
        match reader.answers(place, &step("", events, &referee, false)) {
            Ok(readers) => {
                let line = |reader| Line { referee: referee.clone(), reader: Some(reader) };
                readers.into_iter().map(line).for_each(|line| keep(&mut found, line));
            }
            Err(divergence) if divergence.kind == DivergenceKind::Early => {
                open.push(Line { referee, reader: None });
            }
            Err(_) => {}
        }
    }
    if !found.is_empty() {
        return (found, false);
    }
    let is_guess = open.len() > 1;
    // A choice that is made anew may be any: that says nothing of how many have led there.
    let likeliness = |line: &Line| (Reverse(line.referee.redraws()), line.referee.states().len());
    let likeliest = open.into_iter().rev().max_by_key(likeliness);
    (likeliest.into_iter().collect(), is_guess)
}

/// Adds a line, unless there is an equivalent one.
fn keep<'a>(lines: &mut Vec<Line<'a>>, line: Line<'a>) {
    let is_same = |other: &Line| {
        let readers = other.reader.as_ref().zip(line.reader.as_ref());
        readers.is_some_and(|(one, other)| one.is_level_with(other))
            && other.referee.is_level_with(&line.referee)
    };
    if !lines.iter().any(is_same) {
        lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUESS: &str = r#"
        title = "Guess"
        open = ["prompt"]
        [hidden]
        secret = "1..=9"
        [input]
        guess = '(?<n>[1-9])'
        [[rule]]
        on = "guess"
        when = "n == secret"
        say = ["right"]
        end = true
        [[rule]]
        on = "guess"
        when = "n < secret"
        say = ["higher", "prompt"]
        [[rule]]
        on = "*"
        say = ["lower", "prompt"]
        [words]
        prompt = "> "
        right = "Right!\n"
        higher = "Higher.\n"
        lower = "Lower.\n"
        [freedom.golf]
        newlines = "around"
        case = "fold"
    "#;

    /// How many choices are left, how many inputs came after the end, and whether more may be left.
    fn states_of(inputs: &[&str], output: &str) -> Option<(usize, Option<usize>, bool)> {
        let declared = Declared::read("guess", GUESS).unwrap();
        let inputs: Vec<_> = inputs.iter().map(|line| line.as_bytes().to_vec()).collect();
        let possible = possible(&declared, &inputs, output.as_bytes())?;
        Some((possible.states.len(), possible.after_end, possible.is_guess))
    }

    #[test]
    fn every_answer_rules_choices_out() {
        assert_eq!(states_of(&[], "> "), Some((9, None, false)));
        assert_eq!(states_of(&["4"], "> Higher.\n> "), Some((5, None, false)));
        assert_eq!(states_of(&["4", "6"], "> \r\nHIGHER.\n\n> Lower.\n> "), Some((1, None, false)));
        assert_eq!(states_of(&["4"], "> Right!\n"), Some((1, Some(0), false)));
        assert_eq!(states_of(&["4", "x"], "> Right!\n"), Some((1, Some(1), false)));
    }

    #[test]
    fn where_no_choice_is_left_there_is_none() {
        assert_eq!(states_of(&["4", "3"], "> Higher.\n> Lower.\n> "), None);
        assert_eq!(states_of(&["4"], "> What?\n> "), None);
    }

    #[test]
    fn output_that_is_kept_back_is_guessed() {
        // The answer is there, only the prompt is not.
        assert_eq!(states_of(&["4"], "> Higher.\n"), Some((5, None, false)));
        // Nothing is there; five of nine would say that it is higher.
        assert_eq!(states_of(&["4"], ""), Some((5, None, true)));
        assert_eq!(states_of(&["4", "8"], "> "), Some((3, None, true)));
        // Later all of it comes.
        assert_eq!(states_of(&["4", "8"], "> Lower.\n> Lower.\n> "), Some((3, None, false)));
    }
}
