//! Names the fault of a candidate.
//!
//! A hypothesis is a mutant of the reference: a faulty referee, or a table of a challenge with one fault. The diagnosis is the
//! mutant that prints exactly the candidate's output in every observed run, passed ones as well as failed ones. Nothing is guessed
//! from a single failure, and no fault is named that any run contradicts. If several mutants match, the first in the family is taken; plain faults
//! come before special ones, and general faults before their parts. Rivals that differ only in a number, the length of a
//! line, are distinguished by games of their own ([`Suspects::decisive`]).
//!
//! Some deviations are allowed: line feeds around boards and messages, a board after `invalid.` or before the result,
//! silence after empty lines. So a mutant is played with each choice of these, and outputs are compared as pieces
//! without optional line feeds. An input that may be read in several ways is given to a mutant as it is, and also as
//! the candidate seems to have read it. After the candidate's first wrong answer this is not known, so the next such
//! input ends the comparison, as the end of input in mid-game does.
//!
//! Only the output of a candidate counts, and how it ended if that is known. Two faults at once have no name here.

use std::borrow::Cow;
use std::cell::LazyCell;

use crate::dialect::tictactoe::read;
use crate::dialect::{Declared, Dialect, Faulty, Unreadable};
use crate::execution::Ending;
use crate::session::Event;
use crate::suite::mutant::{Deviations, End, Mutant, REFUSED};
use crate::suite::{Faults, faults};
use crate::transcript::{Comparison, ExpectedTranscript, Kind, Profile, Transcript, follow};

/// How much of an output is compared, in bytes. More than the longest game of any suite; a program
/// that writes without end is known by then.
const LONGEST: usize = 1 << 16;

/// How many equal bytes in a row are distinguished: longer rows count as equal.
const LONGEST_ROW: usize = 16;

/// A run of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Its inputs.
    pub inputs: Vec<Vec<u8>>,
    /// Its output.
    pub output: Vec<u8>,
    /// How it ended, if that was recorded.
    pub ending: Option<Ending>,
}

/// The fault of a candidate: the mutant that behaves as it does.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Diagnosis<'a> {
    /// A faulty referee.
    Referee(&'static Mutant),
    /// A table with one fault.
    Table(&'a Faulty),
}

/// The condition of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[non_exhaustive]
pub enum Cause {
    /// The board, the player and the line that is answered.
    #[strum(to_string = "Reproducible: the same position and input always trigger it.")]
    Position,
    /// Earlier inputs, too.
    #[strum(to_string = "Depends on earlier inputs, not only on the position.")]
    History,
    /// What the table of a challenge remembers, and the line that is answered.
    #[strum(to_string = "Reproducible: the same state and input always trigger it.")]
    State,
}

/// The fault in words; completes a sentence that begins with "it".
impl std::fmt::Display for Diagnosis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.fault())
    }
}

impl<'a> Diagnosis<'a> {
    /// The fault in words; completes a sentence that begins with "it".
    pub fn fault(&self) -> &'a str {
        match self {
            Diagnosis::Referee(mutant) => &mutant.fault,
            Diagnosis::Table(faulty) => &faulty.fault,
        }
    }

    /// The name of the fault.
    pub fn name(&self) -> &'a str {
        match self {
            Diagnosis::Referee(mutant) => &mutant.name,
            Diagnosis::Table(faulty) => &faulty.fault,
        }
    }

    /// The condition of the fault.
    pub fn cause(&self) -> Cause {
        match self {
            Diagnosis::Referee(mutant) if mutant.is_memoryless => Cause::Position,
            Diagnosis::Referee(_) => Cause::History,
            Diagnosis::Table(_) => Cause::State,
        }
    }

    /// The output for these inputs, and how the run ends.
    fn run(&self, inputs: &[Vec<u8>]) -> (Vec<u8>, Option<End>) {
        match self {
            Diagnosis::Referee(mutant) => {
                let (output, end) = mutant.run(Deviations::default(), inputs);
                (output, Some(end))
            }
            Diagnosis::Table(faulty) => {
                (ExpectedTranscript::strict(&Dialect::Declared(faulty.declared.clone()), inputs).text(), None)
            }
        }
    }
}

/// The faults that a candidate may have, by all observations: the likeliest first.
#[derive(Clone, Debug)]
pub struct Suspects<'a> {
    mutants: Vec<Diagnosis<'a>>,
}

