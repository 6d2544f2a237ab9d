//! What the suite of a certificate claims. A certificate that shows less does not prove that claim, whatever
//! else it shows.

use super::flaw::Flaw;
use crate::dialect::Vocabulary;
use crate::suite::certificate::Certificate;

pub(super) struct Claim {
    length: usize,
    up_to_symmetry: bool,
    /// Whether the empty line is fed in every position.
    feeds_blank: bool,
    /// Whether every input is followed by a line that is not a move.
    is_probed: bool,
}

/// How many lines that are never a move are fed in every position.
const BAD_LINES: usize = 4;

impl Claim {
    /// What the suite of a certificate promises.
    pub(super) fn of(certificate: &Certificate) -> Result<Claim, Flaw> {
        let claim = |length| Claim { length, up_to_symmetry: false, feeds_blank: true, is_probed: false };
        Ok(match certificate.suite.as_str() {
            "symmetric" => Claim { up_to_symmetry: true, feeds_blank: false, ..claim(1) },
            "complete" => claim(1),
            "probed" => Claim { is_probed: true, ..claim(1) },
            "pairs" => claim(2),
            "triples" => claim(3),
            other => return Err(Flaw::Suite(other.to_owned())),
        })
    }

    /// Compares a certificate's own statements with the claim of its suite. Whether its runs show what it
    /// states is checked elsewhere.
    pub(super) fn check(&self, certificate: &Certificate, vocabulary: &Vocabulary) -> Result<(), Flaw> {
        let less = |what: String| Flaw::Less { suite: certificate.suite.clone(), what };
        if certificate.moves_in_a_row != self.length {
            return Err(less(format!("{} moves in a row, not {}", self.length, certificate.moves_in_a_row)));
        }
        if certificate.up_to_symmetry != self.up_to_symmetry {
            let what = if self.up_to_symmetry { "sequences up to symmetry" } else { "every sequence" };
            return Err(less(what.to_owned()));
        }
        let blank = self.feeds_blank.then_some("");
        let mut owed = vocabulary.bad.iter().copied().take(BAD_LINES).chain(blank);
        if let Some(line) = owed.find(|line| !certificate.refused_lines.iter().any(|input| input == line)) {
            return Err(less(format!("the line {line:?} refused in every position")));
        }
        if self.is_probed { check_probes(certificate, vocabulary) } else { Ok(()) }
    }
}

/// Checks that every second line is not a move.
fn check_probes(certificate: &Certificate, vocabulary: &Vocabulary) -> Result<(), Flaw> {
    let is_probe = |line: &String| vocabulary.bad.contains(&line.as_str());
    for (number, run) in (1..).zip(&certificate.runs) {
        let unprobed = run.chunks(2).position(|pair| !pair.get(1).is_some_and(is_probe));
        if let Some(pair) = unprobed {
            return Err(Flaw::Unprobed { run: number, input: 2 * pair + 1 });
        }
    }
    Ok(())
}
