//! Where fixtures come from: the given folder, else `fixtures/<dialect>` in the current folder, else the built-in ones.

use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use super::error::CatalogueError;
use crate::dialect::Dialect;
use crate::files::{self, Root};
use crate::runner::Plan;
use crate::suite::{FIXTURES, Fixture, NoSuite, Offer, Suite, offers};

#[derive(RustEmbed)]
#[folder = "../../fixtures"]
#[include = "*/*.moves"]
#[include = "*/*.snap"]
#[include = "*/challenge.toml"]
#[include = "*/SPEC.md"]
struct BuiltIn;

/// Where fixtures come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixtureSource {
    /// A folder.
    Folder(PathBuf),
    /// Those that are built in.
    BuiltIn,
    /// These, which were read before.
    Read(Vec<Fixture>),
}

impl FixtureSource {
    /// The named folder, or the one that exists.
    pub fn choose(named: Option<PathBuf>, dialect: &Dialect) -> FixtureSource {
        let usual = usual_folder(dialect);
        let own = dialect.folder().map(Path::to_owned);
        match named.or(own) {
            Some(folder) => FixtureSource::Folder(folder),
            None if usual.is_dir() => FixtureSource::Folder(usual),
            None => FixtureSource::BuiltIn,
        }
    }

    /// The fixtures, by name.
    /// Fails if a file cannot be read, or there is none.
    pub fn load(&self, dialect: &Dialect) -> Result<Vec<Fixture>, CatalogueError> {
        let fixtures = match self {
            FixtureSource::Folder(folder) => from_folder(folder)
                .map_err(|(path, why)| CatalogueError(format!("{}: {why}", path.display())))?,
            FixtureSource::BuiltIn => built_in(dialect),
            FixtureSource::Read(fixtures) => fixtures.clone(),
        };
        match fixtures.is_empty() {
            true => Err(CatalogueError(format!("{}: no move lists (*.moves)", self.name()))),
            false => Ok(fixtures),
        }
    }

    fn name(&self) -> String {
        match self {
            FixtureSource::Folder(folder) => folder.display().to_string(),
            FixtureSource::BuiltIn => "the built-in fixtures".to_owned(),
            FixtureSource::Read(_) => "the fixtures".to_owned(),
        }
    }
}

/// Where the fixtures of a challenge lie that names no folder.
pub fn usual_folder(dialect: &Dialect) -> PathBuf {
    Path::new("fixtures").join(dialect.name())
}

/// The suites that a challenge offers, with the move lists of this source.
pub fn offers_with(dialect: &Dialect, source: &FixtureSource) -> Vec<Offer> {
    let lists = || {
        let (dialect, source) = (dialect.clone(), source.clone());
        Offer::new(FIXTURES, move || {
            let fixtures = source.load(&dialect).map_err(|why| why.to_string())?;
            Suite::of_fixtures(&dialect, &fixtures).map_err(|why| why.to_string())
        })
    };
    let all = offers(dialect).into_iter();
    all.map(|offer| if offer.is_of_files() { lists() } else { offer }).collect()
}

/// The default plan: see [`Plan::of_offers`].
/// Fails if one of the first suites cannot be made.
pub fn plan(dialect: &Dialect) -> Result<Plan, NoSuite> {
    let source = FixtureSource::choose(None, dialect);
    let is_robust = dialect.domain().is_robust;
    Plan::of_offers(dialect, &offers_with(dialect, &source), None, is_robust)
}

fn from_folder(folder: &Path) -> Result<Vec<Fixture>, (PathBuf, io::Error)> {
    let of_folder = |why| (folder.to_owned(), why);
    let root = Root::named(folder).map_err(of_folder)?;
    let names = root.names(Path::new("")).map_err(of_folder)?.into_iter().map(PathBuf::from);
    let lists = names.filter(|name| name.extension().is_some_and(|ending| ending == "moves"));
    lists.map(|name| from_file(&root, &name).map_err(|why| (folder.join(name), why))).collect()
}

fn from_file(root: &Root, list: &Path) -> io::Result<Fixture> {
    let name = list.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &Path| root.file(path)?.read(files::TEXT);
    let snapshot = match read(&list.with_extension("snap")) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => None,
        other => Some(other?),
    };
    Ok(Fixture { name, moves: read(list)?, snapshot })
}

fn built_in(dialect: &Dialect) -> Vec<Fixture> {
    let folder = format!("{}/", dialect.name());
    let mut names: Vec<_> = BuiltIn::iter()
        .filter_map(|path| Some(path.strip_prefix(&folder)?.strip_suffix(".moves")?.to_owned()))
        .collect();
    names.sort();
    let file = |name: &str, ending| {
        BuiltIn::get(&format!("{folder}{name}.{ending}")).map(|file| file.data.into_owned())
    };
    names
        .into_iter()
        .filter_map(|name| {
            Some(Fixture { moves: file(&name, "moves")?, snapshot: file(&name, "snap"), name })
        })
        .collect()
}

/// The file of a built-in challenge.
pub(super) fn challenge(name: &str) -> Option<String> {
    let file = BuiltIn::get(&format!("{name}/challenge.toml"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The specification of a built-in challenge.
pub fn specification(name: &str) -> Option<String> {
    let file = BuiltIn::get(&format!("{name}/SPEC.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

pub(super) fn challenges() -> Vec<String> {
    let name = |path: std::borrow::Cow<str>| Some(path.strip_suffix("/challenge.toml")?.to_owned());
    BuiltIn::iter().filter_map(name).collect()
}

/// Whether move lists are built in for a challenge.
pub(super) fn has_built_in(name: &str) -> bool {
    let folder = format!("{name}/");
    BuiltIn::iter().any(|path| path.starts_with(&folder) && path.ends_with(".moves"))
}