impl<'a> Suspects<'a> {
    /// The mutants that explain all these observations. Empty if they show no fault. Mutants exist for
    /// tictactoe and for tables; in all other dialects nothing is explained.
    pub fn of(dialect: &'a Dialect, observations: &[Observation]) -> Suspects<'a> {
        let mutants = match faults(dialect) {
            Some(Faults::Tables(declared)) => tables(declared, observations),
            Some(Faults::Referees) => referees(observations),
            None => Vec::new(),
        };
        Suspects { mutants }
    }

    /// Drops the mutants that a further observation contradicts.
    pub fn observe(&mut self, observation: &Observation) {
        let evidence = LazyCell::new(|| PreparedObservation::new(observation));
        self.mutants.retain(|mutant| match mutant {
            Diagnosis::Referee(mutant) => evidence.fits(mutant),
            Diagnosis::Table(faulty) => does(&faulty.declared, observation),
        });
    }

    /// Games that can tell apart mutants which the usual games do not, because they fail at different lengths.
    pub fn decisive(&self) -> Vec<Vec<Vec<u8>>> {
        match self.mutants[..] {
            [Diagnosis::Referee(_), _, ..] => Mutant::games_of_lengths(),
            _ => Vec::new(),
        }
    }

    /// Whether a run of these inputs can distinguish the remaining mutants.
    pub fn differ_on(&self, inputs: &[Vec<u8>]) -> bool {
        let mut answers = self.mutants.iter().map(|mutant| mutant.run(inputs));
        let first = answers.next();
        answers.any(|answer| Some(answer) != first)
    }

    /// The remaining mutants.
    pub fn mutants(&self) -> &[Diagnosis<'a>] {
        &self.mutants
    }

    /// The likeliest of them.
    pub fn likeliest(&self) -> Option<Diagnosis<'a>> {
        self.mutants.first().copied()
    }
}

/// The faulty referees that have the observed output, if it is wrong anywhere.
fn referees<'a>(observations: &[Observation]) -> Vec<Diagnosis<'a>> {
    let mut evidence: Vec<_> = observations.iter().map(PreparedObservation::new).collect();
    let is_faulty = evidence.iter().any(|evidence| evidence.is_fault);
    // Failures first: the first of them rules out most hypotheses.
    evidence.sort_by_key(|evidence| (!evidence.is_fault, evidence.readings[0].len()));
    let family = Mutant::family().iter().chain(Mutant::family_of_endings());
    let family = family.chain(Mutant::family_of_lengths());
    family
        .filter(|mutant| is_faulty && mutant.equivalent.is_none())
        .filter(|mutant| evidence.iter().all(|evidence| evidence.fits(mutant)))
        .map(Diagnosis::Referee)
        .collect()
}

/// The tables with one fault that have the observed output, and would not have the right one where that is wrong: a table
/// that allows any answer explains nothing.
fn tables<'a>(declared: &'a Declared, observations: &[Observation]) -> Vec<Diagnosis<'a>> {
    let wrong: Vec<_> = observations
        .iter()
        .filter(|observation| !is_right(declared, observation))
        .map(right(declared))
        .collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let explains = |faulty: &&Faulty| {
        let does = observations.iter().all(|observation| does(&faulty.declared, observation))
            && !wrong.iter().all(|right| is_right(&faulty.declared, right));
        // The cached answers of others are not needed any more.
        faulty.declared.forget();
        faulty.is_exact && does
    };
    declared.mutants().iter().filter(explains).map(Diagnosis::Table).collect()
}

/// The run of the reference for the inputs of an observation.
fn right(declared: &Declared) -> impl Fn(&Observation) -> Observation {
    move |Observation { inputs, .. }| {
        let output = ExpectedTranscript::strict(&Dialect::Declared(declared.clone()), inputs).text();
        Observation { inputs: inputs.clone(), output, ending: None }
    }
}

/// Whether a program that follows this table does what was observed. A table with a fault may have no answer
/// to some line; nothing is explained after that.
fn does(faulty: &Declared, observation: &Observation) -> bool {
    let expected = ExpectedTranscript::scored(&Dialect::Declared(faulty.clone()), &observation.inputs);
    expected.is_whole() && is_right(faulty, observation)
}

/// Whether a run is right by a table, according to the judge's own comparison, and came to its end.
fn is_right(declared: &Declared, Observation { inputs, output, ending }: &Observation) -> bool {
    let expected = ExpectedTranscript::scored(&Dialect::Declared(declared.clone()), inputs);
    let is_rude = expected.is_settled() && ending.as_ref().is_some_and(is_unnatural);
    !is_rude && follow(expected, output, Profile::Golf).divergence.is_none()
}

