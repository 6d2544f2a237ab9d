//! The challenges of a service.

use std::sync::OnceLock;

use super::digest::digest;
use crate::dialect::Dialect;
use crate::runner::Plan;
use crate::suite::{Case, Suite};
use crate::transcript::visible_message;

/// The challenges of a service, in the order in which they are offered.
pub(crate) struct Catalogue(Vec<Entry>);

/// A challenge.
pub(crate) struct Entry {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub dialect: Dialect,
    /// Its specification, as Markdown.
    pub specification: String,
    /// The names of the suites that every submission plays.
    pub suite: String,
    key: String,
    example: OnceLock<String>,
    suites: Box<MakeSuites>,
    plan: OnceLock<Result<Plan, String>>,
}

/// Makes the suites that every submission plays, or says why it cannot.
type MakeSuites = dyn Fn() -> Result<Vec<Suite>, String> + Send + Sync;

impl Catalogue {
    /// These challenges; of two with the same name, the first.
    pub(crate) fn new(entries: impl IntoIterator<Item = Entry>) -> Catalogue {
        let mut all: Vec<Entry> = Vec::new();
        for entry in entries {
            if !all.iter().any(|known| known.name == entry.name) {
                all.push(entry);
            }
        }
        Catalogue(all)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// The one with this name.
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
    /// A challenge. `suites` makes the suites that every submission plays, when they are first needed;
    /// `suite` names them, and `content` is all that they are made from.
    pub(crate) fn new(
        name: &str,
        dialect: &Dialect,
        specification: String,
        suite: &str,
        content: &[&[u8]],
        suites: impl Fn() -> Result<Vec<Suite>, String> + Send + Sync + 'static,
    ) -> Entry {
        Entry {
            name: name.to_owned(),
            dialect: dialect.clone(),
            specification,
            suite: suite.to_owned(),
            key: format!("{name}@{}", &digest(&[&[suite.as_bytes()], content].concat())[..16]),
            example: OnceLock::new(),
            suites: Box::new(suites),
            plan: OnceLock::new(),
        }
    }

    /// The key that workers use for the challenge: its name and a digest of its content. So a worker with a
    /// different challenge of this name gets none of its jobs.
    pub(crate) fn key(&self) -> &str {
        &self.key
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

    /// What every submission plays.
    ///
    /// # Errors
    /// Why the suites cannot be made.
    pub(super) fn plan(&self) -> Result<&Plan, &str> {
        let make = || (self.suites)().map(Plan::new);
        self.plan.get_or_init(make).as_ref().map_err(String::as_str)
    }
}
