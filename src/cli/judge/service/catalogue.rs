//! The challenges of a service: the built-in ones, and folders.

use std::io;
use std::path::{Path, PathBuf};

use super::super::super::challenge;
use super::super::super::{Failure, at, failure};
use crate::catalogue::{self, FixtureSource, offers_with};
use crate::dialect::Dialect;
use crate::files::{self, Bundle, Root};
use crate::service::{Catalogue, Entry};
use crate::suite::{Offer, SuiteKind, offers};

/// The largest folder of a challenge, in bytes.
const LARGEST: u64 = 64 << 20;

/// The challenges in these folders, and the built-in ones, unless a folder has the same name.
pub(super) fn catalogue(folders: &[PathBuf], kinds: &[SuiteKind]) -> Result<Catalogue, Failure> {
    let given: Result<Vec<_>, Failure> = folders.iter().map(|folder| from_folder(folder, kinds)).collect();
    let others =
        catalogue::built_in_names().into_iter().filter_map(|name| catalogue::built_in(&name).ok().flatten());
    let built_in: Result<Vec<_>, Failure> =
        Dialect::all().into_iter().chain(others).map(|dialect| built_in(&dialect, kinds)).collect();
    let offered = built_in?.into_iter().filter(|entry| !entry.suite.is_empty());
    Ok(Catalogue::new(given?.into_iter().chain(offered)))
}

fn from_folder(folder: &Path, kinds: &[SuiteKind]) -> Result<Entry, Failure> {
    let dialect = challenge::open(folder)?;
    let specification = files::read(&folder.join("SPEC.md"), files::TEXT).and_then(files::text);
    let content = content(folder).map_err(at(folder))?;
    let source = FixtureSource::Folder(folder.to_owned());
    let entry = entry(&dialect, specification.unwrap_or_default(), &source, &content, kinds)?;
    if entry.suite.is_empty() {
        let all: Vec<_> = offers(&dialect).iter().map(|offer| offer.kind().name).collect();
        let name = folder.display();
        return Err(failure(format!("{name} has none of the suites named; it has {}", all.join(", "))));
    }
    Ok(entry)
}

/// A digest of all files in a folder: rules, recordings, the reference and the files that it reads. If any of
/// them differs, rulings may differ.
fn content(folder: &Path) -> io::Result<String> {
    let folder = folder.canonicalize()?;
    let (root, name) = Root::around(&folder)?;
    Ok(Bundle::read(&root, name.as_os_str(), LARGEST)?.digest())
}

fn built_in(dialect: &Dialect, kinds: &[SuiteKind]) -> Result<Entry, Failure> {
    let text = dialect.text().unwrap_or_default();
    let specification = catalogue::specification(dialect.name()).unwrap_or_default();
    entry(dialect, specification, &FixtureSource::BuiltIn, text, kinds)
}

/// A challenge; `content` distinguishes it from others with the same name.
fn entry(
    dialect: &Dialect,
    specification: String,
    source: &FixtureSource,
    content: &str,
    kinds: &[SuiteKind],
) -> Result<Entry, Failure> {
    let has_lists = offers(dialect).iter().any(Offer::is_of_files);
    let fixtures = if has_lists { source.load(dialect)? } else { Vec::new() };
    let lists = fixtures.iter().flat_map(|fixture| [fixture.name.as_bytes(), &fixture.moves]);
    let content: Vec<_> = [content.as_bytes()].into_iter().chain(lists).map(<[u8]>::to_vec).collect();
    let content: Vec<_> = content.iter().map(Vec::as_slice).collect();
    // What is played is what the digest is of, whatever becomes of the folder.
    let mut played = offers_with(dialect, &FixtureSource::Read(fixtures));
    played.retain(|offer| kinds.contains(&offer.kind()) && !offer.is_refused());
    let names = played.iter().map(|offer| offer.kind().name).collect::<Vec<_>>().join(",");
    let is_robust = dialect.domain().is_robust();
    Ok(Entry::new(dialect.name(), dialect, specification, &names, &content, move || {
        let suites = played.iter().map(|offer| offer.make().map(|suite| suite.counting(is_robust)));
        suites.collect::<Result<_, _>>().map_err(|why| why.to_string())
    }))
}
