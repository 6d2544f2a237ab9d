//! A failed game, step by step: the input, the expected answer, and what the program printed.
//!
//! Up to the failure the output is as expected, so its answers can be separated by their prompts. The step of
//! the failure has all the rest.

use std::ops::Range;

use crate::dialect::Dialect;
use crate::game::Board;
use crate::runner::FailedRun;
use crate::session::Event;
use crate::suite::Case;
use crate::transcript::{Comparison, Divergence, Expected, Item, Kind, Profile, Step, Transcript, follow};
use crate::transcript::{visible, visible_shortened};

pub(super) struct Frame {
    /// The number of the step: 0 before any input.
    pub(super) step: usize,
    /// The input, made visible. `None` before the first.
    pub(super) input: Option<String>,
    pub(super) expected: Marked,
    pub(super) came: Marked,
    /// The expected board.
    pub(super) board: Board,
    /// The last board that the program showed, if any.
    pub(super) shown: Option<Board>,
    /// Whether it showed this board in this step.
    pub(super) is_fresh: bool,
    pub(super) is_board_missing: bool,
}

/// A text in which the first difference may be marked; made visible.
#[derive(Default)]
pub(super) struct Marked {
    pub(super) before: String,
    pub(super) mark: Option<DifferenceMark>,
    pub(super) after: String,
}

