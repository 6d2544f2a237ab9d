//! The shortest session of any lines that shows a difference: few lines first, then short ones.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::shrink::fewest;

/// Shortens a session in which something differs. `differs` plays one; no session is played twice.
pub fn shortest(session: Vec<Vec<u8>>, mut differs: impl FnMut(&[Vec<u8>]) -> bool) -> Vec<Vec<u8>> {
    let (mut tried, hasher) = (HashMap::new(), RandomState::new());
    let mut differs =
        |lines: &[Vec<u8>]| *tried.entry(hasher.hash_one(lines)).or_insert_with(|| differs(lines));
    let mut session = fewest(session, &mut differs);
    let mut at = 0;
    while at < session.len() {
        let with = |line: Vec<u8>| [&session[..at], &[line], &session[at + 1..]].concat();
        match simpler(&session[at]).into_iter().map(with).find(|simpler| differs(simpler)) {
            Some(simpler) => session = simpler,
            None => at += 1,
        }
    }
    // With simpler lines, others may have become superfluous.
    fewest(session, &mut differs)
}

/// The line with less in it, the least first.
fn simpler(line: &[u8]) -> Vec<Vec<u8>> {
    let tokens: Vec<_> = line.split(|byte| *byte == b' ').collect();
    let without = |at: usize| [&tokens[..at], &tokens[at + 1..]].concat().join(&b' ');
    let mut simpler: Vec<_> =
        if tokens.len() > 1 { (0..tokens.len()).map(without).collect() } else { Vec::new() };
    let halves = |(at, token): (usize, &&[u8])| {
        let half = token.len() / 2;
        let parts = [&token[..half], &token[half..], &token[1..], &token[..token.len() - 1]];
        parts.map(|part| [&tokens[..at], &[part], &tokens[at + 1..]].concat().join(&b' '))
    };
    simpler.extend(tokens.iter().enumerate().filter(|(_, token)| token.len() > 1).flat_map(halves));
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Vec<Vec<u8>> {
        lines.iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    #[test]
    fn lines_that_do_not_matter_go_and_the_others_become_short() {
        let differs = |session: &[Vec<u8>]| {
            let has = |part: &[u8]| session.iter().any(|line| line.starts_with(part));
            has(b"open a")
                && session.last().is_some_and(|line| line.starts_with(b"take a 10") && line.len() > 10)
        };
        let long = lines(&["x", "open ann", "sum", "put ann 5", "take ann 100000 please", "take a 1000000"]);
        assert_eq!(shortest(long, differs), lines(&["open a", "take a 1000"]));
    }
}