/// An observation, prepared for comparison with many mutants.
struct PreparedObservation<'a> {
    /// The inputs as they are, and as the candidate seems to have read them if that may differ.
    readings: Vec<Cow<'a, [Vec<u8>]>>,
    output: &'a [u8],
    pieces: Vec<Piece>,
    /// Whether pieces are equal only if their bytes are, apart from line ends.
    is_literal: bool,
    ending: Option<&'a Ending>,
    /// Whether it ends with the same byte many times.
    is_flood: bool,
    is_fault: bool,
    /// How many pieces a fault has to explain: those up to the first that is wrong.
    explained: usize,
}

impl PreparedObservation<'_> {
    fn new(observation: &Observation) -> PreparedObservation<'_> {
        let Observation { inputs, output, ending } = observation;
        let expected = ExpectedTranscript::scored(&Dialect::Tictactoe, inputs);
        let found = follow(expected, output, Profile::Golf);
        let is_wrong = found.divergence.is_some();
        let is_rude = found.expected.is_settled() && ending.as_ref().is_some_and(is_unnatural);
        let taken = found.taken.as_ref().map(|taken| Cow::Owned(as_taken(inputs, taken, &found)));
        let readings = [Cow::Borrowed(&inputs[..])].into_iter().chain(taken).collect();
        let is_literal = !output.contains(&ESCAPE) && longest_row(output) < LONGEST_ROW;
        let output = &output[..output.len().min(LONGEST)];
        let pieces = pieces(output);
        let last = output.split_last_chunk::<LONGEST_ROW>().map(|(_, last)| last);
        let is_flood = last.is_some_and(|last| last.iter().all(|byte| *byte == last[0]));
        let is_fault = is_wrong || is_rude;
        // Of any other line the mutant's whole answer is compared.
        let is_open = |line: &Vec<u8>| read(line) == Err(Unreadable::Doubtful);
        let wrong = found.divergence.as_ref().filter(|divergence| {
            divergence.step.checked_sub(1).and_then(|place| inputs.get(place)).is_some_and(is_open)
        });
        let right = wrong.map(|divergence| &output[..output.len().min(divergence.at)]);
        let explained = right.map_or(0, |right| pieces.len().min(self::pieces(right).len() + 1));
        PreparedObservation {
            readings,
            output,
            pieces,
            is_literal,
            ending: ending.as_ref(),
            is_flood,
            is_fault,
            explained,
        }
    }

    fn fits(&self, mutant: &Mutant) -> bool {
        self.readings.iter().any(|inputs| self.fits_as(inputs, mutant))
    }

    fn fits_as(&self, inputs: &[Vec<u8>], mutant: &Mutant) -> bool {
        let has_blank = inputs.iter().any(Vec::is_empty);
        Deviations::all().filter(|deviations| has_blank || !deviations.skips_blanks).any(|deviations| {
            let mut beginning = Beginning { evidence: self, of_mutant: 0, of_candidate: 0 };
            let run = mutant.run_while(deviations, inputs, |output| beginning.is_like(output));
            run.is_some_and(|(output, end)| self.is_ending(end) && self.is_output(&output, end))
        })
    }

    fn is_output(&self, output: &[u8], end: End) -> bool {
        let expected = pieces(&output[..output.len().min(LONGEST)]);
        match end {
            End::Input => self.explained <= expected.len() && self.pieces.starts_with(&expected),
            _ => self.pieces == expected,
        }
    }

    fn is_ending(&self, end: End) -> bool {
        let Some(ending) = self.ending else { return true };
        match end {
            // Behaviour at the end of input in mid-game is not judged.
            End::Input => true,
            End::Game | End::Early => matches!(ending, Ending::Exited(_)),
            End::Error => matches!(ending, Ending::Signaled(_) | Ending::Trapped(_) | Ending::Exited(1..)),
            End::Never => matches!(ending, Ending::Stopped(limit) if limit.is_of_time()),
            End::Flood => self.is_flood && matches!(ending, Ending::Stopped(_)),
        }
    }
}

/// How many bytes of a mutant's output were found in the output of a candidate, and how many of the candidate's that were, so that
/// a mutant with other output is dropped at its first wrong byte.
struct Beginning<'a> {
    evidence: &'a PreparedObservation<'a>,
    of_mutant: usize,
    of_candidate: usize,
}

