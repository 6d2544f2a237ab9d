//! A failure with its game: what was expected and what the program printed, step by step, and the commands
//! that reproduce it.

use maud::{Markup, html as markup};

use super::board::Picture;
use super::frame::{DifferenceMark, Frame, Marked, frames};
use super::text;
use crate::dialect::Dialect;
use crate::game::Board;
use crate::report::{Heading, Record, failure_facts};
use crate::runner::{Failure, Note, Scene, ShownFailure};
use crate::transcript::visible_line;

/// How many steps of a game are shown: the last ones. They are enough even for a failure after a thousand
/// lines.
const STEPS: usize = 64;

/// Renders a failure. `id` is that of the section.
pub(super) fn article(record: &Record, id: &str, failure: &Failure) -> Markup {
    let Some(scene) = &failure.scene else { return fault(failure) };
    let Heading { dialect, profile, .. } = &record.heading;
    let run = match &failure.shown {
        ShownFailure::Message(_) => None,
        ShownFailure::Session(_, run) => Some(run),
    };
    let all = run.map(|run| frames(dialect, *profile, run)).unwrap_or_default();
    let left_out = all.len().saturating_sub(STEPS);
    let frames = &all[left_out..];
    markup! {
        (fault(failure))
        @if let Some(crash) = &scene.crash {
            p.crash { "Crashed: " (crash.to_string()) }
            @if let Some(line) = crash.shown() { pre.complaint tabindex="0" role="group" aria-label="the line" { (line) } }
        }
        @for note in failure.notes.iter().filter(|note| !is_shown_elsewhere(note)) { p.note { (text::prose(&note.to_string())) } }
        @if run.is_some() { (self::game(dialect, frames, left_out)) }
        (commands(scene))
        @if !all.is_empty() { (transcripts(id, &all)) }
        p.case { "Found in the " (record.heading.dialect.noun()) " " (visible_line(scene.case.as_bytes())) "." }
    }
}

/// Renders a failure as text.
pub(super) fn brief(failure: &Failure) -> Markup {
    markup! { pre.complaint tabindex="0" role="group" aria-label="what went wrong" { (failure_facts::plain(failure)) } }
}

/// The fault, if it is a known one, or what was expected and what was printed; for a whole case its message.
fn fault(failure: &Failure) -> Markup {
    match (failure.diagnosis(), &failure.shown) {
        (Some((fault, cause)), _) => markup! { p.fault { "It " b { (text::prose(fault)) } ". " (cause) } },
        (None, ShownFailure::Message(why)) => markup! {
            pre.complaint tabindex="0" role="group" aria-label="what went wrong" { (why) }
        },
        (None, ShownFailure::Session(session, _)) => markup! {
            p.fault { "Expected " (text::prose(&session.expected)) ", got " (text::prose(&session.actual)) "." }
        },
    }
}

/// Whether a note is shown elsewhere.
fn is_shown_elsewhere(note: &Note) -> bool {
    matches!(note, Note::Fault { .. })
}

fn game(dialect: &Dialect, frames: &[Frame], left_out: usize) -> Markup {
    markup! {
        div.game {
            @if left_out > 0 { p.note { "The first " (left_out) " steps are left out here." } }
            div.steps role="group" aria-label="steps of the game" hidden {
                span.turns {
                    button type="button" data-go="first" aria-label="first step" { "«" }
                    button type="button" data-go="back" aria-label="step back" { "‹" }
                    button type="button" data-go="on" aria-label="step on" { "›" }
                    button type="button" data-go="last" aria-label="last step" { "»" }
                }
                ol.moves { @for frame in frames { li { (step_button(frame)) } } }
            }
            @for (place, frame) in frames.iter().enumerate() {
                (step(dialect, frame, place.checked_sub(1).map(|before| &frames[before].board)))
            }
        }
    }
}

fn step_button(frame: &Frame) -> Markup {
    markup! {
        button type="button" data-step=(frame.step) {
            @match frame.input.as_deref() {
                None => "start",
                Some("") => span.empty { "empty" },
                Some(input) => (text::short(input, 24)),
            }
        }
    }
}

/// The action before a step.
fn label(frame: &Frame) -> Markup {
    markup! {
        p.label {
            @match frame.input.as_deref() {
                None => "Before any input",
                Some("") => { "Step " (frame.step) ", after an empty line" },
                Some(input) => { "Step " (frame.step) ", after the input " code { (text::short(input, 24)) } },
            }
        }
    }
}

/// One step: what was expected on the left, what was printed on the right.
fn step(dialect: &Dialect, frame: &Frame, before: Option<&Board>) -> Markup {
    let shown = frame.shown.as_ref().filter(|_| !frame.is_board_missing);
    let other = Some(&frame.board).filter(|_| frame.is_fresh);
    let has_board = !frame.board.cells().is_empty();
    markup! {
        div.frame data-step=(frame.step) {
            (label(frame))
            div.side {
                h3 { "expected" }
                @if has_board { (picture(dialect, &frame.board, None, before, "expected")) }
                (text(&frame.expected, "expected"))
            }
            div.side.came {
                h3 { "got" }
                @match shown {
                    Some(board) => {
                        (picture(dialect, board, other, None, "got"))
                        @if !frame.is_fresh { small { "the last board it showed" } }
                    },
                    None if has_board => p.no-board { "no readable board" },
                    None => {},
                }
                (text(&frame.came, "got"))
            }
        }
    }
}

fn picture(
    dialect: &Dialect,
    board: &Board,
    other: Option<&Board>,
    before: Option<&Board>,
    label: &str,
) -> Markup {
    Picture { dialect: dialect.clone(), board, other, before, label }.svg()
}

fn text(text: &Marked, label: &str) -> Markup {
    markup! {
        pre tabindex="0" role="group" aria-label={ "what was said: " (label) } {
            (marked(text))
        }
    }
}

fn marked(text: &Marked) -> Markup {
    markup! {
        (text.before)
        @match &text.mark {
            Some(DifferenceMark::Text(mark)) => mark { (mark) },
            Some(DifferenceMark::Word(mark)) => mark.word { (mark) },
            None => {},
        }
        (text.after)
    }
}

/// Both complete transcripts, with the inputs typed in.
fn transcripts(id: &str, frames: &[Frame]) -> Markup {
    let side = |label: &str, words: fn(&Frame) -> &Marked| {
        markup! {
            div.side.came[label == "got"] {
                h3 id={ (id) "-" (label) } { (label) }
                pre tabindex="0" role="group" aria-labelledby={ (id) "-" (label) } {
                    @for frame in frames {
                        @if let Some(input) = &frame.input { span.typed { (input) } "\n" }
                        (marked(words(frame)))
                    }
                }
            }
        }
    };
    markup! {
        details.transcripts {
            summary { "Both transcripts, side by side" }
            div.sides { (side("expected", |frame| &frame.expected)) (side("got", |frame| &frame.came)) }
        }
    }
}

fn commands(scene: &Scene) -> Markup {
    let all = [("run it again", &scene.command), ("compare with the reference", &scene.replay)];
    markup! {
        dl.commands {
            @for (what, command) in all.into_iter().filter_map(|(what, command)| Some((what, command.as_ref()?))) {
                dt { (what) }
                dd {
                    code { (command) }
                    button.copy type="button" hidden { "Copy" span.unseen { " the command: " (what) } }
                }
            }
        }
    }
}
