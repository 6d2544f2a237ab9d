//! What is imported: a folder or a file that a person has named. Everything is opened below it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fmt::Display, mem};

use roxmltree::{Document, Node};
use serde_json::Value as Json;

use crate::files::Root;
use crate::package::{PackageError, Yaml};
use crate::transcript::is_visible;

/// The largest file that describes an exercise, in bytes.
const LARGEST: u64 = 64 << 20;

/// How many files a folder of cases may have, and how deep folders may lie in each other.
const MOST_FILES: usize = 100_000;
const DEEPEST: usize = 8;

#[derive(Debug)]
pub(super) struct ImportSource {
    pub(super) root: Root,
    /// The file that describes the exercise, and its text; empty if none does.
    pub(super) file: PathBuf,
    pub(super) text: String,
}

impl ImportSource {
    pub(super) fn open(named: &Path) -> Result<ImportSource, PackageError> {
        let opened = match named.is_file() {
            true => Root::around(named).map(|(root, name)| (root, name.into())),
            false => Root::named(named).map(|root| (root, PathBuf::new())),
        };
        let (root, file) = opened.map_err(|why| PackageError::new(named, why))?;
        let mut source = ImportSource { root, file, text: String::new() };
        if !source.file.as_os_str().is_empty() {
            source.text = source.read(&source.file)?;
        }
        Ok(source)
    }

    pub(super) fn fault(&self, what: impl Display) -> PackageError {
        PackageError::new(&self.file, what)
    }

    pub(super) fn read(&self, path: impl AsRef<Path>) -> Result<String, PackageError> {
        let text = self.root.text(path.as_ref(), LARGEST);
        let text = text.map_err(|why| PackageError::new(path.as_ref(), why))?;
        Ok(text.replace("\r\n", "\n"))
    }

    pub(super) fn has(&self, path: impl AsRef<Path>) -> bool {
        self.root.file(path.as_ref()).is_ok()
    }

    /// What stands in a file of JSON, TOML or YAML. Values of YAML are texts.
    pub(super) fn data(&self) -> Result<Json, PackageError> {
        match self.file.extension().and_then(|ending| ending.to_str()) {
            Some("json") => serde_json::from_str(&self.text).map_err(|why| self.fault(why)),
            Some("toml") => toml::from_str(&self.text).map_err(|why| self.fault(why.message())),
            _ => Yaml::read(&self.text).map(json).map_err(|why| self.fault(why)),
        }
    }

    pub(super) fn xml(&self) -> Result<Document<'_>, PackageError> {
        Document::parse(&self.text).map_err(|why| self.fault(why))
    }

    /// Every file, but hidden ones and what macOS adds.
    pub(super) fn files(&self) -> Result<Vec<PathBuf>, PackageError> {
        let (mut files, mut folders) = (Vec::new(), vec![PathBuf::new()]);
        for _ in 0..=DEEPEST {
            for folder in mem::take(&mut folders) {
                let fault = |why: &dyn Display| PackageError::new(&folder, why);
                let names = self.root.names(&folder).map_err(|why| fault(&why))?;
                let is_shown =
                    |name: &&OsString| !name.as_encoded_bytes().starts_with(b".") && *name != "__MACOSX";
                for path in names.iter().filter(is_shown).map(|name| folder.join(name)) {
                    let is_folder = self.root.is_folder(&path).map_err(|why| fault(&why))?;
                    if is_folder { folders.push(path) } else { files.push(path) }
                }
                if files.len() > MOST_FILES {
                    return Err(fault(&format!("there are more than {MOST_FILES} files")));
                }
            }
        }
        files.sort();
        Ok(files)
    }
}

fn json(yaml: Yaml) -> Json {
    match yaml {
        Yaml::Null => Json::Null,
        Yaml::Text(text) => text.into(),
        Yaml::List(list) => list.into_iter().map(json).collect(),
        Yaml::Table(table) => table.into_iter().map(|(key, value)| (key, json(value))).collect(),
    }
}

/// The parts of a list; none if it is no list.
pub(super) fn list(data: &Json) -> &[Json] {
    data.as_array().map_or(&[], Vec::as_slice)
}

/// The text or the number under the first of these keys that has one.
pub(super) fn text(data: &Json, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| match &data[key] {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// The number above zero under the first of these keys that has a text or a number.
pub(super) fn number(data: &Json, keys: &[&str]) -> Option<f64> {
    positive(&text(data, keys)?)
}

/// Points under the first of these keys that has a text or a number.
pub(super) fn points(data: &Json, keys: &[&str]) -> Option<f64> {
    points_in(&text(data, keys)?)
}

/// Points, of which there may be none.
pub(super) fn points_in(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| *number >= 0.0)
}

/// A number above zero.
pub(super) fn positive(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| *number > 0.0)
}

/// An element of XML in another one.
pub(super) fn child<'a, 'b>(node: Node<'a, 'b>, name: &str) -> Option<Node<'a, 'b>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// A name for a folder or a case: letters, digits, points and lines, with `-` for anything else.
pub(super) fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() && is_visible(c) || "._".contains(c) { c } else { ' ' };
    let words: String = name.chars().map(keep).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join("-");
    let name: String = name.trim_start_matches('.').chars().take(60).collect();
    if name.is_empty() { "exercise".to_owned() } else { name }
}
