//! `judge import`: makes a challenge from a problem package.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::super::challenge::open;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use super::candidates::prepare;
use super::languages::load;
use crate::catalogue::FILE;
use crate::dialect::{Dialect, WholeCases};
use crate::golf::{RIGHT, Toolchain};
use crate::package::{Imported, import};
use crate::process::{Interrupt, RunError, sweep};
use crate::runner::{self, Candidate, CandidateReport, Event, Plan, Settings};
use crate::suite::{FIXTURES, Suite, counted};
use crate::transcript::visible_line;

/// Make a challenge from a Kattis problem package (format 2023-07 or legacy)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder of the package, with its `problem.yaml`
    #[arg(value_name = "PACKAGE")]
    package: PathBuf,

    /// The folder to make [default: the package's name, in the current folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

const EXAMPLES: &str = "\
The cases, the output validator with its arguments, the limits and the submissions are carried over. If the package
names no time limit, it is measured by running the accepted submissions, isolated.

Examples:
  judge import different                     makes ./different from a package elsewhere: name its path
  judge import packages/guess guess
  judge check --challenge guess              do its submissions get their expected verdicts?
  judge check --challenge guess my.py";

/// The limit of processor time while the slowest program is measured.
const PATIENCE: Duration = Duration::from_secs(60);

/// The limit, in seconds, if neither the package nor a program determines it.
const TIME: f64 = 10.0;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    match make(arguments, &interrupt) {
        Err(_) if interrupt.is_raised() => Ok(INTERRUPTED),
        other => other,
    }
}

/// What the names of unfinished folders begin with, and when nobody works on one any more.
const UNFINISHED: &str = ".judge-import-";
const OLD: Duration = Duration::from_secs(60 * 60);

/// What was imported, read as any challenge is.
fn cases(folder: &Path) -> Result<WholeCases, Failure> {
    match open(folder)? {
        Dialect::Whole(whole) => Ok(whole),
        _ => Err(failure(format!("{}: it has no whole cases", folder.display()))),
    }
}

fn make(arguments: &Arguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let folder = folder(arguments)?;
    if folder.symlink_metadata().is_ok() {
        return Err(failure(format!("{}: it is there already", folder.display())));
    }
    let around = crate::files::folder_of(&folder);
    std::fs::create_dir_all(around).map_err(|why| failure(format!("{}: {why}", around.display())))?;
    sweep(around, UNFINISHED, OLD);
    // In a folder beside it, which is renamed when it is complete.
    let new = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(around);
    let new = new.map_err(|why| failure(format!("{}: {why}", around.display())))?;
    let mut imported = import(&arguments.package, new.path())?;
    write(new.path(), &imported.manifest(imported.time()))?;
    let named = imported.time();
    let time = match named {
        Some(time) => time,
        None => measured(arguments, new.path(), &mut imported, interrupt)?,
    };
    write(new.path(), &imported.manifest(Some(time)))?;
    hold_conversations(arguments, new.path(), &mut imported, interrupt)?;
    cases(new.path())?;
    let rights = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(new.path(), rights)?;
    rustix::fs::renameat_with(
        rustix::fs::CWD,
        new.path(),
        rustix::fs::CWD,
        &folder,
        rustix::fs::RenameFlags::NOREPLACE,
    )
    .map_err(|why| failure(format!("{}: {why}", folder.display())))?;
    drop(new.keep());
    print(&told(&folder, &imported, time, named.is_some()))?;
    Ok(GOOD)
}

/// The folder to make.
fn folder(arguments: &Arguments) -> Result<PathBuf, Failure> {
    if let Some(folder) = &arguments.folder {
        return Ok(folder.clone());
    }
    let package = &arguments.package;
    let real = package.canonicalize().map_err(|why| failure(format!("{}: {why}", package.display())))?;
    let name = real.file_name().ok_or_else(|| failure("name the folder to make"))?;
    Ok(PathBuf::from(name))
}

fn write(folder: &Path, text: &str) -> Result<(), Failure> {
    let path = folder.join(FILE);
    std::fs::write(&path, text).map_err(|why| failure(format!("{}: {why}", path.display())))
}

