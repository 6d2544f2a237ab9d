//! Where declared challenges come from: a folder that is named, `fixtures/NAME` in the current folder, or those built
//! in.

use std::io;
use std::path::{Path, PathBuf};

use super::fixtures::built_in_challenge;
use super::{Failure, failure};
use crate::dialect::Declared;
use crate::files::{self, Root};

/// The file that makes a folder a challenge.
pub(super) const FILE: &str = "challenge.toml";

/// The largest such file, in bytes.
const LARGEST: u64 = 1 << 20;

/// The challenge in a folder.
pub(super) fn load(folder: &Path) -> Result<Declared, Failure> {
    load_as(folder, Some(folder.to_owned()))
}

/// The challenge in a folder; `named` is the folder if it has to be named to find it again.
fn load_as(folder: &Path, named: Option<PathBuf>) -> Result<Declared, Failure> {
    let root = Root::named(folder).map_err(|why| failure(format!("{}: {why}", folder.display())))?;
    let of_file = |why: &dyn std::fmt::Display| failure(format!("{}: {why}", folder.join(FILE).display()));
    let read = || files::text(root.file(Path::new(FILE))?.read(LARGEST)?);
    let text = read().map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => of_file(&"it is not there; this file makes a folder a challenge"),
        _ => of_file(&why),
    })?;
    read_named(&name_of(folder), &text, &folder.join(FILE), named, has_fixtures(&root))
}

/// The challenge of this name in `fixtures/`, or built in; none if there is none.
pub(super) fn named(name: &str) -> Result<Option<Declared>, Failure> {
    let is_plain = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign));
    if !is_plain {
        return Ok(None);
    }
    let folder = Path::new("fixtures").join(name);
    if folder.join(FILE).is_file() {
        return load_as(&folder, None).map(Some);
    }
    let Some(text) = built_in_challenge(name) else { return Ok(None) };
    let file = PathBuf::from(format!("the built-in {name}"));
    read_named(name, &text, &file, None, super::fixtures::has_built_in(name)).map(Some)
}

/// The names of those built in.
pub(super) fn names() -> Vec<String> {
    super::fixtures::built_in_challenges()
}

fn read_named(
    name: &str,
    text: &str,
    file: &Path,
    folder: Option<PathBuf>,
    has_fixtures: bool,
) -> Result<Declared, Failure> {
    Declared::read(name, text, folder, has_fixtures)
        .map_err(|why| failure(format!("{}:{why}", file.display())))
}

/// A challenge is called what its folder is called.
fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.file_name().map_or_else(|| "challenge".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn has_fixtures(root: &Root) -> bool {
    let names = root.names(Path::new("")).unwrap_or_default();
    names.iter().any(|name| Path::new(name).extension().is_some_and(|ending| ending == "moves"))
}
