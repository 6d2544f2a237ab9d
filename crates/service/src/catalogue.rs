//! The challenges of a service: the built-in ones, and folders.
//!
//! Suites are fixed for a service, while `judge check` chooses them by a budget of time: rulings of fast and slow
//! machines must claim the same.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::digest::digest;
use judging::catalogue::{self, CatalogueError, FixtureSource, Sample, offers_with};
use judging::challenge::Show;
use judging::dialect::Dialect;
use judging::files::{self, Bundle, FileError, Root};
use judging::runner::Plan;
use judging::suite::{Case, Offer, Suite, SuiteKind, offers};
use judging::transcript::visible_message;

/// The largest folder of a challenge, in bytes.
const LARGEST: u64 = 64 << 20;

/// The challenges of a service, in the order in which they are offered.
pub struct Catalogue(Vec<Entry>);

pub(crate) struct Entry {
    pub name: String,
    pub dialect: Dialect,
    /// Its specification, as Markdown.
    pub specification: String,
    /// The names of the suites that every submission plays, with commas.
    pub suite: String,
    /// How much of a failure its submitter is shown, if it says so.
    pub show: Option<Show>,
    /// Its folder, and the digest of what was in it when it was opened.
    read: Option<(PathBuf, String)>,
    key: String,
    example: OnceLock<String>,
    samples: OnceLock<Vec<Sample>>,
    suites: Box<MakeSuites>,
    plan: OnceLock<Result<Plan, String>>,
}

/// Makes the suites that every submission plays, or says why it cannot.
type MakeSuites = dyn Fn() -> Result<Vec<Suite>, String> + Send + Sync;