/// The time limit, measured with the right programs.
fn measured(
    arguments: &Arguments,
    folder: &Path,
    imported: &mut Imported,
    interrupt: &Interrupt,
) -> Result<f64, Failure> {
    let slowest = slowest(arguments, folder, imported, interrupt)?;
    Ok(match slowest {
        Some(slowest) => imported.time_for(slowest.as_secs_f64()),
        None => {
            imported
                .notes
                .push(format!("no accepted program can be run here, so the time limit is {TIME} s"));
            TIME
        }
    })
}

/// Replays the conversations that belong to cases. Those that the validator contradicts are kept only for
/// reading.
fn hold_conversations(
    arguments: &Arguments,
    folder: &Path,
    imported: &mut Imported,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    if imported.conversations == 0 {
        return Ok(());
    }
    let dialect = Dialect::Whole(cases(folder)?);
    let isolation = arguments.isolation.choose()?;
    let languages = load(arguments.languages.as_deref())?;
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let settings = toolchain
        .validator(&dialect, &languages)
        .map(|validator| Settings { validator, ..Settings::new(&dialect, isolation) });
    for case in dialect.whole().into_iter().flat_map(WholeCases::list).filter(|case| case.has_conversation) {
        let why = match &settings {
            Err(why) => Some(why.to_string()),
            Ok(settings) => match runner::contradiction(settings, case, interrupt) {
                Err(why @ RunError::Validator(_)) => Some(why.to_string()),
                other => other?,
            },
        };
        if let Some(why) = why {
            imported.set_aside(folder, &case.name)?;
            imported.notes.push(format!("the conversation of {} is only kept to be read: {why}", case.name));
        }
    }
    Ok(())
}

/// The longest time that any of the right programs took.
fn slowest(
    arguments: &Arguments,
    folder: &Path,
    imported: &mut Imported,
    interrupt: &Interrupt,
) -> Result<Option<Duration>, Failure> {
    let dialect = Dialect::Whole(cases(folder)?.within(PATIENCE));
    let isolation = arguments.isolation.choose()?;
    let languages = load(arguments.languages.as_deref())?;
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let validator = toolchain.validator(&dialect, &languages)?;
    let settings = Settings { validator, ..Settings::new(&dialect, isolation) };
    let mut candidates =
        prepare(&languages, settings.jobs, &toolchain, None, |all| all.of_challenge(folder))?;
    candidates.retain(|one| one.path.as_ref().is_some_and(|path| path.starts_with(folder.join(RIGHT))));
    let mut reports = Vec::new();
    let plan = Plan::new([Suite::of(&dialect, FIXTURES.name)?]);
    runner::run(&settings, &candidates, &plan, interrupt, |event| {
        if let Event::CandidateJudged { candidate, report } = event {
            reports.push((candidate, report.clone()));
        }
    })?;
    let mut slowest = None;
    for (candidate, report) in reports {
        match report.conforms() {
            Some(true) => slowest = slowest.max(Some(report.most.cpu)),
            Some(false) => imported.notes.push(unaccepted(folder, &candidates[candidate], &report)),
            None => {}
        }
    }
    Ok(slowest)
}

/// The note on a program that should be accepted.
fn unaccepted(folder: &Path, candidate: &Candidate, report: &CandidateReport) -> String {
    let path = candidate.path.as_deref().unwrap_or(folder);
    let name = visible_line(path.strip_prefix(folder).unwrap_or(path).as_os_str().as_encoded_bytes());
    let why = report.failure.as_ref().map_or_else(String::new, |failure| format!(": {}", failure.actual));
    format!("{name} is to be accepted, but is {}{why}", report.verdict())
}

fn told(folder: &Path, imported: &Imported, time: f64, is_named: bool) -> String {
    let Imported { cases, programs: [right, wrong], conversations, interactions, notes, .. } = imported;
    let from = if is_named { "named by the package" } else { "by its accepted programs" };
    let shown = visible_line(folder.as_os_str().as_encoded_bytes());
    let mut text = format!("{shown}: {cases} cases, {right} right and {wrong} wrong programs\n");
    if *conversations > 0 {
        text += &format!(
            "  {} beside the cases: the validator agrees\n",
            counted(*conversations, "conversation")
        );
    }
    if *interactions > 0 {
        text += &format!("  {} in interactions/, only to be read\n", counted(*interactions, "conversation"));
    }
    text += &format!("  time limit {time} s, {from}\n");
    text += &notes.iter().map(|note| format!("  note: {note}\n")).collect::<String>();
    text + &format!("`judge check --challenge {shown}` judges its own programs.\n")
}