impl Beginning<'_> {
    /// Whether the output begins with all of this, apart from line ends.
    fn is_like(&mut self, output: &[u8]) -> bool {
        if !self.evidence.is_literal {
            return true;
        }
        let output = &output[..output.len().min(LONGEST)];
        let (mut ours, mut theirs) = (&output[self.of_mutant..], &self.evidence.output[self.of_candidate..]);
        // Called for each line of each run of each mutant, so that slices are matched here and nothing is called.
        let is_like = loop {
            (ours, theirs) = match (ours, theirs) {
                ([], _) => break true,
                ([b'\r' | b'\n', ours @ ..], _) => (ours, theirs),
                (_, [b'\r' | b'\n', theirs @ ..]) => (ours, theirs),
                ([one, ours @ ..], [other, theirs @ ..]) if one == other => (ours, theirs),
                (_, theirs) => break theirs.is_empty() && self.evidence.output.len() == LONGEST,
            }
        };
        (self.of_mutant, self.of_candidate) =
            (output.len() - ours.len(), self.evidence.output.len() - theirs.len());
        is_like
    }
}

/// Inputs as the candidate has read them, up to the one with the wrong answer; where it validly refused one,
/// a line that is refused stands for it. After that they are unchanged, up to the next that may be read in
/// several ways.
fn as_taken(inputs: &[Vec<u8>], taken: &[Vec<Vec<u8>>], found: &Comparison) -> Vec<Vec<u8>> {
    let wrong =
        found.divergence.as_ref().map_or(inputs.len(), |divergence| divergence.step.saturating_sub(1));
    let is_certain = |line: &&Vec<u8>| read(line) != Err(Unreadable::Doubtful);
    let refused = REFUSED.to_vec();
    let before =
        taken.iter().take(wrong).flatten().map(|line| if is_certain(&line) { line } else { &refused });
    let after = inputs.iter().skip(wrong + 1).take_while(is_certain);
    before.chain(inputs.get(wrong)).chain(after).cloned().collect()
}

fn is_unnatural(ending: &Ending) -> bool {
    matches!(ending, Ending::Stopped(_) | Ending::Signaled(_) | Ending::Trapped(_))
}

/// A significant piece of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Event(Event),
    /// One new-line or more, where at least one is required.
    Break,
    Unknown(Vec<u8>),
}

/// An output without optional new-lines: those at the beginning, at the end and after a prompt. Several
/// others count as one.
fn pieces(output: &[u8]) -> Vec<Piece> {
    let transcript = Transcript::parse(&Dialect::Tictactoe, output);
    let mut pieces = Vec::new();
    for item in transcript.items() {
        match &item.kind {
            Kind::Newline if is_free(pieces.last()) => {}
            Kind::Newline => pieces.push(Piece::Break),
            Kind::Event(event) => pieces.push(Piece::Event(event.clone())),
            Kind::Unknown => pieces.push(Piece::Unknown(shortened(&output[item.at.clone()]))),
        }
    }
    while pieces.last() == Some(&Piece::Break) {
        pieces.pop();
    }
    pieces
}

/// Whether a new-line after this is optional.
fn is_free(last: Option<&Piece>) -> bool {
    matches!(last, None | Some(Piece::Break | Piece::Event(Event::MoveAsked(_))))
}

/// Shortened insignificant bytes: long rows of one byte are cut, and any number of escape sequences becomes
/// one escape.
fn shortened(bytes: &[u8]) -> Vec<u8> {
    let mut short = Vec::new();
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        let is_escape = byte == ESCAPE && after.first() == Some(&b'[');
        rest = if is_escape { after_sequence(after) } else { after };
        let longest = if is_escape { 1 } else { LONGEST_ROW };
        if short.len() < longest || short[short.len() - longest..].iter().any(|&last| last != byte) {
            short.push(byte);
        }
    }
    short
}

/// The length of the longest row of one byte, except line feeds.
fn longest_row(bytes: &[u8]) -> usize {
    let rows = bytes.chunk_by(|one, next| one == next);
    rows.filter(|row| row[0] != b'\n').map(<[u8]>::len).max().unwrap_or(0)
}

/// The first byte of a terminal's control sequences (ECMA-48).
const ESCAPE: u8 = 0x1b;

/// The rest after an escape sequence, which ends with its first letter.
fn after_sequence(rest: &[u8]) -> &[u8] {
    let end = rest.iter().position(u8::is_ascii_alphabetic).map_or(rest.len(), |last| last + 1);
    &rest[end..]
}
