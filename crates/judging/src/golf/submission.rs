//! Submissions: their files, sizes and languages.
//!
//! The score is the number of bytes of the file, or of all files of a folder that is one program; nothing is trimmed or normalised. Each file is opened once,
//! below the named folder. A link that leads out of the folder is not followed.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{SUBMISSION, is_archive, unpacked};
use super::several::{Harness, LARGEST, OneProgram, Parts, filled, is_about_folder, is_of_others};
use super::{Language, Languages, interpreter};
use crate::dialect::{Dialect, PackageProgram};
use crate::files::{Bundle, Opened, Pinned, Root};
use crate::runner::{Candidate, Program};

/// The most bytes of a source that is kept for reports.
const SHOWN: usize = 64 << 10;

/// A file that claims to play a game, or a folder of such files that are one program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Submission<'a> {
    /// The file or folder, as it was named; of an archive the unpacked one.
    pub path: PathBuf,
    /// Where it is in an archive, which is how it is called then.
    pub(super) packed: Option<PathBuf>,
    /// Its language, by its ending. `None` if it is run directly.
    pub language: Option<&'a Language>,
    /// Whether it is no program but the answers to cases.
    pub(super) is_answers: bool,
    /// Its size in bytes.
    pub bytes: u64,
    /// The file, of a folder that with which the program begins, or why it cannot be judged.
    pub file: Result<Pinned, String>,
    /// Its content, if it could be read and has at most 16 MiB.
    pub content: Option<Vec<u8>>,
    /// All files of a folder.
    pub(super) own: Option<Parts>,
    /// The files to compile and run, if there are more than the file alone: its own and those that the challenge adds.
    pub(super) parts: Option<Parts>,
}

/// A path at which there is nothing to judge.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatherError {
    /// It cannot be read, or leads elsewhere.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The reason.
        why: io::Error,
    },
    /// It is a folder that is not one program, where one is needed.
    #[error("{}: it is a folder of several programs or none; name one of its files", .0.display())]
    NotOne(PathBuf),
    /// It is a folder without any submission.
    #[error("{}: no submission in this folder (no known file extension, no executable)", .0.display())]
    Empty(PathBuf),
}

impl<'a> Submission<'a> {
    /// Its size in characters, if it is UTF-8.
    pub fn chars(&self) -> Option<u64> {
        let count = |content: &[u8]| Some(std::str::from_utf8(content).ok()?.chars().count() as u64);
        match &self.own {
            Some(own) => own.files.files().map(|(_, content)| count(content)).sum(),
            None => count(self.content.as_deref()?),
        }
    }

    /// Its text, if it is UTF-8, and no more than 64 KiB. Of a folder, the names of its files stand before their texts.
    pub fn source(&self) -> Option<String> {
        let text = |content: &[u8]| String::from_utf8(content.to_vec()).ok();
        let text = match &self.own {
            Some(own) => {
                let file = |(path, content): (&Path, &[u8])| {
                    Some(format!("==> {} <==\n{}\n", path.display(), text(content)?))
                };
                own.files.files().filter_map(file).collect()
            }
            None => text(self.content.as_deref()?)?,
        };
        Some(text).filter(|text| text.len() <= SHOWN)
    }

    /// Adds the files of a challenge for its language, or the reason why the challenge does not take it.
    #[must_use]
    pub fn within(mut self, harness: &Harness) -> Self {
        if let Some(why) = harness.objection(self.language, self.bytes).filter(|_| self.file.is_ok()) {
            self.file = Err(why);
        }
        let parts = self.all_parts().zip(self.language);
        self.parts = parts.and_then(|(parts, language)| harness.around(parts, language)).or(self.parts);
        self
    }

