//! The cases in a folder.

use std::io;
use std::path::{Path, PathBuf};

use super::error::ContestError;
use crate::challenge::{Cases, TokenRules};
use crate::files::{Pinned, Root};

/// The folder with the cases, below that of the challenge.
pub const CASES: &str = "cases";

/// The ending of a file with a conversation.
pub const INTERACTION: &str = "interaction";

/// The largest input or answer, in bytes.
const LARGEST: u64 = 256 << 20;

/// How deep folders of cases may be nested.
const DEEPEST: usize = 16;

/// A challenge of whole cases.
#[derive(Debug)]
pub struct Contest {
    folder: PathBuf,
    /// The content of its file.
    pub cases: Cases,
    pub(super) root: Root,
    list: Vec<WholeCase>,
}

/// An input and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeCase {
    /// Its name: the path below the folder of cases, without the ending.
    pub name: String,
    /// The files, below the folder of the challenge.
    pub(super) input: PathBuf,
    pub(super) answer: PathBuf,
    /// A valid conversation for it.
    pub(super) interaction: Option<PathBuf>,
}

impl Contest {
    /// The challenge in a folder whose file says this.
    ///
    /// # Errors
    /// [`ContestError::File`] if there are no cases, an answer is missing, or arguments are invalid.
    pub fn open(folder: &Path, cases: Cases) -> Result<Contest, ContestError> {
        let of = |what: &str, why| ContestError::File(folder.join(what).display().to_string(), why);
        let is_interactive = cases.is_interactive;
        if cases.validator.is_none() {
            for arguments in cases.all_arguments() {
                TokenRules::read(arguments).map_err(|why| of("challenge.toml", io::Error::other(why)))?;
            }
        }
        let root = Root::named(folder).map_err(|why| of("", why))?;
        let mut list = Vec::new();
        gather(&root, Path::new(CASES), 0, &mut list).map_err(|why| of(CASES, why))?;
        if list.is_empty() {
            return Err(of(CASES, io::Error::other("there are no cases (NAME.in with NAME.ans)")));
        }
        if let Some(case) = list.iter().find(|case| case.interaction.is_some() && !is_interactive) {
            let file = format!("{CASES}/{}.{INTERACTION}", case.name);
            return Err(of(
                &file,
                io::Error::other("there are no conversations where `interactive` is not set"),
            ));
        }
        Ok(Contest { folder: folder.to_owned(), cases, root, list })
    }

    /// Its folder, as it was named.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The cases, sorted by folder: `sample` before `secret`.
    pub fn list(&self) -> &[WholeCase] {
        &self.list
    }

    /// The cases with a conversation.
    pub fn with_conversations(&self) -> impl Iterator<Item = &WholeCase> {
        self.list.iter().filter(|case| case.interaction.is_some())
    }

    /// The content of a file of it.
    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>, ContestError> {
        let read = self.root.file(path).and_then(|file| file.read(LARGEST));
        read.map_err(|why| ContestError::File(self.root.path_of(path).display().to_string(), why))
    }

    /// The folder of cases, to be shown to the validator.
    pub(super) fn shown(&self) -> Result<Pinned, ContestError> {
        let at = self.root.path_of(Path::new(CASES));
        let pinned = self.root.pin(Path::new(CASES), &at);
        pinned.map_err(|why| ContestError::File(at.display().to_string(), why))
    }
}

fn gather(root: &Root, folder: &Path, depth: usize, list: &mut Vec<WholeCase>) -> io::Result<()> {
    if depth > DEEPEST {
        return Err(io::Error::other("folders lie too deep in each other"));
    }
    for name in root.names(folder)? {
        let path = folder.join(&name);
        if root.is_folder(&path)? {
            gather(root, &path, depth + 1, list)?;
        } else if path.extension().is_some_and(|ending| ending == "in") {
            let answer = path.with_extension("ans");
            root.file(&answer).map_err(|why| io::Error::other(format!("{}: {why}", answer.display())))?;
            let below = path.with_extension("");
            let name = below.strip_prefix(CASES).unwrap_or(&below).to_string_lossy().into_owned();
            let interaction = path.with_extension(INTERACTION);
            let interaction = Some(interaction).filter(|file| root.file(file).is_ok());
            list.push(WholeCase { name, input: path, answer, interaction });
        }
    }
    Ok(())
}
