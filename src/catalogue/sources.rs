//! The sources of a reference, and the reference with a change in one of them, in a folder of its own.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use super::FILE;
use super::error::{CatalogueError, at};
use super::reference::{ReferenceCommand, ReferenceError};
use crate::challenge::{SourceMutant, Syntax, source_mutants, spread};
use crate::dialect::{Dialect, Observed};
use crate::execution::Level;
use crate::files::{Bundle, Root, TEXT};
use crate::golf::{Languages, OwnProgramError, Toolchain, language_of};
use crate::process::{Command, Interrupt, Isolation, Scratch};
use crate::runner::{Hypotheses, Mutated};
use crate::suite::{Faults, faults};

/// The files and folders of a challenge's folder that the command of its reference names.
#[derive(Debug)]
pub(super) struct ReferenceSources {
    words: Vec<String>,
    /// The program of the command, if it is not one of the folder.
    tool: Option<Command>,
    isolation: Isolation,
    interrupt: Interrupt,
    all: Bundle,
    sources: Vec<Source>,
}

/// A file of text that can be changed.
#[derive(Debug)]
struct Source {
    name: String,
    text: Vec<u8>,
    syntax: Syntax,
    is_known: bool,
    is_executable: bool,
}

/// A change of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(super) struct ReferenceMutant {
    /// The file, as the command names it, and the line, from 1.
    pub place: String,
    /// What is changed there.
    pub change: String,
    mutant: SourceMutant,
    source: usize,
}

impl ReferenceSources {
    /// Those of a challenge, to be run at this isolation, and compiled until the interrupt is raised.
    ///
    /// # Errors
    /// If it has no reference in a folder, if its files cannot be read, or if none of them is a text.
    pub(super) fn of(
        observed: &Observed,
        isolation: &Isolation,
        interrupt: &Interrupt,
    ) -> Result<ReferenceSources, CatalogueError> {
        let none = |why: &str| CatalogueError(format!("there is no reference that could be changed: {why}"));
        let words =
            observed.manifest().reference.clone().ok_or_else(|| none("the challenge has only recordings"))?;
        let folder =
            observed.folder().ok_or_else(|| none("its folder is not known; name it with --challenge"))?;
        let root = Root::named(folder).map_err(at(folder))?;
        let (mut all, mut sources) = (Bundle::default(), Vec::new());
        for word in &words {
            let Some(name) = plain(word) else { continue };
            let path = Path::new(word);
            let is_folder = root.is_folder(path).is_ok_and(|is_folder| is_folder);
            if !is_folder && root.file(path).is_err() {
                continue;
            }
            let read = Bundle::read(&root, name.as_os_str(), TEXT).map_err(at(&folder.join(word)))?;
            all = all.and(&read);
            if !is_folder {
                sources.extend(Source::of(&root, word, &words[0]).map_err(at(&folder.join(word)))?);
            }
        }
        // A file of data beside the source is no source.
        if sources.iter().any(|source| source.is_known) {
            sources.retain(|source| source.is_known);
        }
        sources.truncate(MOST_SOURCES);
        if sources.is_empty() {
            let command = words.join(" ");
            return Err(none(&format!("`{command}` names no text in the folder of the challenge")));
        }
        let program = plain(&words[0]).filter(|program| root.file(program).is_ok());
        let neighbours =
            program.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder_of) = neighbours {
            let read = Bundle::read(&root, folder_of.as_os_str(), TEXT);
            all = all.and(&read.map_err(at(&folder.join(folder_of)))?);
        }
        let toolchain = Toolchain::new(interrupt).isolated(isolation);
        let command = ReferenceCommand { root: &root, words: &words };
        let tool = program.is_none().then(|| command.program(&toolchain)).transpose();
        let tool = tool.map_err(at(&folder.join(FILE)))?;
        let (isolation, interrupt) = (isolation.clone(), interrupt.clone());
        Ok(ReferenceSources { words, tool, isolation, interrupt, all, sources })
    }

    /// The command of the reference in a folder with its files; what is compiled is kept in another.
    fn command(&self, folder: &Path, compiled: PathBuf) -> Result<Command, ReferenceError> {
        let root =
            Root::open(folder).map_err(|why| ReferenceError::Argument(folder.display().to_string(), why))?;
        let toolchain = Toolchain::new(&self.interrupt).isolated(&self.isolation).keeping_in(compiled);
        let command = ReferenceCommand { root: &root, words: &self.words };
        command.with_arguments(self.tool.clone().map_or_else(|| command.program(&toolchain), Ok)?)
    }

    /// The texts of its sources, in the order of the command.
    pub(super) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.sources.iter().map(|source| source.text.as_slice())
    }

    /// The names of its sources, as the command has them.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.name.as_str())
    }

    /// So many mutants at most, from all parts of the sources.
    pub(super) fn mutants(&self, most: usize) -> Vec<ReferenceMutant> {
        let of = |(number, source): (usize, &Source)| {
            source_mutants(&source.text, &source.syntax).into_iter().map(move |mutant| (number, mutant))
        };
        let all = spread(self.sources.iter().enumerate().flat_map(of).collect(), most);
        let told = |(number, mutant): (usize, SourceMutant)| {
            let Source { name, text, .. } = &self.sources[number];
            let place = format!("{name}:{}", mutant.line(text));
            ReferenceMutant { place, change: mutant.change.clone(), mutant, source: number }
        };
        all.into_iter().map(told).collect()
    }

    /// The reference with a change, in a new folder.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(super) fn changed(&self, mutant: &ReferenceMutant) -> Result<Mutated, CatalogueError> {
        let source = &self.sources[mutant.source];
        self.written(&source.file(mutant.mutant.applied(&source.text)))
    }

    /// The reference as it is, in a new folder.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(super) fn unchanged(&self) -> Result<Mutated, CatalogueError> {
        self.written(&Bundle::default())
    }

    /// The reference with these files in the place of its own.
    fn written(&self, files: &Bundle) -> Result<Mutated, CatalogueError> {
        let folder = Scratch::new().map_err(at(Path::new("a new folder")))?;
        let [program, compiled] = ["program", "compiled"].map(|name| folder.path().join(name));
        let write = || {
            std::fs::create_dir(&program)?;
            self.all.clone().and(files).write(&program)
        };
        write().map_err(at(&program))?;
        match self.command(&program, compiled) {
            Ok(command) => Ok(Mutated::new(Some(command), folder)),
            Err(ReferenceError::Unusable(_, OwnProgramError::NotCompiled(_))) => {
                Ok(Mutated::new(None, folder))
            }
            Err(why) => Err(at(&program)(why)),
        }
    }
}

