//! What is expected of the programs in `right` and `wrong`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::files::{self, Root};
use crate::runner::Expectation;
use crate::verdict::Verdict;

/// The folder of programs that are right, beside `challenge.toml`.
pub(crate) const RIGHT: &str = "right";

/// The folder of programs that are not.
pub(crate) const WRONG: &str = "wrong";

/// The file that says what is expected of those.
pub(crate) const EXPECTED: &str = "expected.toml";

/// What is expected of programs, by their paths below the challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expectations(BTreeMap<String, Vec<Verdict>>);

/// An entry of `wrong/expected.toml`.
#[derive(Deserialize)]
struct Entry {
    verdict: OneOrMany,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Verdict),
    Many(Vec<Verdict>),
}

impl Expectations {
    /// Reads `wrong/expected.toml`, where it is.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn read(root: &Root) -> Result<Expectations, String> {
        let path = Path::new(WRONG).join(EXPECTED);
        let Ok(file) = root.file(&path) else { return Ok(Expectations::default()) };
        let at = root.path_of(&path).display().to_string();
        let text = file.read(files::TEXT).and_then(files::text).map_err(|why| format!("{at}: {why}"))?;
        let entries: BTreeMap<String, Entry> =
            toml::from_str(&text).map_err(|why| format!("{at}: {}", why.to_string().trim_end()))?;
        let entry = |(name, entry): (String, Entry)| match entry.verdict {
            OneOrMany::One(verdict) => (name, vec![verdict]),
            OneOrMany::Many(verdicts) => (name, verdicts),
        };
        Ok(Expectations(entries.into_iter().map(entry).collect()))
    }

    /// The verdicts that fit a program at this path below the challenge's folder. A wrong program without an entry may
    /// have any but `accepted`.
    pub(crate) fn of(&self, path: &Path) -> Expectation {
        match path.strip_prefix(WRONG) {
            Ok(below) => match self.0.get(&*below.to_string_lossy()) {
                Some(verdicts) => Expectation::OneOf(verdicts.clone()),
                None => Expectation::AnyFault,
            },
            Err(_) => Expectation::OneOf(vec![Verdict::Accepted]),
        }
    }
}
