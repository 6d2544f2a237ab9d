//! The first place where an output differs from the expected transcript.
//!
//! Under [`Profile::Exact`] every byte counts. [`Profile::Golf`] allows more new-lines (a line feed,
//! or a carriage return and a line feed) than the reference prints, wherever it prints some and after
//! a prompt, and what else the dialect lets through ([`AllowedDeviations`]). For tictactoe that is, in symbols,
//!
//! ```text
//! turn    = NL* board NL+ prompt
//! invalid = NL* "invalid." NL+ ( board NL+ )? prompt        the board unchanged
//! end     = NL* ( board NL+ )? message NL*                  the board is the final one
//! ```
//!
//! and an empty line may get silence instead of `invalid`. An output does not show which input it answers, so
//! in a row of refusals only their number is judged: at least the required ones, at most one for each line.
//! (Suites therefore keep empty lines apart.)

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::comparison::{Comparison, Divergence, DivergenceKind, Expected};
use super::expected::ExpectedTranscript;
use super::reader::Reader;
use super::readings;
use crate::challenge::Freedoms;
use crate::dialect::{Dialect, Referee};

/// What counts as right: the judge's `--profile`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Profile {
    /// What the dialect allows may differ: new-lines around boards and messages, and in tictactoe a
    /// board after a refusal or before the result, and silence to an empty line. Standard error and
    /// the exit status are not judged, and nothing that the specification leaves open is.
    #[default]
    Golf,
    /// Nothing may differ: the reference's bytes, nothing on standard error, exit status 0.
    Exact,
}

impl Profile {
    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Where an output first differs from the expected transcript, if it does.
pub fn compare(expected: &ExpectedTranscript, output: &[u8], profile: Profile) -> Option<Divergence> {
    follow(expected.clone(), output, profile).divergence
}

/// Follows an output by the reading of the inputs that agrees with it, or agrees longest.
#[doc(hidden)]
pub fn follow(expected: ExpectedTranscript, output: &[u8], profile: Profile) -> Comparison {
    let divergence = match (profile, expected.open()) {
        _ if expected.is_printed_in(output) => None,
        (Profile::Golf, None) => golf(&expected, output).err(),
        (Profile::Golf, Some(_)) if is_plainly_right(&expected, output) => None,
        (Profile::Golf, Some(inputs)) => {
            return readings::follow(expected.dialect(), inputs, expected.is_whole(), output);
        }
        (Profile::Exact, Some(inputs)) if expected.dialect().has_hidden() => {
            return exact_by_choice(expected.dialect(), inputs, output);
        }
        (Profile::Exact, _) => exact(&expected, output),
    };
    Comparison::new(expected, divergence)
}

/// Follows an output by the hidden choices that agree with it, or agree longest.
fn exact_by_choice(dialect: &Dialect, inputs: &[Vec<u8>], output: &[u8]) -> Comparison {
    let patterns = TextPatterns::of(dialect);
    let mut open = vec![(dialect.undecided(), BTreeSet::from([0]))];
    for place in 0..=inputs.len() + 1 {
        let (mut next, mut failed): (Vec<(Referee, BTreeSet<usize>)>, Vec<_>) = (Vec::new(), Vec::new());
        for (referee, places) in &open {
            let answers = match place.checked_sub(1).map(|place| inputs.get(place)) {
                None => referee.openings(),
                Some(Some(line)) => {
                    referee.answers(line).into_iter().map(|((events, _), next)| (events, next)).collect()
                }
                Some(None) if referee.has_ended() => Vec::new(),
                Some(None) => referee.closings(),
            };
            // Where it is not said what comes next, nothing does.
            let answers = if answers.is_empty() { vec![(Vec::new(), referee.clone())] } else { answers };
            for (events, after) in answers {
                let mut text = Vec::new();
                dialect.write_answer(&events, &mut text);
                let ends = |at: &usize| patterns.ends(&text, output, *at);
                let ends: BTreeSet<_> = places.iter().flat_map(ends).collect();
                let mut level = next.iter_mut().filter(|(_, places)| *places == ends);
                if ends.is_empty() {
                    failed.push((after, ends));
                } else if !level.any(|(known, _)| known.absorb(&after)) {
                    next.push((after, ends));
                }
            }
        }
        let is_over = next.is_empty();
        open = if is_over { failed } else { next };
        if is_over {
            break;
        }
    }
    let mut best: Option<Comparison> = None;
    for referee in open.into_iter().filter_map(|(referee, _)| referee.beginning()) {
        let expected = ExpectedTranscript::by(dialect, referee, inputs);
        let divergence = exact(&expected, output);
        let at = |divergence: &Option<Divergence>| divergence.as_ref().map_or(usize::MAX, |found| found.at);
        if best.as_ref().is_none_or(|best| at(&best.divergence) < at(&divergence)) {
            best = Some(Comparison::new(expected, divergence));
        }
    }
    best.expect("there is a choice")
}

/// How a text is found where every byte counts: as it is, or where it has patterns by what they match.
struct TextPatterns(Option<Freedoms>);

impl TextPatterns {
    fn of(dialect: &Dialect) -> TextPatterns {
        let has_patterns = dialect.freedoms().is_some_and(|freedoms| freedoms.patterns);
        TextPatterns(has_patterns.then(|| Freedoms { patterns: true, ..Freedoms::default() }))
    }

