//! Sessions that differ from a known one by passages: the lines from a question up to where the program asks the same again.
//!
//! In a dialogue, a line that is added or left out answers another question, and so do all lines behind it. A passage is a whole:
//! a choice of a menu with what is asked then. So it can be left out, repeated with another name, moved to where its question is
//! asked, too, or taken over from another session, and the lines behind it mean what they meant. A program that asks nothing, or
//! for commands only, has no passages that matter.

use std::collections::HashSet;
use std::ops::Range;

use super::super::dice::Dice;
use super::change;
use super::corpus::{Corpus, Kept};
use super::questions::Questions;
use super::session::Session;
use super::vocabulary::Vocabulary;

/// How often a session is changed at most.
const CHANGES: usize = 4;

/// How many other passages are looked at for one that begins with a question of this session.
const LOOKED_AT: usize = 8;

/// How many different questions a dialogue has, at least.
pub(super) const QUESTIONS: usize = 3;

/// Whether these are the questions of a dialogue.
pub(super) fn is_dialogue(asked: &[usize]) -> bool {
    asked.iter().collect::<HashSet<_>>().len() >= QUESTIONS
}

/// A session that differs from this one by some passages.
pub(super) fn changed(kept: &Kept, known: ProgramFacts<'_>, dice: &mut Dice) -> Session {
    let Kept { lines, asked, .. } = kept;
    let mut session = Passages { lines: lines.clone(), asked: asked.clone() };
    for _ in 0..1 + dice.below(CHANGES) {
        session.change(known, dice);
    }
    session.lines
}

/// In how many of its first lines a session is changed that has set a record.
const LONGEST: usize = 24;

/// This session with each of its lines once answered in each other way that is known at its question.
pub(super) fn near(kept: &Kept, questions: &Questions) -> Vec<Session> {
    let mut sessions = Vec::new();
    for (at, (line, question)) in kept.lines.iter().zip(&kept.asked).enumerate().take(LONGEST) {
        for other in questions.others(*question, line) {
            let mut session = kept.lines.clone();
            session[at].clone_from(other);
            sessions.push(session);
        }
    }
    sessions
}

/// How many passages are left out of a session that is played twice.
const LEFT_OUT: usize = 12;

/// The session twice, the second time with another name or with all texts changed: as it is, and with each passage left out the
/// first time. What one user did matters to the next.
pub(super) fn twice(kept: &Kept) -> Vec<Session> {
    let Kept { lines, asked, .. } = kept;
    let Some(back) = asked.iter().rposition(|question| *question == asked[0]).filter(|back| *back > 0) else {
        return Vec::new();
    };
    let end = |start: usize| (start + 1..=back).find(|end| asked[*end] == asked[start]);
    let passages = (0..back).filter_map(|start| Some(start..end(start)?)).take(LEFT_OUT);
    let without = |passage: Range<usize>| [&lines[..passage.start], &lines[passage.end..back]].concat();
    let mut texts: Vec<&Vec<u8>> = Vec::new();
    let is_text = |line: &&Vec<u8>| line.len() > 1 && change::is_text(line);
    for text in lines.iter().filter(is_text) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let again = |count: usize| {
        let other = |line: &Vec<u8>| {
            if texts[..count].contains(&line) { other_name(line, 1) } else { line.clone() }
        };
        lines.iter().map(other).collect::<Session>()
    };
    let counts = if texts.len() > 1 { vec![1, texts.len()] } else { vec![texts.len()] };
    let firsts: Vec<_> = std::iter::once(lines[..back].to_vec()).chain(passages.map(without)).collect();
    firsts.iter().flat_map(|first| counts.iter().map(|count| [&first[..], &again(*count)].concat())).collect()
}

/// How often each passage is repeated, and how many lines it makes then at most.
const OFTEN: usize = 6;
const MOST_LINES: usize = 120;

