//! The first place where an output differs from its script.
//!
//! Under [`Tolerance::Exact`] every byte counts. [`Tolerance::Golf`] allows more new-lines (a line feed,
//! or a carriage return and a line feed) than the reference prints, wherever it prints some and after
//! a prompt, and what else the dialect lets through ([`Liberties`]). For tictactoe that is, in symbols,
//!
//! ```text
//! turn    = NL* board NL+ prompt
//! invalid = NL* "invalid." NL+ ( board NL+ )? prompt        the board unchanged
//! end     = NL* ( board NL+ )? message NL*                  the board is the final one
//! ```
//!
//! and an empty line may be met with silence instead of `invalid`. An output carries no mark of
//! which input it answers, so in a row of refusals only their number can be held against a program:
//! at least the ones owed, at most one for each line. (Suites therefore keep empty lines apart.)

use super::parse::{Item, Kind, Transcript};
use super::script::{Script, Step};
use crate::dialect::{Dialect, Liberties};
use crate::session::Event;

/// What a program is held to: the judge's `--profile`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tolerance {
    /// What the dialect allows may differ: new-lines around boards and messages, and in tictactoe a
    /// board after a refusal or before the result, and silence to an empty line. Standard error and
    /// the exit status are not judged, and nothing that the specification leaves open is.
    #[default]
    Golf,
    /// Nothing may differ: the reference's bytes, nothing on standard error, exit status 0.
    Exact,
}

impl Tolerance {
    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Tolerance::Golf => "golf",
            Tolerance::Exact => "exact",
        }
    }
}

/// The first place where an output leaves its script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// In which way.
    pub kind: DivergenceKind,
    /// The step that was not followed: 0 before any input, n after the n-th input.
    pub step: usize,
    /// The offset in the output, in bytes, where it happens.
    pub at: usize,
    /// What should have stood there.
    pub expected: Expected,
}

impl Divergence {
    /// Whether, in its step, the output left the script before it came to this event.
    pub fn is_before(&self, event: &Event) -> bool {
        match &self.expected {
            Expected::Event(expected) => expected == event,
            Expected::Newline => matches!(event, Event::MoveAsked(_)),
            Expected::Nothing => false,
        }
    }
}

/// The ways to leave a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DivergenceKind {
    /// Something else stands there.
    Wrong,
    /// Nothing stands there: the output stops too early.
    Early,
    /// The game is over, and the output goes on.
    Extra,
}

/// What a script wants at one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// These words.
    Event(Event),
    /// The line must end.
    Newline,
    /// The output must end.
    Nothing,
}

/// Where an output first leaves the script, if it does.
pub fn compare(script: &Script, output: &[u8], tolerance: Tolerance) -> Option<Divergence> {
    if output == script.text() {
        return None;
    }
    match tolerance {
        Tolerance::Golf => golf(script, output).err(),
        Tolerance::Exact => exact(script, output),
    }
}

fn exact(script: &Script, output: &[u8]) -> Option<Divergence> {
    let mut text = Vec::new();
    for (index, step) in script.steps().iter().enumerate() {
        let start_of_step = text.len();
        text.extend_from_slice(step.lead.as_bytes());
        for (place, event) in step.events.iter().enumerate() {
            let start = if place == 0 { start_of_step } else { text.len() };
            script.dialect().write(event, &mut text);
            let wanted = &text[start..];
            let found = &output[start..output.len().min(text.len())];
            if wanted != found {
                let same = wanted.iter().zip(found).take_while(|(a, b)| a == b).count();
                let is_short = start + same == output.len();
                let kind = if is_short { DivergenceKind::Early } else { DivergenceKind::Wrong };
                let expected = Expected::Event(event.clone());
                return Some(Divergence { kind, step: index, at: start + same, expected });
            }
        }
    }
    let goes_on = output.len() > text.len() && script.is_settled();
    goes_on.then(|| extra(script, text.len()))
}

fn golf(script: &Script, output: &[u8]) -> Result<(), Divergence> {
    let transcript = Transcript::parse(script.dialect(), output);
    let mut reader = Reader::new(script.dialect(), &transcript, output);
    let steps = script.steps();
    let mut index = 0;
    while index < steps.len() {
        let refusals = steps[index..].iter().take_while(|step| step.is_refusal()).count();
        if refusals > 0 {
            reader.follow_refusals(index, &steps[index..index + refusals])?;
            index += refusals;
        } else {
            reader.follow(index, &steps[index])?;
            index += 1;
        }
    }
    reader.finish(script)
}

