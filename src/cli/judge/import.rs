//! `judge import`: makes a challenge from a problem package.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::super::challenge::open;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use super::cases::{Court, own, usual_jobs};
use super::languages::load;
use crate::catalogue::{FILE, Opened};
use crate::contest::{Contest, ContestError, RIGHT, Umpire, Validator};
use crate::files::Root;
use crate::golf::Toolchain;
use crate::package::{Imported, import};
use crate::process::{Interrupt, sweep};
use crate::suite::counted;
use crate::transcript::visible_line;
use crate::verdict::Verdict;

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
fn cases(folder: &Path) -> Result<Contest, Failure> {
    match open(folder)? {
        Opened::Cases(contest) => Ok(contest),
        Opened::Played(_) => Err(failure(format!("{}: it has no whole cases", folder.display()))),
    }
}

fn make(arguments: &Arguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let folder = folder(arguments)?;
    if folder.symlink_metadata().is_ok() {
        return Err(failure(format!("{}: it is there already", folder.display())));
    }
    let around = super::super::folder(&folder);
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
    let contest = cases(folder)?;
    let slowest = slowest(arguments, folder, &contest, imported, interrupt)?;
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
    let contest = cases(folder)?;
    let isolation = arguments.isolation.choose()?;
    let languages = load(arguments.languages.as_deref())?;
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let validator = Validator::of(&contest, &toolchain, &languages);
    for case in contest.with_conversations() {
        let why = match &validator {
            Err(why) => Some(why.to_string()),
            Ok(validator) => {
                let validator = validator.as_ref();
                let umpire =
                    Umpire { contest: &contest, validator, isolation: &isolation, interrupt, time: None };
                match umpire.contradiction(case, &mut umpire.seat()?) {
                    Err(why @ ContestError::Validator(_)) => Some(why.to_string()),
                    other => other?,
                }
            }
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
    contest: &Contest,
    imported: &mut Imported,
    interrupt: &Interrupt,
) -> Result<Option<Duration>, Failure> {
    let isolation = arguments.isolation.choose()?;
    let languages = load(arguments.languages.as_deref())?;
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let validator = Validator::of(contest, &toolchain, &languages)?;
    let umpire = Umpire {
        contest,
        validator: validator.as_ref(),
        isolation: &isolation,
        interrupt,
        time: Some(PATIENCE),
    };
    let jobs = usual_jobs();
    let root = Root::named(folder).map_err(|why| failure(format!("{}: {why}", folder.display())))?;
    let mut candidates = own(&root, folder, &languages, &toolchain, jobs)?;
    candidates.retain(|one| one.path.as_ref().is_some_and(|path| path.starts_with(folder.join(RIGHT))));
    let rulings = Court { umpire, jobs }.judge(&candidates)?;
    let mut slowest = None;
    for (candidate, ruling) in candidates.iter().zip(rulings) {
        match ruling.verdict {
            Ok(Verdict::Accepted) => slowest = slowest.max(Some(ruling.slowest)),
            Ok(verdict) => {
                let path = candidate.path.as_deref().unwrap_or(folder);
                let name = path.strip_prefix(folder).unwrap_or(path).as_os_str();
                let name = visible_line(name.as_encoded_bytes());
                let why = ruling.failed.map_or_else(String::new, |failed| format!(": {}", failed.why));
                imported.notes.push(format!("{name} is to be accepted, but is {}{why}", verdict.name()));
            }
            Err(_) => {}
        }
    }
    Ok(slowest)
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
