//! The challenges of a service: the built-in ones, and folders.

use std::io;
use std::path::{Path, PathBuf};

use super::super::super::challenge;
use super::super::super::{Failure, at, failure};
use crate::catalogue::{self, FixtureSource};
use crate::dialect::Dialect;
use crate::files::{self, Bundle, Root};
use crate::service::{Catalogue, Entry};
use crate::suite::{Fixture, Level, Suite};

/// The largest folder of a challenge, in bytes.
const LARGEST: u64 = 64 << 20;

/// The challenges in these folders, and the built-in ones, unless a folder has the same name.
pub(super) fn catalogue(folders: &[PathBuf], levels: &[Level]) -> Result<Catalogue, Failure> {
    let given: Result<Vec<_>, Failure> = folders.iter().map(|folder| from_folder(folder, levels)).collect();
    let games = Dialect::all().into_iter().map(|dialect| built_in(&dialect, levels));
    let names =
        catalogue::built_in_names().into_iter().filter_map(|name| catalogue::built_in(&name).ok().flatten());
    let others: Vec<_> = names.map(|dialect| built_in(&dialect, levels)).collect();
    let built_in = games.chain(others).filter(|entry| !entry.suite.is_empty());
    Ok(Catalogue::new(given?.into_iter().chain(built_in)))
}

fn from_folder(folder: &Path, levels: &[Level]) -> Result<Entry, Failure> {
    let dialect = challenge::open(folder)?;
    let specification = files::read(&folder.join("SPEC.md"), files::TEXT).and_then(files::text);
    let content = content(folder).map_err(at(folder))?;
    let has_lists = Level::of(&dialect).contains(&Level::Fixtures) && !dialect.brings_cases();
    let fixtures = match has_lists {
        true => FixtureSource::Folder(folder.to_owned()).load(&dialect)?,
        false => Vec::new(),
    };
    let entry = entry(&dialect, specification.unwrap_or_default(), fixtures, &content, levels);
    if entry.suite.is_empty() {
        let all: Vec<_> = Level::of(&dialect).into_iter().map(Level::name).collect();
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

fn built_in(dialect: &Dialect, levels: &[Level]) -> Entry {
    let fixtures = FixtureSource::BuiltIn.load(dialect).unwrap_or_default();
    let text = dialect.text().unwrap_or_default();
    entry(dialect, catalogue::specification(dialect.name()).unwrap_or_default(), fixtures, text, levels)
}

/// A challenge; `content` distinguishes it from others with the same name.
fn entry(
    dialect: &Dialect,
    specification: String,
    fixtures: Vec<Fixture>,
    content: &str,
    levels: &[Level],
) -> Entry {
    let levels: Vec<_> = Level::of(dialect).into_iter().filter(|level| levels.contains(level)).collect();
    let names = levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(",");
    let lists = fixtures.iter().flat_map(|fixture| [fixture.name.as_bytes(), &fixture.moves]);
    let content: Vec<_> = [content.as_bytes()].into_iter().chain(lists).map(<[u8]>::to_vec).collect();
    let content: Vec<_> = content.iter().map(Vec::as_slice).collect();
    let played = dialect.clone();
    Entry::new(dialect.name(), dialect, specification, &names, &content, move || {
        levels.iter().map(|level| suite(&played, *level, &fixtures)).collect()
    })
}

fn suite(dialect: &Dialect, level: Level, fixtures: &[Fixture]) -> Result<Suite, String> {
    if level == Level::Fixtures && !fixtures.is_empty() {
        return Suite::of_fixtures(dialect, fixtures).map_err(|why| why.to_string());
    }
    let suite = super::super::suite::generate(dialect, level).map_err(|Failure { what, .. }| what)?;
    Ok(if dialect.domain().is_robust() { suite.and_robust() } else { suite })
}
