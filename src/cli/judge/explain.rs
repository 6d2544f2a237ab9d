//! `judge explain`: shows why programs got their verdicts in a run saved by `judge check --save`. Each verdict is
//! derived again from the saved facts, so one that does not follow from them is reported.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{BAD, Failure, GOOD, failure, print};
use crate::report::{self, Record};
use crate::runner::Facts;

/// Show why a program got its verdict
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A run saved by `judge check --save`
    #[arg(value_name = "RUN.json")]
    file: PathBuf,

    /// A program: its name, file name or number in the run [default: all, a line each]
    candidate: Option<String>,

    /// The name of a run, or `all` [default: the run that decided]
    case: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save run.json golf     judges and saves the run
  judge explain run.json               each program and the rule that decided
  judge explain run.json ttt.py        what was recorded of the run that decided
  judge explain run.json ttt.py all    of every run that was saved";

pub(super) fn explain(arguments: Arguments) -> Result<u8, Failure> {
    let of_file = |why: &dyn std::fmt::Display| failure(format!("{}: {why}", arguments.file.display()));
    let log = super::report::saved(&arguments.file)?;
    let record = log.record();
    match &arguments.candidate {
        None => print(&report::verdicts(&log, &record))?,
        Some(wanted) => {
            let candidate = find(&record, wanted).ok_or_else(|| of_file(&unknown(&record, wanted)))?;
            let name = &record.candidates[candidate].name;
            let all = log.facts_of(candidate);
            let chosen = chosen(&all, arguments.case.as_deref()).map_err(|why| of_file(&why))?;
            let texts: Vec<_> = chosen.iter().map(|facts| report::facts(&log, name, facts)).collect();
            print(&texts.join("\n"))?;
        }
    }
    let differing: usize = (0..record.candidates.len())
        .map(|candidate| log.facts_of(candidate).iter().filter(|(_, is_same)| !is_same).count())
        .sum();
    if differing > 0 {
        let what = format!("{differing} saved verdicts do not follow from the saved facts");
        return Err(Failure { what: of_file(&what).what, code: BAD });
    }
    Ok(GOOD)
}

/// The candidate of this name or number.
fn find(record: &Record, wanted: &str) -> Option<usize> {
    let is_wanted = |name: &String| name == wanted || Path::new(name).file_name() == Some(wanted.as_ref());
    let by_name = record.candidates.iter().position(|candidate| is_wanted(&candidate.name));
    let by_number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    by_name.or(by_number.filter(|place| *place < record.candidates.len()))
}

fn unknown(record: &Record, wanted: &str) -> String {
    let names: Vec<_> = record.candidates.iter().take(10).map(|candidate| candidate.name.as_str()).collect();
    let more = if record.candidates.len() > names.len() { ", …" } else { "" };
    let names = crate::transcript::visible_line(names.join(", ").as_bytes());
    format!("no program {wanted:?}; there are: {names}{more}")
}

/// The facts of the case with this name, of all cases, or of the one that decided: the first failure, or
/// otherwise the first that was passed.
fn chosen<'a>(all: &'a [(Facts, bool)], case: Option<&str>) -> Result<Vec<&'a Facts>, String> {
    let facts = || all.iter().map(|(facts, _)| facts);
    let found: Vec<_> = match case {
        Some("all") => facts().collect(),
        Some(name) => facts().filter(|facts| facts.case.name == name).collect(),
        None => {
            let failed = facts().find(|facts| !facts.result().is_accepted());
            failed.or(facts().next()).into_iter().collect()
        }
    };
    match (found.is_empty(), case) {
        (false, _) => Ok(found),
        (true, Some(name)) if name != "all" => {
            let names: Vec<_> = facts().map(|facts| facts.case.name.as_str()).collect();
            Err(format!("no case {name:?} was saved; there are: {}", names.join(", ")))
        }
        _ => Err("it was not run, so nothing was saved".to_owned()),
    }
}
