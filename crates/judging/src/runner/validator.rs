//! The program that judges the outputs of whole cases.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use crate::dialect::{WholeCase, WholeCases};
use crate::execution::{Ending, Execution, Limits};
use crate::files::{Bundle, Pinned, Root};
use crate::process::{Command, RunError};
use crate::transcript::{cut_line, visible};

/// The exit status of a validator for a right program, by the problem package format of Kattis.
const RIGHT: i32 = 42;
/// The exit status for a wrong one.
const WRONG: i32 = 43;

/// What it leaves in its folder: its messages, and the input of the next pass.
const MESSAGE: &str = "judgemessage.txt";
const TO_AUTHOR: &str = "teammessage.txt";
pub(super) const NEXT_PASS: &str = "nextpass.in";

/// What it is given there as the input of a later pass.
pub(super) const THIS_PASS: &str = ".pass.in";

/// How much of a message is shown, in lines.
const SHOWN: usize = 8;

/// A validator that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validator {
    /// The command, without the arguments for a case.
    pub command: Command,
    /// The limits of each run.
    pub limits: Limits,
}

impl Validator {
    pub(super) fn command(
        &self,
        root: &Root,
        whole: &WholeCases,
        case: &WholeCase,
        left: &Bundle,
    ) -> Result<Command, RunError> {
        let at = |path: &Path| root.path_of(path).into_os_string();
        let files =
            [&case.input, &case.answer].map(|file| file.as_deref().map_or_else(|| "/dev/null".into(), at));
        let [input, answer] = files;
        let input = if left.content(Path::new(THIS_PASS)).is_some() { THIS_PASS.into() } else { input };
        let mut command = self.command.clone();
        command.args.extend([input, answer].into_iter().chain(["./".into()]));
        command.args.extend(whole.cases().arguments(&case.name).iter().map(OsString::from));
        command.files.extend(shown(root, case)?);
        Ok(command)
    }
}

/// The folders of all cases, which are shown to the validator.
fn shown(root: &Root, case: &WholeCase) -> Result<Vec<Pinned>, RunError> {
    let files = [&case.input, &case.answer].into_iter().flatten();
    let folders: BTreeSet<_> = files.filter_map(|file| file.iter().next()).map(Path::new).collect();
    let pinned = folders.into_iter().map(|folder| root.pin(folder, &root.path_of(folder)));
    pinned.collect::<Result<_, _>>().map_err(|why| RunError::System("open the folder of cases", why))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    Right,
    Wrong(String),
    /// It failed.
    None(String),
}

impl Opinion {
    /// By a run of the validator and what it left in its folder.
    pub(super) fn of(run: &Execution, left: &Bundle) -> Opinion {
        let message = left.content(Path::new(MESSAGE)).unwrap_or_default();
        let message = last_lines(&[&run.stderr, message].concat());
        match &run.ending {
            Ending::Exited(RIGHT) => Opinion::Right,
            Ending::Exited(WRONG) => Opinion::Wrong(message),
            ending if message.is_empty() => Opinion::None(ending.to_string()),
            ending => Opinion::None(format!("{ending}\n{message}")),
        }
    }
}

/// What a validator has left for whoever wrote the program.
pub(super) fn to_author(left: &Bundle) -> Option<String> {
    let message = left.content(Path::new(TO_AUTHOR)).map(last_lines);
    message.filter(|message| !message.is_empty())
}

/// The last lines of a message, without empty ones; every character of them is visible.
fn last_lines(message: &[u8]) -> String {
    let message = String::from_utf8_lossy(message);
    let lines: Vec<_> = message.lines().filter(|line| !line.trim().is_empty()).collect();
    let last =
        lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| cut_line(&visible(line.as_bytes())));
    last.collect::<Vec<_>>().join("\n")
}
