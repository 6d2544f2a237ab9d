//! Long sessions of lines that are not refused: so boards become full, and lists and limits are reached.
//!
//! A walk grows by some lines at a time. What was refused is left out before it grows again, and so is a line that ended the
//! program. Most walks use a few commands only, since a list is not filled by a program's other commands.

use super::super::dice::Dice;
use super::context::Context;
use super::refusals::Refusals;
use super::session::Session;
use super::sorts::Selection;
use super::vocabulary::Vocabulary;
use crate::challenge::Recording;

/// How many lines a session has at most.
pub(super) const LONGEST: usize = 128;

/// How often a walk may fail to grow until it steps back, and until it is begun anew.
const PATIENCE: u32 = 3;
const OVER: u32 = 9;

/// By how many lines it grows at most.
const STRIDE: usize = 12;

#[derive(Debug, Default)]
pub(super) struct Walk {
    lines: Session,
    commands: Vec<usize>,
    /// The words that it uses, unless it takes any.
    selection: Option<Selection>,
    context: Context,
    failures: u32,
    /// Whether the last line ended the program.
    was_over: bool,
    is_begun: bool,
}

impl Walk {
    pub(super) fn step(&mut self, start: Session, vocabulary: &Vocabulary, dice: &mut Dice) -> Session {
        if !self.is_begun || self.failures >= OVER || self.lines.len() >= LONGEST {
            let commands = vocabulary.some(dice);
            let selection = (dice.below(3) == 0).then(|| vocabulary.selection(&start, dice));
            *self = Walk { lines: start, commands, selection, is_begun: true, ..Walk::default() };
        }
        let stride = 1 + dice.below(if self.was_over { 2 } else { STRIDE });
        let varied = if self.failures > 0 { 4 } else { 2 };
        let line = |_| match (dice.one_of(&self.commands).copied(), dice.below(8)) {
            (None, _) | (_, 7) => vocabulary.line_after(&self.context, dice),
            (Some(command), place) if place < varied => vocabulary.varied(command, dice),
            (Some(command), 6) => {
                let line = vocabulary.line_of(command, dice);
                self.context.adapted(&line, &vocabulary.sorts, dice)
            }
            (Some(command), _) => vocabulary.line_of(command, dice),
        };
        let mut more: Vec<_> = (0..stride).map(line).collect();
        if let Some(selection) = &self.selection {
            more.iter_mut().for_each(|line| *line = vocabulary.sorts.with(selection, line, dice));
        }
        [&self.lines[..], &more].concat()
    }

    /// Takes the answers to the walk as it was played: its lines, their kinds, and the run.
    pub(super) fn stepped(
        &mut self,
        lines: &[Vec<u8>],
        kinds: &[usize],
        run: &Recording,
        refusals: &Refusals,
    ) {
        let is_over = run.is_over();
        let taken = lines.len() - usize::from(is_over && !lines.is_empty());
        let is_kept = |place: &usize| kinds.get(*place).is_none_or(|kind| !refusals.is_idle(*kind));
        let kept: Session = (0..taken).filter(is_kept).map(|place| lines[place].clone()).collect();
        self.was_over = is_over;
        if kept.len() > self.lines.len() {
            self.context = Context::new(kept.iter(), run.turns.iter().map(|turn| turn.answer.as_str()));
            (self.lines, self.failures) = (kept, 0);
            return;
        }
        self.failures += 1;
        if self.failures.is_multiple_of(PATIENCE) {
            self.lines.truncate(self.lines.len().saturating_sub(self.failures as usize / 2));
        }
    }
}
