//! New sessions from known ones.

use std::collections::HashSet;

use super::super::dice::Dice;
use super::change::{self, with_other_letter};
use super::corpus::Corpus;
use super::edges;
use super::folding::is_number;
use super::novelty::Novelty;
use super::pools::numbers;
use super::session::Session;
use super::vocabulary::Vocabulary;

/// From this length on a session is often cut before it is changed.
const LONG: usize = 32;

/// How many lines a session has that is not made of another one.
const FRESH: usize = 12;

/// How many of the last words of a session count.
const WORDS: usize = 8;

/// How many lines are put behind the beginning of a session.
const MORE: [usize; 5] = [8, 16, 24, 48, 96];

/// A session from some that were kept, or from lines alone.
pub(super) fn made(
    corpus: &mut Corpus,
    novelty: &Novelty,
    vocabulary: &Vocabulary,
    dice: &mut Dice,
) -> Session {
    let base = if dice.below(8) == 0 { None } else { corpus.choose(novelty, dice) };
    let mut session = base.map(|kept| kept.lines.clone()).unwrap_or_default();
    if let Some(kept) = base.filter(|_| dice.below(4) > 0) {
        // Lines that the reference does not know are mostly ballast.
        let mut kinds = kept.kinds.iter();
        session.retain(|_| kinds.next().is_none_or(|kind| !vocabulary.is_unknown(*kind)));
    }
    if session.is_empty() {
        session = (0..1 + dice.below(FRESH)).map(|_| vocabulary.line(dice)).collect();
    } else {
        if session.len() > LONG && dice.below(2) == 0 {
            cut(&mut session, dice);
        }
        for _ in 0..[1, 1, 1, 2, 3][dice.below(5)] {
            change(&mut session, corpus, vocabulary, dice);
        }
    }
    if dice.below(8) == 0 {
        crowd(&mut session, vocabulary, dice);
    }
    session
}

/// The beginning of a session with known lines behind it.
pub(super) fn continued(start: &[Vec<u8>], vocabulary: &Vocabulary, dice: &mut Dice) -> Session {
    let start = &start[..dice.below(start.len() + 1)];
    let mut session: Session = start.iter().filter(|line| !vocabulary.is_end(line)).cloned().collect();
    let commands = vocabulary.many(dice);
    for _ in 0..MORE[dice.below(MORE.len())] {
        let Some(command) = dice.one_of(&commands) else { break };
        let is_varied = dice.below(4) == 0;
        let line = if is_varied {
            vocabulary.varied(*command, dice)
        } else {
            vocabulary.known(*command, dice).to_vec()
        };
        // Mostly the names are those of a few.
        let is_of_few = dice.below(2) == 0;
        session.push(if is_of_few { adapted(line, &session, dice) } else { line });
    }
    if dice.below(2) == 0 {
        session.extend(vocabulary.end(dice));
    }
    session
}

/// How many take part in place of one that is chosen, at most, and how many in place of each.
const CROWD: usize = 9;
const OFTEN: usize = 6;

/// For how many names of a session others take part, too.
const NAMES: usize = 12;

/// Does for several names what the session does for one of them: a queue becomes longer, a table fills.
fn crowd(session: &mut Session, vocabulary: &Vocabulary, dice: &mut Dice) {
    let Some(one) = dice.one_of(&names(session)).map(|name| name.to_vec()) else { return };
    let others: Vec<_> = (1..2 + dice.below(CROWD - 1)).map(|_| vocabulary.pools.name(dice)).collect();
    *session = for_all(session, &one, &others, 1);
}

/// For each name of a session two other sessions. In one of them, what it does for that name is done for several. In the other, what
/// it does behind that is repeated, too, since a queue shows its order when it is emptied.
pub(super) fn crowded(session: &[Vec<u8>]) -> Vec<Session> {
    let mut known = HashSet::new();
    let one_by_one = names(session).into_iter().filter(|name| is_word(name) && known.insert(*name));
    let for_one = |one: &[u8]| {
        let others: Vec<_> = (1..OFTEN).map(|number| with_other_letter(one, number)).collect();
        [1, OFTEN].map(|often| for_all(session, one, &others, often))
    };
    one_by_one.take(NAMES).flat_map(for_one).collect()
}

/// The words behind the first of each line.
fn names(session: &[Vec<u8>]) -> Vec<&[u8]> {
    session.iter().flat_map(|line| line.split(|byte| *byte == b' ').skip(1)).collect()
}