#[derive(Debug, thiserror::Error)]
pub enum UnfitChallenge {
    #[error(transparent)]
    Folder(#[from] FileError),
    #[error(transparent)]
    Lists(#[from] CatalogueError),
    #[error("there is no challenge {name:?} to offer; there are {}", there.join(", "))]
    Unknown { name: String, there: Vec<String> },
    #[error("{} has none of the suites named; it has {}", folder.display(), others.join(", "))]
    NoSuite { folder: PathBuf, others: Vec<&'static str> },
}

impl Catalogue {
    /// The challenges that were opened from these folders, and the built-in ones, unless a folder has the same name. Every
    /// submission plays the suites of these kinds, as far as its challenge has them; a built-in challenge that has none is left
    /// out.
    pub fn new(given: &[(PathBuf, Dialect)], kinds: &[SuiteKind]) -> Result<Catalogue, UnfitChallenge> {
        let mut all: Vec<Entry> = Vec::new();
        for (folder, dialect) in given {
            let entry = Entry::in_folder(folder, dialect, kinds)?;
            let is_known = all.iter().any(|known| known.name == entry.name);
            all.extend(Some(entry).filter(|_| !is_known));
        }
        let named = catalogue::built_in_names().into_iter();
        let others = named.filter_map(|name| catalogue::built_in(&name).ok().flatten());
        for dialect in Dialect::all().into_iter().chain(others) {
            let entry = Entry::built_in(&dialect, kinds)?;
            let is_known = all.iter().any(|known| known.name == entry.name);
            all.extend(Some(entry).filter(|entry| !is_known && !entry.suite.is_empty()));
        }
        Ok(Catalogue(all))
    }

    /// Those of these names; all if there are none.
    /// Fails if one of them is not there, with the names that are, and those of what was not opened.
    pub fn only(
        self,
        names: &[String],
        unopened: impl FnOnce() -> Vec<String>,
    ) -> Result<Catalogue, UnfitChallenge> {
        if let Some(unknown) = names.iter().find(|name| self.named(name).is_none()) {
            let mut there: Vec<_> = self.iter().map(|entry| entry.name.clone()).collect();
            there.extend(unopened().into_iter().filter(|name| self.named(name).is_none()));
            return Err(UnfitChallenge::Unknown { name: unknown.clone(), there });
        }
        let is_wanted = |entry: &Entry| names.is_empty() || names.contains(&entry.name);
        Ok(Catalogue(self.0.into_iter().filter(is_wanted).collect()))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.name == name)
    }

    /// The challenge with this key, which workers use.
    pub(crate) fn with_key(&self, key: &str) -> Option<&Entry> {
        let name = key.split_once('@').map_or(key, |(name, _)| name);
        self.named(name).filter(|entry| entry.key() == key)
    }
}

impl Entry {
    fn in_folder(folder: &Path, dialect: &Dialect, kinds: &[SuiteKind]) -> Result<Entry, UnfitChallenge> {
        let specification = files::read(&folder.join("SPEC.md"), files::TEXT).and_then(files::text);
        let content = content(folder).map_err(FileError::at(folder))?;
        let source = FixtureSource::Folder(folder.to_owned());
        let statement = || dialect.whole()?.package()?.statement.clone();
        let specification = specification.ok().or_else(statement).unwrap_or_default();
        let mut entry = Entry::of(dialect, specification, &source, &content, kinds)?;
        let text = files::read(&folder.join("challenge.toml"), files::TEXT).and_then(files::text);
        entry.read = Some((folder.to_owned(), content));
        entry.show = text.ok().and_then(|text| Show::of(&text));
        match entry.suite.is_empty() {
            true => Err(UnfitChallenge::NoSuite {
                folder: folder.to_owned(),
                others: offers(dialect).iter().map(|offer| offer.kind().name).collect(),
            }),
            false => Ok(entry),
        }
    }

    fn built_in(dialect: &Dialect, kinds: &[SuiteKind]) -> Result<Entry, UnfitChallenge> {
        let text = dialect.text().unwrap_or_default();
        let specification = catalogue::specification(dialect.name()).unwrap_or_default();
        Ok(Entry::of(dialect, specification, &FixtureSource::BuiltIn, text, kinds)?)
    }

    /// A challenge; `content` distinguishes it from others with the same name.
    fn of(
        dialect: &Dialect,
        specification: String,
        source: &FixtureSource,
        content: &str,
        kinds: &[SuiteKind],
    ) -> Result<Entry, CatalogueError> {
        let has_lists = offers(dialect).iter().any(Offer::is_of_files);
        let fixtures = if has_lists { source.load(dialect)? } else { Vec::new() };
        let lists = fixtures.iter().flat_map(|fixture| [fixture.name.as_bytes(), &fixture.moves]);
        let content: Vec<_> = [content.as_bytes()].into_iter().chain(lists).map(<[u8]>::to_vec).collect();
        // What is played is what the digest is of, whatever becomes of the folder.
        let mut played = offers_with(dialect, &FixtureSource::Read(fixtures));
        played.retain(|offer| kinds.contains(&offer.kind()) && !offer.is_refused());
        let suite = played.iter().map(|offer| offer.kind().name).collect::<Vec<_>>().join(",");
        let content: Vec<_> = content.iter().map(Vec::as_slice).collect();
        let is_robust = dialect.domain().is_robust;
        Ok(Entry::new(dialect, specification, &suite, &content, move || {
            let suites = played.iter().map(|offer| offer.make().map(|suite| suite.counting(is_robust)));
            suites.collect::<Result<_, _>>().map_err(|why| why.to_string())
        }))
    }

    /// A challenge. `suites` makes the suites that every submission plays, when they are first needed;
    /// `suite` names them, and `content` is all that they are made from.
    pub(super) fn new(
        dialect: &Dialect,
        specification: String,
        suite: &str,
        content: &[&[u8]],
        suites: impl Fn() -> Result<Vec<Suite>, String> + Send + Sync + 'static,
    ) -> Entry {
        let name = dialect.name().to_owned();
        Entry {
            key: format!("{name}@{}", &digest(&[&[suite.as_bytes()], content].concat())[..16]),
            name,
            dialect: dialect.clone(),
            specification,
            suite: suite.to_owned(),
            show: None,
            read: None,
            example: OnceLock::new(),
            samples: OnceLock::new(),
            suites: Box::new(suites),
            plan: OnceLock::new(),
        }
    }

    /// The key that workers use for the challenge: its name and a digest of its content. So a worker with a
    /// different challenge of this name gets none of its jobs.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Whether its folder has what it had when it was opened. Cases, references and validators are read as they are needed.
    pub(super) fn is_as_read(&self) -> bool {
        let is_same = |(folder, read): &(PathBuf, String)| content(folder).is_ok_and(|now| now == *read);
        self.read.as_ref().is_none_or(is_same)
    }

    /// Its title: the first heading of its specification, or else its own.
    pub(crate) fn title(&self) -> &str {
        let heading = self.specification.lines().find_map(|line| line.strip_prefix("# "));
        heading.unwrap_or_else(|| self.dialect.greeting()).trim()
    }

    /// A short run of the reference, with the lines that are typed in.
    pub(crate) fn example(&self) -> &str {
        self.example.get_or_init(|| {
            let case = Case::trial(&self.dialect);
            visible_message(&case.strict_transcript().echoed(&case.inputs))
        })
    }

    /// The cases that its page shows.
    pub(crate) fn samples(&self) -> &[Sample] {
        self.samples.get_or_init(|| catalogue::samples(&self.dialect))
    }

    /// The suites that every submission plays.
    pub(super) fn plan(&self) -> Result<&Plan, &str> {
        let make = || (self.suites)().map(Plan::new);
        self.plan.get_or_init(make).as_ref().map_err(String::as_str)
    }
}

/// A digest of all files in a folder: rules, recordings, the reference and the files that it reads, also through links. If any
/// of them differs, rulings may differ. Where a link leads nowhere, or out of the folder around it, links do not count.
fn content(folder: &Path) -> io::Result<String> {
    let folder = folder.canonicalize()?;
    let (root, name) = Root::around(&folder)?;
    let with_links = Bundle::of_author(&root, name, LARGEST);
    let all = with_links.or_else(|_| Bundle::read(&root, name.as_os_str(), LARGEST))?;
    let counts = |path: &Path, _: &[u8]| {
        let mut within = path.iter().skip(1);
        within.all(|name| name != "__pycache__" && !name.as_encoded_bytes().starts_with(b"."))
    };
    Ok(all.retaining(counts).digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_link_leads_to_is_of_the_challenge_and_hidden_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| folder.path().join(name);
        std::fs::create_dir(of("sum")).unwrap();
        std::fs::write(of("shared.py"), "1").unwrap();
        std::os::unix::fs::symlink("../shared.py", of("sum/reference.py")).unwrap();
        let before = content(&of("sum")).unwrap();
        std::fs::write(of("shared.py"), "2").unwrap();
        let changed = content(&of("sum")).unwrap();
        assert_ne!(changed, before);
        std::fs::create_dir(of("sum/.git")).unwrap();
        std::fs::write(of("sum/.git/HEAD"), "x").unwrap();
        assert_eq!(content(&of("sum")).unwrap(), changed);
        std::os::unix::fs::symlink("nowhere", of("sum/dangling")).unwrap();
        content(&of("sum")).unwrap();
    }
}
