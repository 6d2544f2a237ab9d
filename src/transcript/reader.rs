//! An output, read item by item along the steps of the expected transcript.

use super::divergence::{Divergence, DivergenceKind, Expected};
use super::expected::Step;
use super::parse::{Item, Kind, Transcript};
use crate::dialect::{AllowedDeviations, Dialect};
use crate::session::Event;

/// Reads an output item by item.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    dialect: Dialect,
    allowed_deviations: AllowedDeviations,
    items: &'a [Item],
    end: usize,
    /// How many new-lines must come before the next words.
    owed: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(dialect: Dialect, transcript: &'a Transcript, end: usize) -> Reader<'a> {
        let (allowed_deviations, items) = (dialect.allowed_deviations(), transcript.items());
        Reader { dialect, allowed_deviations, items, end, owed: 0 }
    }

    /// Follows a turn, a result, or the silence after one.
    pub(super) fn follow(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        if step.events.is_empty() {
            return Ok(());
        }
        self.owed += step.lead.len();
        for event in &step.events {
            self.take_newlines(index)?;
            let is_result =
                matches!(event, Event::GameEnded(_)) && self.allowed_deviations.board_before_result;
            if is_result && self.is_next(&step.board) {
                self.want(index, &step.board)?;
            }
            self.want(index, event)?;
        }
        Ok(())
    }

    /// Follows a row of refusals, in which silence may stand for some.
    pub(super) fn follow_refusals(&mut self, index: usize, steps: &[Step]) -> Result<(), Divergence> {
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

    pub(super) fn follow_refusal(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        self.want(index, &step.events[0])?;
        self.take_newlines(index)?;
        let is_board =
            matches!(self.items.first(), Some(Item { kind: Kind::Event(Event::BoardShown(_)), .. }));
        if is_board && self.allowed_deviations.board_after_refusal {
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

    /// Nothing but new-lines may follow the end, which came at this step.
    pub(super) fn finish(&mut self, step: usize) -> Result<(), Divergence> {
        if self.allowed_deviations.no_newline_at_the_end {
            self.owed = 0;
        }
        self.take_newlines(step)?;
        if self.items.is_empty() { Ok(()) } else { Err(Divergence::extra(step, self.at())) }
    }

    /// Whether two have read as far, and must find the same next.
    pub(super) fn is_level_with(&self, other: &Reader) -> bool {
        (self.items.len(), self.owed) == (other.items.len(), other.owed)
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
