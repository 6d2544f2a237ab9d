//! What a program asks before each line, and how lines were answered there.
//!
//! Many programs ask for one thing after the other: a choice, a name, an amount. A line that is right at one question is refused
//! at another. So it is known for each question which lines were answered how, and what was asked next.
//!
//! A program that takes commands has one question, because it answers an unknown word alike everywhere.

use std::collections::HashMap;

use super::folding::{question, words};
use super::session::Session;
use super::stable;
use super::vocabulary::UNKNOWN;
use crate::challenge::Recording;

/// How many questions are distinguished. All further ones count as the first one.
const QUESTIONS: usize = 128;

/// How many outcomes of a question are distinguished, and how many lines of each are known.
const OUTCOMES: usize = 24;
const LINES: usize = 12;

/// How many words of a question are known, how long they are at most, and in how many lines they stand.
const WORDS: usize = 48;
const LONGEST: usize = 24;
const SHOWN: usize = 12;

/// From this many lines with one outcome on, a question takes any text or number.
const MANY: usize = 6;

/// What is asked, and how lines were answered there.
#[derive(Debug, Default)]
pub(super) struct Prompts {
    numbers: HashMap<u64, usize>,
    all: Vec<Prompt>,
}

#[derive(Debug, Default)]
pub(super) struct Prompt {
    /// The fewest lines that have led to it.
    pub(super) way: Session,
    /// The words and numbers of the question, and of what was printed just before.
    pub(super) words: Vec<Vec<u8>>,
    /// How many lines were answered there.
    pub(super) tried: u32,
    pub(super) outcomes: Vec<PromptOutcome>,
    /// What came of a line that no program knows.
    unknown: Option<Unknown>,
}

/// What comes of a line that no program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unknown {
    Ends,
    /// An answer of this kind.
    Goes(usize),
}

/// Lines that were answered alike at a question, and led to the same question.
#[derive(Debug, Default)]
pub(super) struct PromptOutcome {
    pub(super) kind: usize,
    /// What was asked next. `None` if the program ended.
    pub(super) next: Option<usize>,
    /// Whether that was the same question.
    asks_again: bool,
    pub(super) lines: Vec<Vec<u8>>,
    pub(super) count: u32,
}

impl Prompts {
    /// The question before each line of a run, and the one at its end.
    pub(super) fn of(&mut self, run: &Recording) -> Vec<usize> {
        let mut brought = Vec::new();
        let mut asked = vec![self.number(run.opening.as_bytes(), &brought)];
        for turn in &run.turns {
            brought.extend(words(turn.input.as_bytes()));
            asked.push(self.number(turn.answer.as_bytes(), &brought));
        }
        asked
    }

    /// The number of the question at the end of a text. Names that the session has brought may stand in it, but so may words that
    /// were there before.
    fn number(&mut self, text: &[u8], brought: &[&[u8]]) -> usize {
        let both = [question(text, &[]), question(text, brought)].map(|question| stable::of(&question));
        if let Some(known) = both.iter().find_map(|question| self.numbers.get(question)) {
            return *known;
        }
        if self.all.len() >= QUESTIONS {
            return 0;
        }
        self.numbers.extend(both.map(|question| (question, self.all.len())));
        self.all.push(Prompt { words: words_of(text), ..Prompt::default() });
        self.all.len() - 1
    }