/// The first difference.
pub(super) enum DifferenceMark {
    Text(String),
    /// In something that cannot be shown, described by a word.
    Word(&'static str),
}

/// How much is shown after the first difference, in bytes.
const AFTER: usize = 400;

/// The steps of a failed run, up to the one that it failed in.
pub(super) fn frames(dialect: &Dialect, profile: Profile, run: &FailedRun) -> Vec<Frame> {
    let case = Case { name: String::new(), dialect: dialect.clone(), inputs: run.inputs.clone() };
    let found = follow(case.expected(profile), &run.output, profile);
    let Comparison { expected: reference, divergence, .. } = found;
    let last = divergence.as_ref().map_or(reference.steps().len() - 1, |divergence| divergence.step);
    let at = divergence.as_ref().map_or(usize::MAX, |divergence| divergence.at);
    let transcript = Transcript::parse(dialect, &run.output);
    let mut items = transcript.items();
    let mut frames: Vec<Frame> = Vec::new();
    for (number, step) in reference.steps()[..=last].iter().enumerate() {
        let before = items.iter().take_while(|item| item.at.end <= at).count();
        let length = if number == last { items.len() } else { answer(items, step).min(before) };
        let (answer, rest) = items.split_at(length);
        items = rest;
        let input = number.checked_sub(1).map(|place| visible_shortened(&case.inputs[place]));
        let divergence = divergence.as_ref().filter(|_| number == last);
        let shown = frames.last().and_then(|frame| frame.shown.clone());
        frames.push(Frame {
            step: number,
            input,
            expected: expected(dialect, step, divergence),
            came: came(run, answer, divergence),
            ..Frame::showing(step, answer, shown, divergence)
        });
    }
    frames
}

impl Frame {
    /// The boards of a step, without its texts.
    fn showing(step: &Step, answer: &[Item], last: Option<Board>, divergence: Option<&Divergence>) -> Frame {
        let Event::BoardShown(board) = &step.board else { unreachable!("the board of a step is a board") };
        let later = divergence.map(|divergence| answer.partition_point(|item| item.at.end <= divergence.at));
        let (before, after) = answer.split_at(later.unwrap_or(answer.len()));
        let fresh = after.iter().find_map(board_of).or_else(|| before.iter().rev().find_map(board_of));
        let is_fresh = fresh.is_some();
        Frame {
            step: 0,
            input: None,
            expected: Marked::default(),
            came: Marked::default(),
            board: board.clone(),
            shown: fresh.or(last),
            is_fresh,
            is_board_missing: !is_fresh && divergence.is_some_and(wants_board),
        }
    }
}

fn wants_board(divergence: &Divergence) -> bool {
    matches!(divergence.expected, Expected::Event(Event::BoardShown(_)))
}

fn board_of(item: &Item) -> Option<Board> {
    match &item.kind {
        Kind::Event(Event::BoardShown(board)) => Some(board.clone()),
        _ => None,
    }
}

/// How many items belong to the answer of a step without a difference.
fn answer(items: &[Item], step: &Step) -> usize {
    let is =
        |item: &Item, wanted: fn(&Event) -> bool| matches!(&item.kind, Kind::Event(event) if wanted(event));
    let words = items.iter().find(|item| item.kind != Kind::Newline);
    let is_refused = words.is_some_and(|item| is(item, |event| matches!(event, Event::InputRefused(_))));
    // Silence is a valid answer to an empty line.
    if step.events.is_empty() || (step.is_refusal() && !is_refused) {
        return 0;
    }
    let prompt = items.iter().position(|item| is(item, |event| matches!(event, Event::MoveAsked(_))));
    match step.events.last() {
        Some(Event::MoveAsked(_)) => prompt.map_or(items.len(), |prompt| prompt + 1),
        _ => items.len(),
    }
}

/// The reference's text in a step, with missing parts marked.
fn expected(dialect: &Dialect, step: &Step, divergence: Option<&Divergence>) -> Marked {
    let text = |events: &[Event]| {
        let mut text = Vec::new();
        events.iter().for_each(|event| dialect.write(event, &mut text));
        visible(&text)
    };
    let Some(divergence) = divergence else {
        return Marked { before: step.lead.to_owned() + &text(&step.events), ..Marked::default() };
    };
    let place = step.events.iter().position(|event| divergence.is_before(event));
    let all = step.events.len();
    let (mark, gap, next) = match &divergence.expected {
        // A board that is allowed after a refusal is not part of the reference's text.
        Expected::Event(event) => {
            let words = text(std::slice::from_ref(event));
            let place = place.unwrap_or(all.min(1));
            let next = place + usize::from(step.events.get(place) == Some(event));
            (DifferenceMark::Text(words.trim_end_matches('\n').to_owned()), place, next)
        }
        Expected::Newline => {
            (DifferenceMark::Word("a line feed"), place.unwrap_or(all), place.unwrap_or(all))
        }
        Expected::Nothing => (DifferenceMark::Word("nothing more"), all, all),
    };
    let before = step.lead.to_owned() + &text(&step.events[..gap]);
    let after = text(&step.events[next..]);
    let newline = if after.is_empty() { "" } else { "\n" };
    Marked { before, mark: Some(mark), after: newline.to_owned() + &after }
}

/// The program's text in a step, with wrong parts marked.
fn came(run: &FailedRun, answer: &[Item], divergence: Option<&Divergence>) -> Marked {
    let output = &run.output;
    let text = |range: Range<usize>| visible(&output[range]);
    let start = answer.first().map_or(output.len(), |item| item.at.start);
    let end = answer.last().map_or(start, |item| item.at.end);
    let Some(divergence) = divergence else {
        let end = end.min(start + output[start..end].trim_ascii_end().len() + AFTER);
        return Marked { before: text(start..end), ..Marked::default() };
    };
    let at = divergence.at;
    let before = text(start.min(at)..at);
    let Some(item) = answer.iter().find(|item| item.at.contains(&at)) else {
        return Marked { before, mark: Some(DifferenceMark::Word("nothing more")), ..Marked::default() };
    };
    let mark = match item.kind {
        Kind::Newline => DifferenceMark::Text("⏎\n".to_owned()),
        Kind::Event(_) | Kind::Unknown => DifferenceMark::Text(text(at..item.at.end.min(at + AFTER))),
    };
    let next = item.at.end.min(at + AFTER);
    let after = next..end.min(next + AFTER);
    let rest = run.length.saturating_sub(after.end);
    let more = if rest > 0 { format!(" … {rest} bytes more") } else { String::new() };
    Marked { before, mark: Some(mark), after: text(after) + &more }
}
