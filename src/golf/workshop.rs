//! Tools found and sources compiled.
//!
//! A tool is looked for once and by its real path, since a version manager's shim in front of it
//! costs ten times its own start. What a compiler made is kept in a cache, under a key made of the
//! source, the command and the compiler's version, so that a source is compiled once; never beside
//! the source, and always from a copy of it, for several compilers litter.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

use super::submission::LARGEST;
use super::{Language, Submission};
use crate::execution::{Ending, Limits};
use crate::process::{Command, Interrupt, Isolation, Room, RunError, run};
use crate::runner::{Candidate, Program};
use crate::suite::Fed;
use crate::transcript::visible;

/// What a compiler may use.
const COMPILER_LIMITS: Limits = Limits {
    wall: Duration::from_secs(120),
    cpu: Duration::from_secs(240),
    memory: 4 << 30,
    output: 1 << 20,
    processes: 1024,
    files: 1 << 30,
    stack: 64 << 20,
};

/// The tools of a language, found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tools {
    /// Where each really lies.
    pub paths: BTreeMap<String, PathBuf>,
    /// What the first prints of its version, on one line.
    pub version: String,
}

/// Why the judge could not make a submission ready; its compiler's refusal is no such error.
#[derive(Debug, thiserror::Error)]
pub enum WorkshopError {
    /// The compiler could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The source is not there any more.
    #[error("{}: {why}", path.display())]
    Source {
        /// The source.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// The cache cannot be used.
    #[error("the cache {}: {why}", path.display())]
    Cache {
        /// The file or folder in it.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
}

/// Where submissions are made ready to run.
#[derive(Debug)]
pub struct Workshop<'a> {
    cache: PathBuf,
    interrupt: &'a Interrupt,
    isolation: Isolation,
    found: Mutex<BTreeMap<String, Option<Tools>>>,
}

impl<'a> Workshop<'a> {
    /// A workshop that keeps what it makes in the user's cache folder, or below the system's folder
    /// for temporary files if the user has none.
    pub fn new(interrupt: &'a Interrupt) -> Workshop<'a> {
        let cache =
            etcetera::choose_base_strategy().map_or_else(|_| std::env::temp_dir(), |base| base.cache_dir());
        let isolation = Isolation::none();
        Workshop { cache: cache.join("judge"), interrupt, isolation, found: Mutex::default() }
    }

    /// The same with its compilers in a sandbox: what they compile is not to be trusted.
    pub fn isolated(self, isolation: &Isolation) -> Workshop<'a> {
        Workshop { isolation: isolation.clone(), ..self }
    }

    /// The tools of a language; `None` if one of them is missing.
    pub fn tools(&self, language: &Language) -> Option<Tools> {
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.entry(language.name.clone()).or_insert_with(|| find_tools(language)).clone()
    }

    /// Makes a submission ready: finds its tools, compiles it if need be, or says why it cannot be.
    ///
    /// # Errors
    /// [`WorkshopError`] for what is not the submission's fault.
    pub fn prepare(&self, submission: &Submission<'_>) -> Result<Candidate, WorkshopError> {
        let program = self.program(submission)?;
        Ok(Candidate {
            name: submission.path.display().to_string(),
            path: Some(submission.path.clone()),
            language: submission.language.map(|language| language.name.clone()),
            bytes: Some(submission.bytes),
            chars: submission.chars,
            source: submission.source.clone(),
            program,
        })
    }

    fn program(&self, submission: &Submission<'_>) -> Result<Program, WorkshopError> {
        let gone = |why| WorkshopError::Source { path: submission.path.clone(), why };
        let source = std::path::absolute(&submission.path).map_err(gone)?;
        let Some(language) = submission.language else {
            return Ok(Program::Ready(Command::new(source, [""; 0])));
        };
        if let Some(why) = &submission.unreadable {
            return Ok(Program::CannotRun(why.clone()));
        }
        if submission.bytes > LARGEST {
            let why =
                format!("the source is too large: {} bytes, and {LARGEST} is the most", submission.bytes);
            return Ok(Program::CompileError(why));
        }
        let Some(tools) = self.tools(language) else {
            let why = format!("{} is not installed ({})", language.name, language.install);
            return Ok(Program::Skipped(why));
        };
        let out = match language.compile.as_slice() {
            [] => source.clone(),
            _ => match self.compile(language, &tools, &source)? {
                Ok(out) => out,
                Err(why) => return Ok(Program::CompileError(why)),
            },
        };
        let places = self.places(&tools, &source, &out);
        let mut words = language.run.iter().map(|word| fill(word, &places));
        let program = words.next().unwrap_or_default();
        let overhead = language.overhead;
        Ok(Program::Ready(Command { overhead, ..Command::new(program, words) }))
    }

