//! `judge watch`: judges again what has changed.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{Failure, at, tell};
use super::conditions;
use judging::check::{Judging, News, Watch, Watcher};
use judging::process::Interrupt;
use judging::report::Report;
use judging::runner::Event;

/// Judge programs again whenever they change
///
/// Shows changes of the ruling and the size. A program that was accepted is first tried on a few inputs, which takes a moment, and
/// then judged. If it changes meanwhile, that begins again.
#[derive(Debug, Args)]
#[command(mut_args = brief(&["dialect", "challenge", "suite", "jobs"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct WatchArguments {
    /// A submission, or a folder of submissions
    #[arg(value_name = "PATH", default_value = "golf")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    judging: conditions::JudgingArguments,
}

const EXAMPLES: &str = "\
Examples:
  judge watch my.py                                until Ctrl-C
  judge watch golf                                 all submissions in a folder, and new ones
  judge watch --challenge bank my.py               also when the challenge changes

Exit status: 130 interrupted, 2 the judge could not do its work.";

pub(super) fn watch(arguments: &WatchArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    for path in &arguments.paths {
        path.symlink_metadata().map_err(at(path))?;
    }
    let judging = arguments.judging.prepare(interrupt)?;
    let folder = arguments.judging.played.which.folder();
    let screen = Screen { judging: &arguments.judging, interrupt, busy: None };
    match Watch::new(&arguments.paths, folder, judging, screen, interrupt)?.run()? {}
}

/// Where the command shows what happens.
struct Screen<'a> {
    judging: &'a conditions::JudgingArguments,
    interrupt: &'a Interrupt,
    busy: Option<Busy>,
}

impl Watcher for Screen<'_> {
    fn open(&mut self) -> Result<Judging, String> {
        self.judging.prepare(self.interrupt).map_err(|why| why.what)
    }

    /// Prints a line. When nobody reads any more the program ends, since it would not end by itself.
    fn notify(&mut self, news: &News<'_>) -> io::Result<()> {
        if let News::BadChallenge(why) = news {
            tell("judge", why);
            return Ok(());
        }
        let mut stdout = anstream::stdout().lock();
        writeln!(stdout, "{news}")?;
        stdout.flush()
    }
}

impl Report for Screen<'_> {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => {
                let name = candidates.first().map_or("", |candidate| &candidate.name);
                self.busy = Some(Busy::counting(format!("judging {name}")));
            }
            Event::CaseFinished { .. } => self.busy.iter().for_each(|busy| busy.advance(1)),
            Event::RunFinished { .. } => self.busy = None,
            _ => {}
        }
    }
}
