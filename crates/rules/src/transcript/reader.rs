//! An output, read along the steps of the expected transcript.

use std::borrow::Cow;

use super::comparison::{Divergence, DivergenceKind, Expected};
use super::expected::Step;
use crate::challenge::Spelling;
use crate::dialect::{AllowedDeviations, Dialect};
use crate::session::{Event, Said};

#[derive(Clone)]
pub(super) struct Reader<'a> {
    dialect: Dialect,
    allowed_deviations: AllowedDeviations,
    output: &'a [u8],
    /// How far it was read, in bytes.
    at: usize,
    /// How many new-lines must come before the next words.
    owed: usize,
    /// Which text of each list to choose from the output has, as far as it has shown one.
    chosen: Vec<Option<usize>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(dialect: &Dialect, output: &'a [u8]) -> Reader<'a> {
        Reader {
            dialect: dialect.clone(),
            allowed_deviations: dialect.allowed_deviations(),
            output,
            at: 0,
            owed: 0,
            chosen: vec![None; dialect.freedoms().map_or(0, |freedoms| freedoms.choose.len())],
        }
    }

    /// The place behind the new-lines that belong to what was read, as far as the output has them.
    pub(super) fn place_behind_newlines(&self) -> usize {
        let mut reader = self.clone();
        for _ in 0..self.owed {
            reader.at += reader.newline().unwrap_or(0);
        }
        reader.at
    }

    /// The places that the answer to an input can end at.
    pub(super) fn answers(&self, index: usize, step: &Step) -> Result<Vec<Reader<'a>>, Divergence> {
        let mut reader = self.clone();
        if let Some(Event::Said(_)) = step.events.first() {
            return Reader::say_all(vec![reader], index, step);
        }
        if step.is_refusal() {
            reader.follow_refusal(index, step)?;
        } else {
            reader.follow(index, step)?;
        }
        Ok(vec![reader])
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

    /// Follows a row of refusals, in which silence may replace some. If nothing that comes after the row is judged
    /// (`is_last`), only those that must be there are followed: more may be what the program says at the end of its input.
    pub(super) fn follow_refusals(
        &mut self,
        index: usize,
        steps: &[Step],
        is_last: bool,
    ) -> Result<(), Divergence> {
        let owed = steps.iter().filter(|step| !step.may_be_silent).count();
        for (given, step) in steps.iter().enumerate() {
            self.take_newlines(index + given)?;
            if given >= owed && (is_last || !self.is_next(&step.events[0])) {
                break;
            }
            self.follow_refusal(index + given, step)?;
        }
        Ok(())
    }

    fn follow_refusal(&mut self, index: usize, step: &Step) -> Result<(), Divergence> {
        self.want(index, &step.events[0])?;
        self.take_newlines(index)?;
        if self.allowed_deviations.board_after_refusal
            && matches!(self.next(), Some((Event::BoardShown(_), _)))
        {
            self.want(index, &step.board)?;
        }
        step.events[1..].iter().try_for_each(|event| self.want(index, event))
    }

    /// Follows the words of a declared challenge, some of which may be spelled in several ways or left out, from each of
    /// some places.
    pub(super) fn say_all(
        mut readers: Vec<Reader<'a>>,
        index: usize,
        step: &Step,
    ) -> Result<Vec<Reader<'a>>, Divergence> {
        for event in &step.events {
            let Event::Said(said) = event else { continue };
            let mut next: Vec<Reader> = Vec::new();
            let mut farthest: Option<Divergence> = None;
            for reader in &readers {
                let failed = reader.say(index, event, said, &mut next);
                farthest = farthest.into_iter().chain(failed).max_by_key(|divergence| divergence.at);
            }
            match farthest {
                Some(divergence) if next.is_empty() => return Err(divergence),
                _ => readers = next,
            }
        }
        Ok(readers)
    }

    /// Adds the positions at which some words can end; returns where they are missing if one way to write
    /// them fails.
    fn say(
        &self,
        index: usize,
        event: &Event,
        said: &Said,
        places: &mut Vec<Reader<'a>>,
    ) -> Option<Divergence> {
        if said.is_optional {
            add(places, self.clone());
        }
        let mut failed: Option<Divergence> = None;
        for text in [&said.text].into_iter().chain(said.others.iter()) {
            for (text, chosen) in self.spellings(text) {
                let reader = Reader { chosen, ..self.clone() };
                if let Err(divergence) = reader.spell(index, event, &text, places) {
                    failed = failed.into_iter().chain([divergence]).max_by_key(|failed| failed.at);
                }
            }
        }
        failed
    }

    /// A text as the output may have it by what it has chosen so far, and what it has chosen then.
    fn spellings<'t>(&self, text: &'t str) -> Vec<Spelling<'t>> {
        match self.dialect.freedoms() {
            Some(freedoms) => freedoms.spellings(text, &self.chosen),
            None => vec![(Cow::Borrowed(text), Vec::new())],
        }
    }

    /// Adds the places that a text can end at. New-lines at its head and end count as those around it.
    fn spell(
        &self,
        index: usize,
        event: &Event,
        text: &str,
        places: &mut Vec<Reader<'a>>,
    ) -> Result<(), Divergence> {
        let Some(text) =
            self.dialect.freedoms().map_or(Some(Cow::Borrowed(text)), |freedoms| freedoms.as_compared(text))
        else {
            add(places, self.clone());
            return Ok(());
        };
        let body = text.trim_start_matches('\n');
        if body.is_empty() {
            // The words behind it may begin with some of the new-lines that come.
            add(places, Reader { owed: self.owed + text.len(), ..self.clone() });
            return Ok(());
        }
        let mut reader = Reader { owed: self.owed + (text.len() - body.len()), ..self.clone() };
        reader.take_newlines(index)?;
        let words = body.trim_end_matches('\n');
        let owed = body.len() - words.len();
        let lengths = self.dialect.lengths(words, &self.output[reader.at..]);
        if lengths.is_empty() {
            return Err(reader.divergence(index, Expected::Event(event.clone())));
        }
        for length in lengths {
            add(places, Reader { at: reader.at + length, owed, ..reader.clone() });
        }
        Ok(())
    }

    /// Takes the words of an event, and before them the new-lines that are owed and any more.
    fn want(&mut self, index: usize, event: &Event) -> Result<(), Divergence> {
        self.take_newlines(index)?;
        match self.next() {
            Some((next, length)) if next == *event => self.at += length,
            _ => return Err(self.divergence(index, Expected::Event(event.clone()))),
        }
        self.owed = self.dialect.newlines_after(event);
        Ok(())
    }

    fn take_newlines(&mut self, index: usize) -> Result<(), Divergence> {
        let owed = std::mem::take(&mut self.owed);
        let is_free = self.dialect.has_free_newlines();
        let mut taken = 0;
        loop {
            if let Some(length) = self.newline().filter(|_| is_free || taken < owed) {
                self.at += length;
                taken += 1;
            } else if let Some(length) = self.ignored_line() {
                self.at += length;
            } else {
                break;
            }
        }
        if taken < owed { Err(self.divergence(index, Expected::Newline)) } else { Ok(()) }
    }

    /// The length of the new-line that comes next, with the spaces before it if these do not count.
    fn newline(&self) -> Option<usize> {
        let spaces = self.spaces();
        match &self.output[self.at + spaces..] {
            [b'\n', ..] => Some(spaces + 1),
            [b'\r', b'\n', ..] if self.dialect.has_free_newlines() => Some(spaces + 2),
            _ => None,
        }
    }

    /// How many spaces come next that do not count at the end of a line.
    fn spaces(&self) -> usize {
        let is_free = self.dialect.freedoms().is_some_and(|freedoms| freedoms.spaces);
        let spaces = || self.output[self.at..].iter().take_while(|byte| b" \t".contains(byte)).count();
        if is_free { spaces() } else { 0 }
    }

    /// The length of a line that comes next if a replacement leaves nothing of it.
    fn ignored_line(&self) -> Option<usize> {
        self.dialect.freedoms()?.ignored_line(&self.output[self.at..])
    }

    /// Nothing but new-lines may follow the end, which came at this step.
    pub(super) fn finish(&mut self, step: usize) -> Result<(), Divergence> {
        if self.allowed_deviations.no_newline_at_the_end {
            self.owed = 0;
        }
        self.take_newlines(step)?;
        let spaces = self.spaces();
        self.at += if self.at + spaces == self.output.len() { spaces } else { 0 };
        if self.is_at_end() { Ok(()) } else { Err(Divergence::extra(step, self.at)) }
    }

    /// Whether two have read equally far, and must find the same next.
    pub(super) fn is_level_with(&self, other: &Reader) -> bool {
        (self.at, self.owed, &self.chosen) == (other.at, other.owed, &other.chosen)
    }

    /// The event that comes next, if it is one.
    fn next(&self) -> Option<(Event, usize)> {
        if self.newline().is_some() { None } else { self.dialect.scan(&self.output[self.at..]) }
    }

    /// Whether words of the dialect come next, whichever.
    pub(super) fn is_at_known_words(&self) -> bool {
        let rest = self.output[self.at..].trim_ascii_start();
        self.dialect.scan(rest).is_some()
    }

    fn is_next(&self, event: &Event) -> bool {
        self.next().is_some_and(|(next, _)| next == *event)
    }

    fn is_at_end(&self) -> bool {
        let rest = &self.output[self.at..];
        rest.is_empty() || self.dialect.freedoms().is_some_and(|freedoms| freedoms.ignores(rest))
    }

    fn divergence(&self, step: usize, expected: Expected) -> Divergence {
        let kind = if self.is_at_end() { DivergenceKind::Early } else { DivergenceKind::Wrong };
        Divergence { kind, step, at: self.at, expected }
    }
}

/// Adds a place, unless it is there.
fn add<'a>(places: &mut Vec<Reader<'a>>, place: Reader<'a>) {
    if !places.iter().any(|other| other.is_level_with(&place)) {
        places.push(place);
    }
}
