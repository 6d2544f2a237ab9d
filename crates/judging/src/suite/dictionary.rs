//! Sessions with the words and numbers of a program's own text, since it has commands that no challenge has, and also the numbers
//! from which on it behaves otherwise. Fuzzers call such a list a dictionary.

use std::collections::{BTreeSet, HashSet};

use super::Case;
use super::known::truth;
use super::near::is_refused;
use crate::dialect::{Dialect, Observed};

/// How many words follow each other in a session.
const ROW: usize = 48;

/// Of how many words every two are given one after the other, and of how many in one line.
const PAIRED: usize = 32;
const JOINED: usize = 8;

/// How many numbers are taken for counts, and how large they may be.
const COUNTS: usize = 6;
const LARGEST: usize = 2000;

/// A line that no challenge knows.
const REFUSED: &[u8] = b"?";

/// The sessions for a program with these words. Empty if the challenge does not define what is right in them.
pub(crate) fn of_words(dialect: &Dialect, words: &[Vec<u8>]) -> Vec<Case> {
    let reference = match dialect {
        Dialect::Observed(observed) if observed.has_reference() => Some(observed),
        Dialect::Othello => None,
        _ if truth(dialect).outside().is_some() => None,
        _ => return Vec::new(),
    };
    let known = reference.map(|observed| observed.lines().into_iter().chain(observed.words()));
    let known: HashSet<Vec<u8>> = known.into_iter().flatten().collect();
    let is_new =
        |line: &Vec<u8>| dialect.domain().decides(line) && !known.contains(line) && is_refused(dialect, line);
    let new: Vec<_> = words.iter().filter(|word| is_new(word)).cloned().collect();
    let numbers = counts(words);
    let rows = new.chunks(ROW).map(<[_]>::to_vec);
    let others: Vec<_> =
        joined(&new).into_iter().chain(of_lengths(&numbers, dialect)).filter(is_new).collect();
    let rows: Vec<_> = rows.chain(others.chunks(ROW).map(<[_]>::to_vec)).collect();
    let repeated = numbers.iter().rev().take(COUNTS).flat_map(|&count| [count, count + 1]);
    let repeated = repeated.map(|count| vec![REFUSED.to_vec(); count]);
    let mut trial = dialect.trial_inputs();
    let half = trial.len() / 2;
    // However a line is read, the board is full after this.
    let squares = dialect.vocabulary().map_or(&[][..], |known| &known.squares);
    trial.extend(squares.iter().map(|square| square.as_bytes().to_vec()));
    let (before, after) = trial.split_at(half);
    let at_the_start = rows.iter().map(|row| [&row[..], &trial].concat());
    let later = rows.iter().cloned().chain([in_pairs(&new)]).chain(repeated).filter(|row| !row.is_empty());
    let later = later.map(|row| [before, &row, after].concat());
    let sessions: Vec<_> = at_the_start.chain(later).collect();
    let sessions = match reference {
        Some(reference) => answered(reference, sessions),
        None => sessions,
    };
    Case::numbered(dialect, "own-words", sessions)
}

/// The numbers that may be counts or lengths, in order.
fn counts(words: &[Vec<u8>]) -> Vec<usize> {
    let numbers = words.iter().filter_map(|word| str::from_utf8(word).ok()?.parse().ok());
    numbers.filter(|number| (3..=LARGEST).contains(number)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A row in which every two of the first words follow each other.
fn in_pairs(words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let words = &words[..words.len().min(PAIRED)];
    words.iter().flat_map(|one| words.iter().flat_map(move |two| [one.clone(), two.clone()])).collect()
}

/// Lines of two of the first words.
fn joined(words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let words = &words[..words.len().min(JOINED)];
    words.iter().flat_map(|one| words.iter().map(move |two| [one, &b" "[..], two].concat())).collect()
}

/// Lines of these lengths, and of those beside them, as far as they decide.
fn of_lengths(lengths: &[usize], dialect: &Dialect) -> Vec<Vec<u8>> {
    let lengths: BTreeSet<_> = lengths.iter().flat_map(|&length| [length - 1, length, length + 1]).collect();
    let lengths = lengths.into_iter().take_while(|&length| length <= dialect.domain().longest);
    lengths.flat_map(|length| [vec![b'a'; length], vec![b'7'; length]]).collect()
}

/// The sessions that a reference answers, once it has been asked.
fn answered(reference: &Observed, sessions: Vec<Vec<Vec<u8>>>) -> Vec<Vec<Vec<u8>>> {
    let asked = |is_clean| {
        let runs = reference.ask_all(&sessions, is_clean)?;
        let is_right: Vec<_> = runs.iter().map(|run| run.fault.is_none()).collect();
        let runs: Vec<_> = runs.into_iter().filter(|run| run.fault.is_none()).map(|run| run.run).collect();
        reference.believe(&runs).map(|()| is_right)
    };
    // Answers of a reference that is held are discarded if they differ from others.
    let is_right = asked(false).or_else(|_: String| asked(true)).unwrap_or_default();
    sessions
        .iter()
        .zip(is_right)
        .filter(|(_, is_right)| *is_right)
        .map(|(session, _)| session.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fed(words: &[&str]) -> Vec<Case> {
        let words: Vec<_> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        of_words(&Dialect::Tictactoe, &words)
    }

    #[test]
    fn words_come_alone_and_in_pairs_and_numbers_as_counts() {
        let cases = fed(&["undo", "egg", "4", "37", "X4"]);
        let has = |row: &[&str]| {
            let row: Vec<_> = row.iter().map(|word| word.as_bytes().to_vec()).collect();
            cases.iter().any(|case| case.inputs.windows(row.len()).any(|fed| fed == row))
        };
        assert!(has(&["undo", "egg"]) && has(&["egg", "undo"]) && has(&["egg", "egg"]));
        assert!(has(&["?"; 37]) && has(&["?"; 38]) && !has(&["?"; 39]));
        assert!(has(&[&"a".repeat(36)]) && has(&[&"7".repeat(38)]));
        assert!(has(&["egg", "X4"]) || has(&["egg", "37", "X4"]));
        assert!(cases.iter().all(|case| case.strict_transcript().is_settled()));
    }

    #[test]
    fn a_text_without_new_words_needs_no_session() {
        assert_eq!(fed(&["0", "2"]).len(), 0);
    }
}
