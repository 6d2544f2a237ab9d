//! What a program asks before each line, and what came of the lines that it was given there.
//!
//! Many programs ask for one thing after the other: a choice, a name, an amount. A line that is right at one question is refused
//! at another. So sessions are made that answer each question with what was given there, and go on with what was asked then.

use std::collections::HashMap;

use super::super::dice::Dice;
use super::corpus::Kept;
use super::folding::{question, words};
use super::session::{self, Session};
use super::vocabulary::Vocabulary;
use super::{change, edges};
use crate::challenge::Recording;

/// How many questions are distinguished. All further ones count as the first one.
const QUESTIONS: usize = 128;

/// How many outcomes of a question are distinguished, and how many lines of each are known.
const OUTCOMES: usize = 24;
const LINES: usize = 12;

/// How many lines follow the beginning of a session.
const MORE: [usize; 6] = [3, 6, 12, 24, 48, 96];

/// How many questions are compared to choose one that was hardly answered.
const COMPARED: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Questions {
    /// Whether a line is known from the first time on that it had an outcome, and not from the second. Rules lead to sessions that
    /// are long enough without.
    keeps_all: bool,
    numbers: HashMap<u64, usize>,
    all: Vec<AskedQuestion>,
}

#[derive(Debug, Default)]
struct AskedQuestion {
    /// The fewest lines that have led to it, and the questions that they answered.
    way: Session,
    asked: Vec<usize>,
    /// How many lines were answered there.
    tried: u32,
    outcomes: Vec<AnswerKind>,
}

/// Lines that were answered alike at a question, and led to the same question.
#[derive(Debug)]
struct AnswerKind {
    kind: usize,
    /// The next question. `None` if the program ended.
    next: Option<usize>,
    lines: Vec<Vec<u8>>,
    count: u32,
}

impl Questions {
    /// None so far, of a program with words or of rules.
    pub(super) fn new(has_words: bool) -> Questions {
        Questions { keeps_all: has_words, ..Questions::default() }
    }

    /// Takes the kinds of the answers in a run. The numbers of the questions before each line, and of one behind the last.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[usize], run: &Recording) -> Vec<usize> {
        let mut brought = Vec::new();
        let mut at = self.number(run.opening.as_bytes(), &brought);
        let mut asked = vec![at];
        for (place, ((line, kind), turn)) in lines.iter().zip(kinds).zip(&run.turns).enumerate() {
            brought.extend(words(line));
            let is_end = run.is_over() && place + 1 == lines.len();
            let next = (!is_end).then(|| self.number(turn.answer.as_bytes(), &brought));
            self.all[at].take((&lines[..place], &asked), line, (*kind, next), self.keeps_all);
            asked.extend(next);
            at = next.unwrap_or(0);
        }
        asked
    }

    /// How many questions are known.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// A session that tries these words at a question, where this session asks it if it does: after each of them with the lines that
    /// lead back there.
    pub(super) fn row<'a>(
        &self,
        at: usize,
        seed: Option<&Kept>,
        words: impl Iterator<Item = &'a Vec<u8>>,
        dice: &mut Dice,
    ) -> Session {
        let AskedQuestion { way, asked, .. } = &self.all[at];
        let places =
            |seed: &Kept| (0..seed.lines.len()).filter(|place| seed.asked.get(*place) == Some(&at)).collect();
        let places: Vec<usize> = seed.map_or_else(Vec::new, places);
        let (way, asked) = match (seed, dice.one_of(&places)) {
            (Some(seed), Some(place)) => (&seed.lines[..*place], &seed.asked[..*place]),
            _ => (&way[..], &asked[..]),
        };
        let next = self.all[at].usual();
        let back = asked.iter().rposition(|question| Some(*question) == next).unwrap_or(way.len());
        let mut session = way.to_vec();
        for word in words {
            session.push(word.clone());
            session.extend_from_slice(&way[back..]);
        }
        session.truncate(session.len() + back - way.len());
        session
    }

    /// The number of the question at the end of a text.
    fn number(&mut self, text: &[u8], brought: &[&[u8]]) -> usize {
        let (question, next) = (session::hash(&question(text, brought)), self.all.len());
        if next >= QUESTIONS {
            return self.numbers.get(&question).copied().unwrap_or(0);
        }
        let number = *self.numbers.entry(question).or_insert(next);
        if number == next {
            self.all.push(AskedQuestion::default());
        }
        number
    }

    /// A session that answers what it is asked, from the start or where hardly anything was answered. Often only a few of the
    /// answers that a question takes are used, so that one thing is done again and again.
    pub(super) fn session(&self, vocabulary: &Vocabulary, dice: &mut Dice) -> Option<Session> {
        let some = [0; COMPARED].map(|_| dice.below(self.all.len().max(1)));
        let rare = some.into_iter().min_by_key(|at| self.all.get(*at).map(|question| question.tried))?;
        let mut at = if dice.below(2) == 0 { 0 } else { rare };
        let mut session = self.all.get(at)?.way.clone();
        let (is_few, mut few) = (dice.below(2) == 0, HashMap::new());
        for _ in 0..MORE[dice.below(MORE.len())] {
            let question = &self.all[at];
            let is_unknown = |outcome: &AnswerKind| vocabulary.is_unknown(outcome.kind);
            let going_on = question.outcomes.iter().filter(|outcome| outcome.next.is_some());
            let going_on: Vec<_> = going_on.filter(|outcome| !is_unknown(outcome)).collect();
            let some = few.entry(at).or_insert_with(|| [0; 2].map(|_| dice.below(going_on.len().max(1))));
            let place = if is_few { some[dice.below(some.len())] } else { dice.below(going_on.len().max(1)) };
            let known = going_on.get(place).and_then(|outcome| dice.one_of(&outcome.lines));
            let line = match (dice.below(16), known) {
                (0..3, _) | (_, None) => fresh(known, vocabulary, dice),
                // A name, or an amount.
                (3..5, Some(known)) => dice.one_of(&session).unwrap_or(known).clone(),
                (_, Some(known)) => known.clone(),
            };
            at = question.foretold(&line).unwrap_or(0);
            session.push(line);
        }
        if dice.below(2) == 0 {
            session.extend(self.end(at, dice).or_else(|| vocabulary.end(dice)));
        }
        Some(session)
    }

    /// A line of each other sort of answers than this line gets at this question.
    pub(super) fn others(&self, at: usize, line: &[u8]) -> impl Iterator<Item = &Vec<u8>> {
        let outcomes = self.all.get(at).into_iter().flat_map(|question| &question.outcomes);
        let others = outcomes.filter(move |outcome| outcome.lines.iter().all(|known| known != line));
        others.filter_map(|outcome| outcome.lines.first())
    }

    /// A line that ends the program at this question.
    pub(super) fn end(&self, at: usize, dice: &mut Dice) -> Option<Vec<u8>> {
        let outcomes = &self.all.get(at)?.outcomes;
        let ends: Vec<_> = outcomes.iter().filter(|outcome| outcome.next.is_none()).collect();
        dice.one_of(&ends).and_then(|outcome| dice.one_of(&outcome.lines)).cloned()
    }
}

