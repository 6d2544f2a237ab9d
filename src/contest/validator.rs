//! The program that judges outputs, made ready to run.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::error::ContestError;
use super::folder::{Contest, WholeCase};
use crate::dialect::Dialect;
use crate::execution::{Ending, Execution, Limits};
use crate::files::{Bundle, Pinned};
use crate::golf::{Languages, Toolchain, gather};
use crate::process::Command;
use crate::runner::Program;
use crate::transcript::visible;

/// The exit status of a validator for a right program, by the problem package format of Kattis.
const RIGHT: i32 = 42;
/// The exit status for a wrong one.
const WRONG: i32 = 43;

/// The largest file beside the source, in bytes.
const LARGEST: u64 = 16 << 20;

/// Runs the validator and copies its message to standard error, since its folder is removed afterwards.
const TELLING: &str = r#""$@"; status=$?; cat judgemessage.txt >&2 2>/dev/null; exit "$status""#;

/// How much of a message is shown, in lines.
const SHOWN: usize = 8;

/// A validator that can be run.
#[derive(Debug)]
pub struct Validator {
    command: Command,
    cases: Pinned,
    pub(super) limits: Limits,
}

impl Validator {
    /// The validator of a challenge, compiled if necessary; none if it has none.
    ///
    /// # Errors
    /// [`ContestError`] if it cannot be run here.
    pub fn of(
        contest: &Contest,
        toolchain: &Toolchain<'_>,
        languages: &Languages,
    ) -> Result<Option<Validator>, ContestError> {
        let Some(source) = &contest.cases.validator else { return Ok(None) };
        let source = Path::new(source);
        let file = contest.root.file(source).and_then(|file| file.pin(&contest.root.path_of(source)));
        let at = contest.root.path_of(source);
        file.map_err(|why| ContestError::File(at.display().to_string(), why))?;
        let (beside, pinned) = neighbours(contest, source)?;
        let submissions = gather(&at, &Dialect::default(), languages)?;
        let submission = submissions.first().expect("a file is one submission");
        let candidate = toolchain.prepare_beside(submission, languages, &beside)?;
        let command = match candidate.program {
            Program::Ready(command) if command.is_module() => {
                return Err(ContestError::Validator(": it cannot be WebAssembly".to_owned()));
            }
            Program::Ready(mut command) => {
                command.files.extend(pinned);
                command
            }
            Program::CompileError(why) => {
                return Err(ContestError::Validator(format!(" to compile: {why}")));
            }
            Program::CannotRun(why) | Program::Skipped(why) => {
                return Err(ContestError::Validator(format!(": {why}")));
            }
        };
        let limits = Limits {
            cpu: contest.cases.validator_time,
            wall: Limits::wall_for(contest.cases.validator_time) + Duration::from_secs(10),
            memory: contest.cases.validator_memory,
            stack: contest.cases.validator_memory,
            output: contest.cases.output.max(Limits::default().output),
            ..Limits::default()
        };
        Ok(Some(Validator { command, cases: contest.shown()?, limits }))
    }

    /// The command that judges a case.
    pub(super) fn command(&self, contest: &Contest, case: &WholeCase) -> Command {
        let at = |path| contest.root.path_of(path).into_os_string();
        let script = ["-c", TELLING, "validator"].map(OsString::from);
        let args = script
            .into_iter()
            .chain([self.command.program.clone().into_os_string()])
            .chain(self.command.args.iter().cloned())
            .chain([at(&case.input), at(&case.answer), "./".into()])
            .chain(contest.cases.arguments(&case.name).iter().map(OsString::from));
        let mut command = Command { program: "/bin/sh".into(), args: args.collect(), ..self.command.clone() };
        command.files.push(self.cases.clone());
        command
    }
}

/// The other files in the folder of a source.
fn neighbours(contest: &Contest, source: &Path) -> Result<(Bundle, Vec<Pinned>), ContestError> {
    let folder = source.parent().unwrap_or(Path::new(""));
    let of = |path: &Path, why| ContestError::File(contest.root.path_of(path).display().to_string(), why);
    let (mut beside, mut pinned) = (Bundle::default(), Vec::new());
    if folder.as_os_str().is_empty() {
        return Ok((beside, pinned));
    }
    for name in contest.root.names(folder).map_err(|why| of(folder, why))? {
        let path = folder.join(&name);
        if path == source || contest.root.is_folder(&path).unwrap_or(true) {
            continue;
        }
        let content = contest.root.file(&path).and_then(|file| file.read(LARGEST));
        beside = beside.and(&Bundle::of_file(name, content.map_err(|why| of(&path, why))?));
        let at = contest.root.path_of(&path);
        pinned.push(contest.root.pin(&path, &at).map_err(|why| of(&path, why))?);
    }
    Ok((beside, pinned))
}

/// A validator's ruling on a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    Right,
    /// With its message.
    Wrong(String),
    /// It failed.
    None(String),
}

impl Opinion {
    pub(super) fn of(run: &Execution) -> Opinion {
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        let lines: Vec<_> = message.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| visible(line.as_bytes()));
        let message = last.collect::<Vec<_>>().join("\n");
        match &run.ending {
            Ending::Exited(RIGHT) => Opinion::Right,
            Ending::Exited(WRONG) => Opinion::Wrong(message),
            ending if message.is_empty() => Opinion::None(ending.to_string()),
            ending => Opinion::None(format!("{ending}\n{message}")),
        }
    }
}
