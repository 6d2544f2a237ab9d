//! `judge learn`: learns the behaviour of a reference program as a machine, prints it, draws it, and stores
//! it for suites.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::load_without_machine;
use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, at, failure, print, save, try_out};
use super::options::jobs;
use crate::catalogue::{Learning, MACHINE, NotLearned};
use crate::challenge::{Learned, MOST_EXTRA};
use crate::dialect::{Dialect, Observed};
use crate::machine::Limits;
use crate::process::Interrupt;
use crate::report::machine::{dot, mermaid, overview, table};
use crate::runner::Settings;
use crate::suite::Trials;

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

/// The text of a file about a machine, with the title of its challenge.
type Text = fn(&str, &Learned) -> String;

pub(super) fn learn(arguments: &Arguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let folder = &arguments.folder;
    let dialect = load_without_machine(folder)?;
    let observed = dialect.observed().ok_or("it has rules, and these prove more than a learned machine");
    let observed = observed.map_err(at(folder))?;
    let file = folder.join(MACHINE);
    let Arguments { table: whole, dot: graph, mermaid: chart, .. } = arguments;
    let files: [(_, Text); 4] = [
        (whole.as_deref(), |_, learned| table(learned, usize::MAX)),
        (graph.as_deref(), dot),
        (chart.as_deref(), mermaid),
        (Some(&file), |_, learned| learned.text()),
    ];
    let files = || files.iter().filter_map(|(file, text)| Some(((*file)?, text)));
    files().try_for_each(|(file, _)| try_out(file))?;
    let busy = Busy::counting("learning: runs");
    let learned = arguments.learning(observed)?.run(interrupt, |runs| busy.advance(runs));
    drop(busy);
    let (learned, title) = (learned.map_err(untaught)?, &observed.manifest().title);
    files().try_for_each(|(file, text)| save(file, text(title, &learned).as_bytes()))?;
    let rest = "`judge learn --table FILE` writes all of them.\n";
    let told = overview(title, &learned, if arguments.table.is_some() { "" } else { rest });
    let (file, folder) = (file.display(), folder.display());
    print(&format!(
        "{told}It is kept in {file}; `judge check --challenge {folder} --suite probed` uses it.\n"
    ))?;
    Ok(GOOD)
}

impl Arguments {
    fn learning<'a>(&'a self, observed: &'a Observed) -> Result<Learning<'a>, Failure> {
        let usual = Settings::new(&Dialect::default(), self.isolation.choose()?);
        let Arguments { extra, walks, seed, .. } = *self;
        Ok(Learning {
            folder: &self.folder,
            observed,
            settings: Settings {
                is_warm: !self.clean,
                limits: self.limits.over(usual.limits),
                jobs: self.jobs.map_or(usual.jobs, usize::from),
                ..usual
            },
            limits: Limits { states: self.states.into(), runs: self.runs.into() },
            trials: Trials { extra, walks, seed },
        })
    }
}

/// Why nothing was learned, with the options that would help.
fn untaught(why: NotLearned) -> Failure {
    let hint = match why {
        NotLearned::States { .. } => "give fewer lines (`samples`), or allow more with --states",
        NotLearned::Runs { .. } => {
            "give fewer lines (`samples`), test for fewer states (--extra 0), or allow more with --runs"
        }
        why => return why.into(),
    };
    failure(format!("{why}\n  hint: {hint}"))
}
