//! `judge shorten`: a shorter program that the judge accepts, too.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{
    BAD, FAILED, Failure, GOOD, INTERRUPTED, failure, print, save, try_out_beside, unless_interrupted,
};
use super::check::exit_code;
use super::form::columns;
use super::judging::{self, one_program};
use crate::check::Judging;
use crate::golf::{Shortening, Submission, Toolchain, gather};
use crate::process::Interrupt;
use crate::report::{Format, Progress, Record, ShorteningReport, View};

/// Make an accepted program shorter, as long as the judge accepts it
///
/// Leaves out lines, brackets, words and bytes, and tries the usual shorter spellings of its language, until nothing more can
/// be saved. The program itself is never changed. Whatever is kept was accepted by the suites that are played, as in `judge
/// check`; with more of them, such as `--suite complete,explored`, it is right in more runs, and it takes longer.
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A submission that the judge accepts
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,

    /// Write the shorter program to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    judging: judging::Arguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 5] = ["out", "dialect", "challenge", "suite", "jobs"];

const EXAMPLES: &str = "\
Examples:
  judge shorten my.lua                             what can be saved, as a difference
  judge shorten my.lua --out short.lua             also writes the shorter program
  judge shorten my.lua --suite smoke               faster, but the result may be wrong elsewhere

Exit status: 0 nothing more can be saved, 1 the program is not accepted, 2 the judge could not do its work,
130 interrupted; what was found until then is shown and written.";

pub(super) fn shorten(arguments: &Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let program = &arguments.program;
    one_program(program, "judge shorten")?;
    try_out_of(arguments)?;
    let judging = arguments.judging.prepare(&interrupt)?;
    let Judging { settings, plan, languages } = &judging;
    let submissions = gather(program, &settings.dialect, languages)?;
    let submission = submissions.first().ok_or_else(|| failure("nothing to shorten"))?;
    let shortening = Shortening::of(submission, settings, plan, languages, &interrupt)?;
    let judged = judged(arguments, &judging, submission, &interrupt);
    let record = unless_interrupted(&interrupt, judged)?;
    let code = exit_code(&record).unwrap_or(FAILED);
    let Some((_, accepted)) = record.judged().next().filter(|_| code == GOOD) else {
        return refused(&record, code);
    };
    let (began, report) = (Instant::now(), ShorteningReport { program, text: &shortening.text });
    let shortened = {
        let busy = Busy::with("making it shorter");
        shortening.run(accepted, &|now| busy.say(report.so_far(now, began.elapsed())))?
    };
    print(&report.outcome(&shortened, began.elapsed()))?;
    if let Some(out) = &arguments.out {
        try_out_of(arguments)?;
        save(out, &shortened.text)?;
    }
    Ok(if shortened.interrupted { INTERRUPTED } else { GOOD })
}

/// Checks early whether the file can be written, and is not the program itself.
fn try_out_of(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.out {
        Some(out) if out.is_dir() => {
            Err(failure(format!("{}: --out takes a file, not a folder", out.display())))
        }
        out => try_out_beside([&arguments.program], out.as_deref()),
    }
}

/// The program is judged as it is.
fn judged(
    arguments: &Arguments,
    judging: &Judging,
    submission: &Submission<'_>,
    interrupt: &Interrupt,
) -> Result<Record, Failure> {
    let toolchain = Toolchain::new(interrupt).isolated(&judging.settings.isolation);
    let candidate = toolchain.prepare(submission, &judging.languages)?;
    let mut record = arguments.judging.record(&judging.settings);
    let mut progress = Progress::new(judging.settings.dialect.noun());
    judging.run(&[candidate], &toolchain, &mut [&mut progress, &mut record])?;
    Ok(record)
}

/// Shows why the program is not accepted.
fn refused(record: &Record, code: u8) -> Result<u8, Failure> {
    if code != INTERRUPTED {
        print(&Format::Terminal.render(record, View { columns: columns(), ..View::default() }))?;
    }
    if code == BAD {
        anstream::eprintln!("judge: only an accepted program can be made shorter; mend it first");
    }
    Ok(code)
}
