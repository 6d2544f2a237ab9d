//! The validators of a package: of outputs, and of sources.

use std::path::{Path, PathBuf};

use super::error::PackageError;
use crate::files::Root;
use crate::golf::{Languages, SCRIPTS, first_source, is_one_program};

pub(super) const VALIDATORS: [&str; 2] = ["output_validator", "output_validators"];

pub(super) const STATIC_VALIDATOR: [&str; 1] = ["static_validator"];

/// The source that a validator begins with, which is in one of these folders.
pub(super) fn validator(root: &Root, folders: &[&str]) -> Result<PathBuf, PackageError> {
    let is_there = |name: &&&str| root.is_folder(Path::new(**name)).unwrap_or(false);
    let Some(folder) = folders.iter().find(is_there) else {
        return Err(PackageError::new(Path::new(folders[0]), "the validator is not there"));
    };
    let folder = Path::new(folder);
    let is_old = folder == Path::new(VALIDATORS[1]);
    let several = || Err(PackageError::new(folder, "there is more than one output validator"));
    let (folders, files) = entries(root, folder)?;
    match (&folders[..], &files[..]) {
        ([inner], []) => in_folder(root, inner),
        // In the older formats each file is a validator, unless they belong together.
        ([], [_, ..]) if is_old && are_several(root, folder, &files) => several(),
        ([], [_, ..]) => in_folder(root, folder),
        ([], []) => Err(PackageError::new(folder, "there is no validator in it")),
        // Format 2025-09 has one validator, with folders if need be.
        _ if !is_old => in_folder(root, folder),
        _ => several(),
    }
}

/// Whether these files of a folder are more than one program.
fn are_several(root: &Root, folder: &Path, files: &[PathBuf]) -> bool {
    let languages = Languages::built_in();
    let is_source = |path: &&PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| languages.by_ending(ending).is_some())
    };
    let has_script = SCRIPTS.iter().any(|name| files.contains(&folder.join(name)));
    !has_script && files.iter().filter(is_source).count() > 1 && !is_one_program(root, folder, &languages)
}

fn in_folder(root: &Root, folder: &Path) -> Result<PathBuf, PackageError> {
    let (folders, files) = entries(root, folder)?;
    if let Some(script) = SCRIPTS.iter().map(|name| folder.join(name)).find(|path| files.contains(path)) {
        return Ok(script);
    }
    if let Some(inner) = folders.first() {
        return Err(PackageError::new(
            inner,
            "validators with folders in their folder are not possible here",
        ));
    }
    let first = first_source(root, folder, &Languages::built_in());
    let first = first.ok_or_else(|| PackageError::new(folder, "there is no source in a known language"))?;
    Ok(folder.join(first))
}

/// The folders and the files in a folder, without hidden ones. Links that lead out of the package are an error.
pub(super) fn entries(root: &Root, folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), PackageError> {
    let names = root.names(folder).map_err(|why| PackageError::new(folder, why))?;
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for name in names.into_iter().filter(|name| !is_hidden(name.as_encoded_bytes())) {
        let path = folder.join(name);
        match root.is_folder(&path).map_err(|why| PackageError::new(&path, why))? {
            true => folders.push(path),
            false => files.push(path),
        }
    }
    Ok((folders, files))
}

/// Whether a file with this name does not exist for the formats.
pub(super) fn is_hidden(name: &[u8]) -> bool {
    name.starts_with(b".") || name.starts_with(b"-")
}
