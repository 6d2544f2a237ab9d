//! `judge shorten`: a shorter program that the judge accepts, too.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{BAD, FAILED, Failure, GOOD, INTERRUPTED, failure, print, save, try_out_beside};
use super::check::exit_code;
use super::form::columns;
use super::judging::{self, one_program};
use crate::check::Judging;
use crate::golf::{Shortened, Shortening, Submission, Toolchain, gather};
use crate::process::Interrupt;
use crate::report::{Format, Progress, Record, Report, View};
use crate::runner::{self, CandidateReport};
use crate::suite::{counted, grouped};
use crate::transcript::{visible_line, visible_message};

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

pub(super) fn shorten(arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let program = &arguments.program;
    one_program(program, "judge shorten")?;
    try_out_of(&arguments)?;
    let judging = match arguments.judging.prepare(&interrupt) {
        Err(_) if interrupt.is_raised() => return Ok(INTERRUPTED),
        other => other?,
    };
    let submission = gather(program, &judging.settings.dialect, &judging.languages)?;
    let submission = submission.into_iter().next().ok_or_else(|| failure("nothing to shorten"))?;
    let text = text(&submission)?;
    let record = match judged(&arguments, &judging, &submission, &interrupt) {
        Err(_) if interrupt.is_raised() => return Ok(INTERRUPTED),
        other => other?,
    };
    let report = match accepted(&record) {
        Ok(report) => report,
        Err(code) => return refused(&record, code),
    };
    let shortening = Shortening {
        settings: &judging.settings,
        plan: &judging.plan,
        name: program.file_name().unwrap_or_default().into(),
        text: text.to_vec(),
        language: submission.language,
        languages: &judging.languages,
        interrupt: &interrupt,
    };
    let began = Instant::now();
    let shortened = search(&shortening, report, began)?;
    runner::check_reference(&judging.settings.dialect, []).map_err(failure)?;
    print(&told(program, text, &shortened, began.elapsed()))?;
    if let Some(out) = &arguments.out {
        try_out_of(&arguments)?;
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

/// The program's text.
fn text<'a>(submission: &'a Submission<'_>) -> Result<&'a [u8], Failure> {
    let of_program = |why: &str| failure(format!("{}: {why}", submission.path.display()));
    submission.file.as_ref().map_err(|why| of_program(why))?;
    let text =
        submission.content.as_deref().ok_or_else(|| of_program("it cannot be read, or is too large"))?;
    // A compiled program; some languages are bytes, though.
    match submission.language.is_none() && text.contains(&0) {
        true => Err(of_program("it is no text; name its source")),
        false => Ok(text),
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
    runner::run(&judging.settings, &[candidate], &judging.plan, interrupt, |event| {
        progress.on_event(&event);
        record.on_event(&event);
    })?;
    Ok(record)
}

/// The report of an accepted program, or the exit status.
fn accepted(record: &Record) -> Result<&CandidateReport, u8> {
    let code = exit_code(record).unwrap_or(FAILED);
    let report = record.judged().next().map(|(_, report)| report).filter(|_| code == GOOD);
    report.ok_or(code)
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

/// The search, with its state on a terminal.
fn search(
    shortening: &Shortening<'_>,
    report: &CandidateReport,
    began: Instant,
) -> Result<Shortened, Failure> {
    let busy = Busy::with("making it shorter");
    let whole = shortening.text.len();
    let shortened = shortening.run(report, &|now| {
        let rate = rate(now.trials, began.elapsed());
        busy.say(format!(
            "{} bytes (-{}), {} trials, {rate}/s",
            grouped(now.bytes),
            grouped(whole - now.bytes),
            grouped(now.trials)
        ));
    })?;
    Ok(shortened)
}

fn rate(trials: usize, time: Duration) -> String {
    format!("{:.0}", trials as f64 / time.as_secs_f64().max(0.001))
}

/// What was saved.
fn told(program: &Path, text: &[u8], shortened: &Shortened, time: Duration) -> String {
    let Shortened { text: short, trials, interrupted, .. } = shortened;
    let [bytes, left] = [text, short].map(|text| grouped(text.len()));
    let rate = rate(*trials, time);
    let trials = format!("{} in {:.1} s, {rate} a second", counted(*trials, "trial"), time.as_secs_f64());
    let until = if *interrupted { "interrupted: " } else { "" };
    match text.len() - short.len() {
        0 if *interrupted => {
            format!("{until}{bytes} bytes, nothing shorter was judged to the end; {trials}\n")
        }
        0 => format!("{bytes} bytes, nothing could be saved; {trials}\n"),
        saved => {
            let difference = difference(program, text, short);
            format!("{difference}{until}{bytes} bytes became {left} (-{}); {trials}\n", grouped(saved))
        }
    }
}

/// The lines that differ, as `diff -u` shows them.
fn difference(program: &Path, old: &[u8], new: &[u8]) -> String {
    let [old, new] = [old, new].map(visible_message);
    let name = visible_line(program.as_os_str().as_encoded_bytes());
    similar::TextDiff::from_lines(&old, &new)
        .unified_diff()
        .header(&name, &format!("{name} (shorter)"))
        .to_string()
}
