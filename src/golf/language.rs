//! Languages as data: their file endings, the tools they need, how sources are compiled and run.
//! `languages.toml`, which is built in, describes the format in its head.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::execution::{ErrorForm, RefusalForm};
use crate::files;
use crate::process::Overhead;

/// A language of submissions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Language {
    /// Its name in reports.
    pub name: String,
    /// The endings of its files, without the dot.
    pub endings: Vec<String>,
    /// What its comments begin with, up to the end of the line; or their beginning and their end, with a space between.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The programs it needs, each by the names it may have; none if the judge runs it itself.
    #[serde(default)]
    pub tools: BTreeMap<String, Vec<String>>,
    /// Arguments that make a tool print its real path.
    #[serde(default)]
    pub locate: BTreeMap<String, Vec<String>>,
    /// The path to append to what a tool printed.
    #[serde(default)]
    pub beneath: BTreeMap<String, String>,
    /// Files of a folder through which a tool is started by a link, without the packages installed beside it.
    #[serde(default)]
    pub alone: BTreeMap<String, BTreeMap<String, String>>,
    /// Arguments that make the first tool print its version; none if it cannot.
    #[serde(default)]
    pub version: Vec<String>,
    /// The command that makes `{out}` from `{source}`, if it is compiled.
    #[serde(default)]
    pub compile: Vec<String>,
    /// A source that fills the compiler's own cache, with which all later compilations begin.
    pub seed: Option<String>,
    /// Variables that its compiler needs in addition to the fixed environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The command that runs a submission.
    pub run: Vec<String>,
    /// What `{stem}` stands for, if not for the source's name without its ending.
    pub(crate) stem: Option<Stem>,
    /// What it uses itself, in addition to what a program may use.
    #[serde(default)]
    pub overhead: Overhead,
    /// The forms in which it reports an error that ends a program.
    #[serde(default)]
    pub errors: Vec<ErrorForm>,
    /// The forms in which its interpreter rejects a source before it executes anything. If they are left out, those of all
    /// languages stand for an interpreted one, and none for a compiled one.
    pub refusals: Option<Vec<RefusalForm>>,
    /// Words in which it reports a file that is missing or cannot be read, apart from the system's own.
    #[serde(default)]
    pub missing_file: Vec<String>,
    /// Words in which it reports an unexpected end of input.
    #[serde(default)]
    pub end_of_input: Vec<String>,
    /// Names of its settings below `/etc`, each of which may be continued with a version.
    #[serde(default)]
    pub settings: Vec<String>,
    /// What to do if a tool is missing.
    pub install: String,
}

/// What `{stem}` stands for in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub(crate) enum Stem {
    /// The class of a Java source that has `main`.
    MainClass,
}

/// What is known of languages that have no entry: programs in them are judged by a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Others {
    pub(super) refusals: Vec<RefusalForm>,
    pub(super) settings: Vec<String>,
}

/// All known languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Languages {
    pub(super) known: Vec<Language>,
    pub(super) others: Others,
}

/// A name that is none of a language.
#[cfg(feature = "service")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no language {0:?}; `judge languages` lists them")]
pub(crate) struct UnknownLanguage(String);

/// A file of languages that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidLanguages {
    /// It has another format.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// Its command is empty, or is a tool's and names none.
    #[error("language {0:?} names no tool or no command to run")]
    Incomplete(String),
    /// A pattern of its messages is not a regular expression.
    #[error("language {0:?}: {1}")]
    Pattern(String, regex::Error),
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The path, and what is wrong there.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, Box<InvalidLanguages>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    language: Vec<Language>,
    #[serde(default)]
    others: Others,
}

impl Language {
    /// Whether a tool of this name runs its sources directly.
    fn is_run_by(&self, tool: &str) -> bool {
        let is_named = |name: &str| self.run.first().is_some_and(|word| *word == format!("{{{name}}}"));
        let has_tool = |names: &[String]| names.iter().any(|name| name == tool);
        self.compile.is_empty() && self.tools.iter().any(|(name, names)| is_named(name) && has_tool(names))
    }

    /// Whether all patterns of its messages can be read.
    fn check(&self) -> Result<(), regex::Error> {
        self.errors.iter().try_for_each(ErrorForm::check)?;
        self.refusals.iter().flatten().try_for_each(RefusalForm::check)
    }

    /// Whether there is a command to run, of a tool or of what was written.
    fn is_complete(&self) -> bool {
        let is_run_itself = |first: &String| ["{source}", "{out}"].contains(&first.as_str());
        self.run.first().is_some_and(|first| !self.tools.is_empty() || is_run_itself(first))
    }
}

impl Languages {
    /// The built-in languages.
    pub fn built_in() -> Languages {
        Languages { known: Vec::new(), others: Others::default() }
            .and(include_str!("languages.toml"))
            .expect("tested")
    }

    /// The names of the built-in languages.
    #[cfg(feature = "service")]
    pub(crate) fn built_in_names() -> Vec<String> {
        Languages::built_in().iter().map(|language| language.name.clone()).collect()
    }