    /// Sets its language to the one with this code, if there is one.
    #[must_use]
    pub(super) fn written_in<'b>(self, code: Option<&str>, languages: &'b Languages) -> Submission<'b>
    where
        'a: 'b,
    {
        let named = code.and_then(|code| languages.by_code(code));
        Submission { language: named.or(self.language), ..self }
    }

    /// Fills constants into its files.
    #[must_use]
    pub(super) fn filled(mut self, constants: &BTreeMap<String, String>) -> Self {
        if !constants.is_empty() {
            let parts = self.all_parts();
            self.parts = parts.map(|parts| Parts { files: filled(parts.files, Some(constants)), ..parts });
        }
        self
    }

    /// Its files; that of one that is a file alone too.
    pub(super) fn all_parts(&self) -> Option<Parts> {
        let alone = || {
            let name = self.path.file_name()?;
            Some(Parts { files: Bundle::of_file(name, self.content.clone()?), entry: name.into() })
        };
        self.parts.clone().or_else(alone)
    }

    /// The candidate that is run as this program.
    pub(super) fn candidate(&self, program: Program) -> Candidate {
        Candidate {
            path: Some(self.path.clone()),
            language: self.language.map(|language| language.name.clone()),
            bytes: Some(self.bytes),
            chars: self.chars(),
            source: self.source(),
            ..Candidate::new(self.packed.as_ref().unwrap_or(&self.path).display().to_string(), program)
        }
    }
}

/// The submissions at a path: the file itself, or those in the folder and its subfolders, by name.
///
/// A folder whose sources belong together is one submission. An archive is as the folder that it holds.
/// Folders with the name of another dialect and those of installed packages are left out, as is every file that is neither executable nor has
/// a language's ending. A folder that is reached a second time, through a link, is not searched again. A file
/// with a language's ending that cannot be read, or that is a link out of the folder, is nevertheless a
/// submission, and so is a folder that cannot be read: one that cannot be run.
/// Fails if there are none, or the path itself cannot be read.
pub fn gather<'a>(
    path: &Path,
    dialect: &Dialect,
    languages: &'a Languages,
) -> Result<Vec<Submission<'a>>, GatherError> {
    gather_all(path, dialect, languages).map(|(found, _)| found)
}

/// As [`gather`], with the files of a folder that are left out though they may have been meant: all but hidden files, notes, and
/// files of the judge and of compilers.
pub(super) fn gather_all<'a>(
    path: &Path,
    dialect: &Dialect,
    languages: &'a Languages,
) -> Result<(Vec<Submission<'a>>, Vec<PathBuf>), GatherError> {
    let unreadable = |why| GatherError::Unreadable { path: path.to_owned(), why };
    if !path.is_dir() {
        if !is_archive(path) {
            return Ok((vec![of_file(path, languages)?], Vec::new()));
        }
        let (root, name) = Root::around(path).map_err(unreadable)?;
        let file = root.file(name).map_err(unreadable)?;
        let found = in_archive(path, &file, dialect, languages);
        return if found.is_empty() {
            Err(GatherError::Empty(path.to_owned()))
        } else {
            Ok((found, Vec::new()))
        };
    }
    let FolderWalk { found, left_out, .. } =
        FolderWalk::through(path, dialect, languages, false).map_err(unreadable)?;
    if found.is_empty() { Err(GatherError::Empty(path.to_owned())) } else { Ok((found, left_out)) }
}

/// The submissions in an archive, as in the folder that it holds; itself, as one that cannot be run, if it cannot be unpacked.
fn in_archive<'a>(
    path: &Path,
    file: &Opened,
    dialect: &Dialect,
    languages: &'a Languages,
) -> Vec<Submission<'a>> {
    let all = || {
        let place = folder_in(path, file)?;
        let mut found = FolderWalk::through(&place, dialect, languages, true)?.found;
        for one in &mut found {
            let within = path.join(one.path.strip_prefix(&place).unwrap_or(&one.path));
            // Without a `/` at its end if it is all of the archive.
            one.packed = Some(within.components().collect());
        }
        Ok(found)
    };
    all().unwrap_or_else(|why| vec![Submission::unreadable(path, None, &why)])
}

/// The unpacked content of an archive that was handed in.
pub(super) fn folder_in(path: &Path, file: &Opened) -> io::Result<PathBuf> {
    let name = path.file_stem().unwrap_or_default();
    unpacked(&file.read(SUBMISSION.archive)?, name, &SUBMISSION, |_| false)
}

/// The submission that a file below a root is, which may be a link to another place there.
pub(super) fn of_file_below<'a>(
    path: &Path,
    (root, inner): (&Root, &Path),
    languages: &'a Languages,
) -> Submission<'a> {
    match root.file(inner) {
        Ok(file) => measure(path, root, &file, inner, languages),
        Err(why) => Submission::unreadable(path, language_of(path, languages), &why),
    }
}

