//! The first place where an output differs from its script.
//!
//! Under [`Tolerance::Exact`] every byte counts. [`Tolerance::Golf`] allows what the challenge does,
//! which in symbols, with `NL` a line feed or a carriage return and a line feed, is
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
use crate::session::Event;

/// What a program is held to: the judge's `--profile`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tolerance {
    /// What the challenge allows may differ: new-lines around boards and messages, a board after a
    /// refusal or before the result, silence to an empty line. Standard error and the exit status
    /// are not judged, and nothing that the specification leaves open is.
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
        for event in &step.events {
            let start = text.len();
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
    let mut reader = Reader { items: transcript.items(), end: output.len() };
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
    reader.skip_newlines();
    if script.is_settled() && !reader.items.is_empty() {
        return Err(extra(script, reader.at()));
    }
    Ok(())
}

fn extra(script: &Script, at: usize) -> Divergence {
    let last = script.steps().iter().rposition(|step| !step.events.is_empty());
    Divergence { kind: DivergenceKind::Extra, step: last.unwrap_or(0), at, expected: Expected::Nothing }
}

/// Reads an output item by item.
struct Reader<'a> {
    items: &'a [Item],
    end: usize,
}

impl Reader<'_> {
    /// Follows a turn, a result, or the silence after one.
    fn follow(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        let mut events = step.events.iter();
        let Some(first) = events.next() else { return Ok(()) };
        self.skip_newlines();
        if matches!(first, Event::GameEnded(_)) && self.is_next(&step.board) {
            self.items = &self.items[1..];
            self.want_newlines(index)?;
        }
        self.want(index, first)?;
        events.try_for_each(|event| {
            self.want_newlines(index)?;
            self.want(index, event)
        })
    }

    /// Follows a row of refusals, in which silence may stand for some.
    fn follow_refusals(&mut self, index: usize, steps: &[Step]) -> Result<(), Divergence> {
        let owed = steps.iter().filter(|step| !step.may_be_silent).count();
        for (given, step) in steps.iter().enumerate() {
            self.skip_newlines();
            if given >= owed && !self.is_next(&Event::InputRefused) {
                break;
            }
            self.follow_refusal(index + given, step)?;
        }
        Ok(())
    }

    fn follow_refusal(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        self.want(index, &Event::InputRefused)?;
        self.want_newlines(index)?;
        if let Some(Item { kind: Kind::Event(Event::BoardShown(_)), .. }) = self.items.first() {
            self.want(index, &step.board)?;
            self.want_newlines(index)?;
        }
        step.events[1..].iter().try_for_each(|event| self.want(index, event))
    }

    fn want(&mut self, index: usize, event: &Event) -> Result<(), Divergence> {
        if self.is_next(event) {
            self.items = &self.items[1..];
            return Ok(());
        }
        Err(self.divergence(index, Expected::Event(event.clone())))
    }

    fn want_newlines(&mut self, index: usize) -> Result<(), Divergence> {
        if self.skip_newlines() == 0 {
            return Err(self.divergence(index, Expected::Newline));
        }
        Ok(())
    }

    fn is_next(&self, event: &Event) -> bool {
        self.items.first().is_some_and(|item| matches!(&item.kind, Kind::Event(next) if next == event))
    }

    fn skip_newlines(&mut self) -> usize {
        let newlines = self.items.iter().take_while(|item| item.kind == Kind::Newline).count();
        self.items = &self.items[newlines..];
        newlines
    }

    fn at(&self) -> usize {
        self.items.first().map_or(self.end, |item| item.at.start)
    }

    fn divergence(&self, step: usize, expected: Expected) -> Divergence {
        let kind = if self.items.is_empty() { DivergenceKind::Early } else { DivergenceKind::Wrong };
        Divergence { kind, step, at: self.at(), expected }
    }
}
