//! The shards of a run, merged: the same as if all had been judged at once, times left out.

use std::collections::HashMap;
use std::path::PathBuf;

use super::form::{CandidateDto, Part};
use super::{Log, LogError};
use crate::challenge::listed;
use crate::files::FileError;

/// Why saved runs cannot be merged. Each is named by its place among them, and by its file if they are in files.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error("it is a whole run, not one of `judge check --shard`")]
    Whole(usize),
    #[error("it is not of the same run as the first: {1}")]
    Other(usize, &'static str),
    #[error("shard {1} was given before")]
    Twice(usize, usize),
    #[error("it has other programs than its shard")]
    Programs(usize),
    #[error("of {of} shards {} missing", are(.missing))]
    Missing { missing: Vec<usize>, of: usize },
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Log(#[from] LogError),
}

/// How many missing shards are named.
const NAMED: usize = 10;

fn are(missing: &[usize]) -> String {
    let more = missing.len().saturating_sub(NAMED);
    let named = missing.iter().take(NAMED).map(ToString::to_string);
    let listed = listed(named.chain((more > 0).then(|| format!("{more} more"))));
    if missing.len() == 1 { format!("{listed} is") } else { format!("{listed} are") }
}

impl MergeError {
    /// The place of the run that is to blame, if it is one.
    fn place(&self) -> Option<usize> {
        match self {
            MergeError::Whole(place)
            | MergeError::Other(place, _)
            | MergeError::Twice(place, _)
            | MergeError::Programs(place) => Some(*place),
            MergeError::Missing { .. } | MergeError::File(_) | MergeError::Log(_) => None,
        }
    }
}

/// Merges all shards of a run that were saved in these files, in any order.
/// Fails if a file cannot be read, or these are not all shards of one run.
pub fn merge_files(files: &[PathBuf]) -> Result<Log, MergeError> {
    let logs = files.iter().map(|file| Log::open(file)).collect::<Result<_, _>>()?;
    merge(logs).map_err(|why| match why.place() {
        Some(place) => FileError::at(&files[place])(why).into(),
        None => why,
    })
}

/// Merges shards that were read.
fn merge(mut logs: Vec<Log>) -> Result<Log, MergeError> {
    check(&logs)?;
    let place = |log: &Log| log.part.as_ref().map(|part| part.shard.number);
    let first = logs.iter().position(|log| place(log) == Some(1)).unwrap_or(0);
    let programs = logs[first].part.as_ref().map_or_else(Vec::new, |part| part.programs.clone());
    let mut candidates: Vec<Option<CandidateDto>> = vec![None; programs.len()];
    for (place, log) in logs.iter_mut().enumerate() {
        let own = std::mem::take(&mut log.candidates);
        let names = own.iter().map(|own| own.submission.name.as_str());
        let places = places(&programs, names).ok_or(MergeError::Programs(place))?;
        for (candidate, place) in own.into_iter().zip(places) {
            candidates[place] = Some(candidate);
        }
    }
    let left_out = logs.iter().map(|log| log.left_out).sum();
    let interrupted = logs.iter().any(|log| log.interrupted);
    let candidates: Option<Vec<_>> = candidates.into_iter().collect();
    let candidates = candidates.ok_or(MergeError::Programs(first))?;
    Ok(Log { candidates, interrupted, left_out, part: None, ..logs.swap_remove(first) })
}

/// Checks that these are all the shards of one run.
fn check(logs: &[Log]) -> Result<(), MergeError> {
    let parts: Vec<&Part> = logs
        .iter()
        .enumerate()
        .map(|(place, log)| log.part.as_ref().ok_or(MergeError::Whole(place)))
        .collect::<Result<_, _>>()?;
    let Some(first) = parts.first() else { return Err(MergeError::Missing { missing: Vec::new(), of: 0 }) };
    let mut met = vec![false; first.shard.of];
    for (place, (log, part)) in logs.iter().zip(&parts).enumerate() {
        if let Some(what) = difference(&logs[0], log) {
            return Err(MergeError::Other(place, what));
        }
        if std::mem::replace(&mut met[part.shard.number - 1], true) {
            return Err(MergeError::Twice(place, part.shard.number));
        }
    }
    let missing: Vec<_> = (1..=met.len()).filter(|number| !met[number - 1]).collect();
    if missing.is_empty() { Ok(()) } else { Err(MergeError::Missing { missing, of: met.len() }) }
}

/// The properties in which two shards of one run must agree.
fn difference(one: &Log, other: &Log) -> Option<&'static str> {
    let version = |log: &Log| log.conditions.origin.as_ref().map(|origin| origin.version.clone());
    let programs = |log: &Log| {
        let part = log.part.as_ref()?;
        let mut programs = part.programs.clone();
        programs.sort_unstable();
        Some((part.shard.of, programs))
    };
    let shards = |log: &Log| log.part.as_ref().map(|part| part.shard.of);
    let [a, b] = [one, other].map(|log| &log.conditions);
    let differences = [
        ("another challenge", one.heading.dialect != other.heading.dialect),
        ("another profile", one.heading.profile != other.heading.profile),
        ("other suites", one.heading.suite != other.heading.suite),
        ("another version of the judge", version(one) != version(other)),
        ("other limits", a.limits != b.limits),
        ("another isolation", a.isolation != b.isolation),
        ("one had --keep-going", a.keep_going != b.keep_going),
        ("another number of shards", shards(one) != shards(other)),
        ("other programs", programs(one) != programs(other)),
    ];
    differences.into_iter().find(|(_, is_so)| *is_so).map(|(what, _)| what)
}

/// The places of these programs among all, equal names in their order. `None` if one is not there.
fn places<'a>(all: &[String], own: impl Iterator<Item = &'a str>) -> Option<Vec<usize>> {
    let mut left: HashMap<&str, Vec<usize>> = HashMap::new();
    all.iter().enumerate().rev().for_each(|(place, name)| left.entry(name).or_default().push(place));
    own.map(|name| left.get_mut(name).and_then(Vec::pop)).collect()
}
