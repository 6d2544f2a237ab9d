//! New sessions from known ones.

use super::super::dice::Dice;
use super::change::{self, numbers};
use super::context::Context;
use super::corpus::Corpus;
use super::edges;
use super::novelty::Novelty;
use super::session::Session;
use super::sorts::{is_word, related};
use super::vocabulary::Vocabulary;

/// From this length on a session is often cut before it is changed.
const LONG: usize = 32;

/// How many lines a session has that is not made of another one.
const FRESH: usize = 12;

/// How many lines are put behind the beginning of a session.
const MORE: [usize; 5] = [8, 16, 24, 32, 64];

/// A session from some that were kept, or from lines alone.
pub(super) fn made(
    corpus: &mut Corpus,
    novelty: &Novelty,
    vocabulary: &Vocabulary,
    dice: &mut Dice,
) -> Session {
    let base = if dice.below(8) == 0 { None } else { corpus.choose(novelty, dice) };
    let (mut session, context) =
        base.map(|kept| (kept.lines.clone(), kept.context.clone())).unwrap_or_default();
    if let Some(kept) = base.filter(|_| dice.below(2) == 0) {
        // Lines that the reference does not know are mostly ballast.
        let mut kinds = kept.kinds.iter();
        session.retain(|_| kinds.next().is_none_or(|kind| !vocabulary.refusals.is_unknown(*kind)));
    }
    if session.is_empty() {
        session = (0..1 + dice.below(FRESH)).map(|_| vocabulary.line(dice)).collect();
    } else {
        if session.len() > LONG && dice.below(2) == 0 {
            cut(&mut session, dice);
        }
        for _ in 0..[1, 1, 1, 2, 3][dice.below(5)] {
            change(&mut session, &context, corpus, vocabulary, dice);
        }
    }
    match dice.below(16) {
        0 | 1 => rename(&mut session, vocabulary, dice),
        2 | 3 => crowd(&mut session, vocabulary, dice),
        4 => mistake(&mut session, dice),
        _ => {}
    }
    if dice.below(2) == 0 {
        session.extend(vocabulary.telling(dice));
    }
    session
}

/// The beginning of a session with known lines behind it that use its words, so that what one line does matters to the next.
pub(super) fn continued(start: &[Vec<u8>], vocabulary: &Vocabulary, dice: &mut Dice) -> Session {
    let start = &start[..dice.below(start.len() + 1)];
    let mut session: Session = start.iter().filter(|line| !vocabulary.is_end(line)).cloned().collect();
    let (selection, commands) = (vocabulary.selection(&session, dice), vocabulary.many(dice));
    let with_few = |line: Vec<u8>, dice: &mut Dice| vocabulary.sorts.with(&selection, &line, dice);
    for _ in 0..MORE[dice.below(MORE.len())] {
        let Some(command) = dice.one_of(&commands) else { break };
        let is_varied = dice.below(4) == 0;
        let line = if is_varied {
            vocabulary.varied(*command, dice)
        } else {
            vocabulary.known(*command, dice).to_vec()
        };
        session.push(with_few(line, dice));
    }
    for _ in 0..2 {
        let telling = vocabulary.telling(dice);
        session.extend(telling.map(|line| with_few(line, dice)));
    }
    if dice.below(2) == 0 {
        session.extend(vocabulary.end(dice));
    }
    session
}

/// Gives few names to all that is named in a session, or a name that is much like another.
fn rename(session: &mut Session, vocabulary: &Vocabulary, dice: &mut Dice) {
    if dice.below(2) == 0 {
        let selection = vocabulary.selection(&[], dice);
        session.iter_mut().for_each(|line| *line = vocabulary.sorts.with(&selection, line, dice));
        return;
    }
    let names: Vec<_> = session.iter().flat_map(|line| line.split(|byte| *byte == b' ').skip(1)).collect();
    let [Some(old), Some(like)] = [0; 2].map(|_| dice.one_of(&names).map(|name| name.to_vec())) else {
        return;
    };
    let new = if like == old { related(&old, dice) } else { related(&like, dice) };
    session.iter_mut().for_each(|line| *line = renamed(line, &old, &new));
}

/// How many take part in place of one, at most.
const CROWD: usize = 9;

/// Does for several names what the session does for one of them: a queue becomes longer, a table fills.
fn crowd(session: &mut Session, vocabulary: &Vocabulary, dice: &mut Dice) {
    let names: Vec<_> = session.iter().flat_map(|line| line.split(|byte| *byte == b' ').skip(1)).collect();
    let Some(one) = dice.one_of(&names).map(|name| name.to_vec()) else { return };
    let others: Vec<_> = (1..2 + dice.below(CROWD - 1)).map(|_| vocabulary.pools.name(dice)).collect();
    let for_all = |line: &Vec<u8>| {
        let mut lines = vec![line.clone()];
        if line.split(|byte| *byte == b' ').skip(1).any(|token| token == one) {
            lines.extend(others.iter().map(|other| renamed(line, &one, other)));
        }
        lines
    };
    *session = session.iter().flat_map(for_all).collect();
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

/// Lets one line name something a little differently than a line before it: programs may take it for the same.
fn mistake(session: &mut Session, dice: &mut Dice) {
    let mut named = Vec::new();
    for (at, line) in session.iter().enumerate() {
        let is_known = |token: &[u8]| {
            is_word(token)
                && session[..at].iter().any(|line| line.windows(token.len()).any(|part| part == token))
        };
        let tokens = line.split(|byte| *byte == b' ').enumerate().skip(1);
        named.extend(tokens.filter(|(_, token)| is_known(token)).map(|(place, _)| (at, place)));
    }
    let Some((at, place)) = dice.one_of(&named).copied() else { return };
    let mut tokens: Vec<_> = session[at].split(|byte| *byte == b' ').collect();
    let mistaken = change::mistaken(tokens[place], dice);
    tokens[place] = &mistaken;
    session[at] = tokens.join(&b' ');
}

fn change(
    session: &mut Session,
    context: &Context,
    corpus: &Corpus,
    vocabulary: &Vocabulary,
    dice: &mut Dice,
) {
    let count = session.len();
    let at = dice.below(count.max(1));
    match dice.below(20) {
        _ if count == 0 => session.push(vocabulary.line(dice)),
        0..6 => session
            .extend((0..1 + dice.below(4)).map(|_| vocabulary.line_after(context, dice)).collect::<Vec<_>>()),
        6..9 => session.insert(dice.below(count + 1), vocabulary.line_after(context, dice)),
        9..12 => session[at] = change::changed(&session[at], &vocabulary.pools, dice),
        12..14 => cut(session, dice),
        14..16 => splice(session, corpus, dice),
        16..18 => {
            let line = session[at].clone();
            session.splice(at..at, vec![line; 1 + dice.below(8)]);
        }
        18 => session.swap(at, dice.below(count)),
        _ => session[at] = vocabulary.line_after(context, dice),
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