/// The submission that a file is, or a folder that is one program. A file with a language's ending that cannot be read is
/// nevertheless one.
/// Fails if there is no file, or nothing that can be executed.
pub fn of_file<'a>(path: &Path, languages: &'a Languages) -> Result<Submission<'a>, GatherError> {
    let unreadable = |why| GatherError::Unreadable { path: path.to_owned(), why };
    if path.is_dir() {
        let root = Root::named(path).map_err(unreadable)?;
        let found = of_folder(path, (&root, Path::new("")), languages, None);
        return found.ok_or_else(|| GatherError::NotOne(path.to_owned()));
    }
    let (root, name) = Root::around(path).map_err(unreadable)?;
    let language = language_of(path, languages);
    match (root.file(name), language) {
        (Ok(file), _) => Ok(measure(path, &root, &file, name, languages)),
        (Err(why), Some(_)) if root.pin(name, path).is_ok_and(|pinned| !pinned.is_folder) => {
            Ok(Submission::unreadable(path, language, &why))
        }
        // It may be executable, though it is not readable.
        (Err(why), _) => unread(path, &root, name).map_err(|_| unreadable(why)),
    }
}

/// The submission that a folder below a root is, if it is one program, or a package says so; `path` is as it was named.
pub(super) fn of_folder<'a>(
    path: &Path,
    (root, inner): (&Root, &Path),
    languages: &'a Languages,
    of_package: Option<&PackageProgram>,
) -> Option<Submission<'a>> {
    let mut folder = OneProgram::read(root, inner, languages, of_package.is_some())?;
    if let Some(named) = of_package.and_then(|program| program.entry.as_ref()).map(PathBuf::from) {
        // Of Java it is the class.
        let found = [named.clone(), named.with_extension(&folder.language.endings[0])];
        folder.entry =
            found.into_iter().find(|path| root.file(&inner.join(path)).is_ok()).unwrap_or(folder.entry);
    }
    let entry = inner.join(&folder.entry);
    let one = match root.file(&entry) {
        Ok(file) => measure(path, root, &file, &entry, languages),
        Err(why) => Submission::unreadable(path, None, &why),
    };
    let one = Submission { language: Some(folder.language), ..one };
    Some(match folder.parts(root, inner) {
        Ok(parts) => {
            let bytes = parts.files.files().map(|(_, content)| content.len() as u64).sum();
            Submission { bytes, own: Some(parts.clone()), parts: Some(parts), ..one }
        }
        Err(why) => Submission { file: Err(why), ..one },
    })
}

struct FolderWalk<'a, 'p> {
    root: Root,
    /// The folder as it was named, and whether an archive was unpacked to it: archives in archives are not looked into.
    folder: &'p Path,
    is_unpacked: bool,
    dialect: Dialect,
    languages: &'a Languages,
    /// The real paths of the folders that were searched.
    met: HashSet<PathBuf>,
    found: Vec<Submission<'a>>,
    left_out: Vec<PathBuf>,
}

/// The endings of files that nobody hands in to be judged: notes, move lists, settings, what compilers make.
const NOT_MEANT: [&str; 17] = [
    "md", "moves", "snap", "toml", "yaml", "yml", "json", "xml", "html", "csv", "png", "lock", "log", "o",
    "class", "pyc", "hi",
];

/// Whether a file has such an ending.
pub(super) fn is_note(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|ending| NOT_MEANT.contains(&ending))
}

impl<'a, 'p> FolderWalk<'a, 'p> {
    fn through(
        folder: &'p Path,
        dialect: &Dialect,
        languages: &'a Languages,
        is_unpacked: bool,
    ) -> io::Result<FolderWalk<'a, 'p>> {
        let mut walk = FolderWalk {
            root: Root::named(folder)?,
            folder,
            is_unpacked,
            dialect: dialect.clone(),
            languages,
            met: HashSet::new(),
            found: Vec::new(),
            left_out: Vec::new(),
        };
        walk.go_into(Path::new(""))?;
        Ok(walk)
    }

