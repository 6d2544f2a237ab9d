//! Sessions that answer what they are asked.
//!
//! Each line is one that was taken at the same question before, or one that may well be; what is asked next is
//! predicted from what was asked after such lines. Where it comes otherwise, the next sessions know better. Often
//! only a few of the answers that a question takes are used, so that one thing is done again and again.

use std::collections::HashMap;

use super::super::dice::Dice;
use super::change;
use super::edges;
use super::folding::is_number;
use super::pools::Pools;
use super::prompts::{Prompt, PromptOutcome, Prompts};
use super::session::Session;
use super::vocabulary::Vocabulary;

/// How many lines follow the beginning of a session.
const MORE: [usize; 6] = [3, 6, 12, 24, 48, 96];

/// How many questions are compared to choose one that was hardly answered.
const COMPARED: usize = 4;

pub(super) struct Dialogue<'a> {
    prompts: &'a Prompts,
    vocabulary: &'a Vocabulary,
    session: Session,
    /// What is asked now.
    at: usize,
    /// The outcomes that it seeks at each question, if it seeks few.
    few: Option<HashMap<usize, Vec<usize>>>,
}

impl<'a> Dialogue<'a> {
    /// A session that goes on behind these lines, where this is asked.
    pub(super) fn new(
        prompts: &'a Prompts,
        vocabulary: &'a Vocabulary,
        (session, at): (Session, usize),
        dice: &mut Dice,
    ) -> Dialogue<'a> {
        let few = (dice.below(2) == 0).then(HashMap::new);
        Dialogue { prompts, vocabulary, session, at: prompts.same(at), few }
    }

    /// A session that goes on at a question that was hardly answered so far, with a line that is new there.
    pub(super) fn at_a_rare_question(
        prompts: &'a Prompts,
        vocabulary: &'a Vocabulary,
        dice: &mut Dice,
    ) -> Dialogue<'a> {
        let some = (0..COMPARED).map(|_| dice.below(prompts.count().max(1)));
        let tried = |at: &usize| prompts.get(*at).map_or(0, |prompt| prompt.tried);
        let at = some.min_by_key(tried).unwrap_or(0);
        let way = prompts.get(at).map(|prompt| prompt.way.clone()).unwrap_or_default();
        let mut dialogue = Dialogue::new(prompts, vocabulary, (way, at), dice);
        if let Some(prompt) = prompts.get(at) {
            let (line, next) = dialogue.fresh(prompt, dice);
            dialogue.say(line, next);
        }
        dialogue
    }

    pub(super) fn continued(mut self, dice: &mut Dice) -> Session {
        for _ in 0..MORE[dice.below(MORE.len())] {
            let Some(prompt) = self.prompts.get(self.at) else { break };
            let (line, next) = self.answer(prompt, dice);
            self.say(line, next);
        }
        if dice.below(2) == 0 {
            let ends = self.prompts.get(self.at).and_then(|prompt| ending_at(prompt, dice));
            self.session.extend(ends.or_else(|| self.vocabulary.end(dice)));
        }
        self.session
    }

    /// Adds a line. If it is not known what is asked next, that is the first question again.
    fn say(&mut self, line: Vec<u8>, next: Option<usize>) {
        self.session.push(line);
        self.at = next.map_or(0, |next| self.prompts.same(next));
    }

    /// A line for a question, and what is probably asked next.
    fn answer(&mut self, prompt: &Prompt, dice: &mut Dice) -> (Vec<u8>, Option<usize>) {
        let [taken, refused] = prompt.parted();
        let is_free = prompt.is_free();
        let outcome = match dice.below(16) {
            _ if taken.is_empty() => None,
            0..2 => None,
            2 => dice.one_of(&refused).copied(),
            // Where any text or number is taken, it matters which one.
            3..6 if is_free => None,
            6..9 if is_free => return self.again(prompt, dice),
            _ => self.sought(&taken, dice),
        };
        let known = outcome.and_then(|outcome| Some((short(&outcome.lines, dice)?, outcome.next)));
        known.map_or_else(|| self.fresh(prompt, dice), |(line, next)| (line.clone(), next))
    }

    /// One of the outcomes that are sought at this question.
    fn sought<'b>(&mut self, taken: &[&'b PromptOutcome], dice: &mut Dice) -> Option<&'b PromptOutcome> {
        let Some(few) = &mut self.few else { return dice.one_of(taken).copied() };
        let some = few
            .entry(self.at)
            .or_insert_with(|| (0..1 + dice.below(3)).map(|_| dice.below(taken.len())).collect());
        let place = dice.one_of(some)?;
        taken.get(*place).copied()
    }

    /// A line that was said before, such as a name.
    fn again(&self, prompt: &Prompt, dice: &mut Dice) -> (Vec<u8>, Option<usize>) {
        match dice.one_of(&self.session) {
            Some(line) => (line.clone(), foretold(prompt, line)),
            None => self.fresh(prompt, dice),
        }
    }

    /// A line that was hardly given here before.
    fn fresh(&self, prompt: &Prompt, dice: &mut Dice) -> (Vec<u8>, Option<usize>) {
        let pools = &self.vocabulary.pools;
        let known = dice.one_of(&prompt.outcomes).and_then(|outcome| dice.one_of(&outcome.lines));
        if prompt.is_harsh() && dice.below(8) > 0 {
            // Other words would end the program.
            let usual = prompt.usual().and_then(|outcome| dice.one_of(&outcome.lines));
            let line = with_other_numbers(usual.map_or(b"1", Vec::as_slice), pools, dice);
            let next = foretold(prompt, &line);
            return (line, next);
        }
        let numbers = || prompt.words.iter().filter(|word| is_number(word)).cloned().collect::<Vec<_>>();
        let line = match (dice.below(18), known) {
            (0, _) => Vec::new(),
            (6 | 16.., _) => edges::instead_of(b"5", &pools.numbers, dice),
            (12 | 13, _) => dice.below(10).to_string().into_bytes(),
            (14 | 15, _) => dice.one_of(&pools.numbers).cloned().unwrap_or_default(),
            (1..3, _) => dice.one_of(&prompt.words).cloned().unwrap_or_else(|| pools.word(dice)),
            (3, _) => edges::near(&numbers(), 1, dice),
            (4, _) => pools.word(dice),
            (5, _) => pools.name(dice),
            (7, _) => self.vocabulary.line(dice),
            (8, _) => [pools.name(dice), pools.value(dice)].join(&b' '),
            (_, Some(known)) => change::changed(known, pools, dice),
            (_, None) => self.vocabulary.line(dice),
        };
        let next = foretold(prompt, &line);
        (line, next)
    }
}