    /// The places where a text can end that begins at this place of an output.
    fn ends(&self, text: &[u8], output: &[u8], at: usize) -> Vec<usize> {
        let lengths = match &self.0 {
            Some(patterns) => patterns.lengths(&String::from_utf8_lossy(text), &output[at..]),
            None if output[at..].starts_with(text) => vec![text.len()],
            None => Vec::new(),
        };
        lengths.into_iter().map(|length| at + length).collect()
    }
}

/// Where every byte counts. Where a text has patterns, the output may go on in several places.
fn exact(expected: &ExpectedTranscript, output: &[u8]) -> Option<Divergence> {
    let patterns = TextPatterns::of(expected.dialect());
    let (mut wanted, mut places) = (Vec::new(), vec![0]);
    for (index, step) in expected.steps().iter().enumerate() {
        wanted.extend_from_slice(step.lead.as_bytes());
        for event in &step.events {
            expected.dialect().write(event, &mut wanted);
            let next = places.iter().flat_map(|at| patterns.ends(&wanted, output, *at));
            let next: BTreeSet<_> = next.collect();
            let at = places.last().copied().unwrap_or_default();
            if next.is_empty() {
                let same = wanted.iter().zip(&output[at..]).take_while(|(a, b)| a == b).count();
                let is_short = at + same == output.len();
                let kind = if is_short { DivergenceKind::Early } else { DivergenceKind::Wrong };
                let expected = Expected::Event(event.clone());
                return Some(Divergence { kind, step: index, at: at + same, expected });
            }
            places = next.into_iter().collect();
            wanted.clear();
        }
    }
    let at = places.last().copied().unwrap_or_default();
    (at < output.len() && expected.is_settled()).then(|| extra(expected, at))
}

fn golf(expected: &ExpectedTranscript, output: &[u8]) -> Result<(), Divergence> {
    let mut reader = Reader::new(expected.dialect(), output);
    let steps = expected.steps();
    let mut index = 0;
    while index < steps.len() {
        let refusals = steps[index..].iter().take_while(|step| step.is_refusal()).count();
        if refusals > 0 {
            let is_last = index + refusals == steps.len() && !expected.is_settled();
            reader.follow_refusals(index, &steps[index..index + refusals], is_last)?;
            index += refusals;
        } else {
            reader.follow(index, &steps[index])?;
            index += 1;
        }
    }
    if expected.is_settled() { reader.finish(expected.last_answer()) } else { Ok(()) }
}

/// Whether an output is right if every input is read as the reference reads it. Following all readings gives the same
/// result, at several times the cost.
pub(super) fn is_plainly_right(expected: &ExpectedTranscript, output: &[u8]) -> bool {
    if !expected.dialect().is_challenge() {
        return golf(expected, output).is_ok();
    }
    if !expected.is_certain {
        return false;
    }
    let mut readers = vec![Reader::new(expected.dialect(), output)];
    for (index, step) in expected.steps().iter().enumerate() {
        match Reader::say_all(readers, index, step) {
            Ok(next) if next.len() <= readings::most(expected.dialect()) => readers = next,
            _ => return false,
        }
    }
    let is_done = |mut reader: Reader| reader.finish(expected.last_answer()).is_ok();
    !expected.is_settled() || readers.into_iter().any(is_done)
}

fn extra(expected: &ExpectedTranscript, at: usize) -> Divergence {
    Divergence::extra(expected.last_answer(), at)
}
