//! `judge learn`: learns the behaviour of a reference program as a machine, prints it, draws it, and stores
//! it for suites.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::load_without_machine;
use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, INTERRUPTED, failure, print, save, try_out};
use super::options::jobs;
use crate::catalogue::{Learning, MACHINE, NotLearned};
use crate::challenge::{Learned, MOST_EXTRA};
use crate::dialect::{Dialect, Observed};
use crate::machine::Limits;
use crate::process::{Interrupt, RunError};
use crate::report::machine::{dot, mermaid, summary, table};
use crate::runner::Settings;
use crate::suite::Trials;
use crate::transcript::visible_line;

/// Learn a reference program as a state machine: print it, draw it, make suites from it
///
/// Only the lines of the challenge are given (its samples, examples and recordings), in every order that matters. The
/// machine is kept in the folder, and `judge check` has the suites `complete` and `probed` from then on.
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder of the challenge
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Write the machine as a graph for Graphviz, which draws it
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// Write the machine as a flowchart of Mermaid, for Markdown
    #[arg(long, value_name = "FILE")]
    mermaid: Option<PathBuf>,

    /// Write the whole table to a file; of a long one only the beginning is printed
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Stop at more states than these
    #[arg(long, value_name = "N", default_value = "500")]
    states: NonZeroUsize,

    /// Stop at more runs than these
    #[arg(long, value_name = "N", default_value = "100000")]
    runs: NonZeroUsize,

    /// Test for programs with so many states more [default: 1, or 0 if that would take too many runs]
    #[arg(long, value_name = "N", value_parser = extra)]
    extra: Option<usize>,

    /// Also test by so many random walks
    #[arg(long, value_name = "N", default_value = "500")]
    walks: usize,

    /// What the random walks are drawn with
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,

    /// Start the program anew for each run (slower)
    #[arg(long)]
    clean: bool,

    /// How many runs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    limits: super::limits::Arguments,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 6] = ["dot", "mermaid", "table", "states", "runs", "jobs"];

const EXAMPLES: &str = "\
Examples:
  judge learn bank                   the reference of the challenge, as a table
  judge learn bank --dot bank.dot    and as a graph: dot -Tsvg -O bank.dot
  judge check --challenge bank --suite probed my.py

Exit status: 0 the machine was learned, 2 it was not, 130 interrupted.";

fn extra(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_EXTRA);
    number.ok_or_else(|| format!("a number from 0 to {MOST_EXTRA}"))
}

pub(super) fn learn(arguments: Arguments) -> Result<u8, Failure> {
    let (folder, file) = (&arguments.folder, arguments.folder.join(MACHINE));
    let dialect = load_without_machine(folder)?;
    let observed = dialect.observed().ok_or_else(|| {
        failure(format!("{}: it has rules, and these prove more than a learned machine", folder.display()))
    })?;
    let Arguments { dot: as_dot, mermaid: as_mermaid, table: as_table, .. } = &arguments;
    [Some(&file), as_dot.as_ref(), as_mermaid.as_ref(), as_table.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(|file| try_out(file))?;
    let learned = learned(&arguments, observed)?;
    let title = &observed.manifest().title;
    let (whole, mut told) = (table(&learned, usize::MAX), table(&learned, PRINTED));
    match as_table {
        Some(file) => save(file, whole.as_bytes())?,
        None if told != whole => told += "`judge learn --table FILE` writes all of them.\n",
        None => {}
    }
    told += &format!("\n{}", summary(&visible_line(title.as_bytes()), &learned));
    for (file, graph) in [(as_dot, dot as fn(&str, &Learned) -> String), (as_mermaid, mermaid)] {
        file.as_ref().map_or(Ok(()), |file| save(file, graph(title, &learned).as_bytes()))?;
    }
    save(&file, learned.text().as_bytes())?;
    print(&format!(
        "{told}It is kept in {}; `judge check --challenge {} --suite probed` uses it.\n",
        file.display(),
        folder.display()
    ))?;
    Ok(GOOD)
}

/// How many lines of the table are printed.
const PRINTED: usize = 100;

/// The machine of the reference.
fn learned(arguments: &Arguments, observed: &Observed) -> Result<Learned, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let usual = Settings::new(&Dialect::default(), arguments.isolation.choose()?);
    let Arguments { extra, walks, seed, .. } = *arguments;
    let learning = Learning {
        folder: &arguments.folder,
        observed,
        settings: Settings {
            is_warm: !arguments.clean,
            limits: arguments.limits.over(usual.limits),
            jobs: arguments.jobs.map_or(usual.jobs, usize::from),
            ..usual
        },
        limits: Limits { states: arguments.states.into(), runs: arguments.runs.into() },
        trials: Trials { extra, walks, seed },
    };
    let busy = Busy::counting("learning: runs");
    learning.run(&interrupt, |runs| busy.advance(runs)).map_err(untaught)
}

/// Why nothing was learned, with the options that would help.
fn untaught(why: NotLearned) -> Failure {
    let hint = match why {
        NotLearned::Run(RunError::Interrupted) => return Failure { code: INTERRUPTED, ..why.into() },
        NotLearned::States { .. } => "give fewer lines (`samples`), or allow more with --states",
        NotLearned::Runs { .. } => {
            "give fewer lines (`samples`), test for fewer states (--extra 0), or allow more with --runs"
        }
        why => return why.into(),
    };
    failure(format!("{why}\n  hint: {hint}"))
}
