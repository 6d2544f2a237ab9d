//! `judge shorten`: a shorter program that the judge accepts, too.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{FAILED, Failure, GOOD, INTERRUPTED, at, print, save, try_out_beside};
use super::check::exit_code;
use super::conditions;
use super::form::give;
use judging::check::Shorten;
use judging::process::Interrupt;
use judging::report::{Format, Outcome, Progress, Record, ShorteningReport};

/// Make an accepted program shorter, as long as the judge accepts it
///
/// Leaves out lines, brackets, words and bytes, and tries the usual shorter spellings of its language, until nothing more can
/// be saved. The program itself is never changed. Every result was accepted by the suites of `judge check`; with more suites, such
/// as `--suite complete,explored`, it is right in more runs, and that takes longer.
#[derive(Debug, Args)]
#[command(mut_args = brief(&["out", "dialect", "challenge", "suite", "jobs"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct ShortenArguments {
    /// A submission that the judge accepts
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,

    /// Write the shorter program to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    judging: conditions::JudgingArguments,
}

const EXAMPLES: &str = "\
Examples:
  judge shorten my.lua                             what can be saved, as a difference
  judge shorten my.lua --out short.lua             also writes the shorter program
  judge shorten my.lua --suite smoke               faster, but the result may be wrong elsewhere

Exit status: 0 nothing more can be saved, 1 the program is not accepted, 2 the judge could not do its work,
130 interrupted; what was found until then is shown and written.";

pub(super) fn shorten(arguments: &ShortenArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let program = &arguments.program;
    if program.is_dir() {
        return Err(at(program)("`judge shorten` takes one program, not a folder"));
    }
    try_out_of(arguments)?;
    let judging = arguments.judging.prepare(interrupt)?;
    let shorten = Shorten::new(&judging, program, interrupt)?;
    let record = shorten.judge(&mut Progress::new(judging.settings.dialect().noun()))?;
    let (began, report) = (Instant::now(), ShorteningReport { program, text: shorten.text() });
    let busy = Busy::with("making it shorter");
    let shortened = shorten.run(&record, &|now| busy.say(report.so_far(now, began.elapsed())))?;
    drop(busy);
    let Some(shortened) = shortened else { return refused(&record) };
    print(&report.outcome(&shortened, began.elapsed()))?;
    if let Some(out) = &arguments.out {
        try_out_of(arguments)?;
        save(out, &shortened.text)?;
    }
    Ok(if shortened.interrupted { INTERRUPTED } else { GOOD })
}

/// Checks early whether the file can be written, and is not the program itself.
fn try_out_of(arguments: &ShortenArguments) -> Result<(), Failure> {
    match &arguments.out {
        Some(out) if out.is_dir() => Err(at(out)("--out takes a file, not a folder")),
        out => Ok(try_out_beside([&arguments.program], out.as_deref())?),
    }
}

/// Shows why the program is not accepted.
fn refused(record: &Record) -> Result<u8, Failure> {
    let outcome = record.outcome();
    if outcome != Outcome::Interrupted {
        give(None, |view| Format::Terminal.render(record, view))?;
    }
    if outcome == Outcome::Failed {
        anstream::eprintln!("judge: only an accepted program can be made shorter; mend it first");
    }
    Ok(exit_code(outcome).unwrap_or(FAILED))
}