/// The session with passages repeated. Each time with other names, since tables and stacks have sizes: all of them in turn, and each
/// by itself, as often as seems much and once more often than a number of the program says. And each a second time, as it is and
/// with one of its texts changed: what is equal in part may be taken for the same.
pub(super) fn repeated(kept: &Kept, sizes: &[usize]) -> Vec<Session> {
    let (lines, passages) = (&kept.lines, in_turn(kept));
    let with = |mut session: Session, passage: &Range<usize>, more: Session| {
        session.splice(passage.end..passage.end, more);
        session
    };
    let of_all = passages.iter().rev().fold(lines.clone(), |session, passage| {
        let more = more_of(&lines[passage.clone()], OFTEN);
        with(session, passage, more)
    });
    let alone = passages.iter().take(LEFT_OUT).flat_map(|passage| {
        let repeated = &lines[passage.clone()];
        let mut counts = sizes.iter().map(|size| size + 1).filter(|count| *count > OFTEN);
        let beyond = counts.find(|count| count * repeated.len() <= MOST_LINES);
        let often = [Some(OFTEN), beyond].into_iter().flatten().map(|count| more_of(repeated, count));
        often.chain(twins(repeated)).map(|more| with(lines.clone(), passage, more)).collect::<Vec<_>>()
    });
    std::iter::once(of_all).chain(alone).collect()
}

/// The passages of a session, one behind the other.
fn in_turn(Kept { lines, asked, .. }: &Kept) -> Vec<Range<usize>> {
    let (mut passages, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let end = (at + 1..asked.len()).find(|end| asked[*end] == asked[at]);
        passages.extend(end.map(|end| at..end));
        at = end.unwrap_or(at + 1);
    }
    passages
}

/// What makes a passage stand so often, each time with other names.
fn more_of(lines: &[Vec<u8>], count: usize) -> Session {
    (1..count).flat_map(|number| renumbered(lines, number)).collect()
}

/// The lines of a passage, as they are and each of its texts changed by itself. None if it has no texts.
fn twins(lines: &[Vec<u8>]) -> Vec<Session> {
    let with_other = |at: usize| {
        let other = other_name(&lines[at], 1);
        (other != lines[at]).then(|| [&lines[..at], &[other], &lines[at + 1..]].concat())
    };
    let others: Vec<_> = (1..lines.len()).filter_map(with_other).collect();
    let same = Some(lines.to_vec()).filter(|_| !others.is_empty());
    same.into_iter().chain(others).collect()
}

/// The lines of a passage with other names, by a number. Its first word is a choice, which stays.
fn renumbered(lines: &[Vec<u8>], number: usize) -> Vec<Vec<u8>> {
    let Some((choice, others)) = lines.split_first() else { return Vec::new() };
    let (command, names) =
        choice.split_at(choice.iter().position(|byte| *byte == b' ').unwrap_or(choice.len()));
    let choice = [command, &other_name(names, number)].concat();
    std::iter::once(choice).chain(others.iter().map(|line| other_name(line, number))).collect()
}

/// The line with another letter. One letter is mostly a choice.
fn other_name(line: &[u8], number: usize) -> Vec<u8> {
    if line.len() > 1 { change::with_other_letter(line, number) } else { line.to_vec() }
}

/// What is known of the program.
#[derive(Clone, Copy)]
pub(super) struct ProgramFacts<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) questions: &'a Questions,
    pub(super) vocabulary: &'a Vocabulary,
}

/// Lines of a session with what is asked.
struct Passages {
    lines: Session,
    /// The number of the question before each line, and behind the last of a whole session if the program went on.
    asked: Vec<usize>,
}

impl Passages {
    /// A passage of these lines.
    fn copied(lines: &[Vec<u8>], asked: &[usize], passage: Range<usize>) -> Passages {
        Passages { lines: lines[passage.clone()].to_vec(), asked: asked[passage].to_vec() }
    }

