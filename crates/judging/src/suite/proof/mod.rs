//! Checking a certificate, from the rules of the game alone.
//!
//! Nothing here depends on how suites are made: this module explores the game itself, plays every run with
//! the referee, and records what it sees. A certificate is good if each run is one whole game and a line
//! after it, if every required sequence of moves is made in some run, if every required line is refused in
//! every position, and if that is all that its suite promises. It also proves that no smaller suite is enough
//! if no game contains two sequences of the antichain, and there are as many sequences as runs: each must be
//! made in some run, and no run makes two.
//!
//! That no game contains two is checked by visiting all positions, not all games: the most that the rest of a
//! game can contain depends only on the position and on the few moves before it, in which a sequence may have
//! begun.

mod antichain;
mod flaw;
mod rules;
mod shown;

use std::fmt;

use super::certificate::Certificate;
use super::count::grouped;
use crate::dialect::Vocabulary;
use crate::game::Position as _;
use flaw::{MoveSequence, after};
use rules::ClaimedGame;
use shown::RunCoverage;

pub use flaw::Flaw;

/// The result of checking a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The name of the suite.
    pub suite: String,
    /// The runs, each a whole game.
    pub runs: usize,
    /// Their inputs.
    pub inputs: usize,
    /// The length of the sequences.
    pub moves_in_a_row: usize,
    /// Whether sequences are counted up to symmetry.
    pub up_to_symmetry: bool,
    /// The number of sequences of moves, each of which is made in some run.
    pub sequences: usize,
    /// The lines that are not moves and were fed in every position, besides occupied cells.
    pub refused_lines: Vec<String>,
    /// The number of positions and lines (occupied cells and others), each of which is refused in some run.
    pub refusals: usize,
    /// How many sequences of the antichain begin after how many moves, and how many of those end the
    /// game.
    pub antichain: Vec<(u32, usize, usize)>,
}

impl Proof {
    /// Checks a certificate.
    /// Fails with the first flaw that is found.
    pub fn check(certificate: &Certificate) -> Result<Proof, Flaw> {
        let rules = ClaimedGame::of(certificate)?;
        Claim::of(certificate)?.check(certificate, &rules.vocabulary)?;
        let mut shown = RunCoverage::default();
        for (number, run) in (1..).zip(&certificate.runs) {
            shown.play(&rules, number, run)?;
        }
        let sequences = shown.want_sequences(&rules)?;
        let refusals = shown.want_refusals(&rules, &certificate.refused_lines)?;
        let antichain = rules.read_antichain(&certificate.antichain)?;
        rules.want_one_at_most(&antichain)?;
        if antichain.len() != certificate.runs.len() {
            return Err(Flaw::NotLeast { runs: certificate.runs.len(), antichain: antichain.len() });
        }
        Ok(Proof {
            suite: certificate.suite.clone(),
            runs: certificate.runs.len(),
            inputs: certificate.runs.iter().map(Vec::len).sum(),
            moves_in_a_row: rules.length,
            up_to_symmetry: rules.symmetries.len() > 1,
            sequences,
            refused_lines: certificate.refused_lines.clone(),
            refusals,
            antichain: by_ply(&antichain),
        })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequences = match (self.moves_in_a_row, self.up_to_symmetry) {
            (1, false) => "moves in a position".to_owned(),
            (1, true) => "moves in a position, up to symmetry,".to_owned(),
            (count, _) => format!("sequences of {count} moves"),
        };
        let lines = self.refused_lines.iter().map(|line| format!("{line:?}")).collect::<Vec<_>>().join(" ");
        let runs = grouped(self.runs);
        write!(
            f,
            "A proof of the suite `{}`.\n\
             {runs} runs, {} inputs: each is a whole game by the rules, and a line after its end.\n\
             All {} {sequences} are made in some run.\n\
             All {} bad lines in a position are fed in some run: occupied cells, and {lines}.\n\
             No game holds two of these {runs}:\n",
            self.suite,
            grouped(self.inputs),
            grouped(self.sequences),
            grouped(self.refusals),
        )?;
        for &(ply, all, ending) in &self.antichain {
            let (all, ending) = (grouped(all), grouped(ending));
            writeln!(f, "  {all} begin after {ply} moves, {ending} of them end the game")?;
        }
        writeln!(f, "Each of them must be made in some run, so fewer than {runs} runs cannot do.")
    }
}

fn by_ply(antichain: &[MoveSequence]) -> Vec<(u32, usize, usize)> {
    let mut counts: Vec<(u32, usize, usize)> = (0..9).map(|ply| (ply, 0, 0)).collect();
    for (position, moves) in antichain {
        let (_, all, ending) = &mut counts[position.ply() as usize];
        *all += 1;
        *ending += usize::from(after(position, moves).is_some_and(|end| end.outcome().is_some()));
    }
    counts.retain(|(_, all, _)| *all > 0);
    counts
}

/// What the suite of a certificate claims. A certificate that shows less does not prove that claim, whatever else it shows.
struct Claim {
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
    /// The promise of the suite of a certificate.
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