    /// The compiled form of a source, or what the compiler said against it.
    fn compile(
        &self,
        language: &Language,
        tools: &Tools,
        source: &Path,
    ) -> Result<Result<PathBuf, String>, WorkshopError> {
        let gone = |why| WorkshopError::Source { path: source.to_owned(), why };
        let content = std::fs::read(source).map_err(gone)?;
        let file_name = PathBuf::from(source.file_name().unwrap_or_default());
        let finished = self.cache.join("compiled").join(key(language, tools, &file_name, &content));
        let out = finished.join("out");
        if out.exists() {
            return Ok(Ok(out));
        }
        std::fs::create_dir_all(&self.cache).map_err(|why| cache_error(&self.cache, why))?;
        let folder = tempfile::Builder::new().prefix("compiling-").tempdir_in(&self.cache);
        let folder = folder.map_err(|why| cache_error(&self.cache, why))?;
        let copy = folder.path().join(&file_name);
        std::fs::write(&copy, &content).map_err(|why| cache_error(&copy, why))?;

        let made = folder.path().join("out");
        let places = self.places(tools, &copy, &made);
        let mut words = language.compile.iter().map(|word| fill(word, &places));
        let env = language.env.iter().map(|(name, value)| (name.into(), fill(value, &places)));
        let lasting = self.cache.join("lasting");
        std::fs::create_dir_all(&lasting).map_err(|why| cache_error(&lasting, why))?;
        let writable = vec![folder.path().to_owned(), lasting];
        let command = Command::new(words.next().unwrap_or_default(), words).with_env(env);
        let command = Command { writable, ..command };
        let mut room =
            Room::isolated(&self.isolation).map_err(|why| cache_error(&std::env::temp_dir(), why))?;
        let execution = run(&command, &Fed::default(), &COMPILER_LIMITS, &mut room, self.interrupt)?;
        // A link may lead to what a candidate is not to see.
        let is_made = made.symlink_metadata().is_ok_and(|metadata| !metadata.is_symlink());
        if execution.ending != Ending::Exited(0) || !is_made {
            return Ok(Err(complaint(
                &execution.ending,
                &[execution.stderr, execution.stdout].concat(),
                &copy,
            )));
        }
        let compiled = self.cache.join("compiled");
        std::fs::create_dir_all(&compiled).map_err(|why| cache_error(&compiled, why))?;
        let kept = folder.keep();
        if let Err(why) = std::fs::rename(&kept, &finished) {
            // Another judge may have made the same at the same time.
            let _ = std::fs::remove_dir_all(&kept);
            if !out.exists() {
                return Err(cache_error(&finished, why));
            }
        }
        Ok(Ok(out))
    }

    /// What the names in braces of a language's commands stand for.
    fn places(&self, tools: &Tools, source: &Path, out: &Path) -> BTreeMap<String, OsString> {
        let mut places: BTreeMap<_, _> =
            tools.paths.iter().map(|(name, path)| (name.clone(), path.clone().into_os_string())).collect();
        places.insert("source".to_owned(), source.into());
        places.insert("out".to_owned(), out.into());
        places.insert("stem".to_owned(), source.file_stem().unwrap_or_default().to_owned());
        places.insert("cache".to_owned(), self.cache.join("lasting").into_os_string());
        places
    }
}

fn cache_error(path: &Path, why: io::Error) -> WorkshopError {
    WorkshopError::Cache { path: path.to_owned(), why }
}

/// What a compiler complained of: its first words, without the name of the folder it worked in.
fn complaint(ending: &Ending, said: &[u8], copy: &Path) -> String {
    let folder = format!("{}/", copy.parent().unwrap_or(copy).display());
    let said = visible(said).replace(&folder, "");
    let lines: Vec<_> = said.lines().filter(|line| !line.trim().is_empty()).take(8).collect();
    match ending {
        Ending::Stopped(limit) => format!("the compiler was stopped: {limit}"),
        _ if lines.is_empty() => "the compiler made nothing and said nothing".to_owned(),
        _ => lines.join("\n"),
    }
}

fn key(language: &Language, tools: &Tools, file_name: &Path, content: &[u8]) -> String {
    let mut hash = Sha256::new();
    let command = [&language.compile[..], &language.env.values().cloned().collect::<Vec<_>>()].concat();
    let toolchain = format!("{:?} {:?} {command:?} {:?}", tools.paths, tools.version, file_name);
    hash.update(toolchain.as_bytes());
    hash.update([0]);
    hash.update(content);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts the places into the braces of a word.
fn fill(word: &str, places: &BTreeMap<String, OsString>) -> OsString {
    let mut filled = word.as_bytes().to_vec();
    for (name, place) in places {
        let pattern = format!("{{{name}}}");
        while let Some(at) = filled.windows(pattern.len()).position(|window| window == pattern.as_bytes()) {
            filled.splice(at..at + pattern.len(), place.as_encoded_bytes().iter().copied());
        }
    }
    OsString::from_vec(filled)
}

fn find_tools(language: &Language) -> Option<Tools> {
    let find = |(tool, names): (&String, &Vec<String>)| {
        let on_path = names.iter().find_map(|name| which::which(name).ok())?;
        let real = match language.locate.get(tool) {
            Some(arguments) => ask(&on_path, arguments)?.lines().next()?.into(),
            None => on_path,
        };
        let real = match language.beneath.get(tool) {
            Some(rest) => real.join(rest),
            None => real,
        };
        real.is_file().then(|| (tool.clone(), real))
    };
    let paths: BTreeMap<_, _> = language.tools.iter().map(find).collect::<Option<_>>()?;
    let version = match language.version.as_slice() {
        [] => String::new(),
        arguments => ask(paths.values().next()?, arguments).unwrap_or_default(),
    };
    let version = version.lines().next().unwrap_or_default().trim().to_owned();
    Some(Tools { paths, version })
}

/// What a tool prints when it is asked something, in the judge's own environment: a shim needs its
/// variables. `None` if it refuses.
fn ask(tool: &Path, arguments: &[String]) -> Option<String> {
    let output = std::process::Command::new(tool).args(arguments).stdin(std::process::Stdio::null()).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let said = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    String::from_utf8(said).ok()
}
