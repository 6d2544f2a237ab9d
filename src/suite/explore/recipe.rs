//! New sessions from known ones.

use super::super::dice::Dice;
use super::context::Context;
use super::corpus::Corpus;
use super::novelty::Novelty;
use super::sessions::Session;
use super::vocabulary::Vocabulary;

/// From this length on a session is often cut before it is changed.
const LONG: usize = 32;

/// How many lines a session has that is not made of another one.
const FRESH: usize = 12;

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
    if dice.below(2) == 0 {
        session.extend(vocabulary.telling(dice));
    }
    session
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
        9..12 => session[at] = super::change::changed(&session[at], &vocabulary.pools, dice),
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