/// The shorter one of two lines: where all lines are taken, those with more words than were asked for are mostly ballast.
fn short<'a>(lines: &'a [Vec<u8>], dice: &mut Dice) -> Option<&'a Vec<u8>> {
    let two = [dice.one_of(lines)?, dice.one_of(lines)?];
    two.into_iter().min_by_key(|line| line.len())
}

fn with_other_numbers(line: &[u8], pools: &Pools, dice: &mut Dice) -> Vec<u8> {
    let mut other = line.to_vec();
    for at in change::numbers(line).into_iter().rev() {
        let number = edges::instead_of(&line[at.clone()], &pools.numbers, dice);
        other.splice(at, number);
    }
    other
}

/// A line that ends the program at its first question.
pub(super) fn ending(prompts: &Prompts, dice: &mut Dice) -> Option<Vec<u8>> {
    prompts.get(0).and_then(|prompt| ending_at(prompt, dice))
}

/// A line that ends the program at this question.
fn ending_at(prompt: &Prompt, dice: &mut Dice) -> Option<Vec<u8>> {
    let ends: Vec<_> = prompt.outcomes.iter().filter(|outcome| outcome.next.is_none()).collect();
    dice.one_of(&ends).and_then(|outcome| dice.one_of(&outcome.lines)).cloned()
}

/// What is probably asked after this line: what was asked when it was given before, or after most lines.
fn foretold(prompt: &Prompt, line: &[u8]) -> Option<usize> {
    let known = prompt.outcomes.iter().find(|outcome| outcome.lines.iter().any(|known| known == line));
    known.or_else(|| prompt.usual()).and_then(|outcome| outcome.next)
}
