//! Submissions that are the answers to the cases of a challenge. Nothing of them is run: each is a file for each case, in a folder or
//! an archive, or a file alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::archive::{SUBMISSION, is_archive};
use super::several::{Parts, is_of_others, list};
use super::submission::{GatherError, Submission, folder_in};
use crate::dialect::WholeCases;
use crate::files::{Bundle, Pinned, Root};

/// The endings that a file of answers may have.
const ENDINGS: [&str; 3] = ["out", "ans", "txt"];

/// The submissions at a path, and files that are left out: it is one if it is a file or has a file that is called like a case, or
/// else those in its files and folders.
pub(super) fn gather_answers<'a>(
    path: &Path,
    whole: &WholeCases,
) -> Result<(Vec<Submission<'a>>, Vec<PathBuf>), GatherError> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    if !path.is_dir() {
        return Ok((vec![of_answers(path, whole)], left_out));
    }
    let read = || {
        let (root, mut files) = (Root::named(path)?, Vec::new());
        list(&root, Path::new(""), 0, &mut files)?;
        Ok((root.names(Path::new(""))?, files))
    };
    let (names, files) = read().map_err(|why| GatherError::Unreadable { path: path.to_owned(), why })?;
    if files.iter().any(|file| !cases_of(&without_ending(file), whole).is_empty()) {
        return Ok((vec![of_answers(path, whole)], left_out));
    }
    for inner in names.into_iter().map(|name| path.join(name)).filter(|path| !is_of_others(path, &[])) {
        if inner.is_dir() && !inner.is_symlink() {
            match gather_answers(&inner, whole) {
                Ok((more, others)) => {
                    found.extend(more);
                    left_out.extend(others);
                }
                Err(GatherError::Empty(_)) => {}
                Err(why) => return Err(why),
            }
        } else if is_archive(&inner) || without_ending(&inner) != inner {
            found.push(of_answers(&inner, whole));
        } else {
            left_out.push(inner);
        }
    }
    if found.is_empty() { Err(GatherError::Empty(path.to_owned())) } else { Ok((found, left_out)) }
}

/// The submission that a file, a folder or an archive is; an archive may be alone in a folder.
pub(super) fn of_answers<'a>(path: &Path, whole: &WholeCases) -> Submission<'a> {
    let unknown = Submission::of(path);
    match answers(path, whole) {
        Ok((parts, pinned)) => Submission {
            bytes: parts.files.files().map(|(_, content)| content.len() as u64).sum(),
            file: pinned,
            own: Some(parts.clone()),
            parts: Some(parts),
            is_answers: true,
            ..unknown
        },
        Err(why) => Submission { file: Err(why), ..unknown },
    }
}

/// Answers, and the file or folder that they are in.
type HandedInAnswers = (Parts, Result<Pinned, String>);

/// The answers, called like their cases.
fn answers(path: &Path, whole: &WholeCases) -> Result<HandedInAnswers, String> {
    let unreadable = |why: std::io::Error| format!("it cannot be read: {why}");
    if !path.is_dir() {
        let (root, name) = Root::around(path).map_err(unreadable)?;
        let file = root.file(name).map_err(unreadable)?;
        if is_archive(path) {
            return within(&folder_in(path, &file).map_err(unreadable)?, whole);
        }
        let files = fitting(&root, vec![name.to_owned()], whole)?;
        return Ok((files, file.pin(path).map_err(|why| why.to_string())));
    }
    let root = Root::named(path).map_err(unreadable)?;
    let names = root.names(Path::new("")).map_err(unreadable)?;
    let names: Vec<_> =
        names.iter().map(|name| path.join(name)).filter(|path| !is_of_others(path, &[])).collect();
    match &names[..] {
        [only] if is_archive(only) && !only.is_symlink() => answers(only, whole),
        _ => within(path, whole),
    }
}

/// The answers in a folder.
fn within(folder: &Path, whole: &WholeCases) -> Result<HandedInAnswers, String> {
    let unreadable = |why: std::io::Error| format!("it cannot be read: {why}");
    let root = Root::named(folder).map_err(unreadable)?;
    let mut files = Vec::new();
    list(&root, Path::new(""), 0, &mut files).map_err(unreadable)?;
    let pinned = root.pin(Path::new(""), folder).map_err(|why| why.to_string());
    Ok((fitting(&root, files, whole)?, pinned))
}

/// The cases that a name, without an ending, is the name of, or the end of it.
fn cases_of<'a>(name: &Path, whole: &'a WholeCases) -> Vec<&'a str> {
    whole
        .list()
        .iter()
        .map(|case| case.name.as_str())
        .filter(|case| Path::new(case).ends_with(name))
        .collect()
}

fn without_ending(path: &Path) -> PathBuf {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ENDINGS.contains(&ending) { path.with_extension("") } else { path.to_owned() }
}

/// Those of these files that are called like cases. Folders around them do not count, nor do files with other names.
fn fitting(root: &Root, files: Vec<PathBuf>, whole: &WholeCases) -> Result<Parts, String> {
    let mut found = BTreeMap::new();
    for path in &files {
        let name = without_ending(path);
        let mut rest = name.components();
        let ends = std::iter::from_fn(|| {
            let end = rest.as_path().to_owned();
            rest.next().map(|_| end)
        });
        let fitting = ends.map(|end| cases_of(&end, whole)).find(|all| !all.is_empty());
        let case = match (&fitting.unwrap_or_default()[..], whole.list()) {
            ([only], _) => *only,
            ([], [only]) if files.len() == 1 => only.name.as_str(),
            ([], _) => continue,
            ([one, other, ..], _) => {
                let path = path.display();
                return Err(format!("{path} may be the answer to {one} or {other}; use all of the name"));
            }
        };
        if let Some(other) = found.insert(case, path) {
            let [one, other] = [other, path].map(|path| path.display());
            return Err(format!("{one} and {other} are both the answer to {case}"));
        }
    }
    let mut bytes_left = SUBMISSION.archive;
    let mut files = Bundle::default();
    for (case, path) in found {
        let content = root.file(path).and_then(|file| file.read(bytes_left));
        let content = content.map_err(|why| format!("its file {} cannot be read: {why}", path.display()))?;
        bytes_left -= content.len() as u64;
        files = files.and(&Bundle::of_file(case, content));
    }
    Ok(Parts { files, entry: PathBuf::new() })
}