/// The session with each line that has this name followed by the same for the others. Lines without it stand so often from the first
/// of these on.
fn for_all(session: &[Vec<u8>], one: &[u8], others: &[Vec<u8>], often: usize) -> Session {
    let has_one = |line: &[u8]| line.split(|byte| *byte == b' ').skip(1).any(|token| token == one);
    let first = session.iter().position(|line| has_one(line)).unwrap_or(session.len());
    let lines = |(place, line): (usize, &Vec<u8>)| match has_one(line) {
        true => {
            [line.clone()].into_iter().chain(others.iter().map(|other| renamed(line, one, other))).collect()
        }
        false => vec![line.clone(); if place < first { 1 } else { often }],
    };
    session.iter().enumerate().flat_map(lines).collect()
}

/// The line with another name in place of one; its first word is a command.
fn renamed(line: &[u8], one: &[u8], other: &[u8]) -> Vec<u8> {
    let tokens = line.split(|byte| *byte == b' ').enumerate();
    let tokens = tokens.map(|(place, token)| if place > 0 && token == one { other } else { token });
    tokens.collect::<Vec<_>>().join(&b' ')
}

/// The session with a number in one place that the program has shown or has in its text, or one beside it.
pub(super) fn with_a_known_number(session: &[Vec<u8>], vocabulary: &Vocabulary, dice: &mut Dice) -> Session {
    let mut session = session.to_vec();
    let in_line = |(at, line): (usize, &Vec<u8>)| numbers(line).into_iter().map(move |place| (at, place));
    let places: Vec<_> = session.iter().enumerate().flat_map(in_line).collect();
    if let Some((at, place)) = dice.one_of(&places) {
        let number = edges::near(&vocabulary.pools.numbers, 1, dice);
        session[*at].splice(place.clone(), number);
    }
    session
}

/// The line, often with names that the session has used last: so what one line does matters to the next.
fn adapted(line: Vec<u8>, session: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let words = session.iter().rev().flat_map(|line| line.split(|byte| *byte == b' ').skip(1));
    let words: Vec<_> = words.filter(|word| is_word(word)).take(WORDS).collect();
    if dice.below(4) == 0 {
        return line;
    }
    let other = |(place, token)| match dice.one_of(&words).filter(|_| place > 0 && is_word(token)) {
        Some(word) if dice.below(4) > 0 => *word,
        _ => token,
    };
    let tokens: Vec<_> = line.split(|byte| *byte == b' ').enumerate().map(other).collect();
    tokens.join(&b' ')
}

/// Whether a token is a word that may be exchanged.
fn is_word(token: &[u8]) -> bool {
    !token.is_empty() && !is_number(token)
}

fn change(session: &mut Session, corpus: &Corpus, vocabulary: &Vocabulary, dice: &mut Dice) {
    let line = |session: &[Vec<u8>], dice: &mut Dice| adapted(vocabulary.line(dice), session, dice);
    let count = session.len();
    let at = dice.below(count.max(1));
    match dice.below(20) {
        _ if count == 0 => session.push(vocabulary.line(dice)),
        0..6 => (0..1 + dice.below(4)).for_each(|_| session.push(line(session, dice))),
        6..9 => session.insert(dice.below(count + 1), line(session, dice)),
        9..12 => session[at] = change::changed(&session[at], &vocabulary.pools, dice),
        12..14 => cut(session, dice),
        14..16 => splice(session, corpus, dice),
        16..18 => {
            let line = session[at].clone();
            session.splice(at..at, vec![line; 1 + dice.below(8)]);
        }
        18 => session.swap(at, dice.below(count)),
        _ => session[at] = line(session, dice),
    }
}

/// Leaves out a stretch.
fn cut(session: &mut Session, dice: &mut Dice) {
    let start = dice.below(session.len());
    let length = 1 + dice.below((session.len() - start).div_ceil(2));
    session.drain(start..start + length);
}

/// Puts the end, the beginning or a stretch of another session in.
fn splice(session: &mut Session, corpus: &Corpus, dice: &mut Dice) {
    let Some(other) = corpus.any(dice).filter(|other| !other.lines.is_empty()) else { return };
    let (at, from) = (dice.below(session.len() + 1), dice.below(other.lines.len()));
    match dice.below(3) {
        0 => {
            session.truncate(at);
            session.extend_from_slice(&other.lines[from..]);
        }
        1 => drop(session.splice(at..at, other.lines[from..].iter().cloned())),
        _ => drop(session.splice(..at, other.lines[..from].iter().cloned())),
    }
}
