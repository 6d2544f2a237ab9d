//! The program that judges the outputs of whole cases.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use crate::dialect::{WholeCase, WholeCases};
use crate::execution::{Ending, Execution, Limits};
use crate::files::{Pinned, Root};
use crate::process::{Command, RunError};
use crate::transcript::{cut_line, visible};

/// The exit status of a validator for a right program, by the problem package format of Kattis.
const RIGHT: i32 = 42;
/// The exit status for a wrong one.
const WRONG: i32 = 43;

/// Runs the validator and copies its message to standard error, since its folder is removed afterwards. It alone has its input
/// and output, so that what it closes is closed.
const TELLING: &str = r#"exec 3<&0; "$@" <&3 3<&- & exec </dev/null >/dev/null 3<&-; wait "$!"; status=$?
cat judgemessage.txt >&2 2>/dev/null; exit "$status""#;

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
    ) -> Result<Command, RunError> {
        let at = |path: &Path| root.path_of(path).into_os_string();
        let script = ["-c", TELLING, "validator"].map(OsString::from);
        let args = script
            .into_iter()
            .chain([self.command.program.clone().into_os_string()])
            .chain(self.command.args.iter().cloned())
            .chain(
                [&case.input, &case.answer]
                    .map(|file| file.as_deref().map_or_else(|| "/dev/null".into(), at)),
            )
            .chain(["./".into()])
            .chain(whole.cases().arguments(&case.name).iter().map(OsString::from));
        let mut command = Command { program: "/bin/sh".into(), args: args.collect(), ..self.command.clone() };
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
    pub(super) fn of(run: &Execution) -> Opinion {
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        let lines: Vec<_> = message.lines().filter(|line| !line.trim().is_empty()).collect();
        let last =
            lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| cut_line(&visible(line.as_bytes())));
        let message = last.collect::<Vec<_>>().join("\n");
        match &run.ending {
            Ending::Exited(RIGHT) => Opinion::Right,
            Ending::Exited(WRONG) => Opinion::Wrong(message),
            ending if message.is_empty() => Opinion::None(ending.to_string()),
            ending => Opinion::None(format!("{ending}\n{message}")),
        }
    }
}
