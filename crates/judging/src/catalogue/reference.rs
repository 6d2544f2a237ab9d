//! The program that is the reference of a challenge, made ready to run.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};

use super::FILE;
use super::error::{CatalogueError, at};
use crate::files::Root;
use crate::golf::{self, Languages, OwnProgramError, Toolchain};
use crate::process::{Command, Interrupt, Isolation};

/// The command of a reference, as the file of the challenge has it.
#[derive(Clone, Copy)]
pub(super) struct ReferenceCommand<'a> {
    /// The folder of the challenge. It is not trusted.
    pub root: &'a Root,
    pub words: &'a [String],
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ReferenceError {
    #[error("the reference has no command")]
    None,
    #[error("the reference {0:?} is neither a tool nor a file of the folder: {1}{hint}", hint = list_hint(.0))]
    Unknown(String, io::Error),
    #[error("the reference `{0}` lies outside of the challenge's folder\n  hint: copy it into the folder")]
    Outside(String),
    #[error("{0}: {1}")]
    Argument(String, io::Error),
    #[error("the reference {0:?} {1}")]
    Unusable(String, OwnProgramError),
}

/// The hint about a command that was written as one word.
fn list_hint(word: &str) -> String {
    let words: Vec<_> = word.split_whitespace().collect();
    if words.len() > 1 {
        format!("\n  hint: write it as a list of words: reference = {words:?}")
    } else {
        String::new()
    }
}

impl ReferenceCommand<'_> {
    /// The command, with the program that it names: a tool of the machine, or a file of the folder, which is compiled if it
    /// must be. The files and folders of the folder that its arguments name are shown to it, and no others.
    pub(super) fn prepared(&self, toolchain: &Toolchain<'_>) -> Result<Command, ReferenceError> {
        self.with_arguments(self.program(toolchain)?)
    }

    fn with_arguments(&self, mut command: Command) -> Result<Command, ReferenceError> {
        for arg in &self.words[1..] {
            let path = Path::new(arg);
            let is_folder = || self.root.is_folder(path).is_ok_and(|is_folder| is_folder);
            let is_there = self.root.file(path).is_ok() || is_folder();
            let pinned = is_there.then(|| self.root.pin(path, &self.root.path_of(path)));
            let pinned = pinned.transpose().map_err(|why| ReferenceError::Argument(arg.clone(), why))?;
            command.args.push(pinned.as_ref().map_or_else(|| arg.into(), |pinned| pinned.at.clone()));
            command.files.extend(pinned);
        }
        Ok(command)
    }

    /// The program without its arguments. To find a tool may take a second, where a version manager has it.
    fn program(&self, toolchain: &Toolchain<'_>) -> Result<Command, ReferenceError> {
        let program = self.words.first().ok_or(ReferenceError::None)?;
        let (path, languages) = (Path::new(program), Languages::built_in());
        match self.root.file(path) {
            Err(why) => {
                let tool = golf::command(program.as_ref(), &languages, toolchain.isolation());
                let is_tool = !program.contains('/') && !tool.tools.is_empty();
                let leads_out =
                    path.components().any(|part| matches!(part, Component::ParentDir | Component::RootDir));
                match () {
                    () if is_tool => Ok(tool),
                    () if leads_out => Err(ReferenceError::Outside(program.clone())),
                    () => Err(ReferenceError::Unknown(program.clone(), why)),
                }
            }
            // Its first line says how it is run.
            Ok(file) if file.is_executable() => {
                let at = self.root.path_of(path);
                Ok(golf::command(at.as_os_str(), &languages, toolchain.isolation()))
            }
            Ok(_) => {
                let own = toolchain.own_program(self.root, path, &languages, &BTreeMap::new());
                own.map_err(|why| ReferenceError::Unusable(program.clone(), why))
            }
        }
    }
}

/// The command of a reference in a folder.
/// Fails if it is neither a tool of the machine nor a file of the folder, or does not compile.
pub fn reference(
    folder: &Path,
    words: &[String],
    isolation: &Isolation,
    interrupt: &Interrupt,
) -> Result<Command, CatalogueError> {
    let root = Root::named(folder).map_err(at(&folder.join(FILE)))?;
    let toolchain = Toolchain::new(interrupt).isolated(isolation);
    ReferenceCommand { root: &root, words }.prepared(&toolchain).map_err(at(&folder.join(FILE)))
}
