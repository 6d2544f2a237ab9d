//! `judge diff`: whether two programs do the same, and the shortest session in which they do not.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, RUNNING, brief};
use super::super::{BAD, Failure, GOOD, INTERRUPTED, at, failure, print};
use super::candidates::prepare;
use super::form::columns;
use super::names::name;
use super::options::duration;
use judging::challenge::{Freedom, Freedoms, Replacement};
use judging::golf::Toolchain;
use judging::process::Interrupt;
use judging::report::{Comparison, ComparisonFormat};
use judging::runner::{Cut, NotCompared, ProgramDiff, RunConditions};

/// Search for a session in which two programs differ, and show the shortest
///
/// Sessions are made from the inputs that are given, from the words in OLD's text, and from what OLD answers; NEW plays the
/// same. Every byte of the output counts unless `--accept` says otherwise, and so does whether a program ends by itself,
/// crashes or hangs. An exit status counts only if a program crashes.
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct DiffArguments {
    /// The program that is right: a file in any language, an executable, or a command in quotes
    #[arg(value_name = "OLD")]
    old: OsString,

    /// The program that is to do the same
    #[arg(value_name = "NEW")]
    new: OsString,

    /// A file of inputs, one per line, to begin with; may be repeated
    #[arg(long, value_name = "FILE")]
    inputs: Vec<PathBuf>,

    /// Differences to allow: newlines (empty lines, and at the end), case (A-Z), spaces (how many in a row)
    #[arg(long, value_name = "FREEDOM", value_delimiter = ',', value_parser = name::<Freedom>(), hide_possible_values = true)]
    accept: Vec<Freedom>,

    /// A regular expression for parts of lines that do not count, such as times; may be repeated
    #[arg(long, value_name = "PATTERN", value_parser = Replacement::by_nothing)]
    ignore: Vec<Replacement>,

    /// Play at most this many sessions, but those of --inputs in any case
    #[arg(long, value_name = "N", default_value = "10000")]
    sessions: NonZeroUsize,

    /// Stop after this much processor time, or five times as long
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    budget: Duration,

    /// The number that determines the sessions
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,

    /// How to print the outcome
    #[arg(long, value_name = "FORMAT", value_parser = name::<ComparisonFormat>(), default_value = "text")]
    format: ComparisonFormat,

    /// Start the programs anew for each session (slower)
    #[arg(long, help_heading = RUNNING)]
    clean: bool,

    #[command(flatten)]
    jobs: super::running::Jobs,

    #[command(flatten)]
    running: super::running::RunningArguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 4] = ["inputs", "accept", "sessions", "format"];

const EXAMPLES: &str = "\
Examples:
  judge diff old.py new.py                          two files
  judge diff old.py new.c --inputs session.txt      begin with a session of your own
  judge diff ./old 'python3 -u new.py'              an executable, and a command
  judge diff old.py new.py --accept newlines,case   where only the words count

Exit status: 0 no difference was found, 1 they differ, 2 they could not be compared, 130 interrupted.";

pub(super) fn diff(arguments: &DiffArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let programs = [&arguments.old, &arguments.new].map(Path::new);
    let (isolation, beside) = arguments.running.tools.isolation.parted(programs)?;
    let usual = arguments.running.applied_to(RunConditions::new(isolation.choose()?));
    let usual = arguments.jobs.applied_to(usual);
    let conditions = RunConditions { is_warm: !arguments.clean, ..usual };
    let languages = arguments.running.tools.languages()?;
    let toolchain = Toolchain::new(interrupt).isolated(&conditions.isolation).with_packages();
    let candidate = |text: &OsString| match Path::new(text).is_dir() {
        true => Err(at(text)("`judge diff` takes programs, not folders")),
        false => Ok(prepare(&languages, &toolchain, |all| all.named(text))?),
    };
    let [old, new] = [candidate(&arguments.old)?, candidate(&arguments.new)?];
    let freedoms = Freedoms::of(&arguments.accept, arguments.ignore.clone());
    let diff = ProgramDiff {
        old: &old,
        new: &new,
        conditions: &conditions,
        beside: &beside,
        freedoms: &freedoms,
        inputs: &arguments.inputs,
        seed: arguments.seed,
        sessions: arguments.sessions.into(),
        budget: arguments.budget,
    };
    let compared = {
        let busy = Busy::of(diff.sessions, "comparing: sessions");
        diff.run(interrupt, |sessions| busy.reach(sessions, diff.sessions))
    };
    let compared = compared.map_err(|why| failure(format!("{why}{}", hint(&why))))?;
    let names = [&*old.name, &*new.name];
    let comparison = Comparison { compared: &compared, names, freedoms: &freedoms, columns: columns() };
    print(&arguments.format.render(&comparison))?;
    Ok(match (&compared.difference, compared.cut) {
        (Some(_), _) => BAD,
        (None, Some(Cut::Interrupted)) => INTERRUPTED,
        (None, Some(Cut::Time) | None) => GOOD,
    })
}

/// The hint if they could not be compared.
fn hint(why: &NotCompared) -> &'static str {
    match why {
        NotCompared::Inputs(_) | NotCompared::Run(_) | NotCompared::Uncompiled(..) => "",
        NotCompared::Old(_) | NotCompared::New(_) | NotCompared::Unsteady(..) => {
            "\n  hint: it must answer alike in every run; take out times, random choices and what depends on the machine"
        }
        NotCompared::Dead(_) | NotCompared::NewDead(_) => "\n  hint: a command with arguments is quoted",
        NotCompared::NoTime => "\n  hint: give it more, such as --budget 60s",
        NotCompared::Flaky => "\n  hint: try --clean, and --jobs 1 on a busy machine",
    }
}