impl AskedQuestion {
    /// Takes the answer to a line behind others, and what was asked before each of them and before this one.
    fn take(
        &mut self,
        (before, asked): (&[Vec<u8>], &[usize]),
        line: &[u8],
        (kind, next): (usize, Option<usize>),
        keeps_all: bool,
    ) {
        if self.tried == 0 || before.len() < self.way.len() {
            (self.way, self.asked) = (before.to_vec(), asked[..before.len()].to_vec());
        }
        self.tried += 1;
        let known = self.outcomes.iter().position(|known| (known.kind, known.next) == (kind, next));
        if known.is_none() && self.outcomes.len() < OUTCOMES {
            self.outcomes.push(AnswerKind { kind, next, lines: Vec::new(), count: 0 });
        }
        let last = if keeps_all { self.outcomes.len() } else { OUTCOMES } - 1;
        let Some(outcome) = self.outcomes.get_mut(known.unwrap_or(last)) else { return };
        outcome.count += 1;
        if outcome.lines.len() < LINES && !outcome.lines.iter().any(|known| known == line) {
            outcome.lines.push(line.to_vec());
        }
    }

    /// What is probably asked after this line: what was asked when it was given before, or after most lines.
    fn foretold(&self, line: &[u8]) -> Option<usize> {
        let known = self.outcomes.iter().find(|outcome| outcome.lines.iter().any(|known| known == line));
        known.map_or_else(|| self.usual(), |outcome| outcome.next)
    }

    /// What was asked after most lines.
    fn usual(&self) -> Option<usize> {
        self.outcomes.iter().max_by_key(|outcome| outcome.count).and_then(|outcome| outcome.next)
    }
}

/// A line that was hardly given here before.
fn fresh(known: Option<&Vec<u8>>, vocabulary: &Vocabulary, dice: &mut Dice) -> Vec<u8> {
    let pools = &vocabulary.pools;
    match (dice.below(if pools.has_words() { 6 } else { 4 }), known) {
        (5, _) => pools.phrase(dice),
        (4, _) => format!("{}.{:02}", dice.below(20), dice.below(100)).into_bytes(),
        (0, _) => edges::instead_of(b"5", &pools.numbers, dice),
        (1, _) => dice.below(10).to_string().into_bytes(),
        (2, Some(known)) => change::changed(known, pools, dice),
        _ => vocabulary.line(dice),
    }
}