/// The changes of the reference of a challenge that may name a candidate's fault; none if programs are not isolated here, since a
/// changed reference may do anything. Its sources are read when the first candidate has failed.
pub(crate) fn hypotheses(
    dialect: &Dialect,
    isolation: &Isolation,
    interrupt: &Interrupt,
) -> Option<Hypotheses> {
    let Faults::Changes(observed) = faults(dialect).filter(|_| isolation.level() >= Level::Filters)? else {
        return None;
    };
    let (observed, isolation, interrupt) = (observed.clone(), isolation.clone(), interrupt.clone());
    Some(Hypotheses::new(move || {
        let sources = ReferenceSources::of(&observed, &isolation, &interrupt).ok()?;
        let mutants = sources.mutants(usize::MAX);
        let words = |ReferenceMutant { place, change, .. }: &ReferenceMutant| {
            format!("behaves as the reference would if {change} in {place}")
        };
        let words = mutants.iter().map(words).collect();
        Some((
            words,
            Box::new(move |number| sources.changed(&mutants[number]).map_err(|why| why.to_string())),
        ))
    }))
}

/// The largest source, in bytes: what is longer was not written by people.
const LARGEST: u64 = 1 << 20;

/// How many sources are changed. A command that names more is no command that a person wrote.
const MOST_SOURCES: usize = 100;

impl Source {
    /// The file with another text.
    fn file(&self, text: Vec<u8>) -> Bundle {
        let name = plain(&self.name).unwrap_or_default();
        let file = Bundle::of_file(name.as_os_str(), text);
        if self.is_executable { file.with_program(&name.to_string_lossy()) } else { file }
    }

    /// The source of this name; none if it is no text.
    fn of(root: &Root, name: &str, tool: &str) -> std::io::Result<Option<Source>> {
        let opened = root.file(Path::new(name))?;
        if opened.size() > LARGEST {
            return Ok(None);
        }
        let text = opened.read(LARGEST)?;
        if text.contains(&0) {
            return Ok(None);
        }
        let languages = Languages::built_in();
        let ending = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
        let language = language_of(&languages, ending, &text);
        let is_known = language.is_some();
        let tool = Path::new(tool).file_name().and_then(OsStr::to_str).unwrap_or_default();
        let language = language.or_else(|| languages.by_interpreter(tool));
        let usual = || Syntax { comments: vec!["#".to_owned()], nothing: None };
        let syntax = language.map_or_else(usual, crate::golf::Language::syntax);
        Ok(Some(Source {
            name: name.to_owned(),
            text,
            syntax,
            is_known,
            is_executable: opened.is_executable(),
        }))
    }
}

/// The path that a word of a command is, without `./`; none if it leads elsewhere.
fn plain(word: &str) -> Option<PathBuf> {
    let parts = Path::new(word).components().filter(|part| *part != Component::CurDir);
    let parts: Option<PathBuf> =
        parts.map(|part| if let Component::Normal(name) = part { Some(name) } else { None }).collect();
    parts.filter(|path| path.components().next().is_some())
}
