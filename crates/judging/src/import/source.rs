//! What is imported: a folder or a file that a person has named. Everything is opened below it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::files::Root;
use crate::package::PackageError;
use crate::transcript::{is_visible, visible_line};

/// The largest file that describes an exercise, in bytes.
const LARGEST: u64 = 64 << 20;

/// How many files a folder of cases may have, and how deep folders may lie in each other.
const MOST_FILES: usize = 100_000;
const DEEPEST: usize = 8;

#[derive(Debug)]
pub(super) struct ImportSource {
    pub(super) root: Root,
    /// The file in it, if it was a file that was named.
    pub(super) file: Option<PathBuf>,
}

impl ImportSource {
    pub(super) fn open(named: &Path) -> Result<ImportSource, PackageError> {
        let opened = match named.is_file() {
            true => {
                Root::around(named).map(|(root, name)| ImportSource { root, file: Some(name.to_owned()) })
            }
            false => Root::named(named).map(|root| ImportSource { root, file: None }),
        };
        opened.map_err(|why| PackageError::new(named, why))
    }

    pub(super) fn text(&self, path: &Path) -> Result<String, PackageError> {
        let text = self.root.text(path, LARGEST).map_err(|why| PackageError::new(path, why))?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    pub(super) fn is_there(&self, path: &Path) -> bool {
        self.root.file(path).is_ok()
    }

    /// Every file, but hidden ones and what macOS adds.
    pub(super) fn files(&self) -> Result<Vec<PathBuf>, PackageError> {
        let mut found = Vec::new();
        let mut folders = vec![(PathBuf::new(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for name in self.root.names(&folder).map_err(|why| PackageError::new(&folder, why))? {
                let path = folder.join(&name);
                let name = name.to_string_lossy();
                if name.starts_with('.') || name == "__MACOSX" {
                    continue;
                }
                match self.root.is_folder(&path).map_err(|why| PackageError::new(&path, why))? {
                    true if depth == DEEPEST => {}
                    true => folders.push((path, depth + 1)),
                    false if found.len() == MOST_FILES => {
                        return Err(PackageError::new(
                            &folder,
                            format!("there are more than {MOST_FILES} files"),
                        ));
                    }
                    false => found.push(path),
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

/// A name for a folder or a case: letters, digits, points and lines, with `-` for anything else.
pub(super) fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() && is_visible(c) || "._".contains(c) { c } else { ' ' };
    let words: String = name.chars().map(keep).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join("-");
    let name: String = name.trim_start_matches('.').chars().take(60).collect();
    if name.is_empty() { "exercise".to_owned() } else { name }
}

/// What is not carried over: the reason, and the names of what it concerns.
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<&'static str, Vec<String>>);

impl LeftOut {
    pub(super) fn add(&mut self, why: &'static str, name: &str) {
        self.0.entry(why).or_default().push(visible_line(name.trim().as_bytes()));
    }

    /// One sentence for each reason.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(why, names)| {
            let mut shown: Vec<_> = names.iter().take(4).map(|name| format!("{name:.60}")).collect();
            if let more @ 1.. = names.len() - shown.len() {
                shown.push(format!("{more} more"));
            }
            format!("{why}: {}", shown.join(", "))
        })
    }
}
