//! The texts for each state of a machine, without characters that are special to a terminal or a page.

use crate::challenge::{Learned, listed};
use crate::machine::Step;
use crate::transcript::visible_shortened;

/// The texts for a machine.
pub(super) struct Legend {
    /// The output before the first line.
    pub(super) opening: String,
    /// Its states, by number, without that after the end.
    pub(super) states: Vec<State>,
}

/// The texts for a state.
pub(super) struct State {
    /// Counted from 1.
    pub(super) number: usize,
    /// How it is reached.
    pub(super) way: String,
    /// The effect of each line there.
    pub(super) rows: Vec<Row>,
}

/// Lines with the same effect.
pub(super) struct Row {
    /// The lines.
    pub(super) inputs: String,
    /// The answer.
    pub(super) answer: String,
    /// The next state.
    pub(super) to: Place,
}

/// Where a line leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// To the state with this number.
    State(usize),
    /// To the end.
    End,
}

impl Legend {
    pub(super) fn of(learned: &Learned) -> Legend {
        let machine = &learned.machine;
        let living: Vec<_> = (0..machine.states()).filter(|state| !machine.is_over(*state)).collect();
        let place = |to: usize| match living.iter().position(|state| *state == to) {
            Some(place) => Place::State(place + 1),
            None => Place::End,
        };
        let access = machine.access();
        let state = |(place_of, state): (usize, &usize)| State {
            number: place_of + 1,
            way: way(learned, access[*state].as_deref().unwrap_or_default()),
            rows: rows(learned, *state, place),
        };
        Legend { opening: short(&learned.opening), states: living.iter().enumerate().map(state).collect() }
    }
}

fn way(learned: &Learned, word: &[usize]) -> String {
    match word.is_empty() {
        true => "at the beginning".to_owned(),
        false => format!("after {}", listed(word.iter().map(|input| quoted(&learned.lines[*input])))),
    }
}

/// Lines with the same answer and the same next state are in one row; the end of input comes last, if it has
/// an answer.
fn rows(learned: &Learned, state: usize, place: impl Fn(usize) -> Place) -> Vec<Row> {
    let mut groups: Vec<(Step, Vec<String>)> = Vec::new();
    for (input, line) in learned.lines.iter().enumerate() {
        let step = learned.machine.step(state, input);
        match groups.iter_mut().find(|(known, _)| *known == step) {
            Some((_, lines)) => lines.push(quoted(line)),
            None => groups.push((step, vec![quoted(line)])),
        }
    }
    let end = learned.machine.step(state, learned.end());
    if !learned.said(end.output).is_empty() {
        groups.push((end, vec!["end of input".to_owned()]));
    }
    let row = |(step, lines): (Step, Vec<String>)| Row {
        inputs: lines.join(", "),
        answer: short(learned.said(step.output)),
        to: place(step.to),
    };
    groups.into_iter().map(row).collect()
}

fn quoted(line: &str) -> String {
    format!("`{}`", visible_shortened(line.as_bytes()))
}

fn short(text: &str) -> String {
    visible_shortened(visible_line_feeds(text).as_bytes())
}

/// Line feeds as a visible sign, so that the text is one line; other invisible characters are escaped later.
fn visible_line_feeds(text: &str) -> String {
    text.replace('\n', "⏎")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_is_left() {
        assert_eq!(short("a\u{1b}[31m\n"), "a\\u{1b}[31m⏎");
        assert_eq!(quoted("\r"), "`\\r`");
        assert!(short(&"x".repeat(1_000)).contains("(1000 characters)"));
    }
}
