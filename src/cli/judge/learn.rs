//! `judge learn`: learns the behaviour of a reference program as a machine, prints it, draws it, and stores
//! it for suites.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::load_without_machine;
use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, INTERRUPTED, at, failure, print, save, try_out};
use super::options::jobs;
use crate::catalogue::{FILE, MACHINE, reference, source};
use crate::challenge::{Learned, MOST_EXTRA, Source, listed};
use crate::dialect::{Dialect, Observed};
use crate::files::Root;
use crate::machine::{Learner, Limits, Oracle, Seen, Trouble, Word};
use crate::process::{Interrupt, RunError};
use crate::report::machine::{dot, mermaid, summary, table};
use crate::runner::{ProgramOracle, Settings, Unlearned, Unobserved, given_files};
use crate::suite::{Trials, grouped, study};
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
    let observed = observed(folder)?;
    let Arguments { dot: as_dot, mermaid: as_mermaid, table: as_table, .. } = &arguments;
    [Some(&file), as_dot.as_ref(), as_mermaid.as_ref(), as_table.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(|file| try_out(file))?;
    let source = source(&Root::named(folder).map_err(at(folder))?, words(&arguments, &observed)?);
    let learned = Learned { source, ..learned(&arguments, &observed)? };
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

/// The challenge, if it has a reference that decides.
fn observed(folder: &Path) -> Result<Observed, Failure> {
    let has_rules = || {
        failure(format!("{}: it has rules, and these prove more than a learned machine", folder.display()))
    };
    load_without_machine(folder)?.observed().ok_or_else(has_rules).cloned()
}

/// The lines to give.
fn lines(arguments: &Arguments, observed: &Observed) -> Result<Vec<String>, Failure> {
    let lines = observed.lines();
    match lines.is_empty() {
        true => Err(failure(format!(
            "{}: there are no lines to give the reference; write `samples` or [[example]]s",
            arguments.folder.join(FILE).display()
        ))),
        false => Ok(lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()),
    }
}

/// The machine of the reference. If held programs seem to vary in their answers, clean ones are asked.
fn learned(arguments: &Arguments, observed: &Observed) -> Result<Learned, Failure> {
    let lines = lines(arguments, observed)?;
    // The dialect matters only for judging.
    let isolation = arguments.isolation.choose()?;
    let isolation = isolation.giving(&given_files(observed).map_err(at(&arguments.folder))?);
    let usual = Settings::new(&Dialect::default(), isolation);
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let words = words(arguments, observed)?;
    let command = reference(&arguments.folder, words, &usual.isolation, &interrupt)?;
    let (limits, jobs) =
        (arguments.limits.over(usual.limits), arguments.jobs.map_or(usual.jobs, usize::from));
    let mut is_warm = !arguments.clean;
    loop {
        let settings = Settings { is_warm, limits, jobs, ..usual.clone() };
        let bytes = lines.iter().map(|line| line.clone().into_bytes()).collect();
        let program = ProgramOracle::new(command.clone(), settings, interrupt.clone(), bytes)?;
        match studied(arguments, &lines, program) {
            Err(why) if is_warm && is_flaky(&why) => is_warm = false,
            learned => return learned.map_err(|why| untaught(arguments, &lines, why)),
        }
    }
}

/// The command of the reference.
fn words<'a>(arguments: &Arguments, observed: &'a Observed) -> Result<&'a [String], Failure> {
    let none = || {
        let file = arguments.folder.join(FILE);
        failure(format!(
            "{}: there is no reference to learn; name it: `reference = \"reference.py\"`",
            file.display()
        ))
    };
    observed.manifest().reference.as_deref().ok_or_else(none)
}

fn studied(
    arguments: &Arguments,
    lines: &[String],
    program: ProgramOracle,
) -> Result<Learned, Trouble<Unlearned>> {
    let limits = Limits { states: usize::from(arguments.states) + 1, runs: arguments.runs.into() };
    let watched = Watched { program, busy: Busy::counting("learning: runs") };
    let mut learner = Learner::new(watched, lines.len() + 1, limits);
    let Arguments { extra, walks, seed, .. } = *arguments;
    let outcome = study(&mut learner, Trials { extra, walks, seed });
    let (machine, tested) = outcome?;
    let program = &learner.oracle().program;
    Ok(Learned {
        source: Source::default(),
        lines: lines.to_vec(),
        opening: program.opening().to_owned(),
        texts: program.texts().texts().to_vec(),
        // Its states in the order of their shortest words, independent of the order of questions.
        machine: machine.reduced(|output| output),
        tested,
    })
}

/// A program that is asked, and whose progress is shown.
struct Watched {
    program: ProgramOracle,
    busy: Busy,
}

impl Oracle for Watched {
    type Error = Unlearned;

    fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Unlearned> {
        let seen = self.program.ask(words)?;
        self.busy.advance(words.len());
        Ok(seen)
    }
}

/// Whether the program seems to vary in its answers.
fn is_flaky(why: &Trouble<Unlearned>) -> bool {
    use Unlearned::{Opening, Unobserved as Not, Unsteady};
    let is_flaky = |why: &Unlearned| matches!(why, Unsteady | Opening(..) | Not(Unobserved::Differs { .. }));
    match why {
        Trouble::Oracle(why) => is_flaky(why),
        why => matches!(why, Trouble::Contradiction(_)),
    }
}

/// Why nothing was learned.
fn untaught(arguments: &Arguments, lines: &[String], why: Trouble<Unlearned>) -> Failure {
    let again = if is_flaky(&why) { "the reference answers differently the second time: " } else { "" };
    let told = match why {
        Trouble::Oracle(Unlearned::Unobserved(Unobserved::Run(RunError::Interrupted))) => {
            return Failure { what: "interrupted".to_owned(), code: INTERRUPTED };
        }
        Trouble::Oracle(why) => why.to_string(),
        Trouble::Contradiction(word) => format!("given {}", named(&word, lines)),
        Trouble::States(runs) => format!(
            "there are more than {} states after {} runs\n  hint: give fewer lines (`samples`), or allow more with --states",
            grouped(arguments.states.into()),
            grouped(runs)
        ),
        Trouble::Runs(states) => format!(
            "{} states are known, and more than {} runs would be needed\n  hint: give fewer lines (`samples`), test for \
             fewer states (--extra 0), or allow more with --runs",
            grouped(states),
            grouped(arguments.runs.into())
        ),
    };
    failure(format!("nothing is learned: {again}{told}"))
}

fn named(word: &[usize], lines: &[String]) -> String {
    let line = |input: &usize| match lines.get(*input) {
        Some(line) => format!("\"{}\"", visible_line(line.as_bytes())),
        None => "the end of input".to_owned(),
    };
    listed(word.iter().map(line))
}