    fn change(&mut self, ProgramFacts { corpus, questions, vocabulary }: ProgramFacts<'_>, dice: &mut Dice) {
        match (dice.below(10), passage(&self.asked, dice)) {
            (0..2, Some(passage)) => self.leave_out(passage),
            (2..4, Some(passage)) => {
                let mut again = Passages::copied(&self.lines, &self.asked, passage.clone());
                if dice.below(4) > 0 {
                    rename(&mut again.lines, 0, vocabulary, dice);
                }
                self.put(passage.end, again);
            }
            (4, Some(passage)) => {
                let moved = Passages::copied(&self.lines, &self.asked, passage.clone());
                self.leave_out(passage);
                self.put_where_asked(moved, dice);
            }
            (5..7, _) => {
                let mut other = || corpus.any(dice).map(|other| (other, passage(&other.asked, dice)));
                let others: Vec<_> = (0..LOOKED_AT).filter_map(|_| other()).collect();
                let fits = |(other, passage): &(&Kept, Range<usize>)| {
                    self.asked.contains(&other.asked[passage.start])
                };
                let mut passages = others.into_iter().filter_map(|(other, passage)| Some((other, passage?)));
                if let Some((other, passage)) = passages.find(fits) {
                    let taken = Passages::copied(&other.lines, &other.asked, passage);
                    self.put_where_asked(taken, dice);
                }
            }
            (7..9, _) if !self.lines.is_empty() => {
                let at = dice.below(self.lines.len());
                let others: Vec<_> = questions.others(self.asked[at], &self.lines[at]).collect();
                if let Some(other) = dice.one_of(&others) {
                    self.lines[at].clone_from(other);
                }
            }
            _ => {
                let from = dice.below(self.lines.len().max(1));
                rename(&mut self.lines, from, vocabulary, dice);
            }
        }
    }

    fn leave_out(&mut self, passage: Range<usize>) {
        self.lines.drain(passage.clone());
        self.asked.drain(passage);
    }

    fn put(&mut self, at: usize, other: Passages) {
        self.lines.splice(at..at, other.lines);
        self.asked.splice(at..at, other.asked);
    }

    /// Puts a passage where its question is asked. Nowhere if that is never asked.
    fn put_where_asked(&mut self, other: Passages, dice: &mut Dice) {
        let places: Vec<_> = (0..self.asked.len()).filter(|at| self.asked[*at] == other.asked[0]).collect();
        if let Some(place) = dice.one_of(&places) {
            self.put(*place, other);
        }
    }
}

/// One of the passages: mostly a short one. `None` if no question is asked twice.
fn passage(asked: &[usize], dice: &mut Dice) -> Option<Range<usize>> {
    let ends = |start: usize| (start + 1..asked.len()).filter(move |end| asked[*end] == asked[start]);
    let starts: Vec<_> = (0..asked.len()).filter(|start| ends(*start).next().is_some()).collect();
    let start = *dice.one_of(&starts)?;
    let ends: Vec<_> = ends(start).collect();
    let end = if dice.below(3) > 0 { ends[0] } else { ends[dice.below(ends.len())] };
    Some(start..end)
}

/// Puts another line in place of one, there or wherever it stands from a line on: often another name for one thing, or what was
/// given elsewhere, as it was or nearly so.
fn rename(lines: &mut [Vec<u8>], from: usize, vocabulary: &Vocabulary, dice: &mut Dice) {
    let at = from + dice.below(lines.len().saturating_sub(from).max(1));
    let Some(one) = lines.get(at).cloned() else { return };
    let other = match dice.below(5) {
        0 => vocabulary.pools.name(dice),
        1 => vocabulary.pools.phrase(dice),
        2 => {
            let other = &lines[dice.below(lines.len())];
            if dice.below(2) == 0 { change::changed(other, &vocabulary.pools, dice) } else { other.clone() }
        }
        _ => change::changed(&one, &vocabulary.pools, dice),
    };
    if dice.below(2) == 0 {
        lines[at] = other;
    } else {
        lines[from..].iter_mut().filter(|line| **line == one).for_each(|line| line.clone_from(&other));
    }
}
