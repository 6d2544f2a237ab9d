//! The cases in the folder of a challenge.

use std::io;
use std::path::Path;

use super::error::{CatalogueError, at};
use crate::challenge::{Cases, Freedoms};
use crate::dialect::{CASES, WholeCase};
use crate::files::Root;

/// Checks the arguments, if outputs are compared without a validator.
pub(super) fn check_arguments(cases: &Cases) -> Result<(), String> {
    let mut all = cases.all_arguments().filter(|_| cases.validator.is_none());
    all.try_for_each(|arguments| Freedoms::of_arguments(arguments).map(drop))
}

/// How deep folders of cases may be nested.
const DEEPEST: usize = 16;

/// The cases in a folder whose file says this, sorted by folder: `sample` before `secret`.
///
/// # Errors
/// [`CatalogueError`] if there are none, or an answer is missing.
pub(super) fn gathered(root: &Root, folder: &Path, cases: &Cases) -> Result<Vec<WholeCase>, CatalogueError> {
    let mut list = Vec::new();
    gather(root, Path::new(CASES), 0, &mut list).map_err(at(&folder.join(CASES)))?;
    if list.is_empty() {
        return Err(at(&folder.join(CASES))("there are no cases (NAME.in with NAME.ans)"));
    }
    match list.iter().find(|case| case.has_conversation && !cases.is_interactive) {
        Some(case) => {
            let why = "there are no conversations where `interactive` is not set";
            Err(at(&folder.join(case.conversation()))(why))
        }
        None => Ok(list),
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
            list.push(case(root, &path)?);
        }
    }
    Ok(())
}

/// The case with this input.
fn case(root: &Root, input: &Path) -> io::Result<WholeCase> {
    let below = input.with_extension("");
    let name = below.strip_prefix(CASES).unwrap_or(&below).to_str();
    let refused =
        |why: &dyn std::fmt::Display, path: &Path| io::Error::other(format!("{}: {why}", path.display()));
    let name = name.ok_or_else(|| refused(&"its name is not UTF-8", input))?.to_owned();
    let mut case = WholeCase { name, has_conversation: false };
    root.file(&case.answer()).map_err(|why| refused(&why, &case.answer()))?;
    case.has_conversation = root.file(&case.conversation()).is_ok();
    Ok(case)
}