    /// Takes the kinds of the answers to these lines, and what was asked.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[usize], asked: &[usize], is_over: bool) {
        for (place, ((line, kind), pair)) in lines.iter().zip(kinds).zip(asked.windows(2)).enumerate() {
            let next = Some(pair[1]).filter(|_| !is_over || place + 1 < lines.len());
            self.note_one(pair[0], &lines[..place], (line, *kind, next));
            let home = self.same(pair[0]);
            if home != pair[0] {
                self.note_one(home, &lines[..place], (line, *kind, next));
            }
        }
    }

    fn note_one(&mut self, at: usize, before: &[Vec<u8>], (line, kind, next): (&[u8], usize, Option<usize>)) {
        let asks_again = next.is_some_and(|next| self.same(next) == self.same(at));
        let prompt = &mut self.all[at];
        if prompt.tried == 0 || before.len() < prompt.way.len() {
            prompt.way = before.to_vec();
        }
        prompt.tried += 1;
        if line == UNKNOWN.as_bytes() {
            prompt.unknown = Some(next.map_or(Unknown::Ends, |_| Unknown::Goes(kind)));
        }
        prompt.take(line, PromptOutcome { kind, next, asks_again, ..PromptOutcome::default() });
    }

    /// The question that this one is the same as, by what is done with a line that no program knows: the first one, or itself.
    /// A program that takes commands prints their results, and these are no questions.
    pub(super) fn same(&self, at: usize) -> usize {
        let unknown = |at: usize| self.all.get(at).and_then(|prompt| prompt.unknown);
        match unknown(at) {
            Some(Unknown::Goes(kind)) if unknown(0) == Some(Unknown::Goes(kind)) => 0,
            _ => at,
        }
    }

    /// Whether it is another question than the first one, as far as is known.
    pub(super) fn is_own(&self, at: usize) -> bool {
        self.same(at) == at
    }

    /// Whether it is not known yet if this is another question than the first one.
    pub(super) fn is_open(&self, at: usize) -> bool {
        self.all[at].unknown.is_none()
    }

    /// Whether there is another question than the first one, as far as is known.
    pub(super) fn are_many(&self) -> bool {
        (1..self.all.len()).any(|at| !self.is_open(at) && self.is_own(at))
    }

    pub(super) fn get(&self, number: usize) -> Option<&Prompt> {
        self.all.get(number)
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }
}

impl Prompt {
    fn take(&mut self, line: &[u8], found: PromptOutcome) {
        let (next, asks_again) = (found.next, found.asks_again);
        let known = |outcome: &PromptOutcome| (outcome.kind, outcome.next) == (found.kind, next);
        let known = self.outcomes.iter().position(known);
        let place = match known {
            Some(place) => place,
            None if self.outcomes.len() < OUTCOMES => {
                self.outcomes.push(found);
                self.outcomes.len() - 1
            }
            None => self.outcomes.iter().position(|outcome| outcome.next == next).unwrap_or(0),
        };
        let outcome = &mut self.outcomes[place];
        outcome.count += 1;
        outcome.asks_again |= asks_again;
        if outcome.lines.iter().any(|known| known == line) {
            return;
        }
        match outcome.lines.len() < LINES {
            true => outcome.lines.push(line.to_vec()),
            // The first ones stay, since they are mostly those that somebody has written.
            false => outcome.lines[LINES / 2 + outcome.count as usize % (LINES / 2)] = line.to_vec(),
        }
    }

    /// Whether lines with this outcome are refused: they are answered as what no program knows, and the same is asked again.
    fn is_refusal(&self, outcome: &PromptOutcome) -> bool {
        outcome.asks_again && self.unknown == Some(Unknown::Goes(outcome.kind))
    }

    /// The outcomes after which the program goes on: those of lines that are taken, and those of lines that are refused.
    pub(super) fn parted(&self) -> [Vec<&PromptOutcome>; 2] {
        let going_on = self.outcomes.iter().filter(|outcome| outcome.next.is_some());
        let (refused, taken) = going_on.partition(|outcome| self.is_refusal(outcome));
        [taken, refused]
    }

    /// Whether the program ends at lines that it does not know.
    pub(super) fn is_harsh(&self) -> bool {
        self.unknown == Some(Unknown::Ends)
    }

    /// The outcome of most lines, as far as the program goes on.
    pub(super) fn usual(&self) -> Option<&PromptOutcome> {
        let [taken, refused] = self.parted();
        match taken.is_empty() {
            true => refused.first().copied(),
            false => taken.iter().max_by_key(|outcome| outcome.count).copied(),
        }
    }

    /// Whether many different lines are taken.
    pub(super) fn is_free(&self) -> bool {
        self.parted()[0].iter().any(|outcome| outcome.lines.len() >= MANY)
    }
}

/// The words at the end of a text.
fn words_of(text: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<_> = text.rsplit(|byte| *byte == b'\n').take(SHOWN).collect();
    let mut found: Vec<Vec<u8>> = Vec::new();
    for word in lines.into_iter().flat_map(words).filter(|word| word.len() <= LONGEST) {
        if found.len() < WORDS && !found.iter().any(|known| known == word) {
            found.push(word.to_vec());
        }
    }
    found
}