fn extra(script: &Script, at: usize) -> Divergence {
    Divergence { kind: DivergenceKind::Extra, step: last_answer(script), at, expected: Expected::Nothing }
}

/// The last step that says anything.
fn last_answer(script: &Script) -> usize {
    script.steps().iter().rposition(|step| !step.events.is_empty()).unwrap_or(0)
}

/// Reads an output item by item.
struct Reader<'a> {
    dialect: Dialect,
    liberties: Liberties,
    items: &'a [Item],
    end: usize,
    /// How many new-lines must come before the next words.
    owed: usize,
}

impl<'a> Reader<'a> {
    fn new(dialect: Dialect, transcript: &'a Transcript, output: &[u8]) -> Reader<'a> {
        let (liberties, items) = (dialect.liberties(), transcript.items());
        Reader { dialect, liberties, items, end: output.len(), owed: 0 }
    }

    /// Follows a turn, a result, or the silence after one.
    fn follow(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        if step.events.is_empty() {
            return Ok(());
        }
        self.owed += step.lead.len();
        for event in &step.events {
            self.take_newlines(index)?;
            let is_result = matches!(event, Event::GameEnded(_)) && self.liberties.board_before_result;
            if is_result && self.is_next(&step.board) {
                self.want(index, &step.board)?;
            }
            self.want(index, event)?;
        }
        Ok(())
    }

    /// Follows a row of refusals, in which silence may stand for some.
    fn follow_refusals(&mut self, index: usize, steps: &[Step]) -> Result<(), Divergence> {
        let owed = steps.iter().filter(|step| !step.may_be_silent).count();
        for (given, step) in steps.iter().enumerate() {
            self.take_newlines(index + given)?;
            if given >= owed && !self.is_next(&step.events[0]) {
                break;
            }
            self.follow_refusal(index + given, step)?;
        }
        Ok(())
    }

    fn follow_refusal(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        self.want(index, &step.events[0])?;
        self.take_newlines(index)?;
        let is_board =
            matches!(self.items.first(), Some(Item { kind: Kind::Event(Event::BoardShown(_)), .. }));
        if is_board && self.liberties.board_after_refusal {
            self.want(index, &step.board)?;
        }
        step.events[1..].iter().try_for_each(|event| self.want(index, event))
    }

    /// Takes the words of an event, and before them the new-lines that are owed and any more.
    fn want(&mut self, index: usize, event: &Event) -> Result<(), Divergence> {
        self.take_newlines(index)?;
        if !self.is_next(event) {
            return Err(self.divergence(index, Expected::Event(event.clone())));
        }
        self.items = &self.items[1..];
        self.owed = self.dialect.newlines_after(event);
        Ok(())
    }

    fn take_newlines(&mut self, index: usize) -> Result<(), Divergence> {
        let newlines = self.items.iter().take_while(|item| item.kind == Kind::Newline).count();
        self.items = &self.items[newlines..];
        if newlines < std::mem::take(&mut self.owed) {
            return Err(self.divergence(index, Expected::Newline));
        }
        Ok(())
    }

    /// Nothing but new-lines may follow the end. In mid-game, what comes is not judged.
    fn finish(&mut self, script: &Script) -> Result<(), Divergence> {
        if !script.is_settled() {
            return Ok(());
        }
        if self.liberties.no_newline_at_the_end {
            self.owed = 0;
        }
        self.take_newlines(last_answer(script))?;
        if self.items.is_empty() { Ok(()) } else { Err(extra(script, self.at())) }
    }

    fn is_next(&self, event: &Event) -> bool {
        self.items.first().is_some_and(|item| matches!(&item.kind, Kind::Event(next) if next == event))
    }

    fn at(&self) -> usize {
        self.items.first().map_or(self.end, |item| item.at.start)
    }

    fn divergence(&self, step: usize, expected: Expected) -> Divergence {
        let kind = if self.items.is_empty() { DivergenceKind::Early } else { DivergenceKind::Wrong };
        Divergence { kind, step, at: self.at(), expected }
    }
}