    /// These languages and those of a user's file, which come first and replace those with the same name.
    ///
    /// # Errors
    /// [`InvalidLanguages`] if the text does not have the format that `languages.toml` describes.
    pub fn with(self, text: &str) -> Result<Languages, InvalidLanguages> {
        let File { language, others } = toml::from_str(text)?;
        for language in language {
            language.check().map_err(|why| InvalidLanguages::Pattern(language.name, why))?;
        }
        let checked = others.refusals.iter().try_for_each(RefusalForm::check);
        checked.map_err(|why| InvalidLanguages::Pattern("others".to_owned(), why))?;
        self.and(text)
    }

    fn and(mut self, text: &str) -> Result<Languages, InvalidLanguages> {
        let File { language: mut known, others } = toml::from_str(text)?;
        if let Some(bad) = known.iter().find(|language| !language.is_complete()) {
            return Err(InvalidLanguages::Incomplete(bad.name.clone()));
        }
        self.known.retain(|old| known.iter().all(|new| new.name != old.name));
        known.extend(self.known);
        self.others.refusals.extend(others.refusals);
        self.others.settings.extend(others.settings);
        Ok(Languages { known, others: self.others })
    }

    /// The built-in languages, and those of a user's file, if there is one.
    ///
    /// # Errors
    /// [`InvalidLanguages`] if the file cannot be read, or as [`Languages::with`]; it names the file.
    pub(crate) fn of_file(file: Option<&Path>) -> Result<Languages, InvalidLanguages> {
        let Some(path) = file else { return Ok(Languages::built_in()) };
        let of_file = |why: InvalidLanguages| InvalidLanguages::File(path.to_owned(), Box::new(why));
        let text = files::read_trusted(path, files::TEXT).and_then(files::text);
        Languages::built_in().with(&text.map_err(|why| of_file(why.into()))?).map_err(of_file)
    }

    /// Those of them with these names; all if there are none.
    ///
    /// # Errors
    /// [`UnknownLanguage`] for the first name that is none of theirs.
    #[cfg(feature = "service")]
    pub(crate) fn only(mut self, names: &[String]) -> Result<Languages, UnknownLanguage> {
        let is_unknown = |name: &&String| self.iter().all(|language| language.name != **name);
        if let Some(unknown) = names.iter().find(is_unknown) {
            return Err(UnknownLanguage(unknown.clone()));
        }
        self.known.retain(|language| names.is_empty() || names.contains(&language.name));
        Ok(self)
    }

    /// The language of files with this ending.
    pub fn by_ending(&self, ending: &str) -> Option<&Language> {
        self.known.iter().find(|language| language.endings.iter().any(|known| known == ending))
    }

    /// The language whose sources a tool of this name runs directly.
    pub fn by_interpreter(&self, tool: &str) -> Option<&Language> {
        self.known.iter().find(|language| language.is_run_by(tool))
    }

    /// The names of all their tools.
    pub fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().flat_map(|language| language.tools.values().flatten()).map(String::as_str)
    }

    /// Whether this is the name of a tool.
    pub fn is_tool(&self, name: &str) -> bool {
        self.tool_names().any(|tool| tool == name)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        let mut sorted: Vec<_> = self.known.iter().collect();
        sorted.sort_by_key(|language| language.name.to_lowercase());
        sorted.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_users_language_replaces_the_built_in_one_and_wins_its_endings() {
        let mine = "[[language]]\nname = \"Python\"\nendings = [\"py\", \"c\"]\ntools.python = [\"pypy3\"]\n\
                    run = [\"{python}\", \"{source}\"]\ninstall = \"apt-get install pypy3\"\n";
        let built_in = Languages::built_in();
        let languages = built_in.clone().with(mine).unwrap();
        assert_eq!(languages.iter().count(), built_in.iter().count());
        assert_eq!(languages.by_ending("py").unwrap().tools["python"], ["pypy3"]);
        assert_eq!(languages.by_ending("c").unwrap().name, "Python");
        assert_eq!(languages.by_ending("rb").unwrap().name, "Ruby");
    }

    #[test]
    fn every_form_of_a_message_is_a_regular_expression() {
        let languages = Languages::built_in();
        assert!(languages.iter().all(|language| language.check().is_ok()));
        assert!(languages.others.refusals.iter().all(|form| form.check().is_ok()));
        let broken = "[[language]]\nname = 'X'\nendings = []\ntools.x = ['x']\nrun = ['{x}']\ninstall = ''\n\
                      errors = [{ report = '(' }]\n";
        assert!(matches!(languages.clone().with(broken), Err(InvalidLanguages::Pattern(..))));
        let broken =
            broken.replace("errors = [{ report = '(' }]", "refusals = [{ report = '.', unless = '(' }]");
        assert!(matches!(languages.with(&broken), Err(InvalidLanguages::Pattern(..))));
    }

    #[test]
    fn a_broken_file_is_refused_with_its_place() {
        let typo = "[[language]]\nname = \"X\"\nendigs = []\n";
        let why = Languages::built_in().with(typo).unwrap_err().to_string();
        assert!(why.contains("line 3") && why.contains("endigs"), "{why}");
        let idle = "[[language]]\nname = \"X\"\nendings = []\ntools = {}\nrun = []\ninstall = \"\"\n";
        assert!(matches!(Languages::built_in().with(idle), Err(InvalidLanguages::Incomplete(_))));
    }
}