    fn go_into(&mut self, folder: &Path) -> io::Result<()> {
        let is_new = self.met.insert(self.root.pin(folder, folder)?.real().to_owned());
        let names = if is_new { self.root.names(folder)? } else { Vec::new() };
        if is_of_others(folder, &names) {
            return Ok(());
        }
        let path = self.folder.join(folder);
        let one = self.root.below(folder).ok().filter(|_| is_new);
        if let Some(one) = one.and_then(|root| of_folder(&path, (&root, Path::new("")), self.languages, None))
        {
            self.found.push(one);
            return Ok(());
        }
        for path in names.iter().map(|name| folder.join(name)) {
            if !is_of_others(&path, &[]) && !is_about_folder(&path) && !self.is_of_other_dialect(&path) {
                self.meet(&path);
            }
        }
        Ok(())
    }

    fn is_of_other_dialect(&self, path: &Path) -> bool {
        let is_of = |dialect: &Dialect| path.file_name().is_some_and(|name| name == dialect.name());
        Dialect::all().iter().any(is_of) && !is_of(&self.dialect)
    }

    /// Searches a folder, or adds a submission. An error here does not prevent the search of its neighbours.
    fn meet(&mut self, inner: &Path) {
        let (path, language) = (self.folder.join(inner), language_of(inner, self.languages));
        if self.root.is_folder(inner).unwrap_or(false) {
            if let Err(why) = self.go_into(inner) {
                self.found.push(Submission::unreadable(&path, None, &why));
            }
            return;
        }
        match self.root.file(inner) {
            Ok(file) if is_archive(inner) && !self.is_unpacked => {
                let found = in_archive(&path, &file, &self.dialect, self.languages);
                self.left_out.extend(found.is_empty().then_some(path));
                self.found.extend(found);
            }
            Ok(file) if language.is_some() || file.is_executable() => {
                self.found.push(measure(&path, &self.root, &file, inner, self.languages));
            }
            Err(why) if language.is_some() && is_wanted(&why) => {
                self.found.push(Submission::unreadable(&path, language, &why));
            }
            Err(_) => self.found.extend(unread(&path, &self.root, inner).ok()),
            Ok(_) => self.left_out.extend((!is_note(inner)).then_some(path)),
        }
    }
}

/// Whether a file that cannot be opened should have been judged: a dangling link or a pipe should not.
fn is_wanted(why: &io::Error) -> bool {
    !matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidInput)
}

impl<'a> Submission<'a> {
    fn unreadable(path: &Path, language: Option<&'a Language>, why: &io::Error) -> Submission<'a> {
        let file = Err(format!("it cannot be read: {why}"));
        Submission { language, file, ..Submission::of(path) }
    }

    /// One of which nothing is known.
    pub(super) fn of(path: &Path) -> Submission<'a> {
        Submission {
            path: path.to_owned(),
            packed: None,
            language: None,
            is_answers: false,
            bytes: 0,
            file: Err(String::new()),
            content: None,
            own: None,
            parts: None,
        }
    }
}

fn measure<'a>(
    path: &Path,
    root: &Root,
    file: &Opened,
    inner: &Path,
    languages: &'a Languages,
) -> Submission<'a> {
    let (bytes, content) = (file.size(), file.read(LARGEST));
    let ending = inner.extension().and_then(OsStr::to_str);
    let start = content.as_deref().unwrap_or_default();
    let language = ending.and_then(|ending| interpreter::language_of(languages, ending, start));
    let pinned = file.pin(&root.path_of(inner)).map_err(|why| why.to_string());
    let file = match &content {
        // A file that is too large is reported with its language.
        Err(why) if bytes <= LARGEST => Err(format!("it cannot be read: {why}")),
        _ => pinned,
    };
    Submission { language, bytes, file, content: content.ok(), ..Submission::of(path) }
}

/// A program that may be executed but not read.
fn unread<'a>(path: &Path, root: &Root, inner: &Path) -> io::Result<Submission<'a>> {
    let pinned = root.pin(inner, &root.path_of(inner))?;
    let metadata = pinned.real().metadata()?;
    let may_be_run = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    if pinned.is_folder || !may_be_run {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(Submission { bytes: metadata.len(), file: Ok(pinned), ..Submission::of(path) })
}

fn language_of<'a>(path: &Path, languages: &'a Languages) -> Option<&'a Language> {
    path.extension().and_then(|ending| languages.by_ending(ending.to_str()?))
}
