//! Recording the output of a program, for `judge new` and `judge record`.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;

use super::super::help::RUNNING;
use super::super::{Failure, INTERRUPTED, at, failure};
use super::languages::load;
use crate::challenge::Recording;
use crate::dialect::Dialect;
use crate::files::{self, Bundle};
use crate::process::Interrupt;
use crate::runner::{Candidate, Observer, Program, Settings};

/// How a program that is recorded runs.
#[derive(Debug, Args)]
#[group(id = "recording-arguments")]
#[command(next_help_heading = RUNNING)]
pub(super) struct Arguments {
    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,

    #[command(flatten)]
    limits: super::limits::Arguments,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

/// Records a program.
pub(super) struct Recorder {
    candidate: Candidate,
    observer: Observer,
}

impl Arguments {
    /// A recorder for a command with at least one word, whose runs get these files besides those of the arguments.
    pub(super) fn recorder(&self, command: &[OsString], files: &Bundle) -> Result<Recorder, Failure> {
        let isolation = self.isolation.choose()?.giving(files);
        let languages = load(self.languages.as_deref())?;
        let candidate = super::check::command(&command[0], &command[1..], &languages, &isolation)?;
        let command = match &candidate.program {
            Program::Ready(command) => command.clone(),
            Program::CannotRun(why) | Program::CompileError(why) | Program::Skipped(why) => {
                return Err(not_recorded(why));
            }
        };
        let settings = Settings::new(&Dialect::default(), isolation);
        let settings = Settings { limits: self.limits.over(settings.limits), ..settings };
        let observer = Observer::new(command, settings, Interrupt::on_signals_or_end(INTERRUPTED)?);
        Ok(Recorder { candidate, observer })
    }

    /// The files that each run gets.
    pub(super) fn files(&self) -> Result<Bundle, Failure> {
        self.isolation.files()
    }
}

impl Recorder {
    /// The program's answers to these lines. It is run twice.
    pub(super) fn record(&self, inputs: &[Vec<u8>]) -> Result<Recording, Failure> {
        let observation = self.observer.observation(inputs).map_err(not_recorded)?;
        match observation.death(&self.candidate, inputs) {
            Some(why) => Err(not_recorded(why)),
            None => Ok(observation.recording),
        }
    }

    /// The program's answers to the lines of each of these files, by the names of the files.
    pub(super) fn of_files(&self, files: &[PathBuf]) -> Result<Vec<(String, Recording)>, Failure> {
        let of_file = |path: &PathBuf| {
            let text = files::read(path, files::TEXT).map_err(at(path))?;
            Ok((name_of(path)?, self.record(&lines(&text))?))
        };
        files.iter().map(of_file).collect()
    }

    /// Checks that the program gives these answers in another second, too, and in another folder. One that chooses by the
    /// clock often gives the same answers twice in a second.
    pub(super) fn confirm<'a>(&self, runs: impl IntoIterator<Item = &'a Recording>) -> Result<(), Failure> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        std::thread::sleep(Duration::from_secs(1) - Duration::from_nanos(now.subsec_nanos().into()));
        let elsewhere = self.observer.elsewhere();
        runs.into_iter()
            .try_for_each(|run| elsewhere.repeats(run))
            .map_err(|why| not_recorded(format!("a second later it answers otherwise: {why}")))
    }
}

fn not_recorded(why: impl Display) -> Failure {
    failure(format!("nothing is recorded: {why}"))
}

/// The name of the recording for a file of inputs.
fn name_of(path: &Path) -> Result<String, Failure> {
    let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| !name.starts_with('.'));
    name.map(str::to_owned)
        .ok_or_else(|| failure(format!("{}: a recording cannot be called so", path.display())))
}

/// The lines of a text; there is none after the last line feed.
pub(super) fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<_> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.pop_if(|last| last.is_empty());
    lines
}
