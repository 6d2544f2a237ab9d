//! A program, its arguments and its environment.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::execution::{Execution, Limits, Messages};
use crate::files::{Bundle, Pinned, Root};

/// The whole environment of a candidate, but for `HOME` and `TMPDIR`, which name its folder.
pub const ENVIRONMENT: [(&str, &str); 4] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("TERM", "dumb")];

/// A program and its arguments, as they are given to the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The program's file, or a name to be looked for in the candidates' `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables in addition to those of [`ENVIRONMENT`].
    pub env: Vec<(OsString, OsString)>,
    /// The tools among its words, which are shown to it with all that they need. These are only programs that
    /// the person at the command line chose, never programs that a submission names.
    pub tools: Vec<PathBuf>,
    /// The files and folders among its words, which are shown to it.
    pub files: Vec<Pinned>,
    /// What lies in the folder of each run when it starts.
    pub given: Arc<Bundle>,
    /// What it was made of, for those who judge that as well. A run does not need it.
    pub sources: Option<Arc<Sources>>,
    /// Folders with named pipes that it may write to.
    pub pipes: Vec<Pinned>,
    /// The resources that the language itself needs, in addition to the program's limits.
    pub overhead: Overhead,
    /// The forms of messages that it may write.
    pub messages: Arc<Messages>,
    /// Names below `/etc`, each with or without a version, that it may read where that is restricted: the settings of languages.
    pub settings: Arc<[String]>,
}

/// The sources of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Its files, and those that were compiled with it.
    pub files: Bundle,
    /// What problem packages call the language.
    pub language: String,
    /// With which file, of Java with which class, it begins.
    pub entry: OsString,
}

impl Command {
    /// A command of a program and arguments, of whose language nothing is known. The module `golf::command` of the judge makes
    /// one of which all is known.
    pub fn new<S: AsRef<OsStr>>(program: impl Into<PathBuf>, args: impl IntoIterator<Item = S>) -> Command {
        let args = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
        Command { program: program.into(), args, ..Command::default() }
    }

    /// Whether it is a module for WebAssembly, which runs inside the judge.
    pub fn is_module(&self) -> bool {
        is_module(&self.program)
    }

    /// Sets the additional variables of its environment.
    pub fn with_env(self, env: impl IntoIterator<Item = (OsString, OsString)>) -> Command {
        Command { env: env.into_iter().collect(), ..self }
    }
}

/// The resources that a language needs before a program does anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Overhead {
    /// Memory, in units of 2^20 bytes.
    pub megabytes: u64,
    /// Processes and threads.
    pub processes: u64,
}

impl Limits {
    /// These limits, for a language that uses this much itself.
    pub(super) fn on_top_of(self, overhead: Overhead) -> Limits {
        let memory = self.memory.saturating_add(overhead.megabytes << 20);
        let processes = self.processes.saturating_add(overhead.processes);
        Limits { memory, processes, ..self }
    }
}

/// The environment of a program that works in this folder.
pub(super) fn environment<'a>(
    folder: &'a OsStr,
    more: &'a [(OsString, OsString)],
) -> BTreeMap<&'a OsStr, &'a OsStr> {
    let fixed = ENVIRONMENT.iter().map(|(name, value)| (OsStr::new(name), OsStr::new(value)));
    let places = ["HOME", "TMPDIR"].map(|name| (OsStr::new(name), folder));
    let more = more.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
    fixed.chain(places).chain(more).collect()
}

/// The endings of files that are modules.
const ENDINGS: [&str; 2] = ["wasm", "wat"];

/// The error for a module in a build that cannot run one.
#[doc(hidden)]
pub const NO_MODULES: &str =
    "this build has no WebAssembly; it needs the feature `wasm`: cargo install --path . --features wasm";

/// Whether files with this ending are modules.
#[doc(hidden)]
pub fn is_of_modules(ending: &str) -> bool {
    ENDINGS.contains(&ending)
}

/// Whether a program is a module, by its name.
fn is_module(program: &Path) -> bool {
    program.extension().and_then(OsStr::to_str).is_some_and(is_of_modules)
}

/// A command that makes a file or a folder, as compilers do, in its own folder.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Making {
    /// The command. The paths of what it is given and makes are relative to its folder.
    pub command: Command,
    /// The files in the folder when it starts.
    pub given: Bundle,
    pub wanted: WantedFiles,
}

/// What is handed back of that folder.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WantedFiles {
    /// The file or folder with this name; all if it is empty.
    Named(OsString),
    /// Those of these files that are there, whatever else is.
    Files(Vec<OsString>),
}

impl WantedFiles {
    pub fn all() -> WantedFiles {
        WantedFiles::Named(OsString::new())
    }

    /// `None` if it is larger than `most` bytes, or cannot be read.
    pub(super) fn read(&self, folder: &Path, most: u64) -> Option<Bundle> {
        let root = Root::open(folder).ok()?;
        match self {
            WantedFiles::Named(name) => Bundle::read(&root, name, most).ok(),
            WantedFiles::Files(paths) => Bundle::found(&root, paths, most).ok(),
        }
    }
}

/// The execution, and the file or folder that was made, if there is one.
#[doc(hidden)]
pub type MakeOutcome = (Execution, Option<Bundle>);
