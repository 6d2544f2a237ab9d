//! Languages as data: their file endings, the tools they need, how sources are compiled and run.
//! `languages.toml`, which is built in, describes the format in its head.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::execution::{ErrorForm, Messages, RefusalForm};
use crate::files;
use crate::process::{Command, Overhead};

/// A language of submissions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Language {
    /// Its name in reports.
    pub name: String,
    /// The endings of its files, without the dot.
    pub endings: Vec<String>,
    /// The beginning of its comments, which end with the line; or their beginning and their end, with a space between.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The programs it needs, each by the names it may have. Empty if the judge runs it itself.
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
    /// Arguments that make the first tool print its version. Empty if it cannot.
    #[serde(default)]
    pub version: Vec<String>,
    /// The command that makes `{out}` from `{source}` or `{sources}`, if it is compiled.
    #[serde(default)]
    pub compile: Vec<String>,
    /// A regular expression that matches in sources in which a program begins. `None` if every source can be started.
    pub(crate) main: Option<String>,
    /// A source that fills the compiler's own cache, with which all later compilations begin.
    pub seed: Option<String>,
    /// Variables that its compiler needs in addition to the fixed environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The command that runs a submission.
    pub run: Vec<String>,
    /// The replacement of `{stem}`, if it is not the source's name without its ending.
    pub(crate) stem: Option<Stem>,
    /// The resources that it needs itself, in addition to a program's limits.
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

/// The replacement of `{stem}` in a command.
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

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no language {0:?}; `judge languages` lists them")]
pub struct UnknownLanguage(String);

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

    fn main_form(&self) -> Option<Result<Regex, regex::Error>> {
        self.main.as_ref().map(|main| RegexBuilder::new(main).multi_line(true).build())
    }

    /// Whether a program begins in a source; not known if every source can be started.
    pub(super) fn begins(&self, source: &str) -> Option<bool> {
        self.main_form()?.ok().map(|main| main.is_match(source))
    }

    /// Whether problem packages call it so: by its name in small letters, `cpp` for C++, with a version or not.
    pub(super) fn has_code(&self, code: &str) -> bool {
        let name = self.plain_name();
        let is_it = |code: &str| name == code || self.endings.iter().any(|ending| ending == code);
        is_it(code) || is_it(code.trim_end_matches(|sign: char| sign.is_ascii_digit()))
    }

    fn plain_name(&self) -> String {
        let name = self.name.to_lowercase().replace('#', "sharp").replace('+', "p");
        name.chars().filter(|sign| sign.is_alphanumeric()).collect()
    }

    /// What problem packages call it.
    pub(super) fn code(&self) -> String {
        match self.plain_name().as_str() {
            "python" => "python3".to_owned(),
            "commonlisp" => "lisp".to_owned(),
            name => name.to_owned(),
        }
    }

    /// Whether all patterns can be read.
    fn check(&self) -> Result<(), regex::Error> {
        self.errors.iter().try_for_each(ErrorForm::check)?;
        self.main_form().transpose()?;
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
    pub fn built_in_names() -> Vec<String> {
        Languages::built_in().iter().map(|language| language.name.clone()).collect()
    }

    /// These languages and those of a user's file, which come first and replace those with the same name.
    /// Fails if the text does not have the format that `languages.toml` describes.
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
    /// Fails if the file cannot be read, or as [`Languages::with`]; it names the file.
    pub fn of_file(file: Option<&Path>) -> Result<Languages, InvalidLanguages> {
        let Some(path) = file else { return Ok(Languages::built_in()) };
        let of_file = |why: InvalidLanguages| InvalidLanguages::File(path.to_owned(), Box::new(why));
        let text = files::read_trusted(path, files::TEXT).and_then(files::text);
        Languages::built_in().with(&text.map_err(|why| of_file(why.into()))?).map_err(of_file)
    }

    /// Those of them with these names; all if there are none.
    /// Fails for the first name that is none of theirs.
    pub fn only(mut self, names: &[String]) -> Result<Languages, UnknownLanguage> {
        let is_unknown = |name: &&String| self.iter().all(|language| language.name != **name);
        if let Some(unknown) = names.iter().find(is_unknown) {
            return Err(UnknownLanguage(unknown.clone()));
        }
        self.known.retain(|language| names.is_empty() || names.contains(&language.name));
        Ok(self)
    }

    /// The language of files with this ending.
    pub fn by_ending(&self, ending: &str) -> Option<&Language> {
        let of = |ending: &str| {
            self.known.iter().find(|language| language.endings.iter().any(|known| known == ending))
        };
        of(ending).or_else(|| of(&ending.to_ascii_lowercase()))
    }

    /// The language that problem packages call so, such as `cpp` or `python3`.
    pub(crate) fn by_code(&self, code: &str) -> Option<&Language> {
        self.known.iter().find(|language| language.has_code(code))
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

    /// The command of a program in this language, with what is known of its messages and settings.
    pub(super) fn equip(&self, command: Command, language: &Language) -> Command {
        let is_compiled = !language.compile.is_empty();
        let own = language.refusals.clone().or_else(|| is_compiled.then(Vec::new));
        let messages = self.messages(Some(language));
        let refusals = own.unwrap_or_else(|| messages.refusals.clone());
        let messages = Messages { refusals, ..messages };
        Command { overhead: language.overhead, messages: Arc::new(messages), ..self.unsure(command, None) }
    }

    /// The command of a program that may be in any language: in this one, if it is named.
    pub(super) fn unsure(&self, command: Command, likely: Option<&Language>) -> Command {
        let settings = self.known.iter().flat_map(|language| &language.settings);
        let settings = settings.chain(&self.others.settings).cloned().collect();
        Command { messages: Arc::new(self.messages(likely)), settings, ..command }
    }

    /// What is known of the messages of all of them, of one language first.
    fn messages(&self, first: Option<&Language>) -> Messages {
        let is_first = |language: &&Language| first.is_some_and(|first| first.name == language.name);
        let (first, rest): (Vec<_>, Vec<_>) = self.known.iter().partition(is_first);
        let mut all = Messages::default();
        for language in first.into_iter().chain(rest) {
            all.errors.extend(language.errors.iter().cloned());
            all.refusals.extend(language.refusals.iter().flatten().cloned());
            all.missing_file.extend(language.missing_file.iter().cloned());
            all.end_of_input.extend(language.end_of_input.iter().cloned());
        }
        all.refusals.extend(self.others.refusals.iter().cloned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::{Ending, Execution};

    #[test]
    fn a_users_language_replaces_the_built_in_one() {
        let mine = "[[language]]\nname = \"Python\"\nendings = [\"py\", \"c\"]\ntools.python = [\"pypy3\"]\n\
                    run = [\"{python}\", \"{source}\"]\ninstall = \"apt-get install pypy3\"\n";
        let built_in = Languages::built_in();
        let languages = built_in.clone().with(mine).unwrap();
        assert_eq!(languages.iter().count(), built_in.iter().count());
        assert_eq!(languages.by_ending("py").unwrap().tools["python"], ["pypy3"]);
        assert_eq!(languages.by_ending("c").unwrap().name, "Python");
        assert_eq!(languages.by_ending("rb").unwrap().name, "Ruby");
        let called = |code: &str| built_in.by_code(code).map(|language| language.name.as_str());
        assert_eq!(
            ["python3", "cpp", "csharp", "lisp"].map(|code| called(code).unwrap()),
            ["Python", "C++", "C#", "Common Lisp"]
        );
        assert_eq!(called("klingon"), None);
        let codes = ["py", "cpp", "cs", "lisp", "java", "sh"]
            .map(|ending| built_in.by_ending(ending).unwrap().code());
        assert_eq!(codes, ["python3", "cpp", "csharp", "lisp", "java", "sh"]);
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

    /// The message by which a source in the language with this ending was rejected; of a command if there is none.
    fn refused(ending: &str, stdout: &str, stderr: &str) -> Option<String> {
        let languages = Languages::built_in();
        let command = Command::new("x", [""; 0]);
        let command = match languages.by_ending(ending) {
            Some(language) => languages.equip(command, language),
            None => languages.unsure(command, None),
        };
        let [stdout, stderr] = [stdout, stderr].map(|text| text.as_bytes().to_vec());
        let run = Execution { stdout, stderr, ..Execution::of_nothing(Ending::Exited(1)) };
        let refusal = run.with_refusal(&command.messages.refusals).refusal;
        refusal.map(|refusal| refusal.lines().next().unwrap().to_owned())
    }

    #[test]
    fn interpreters_that_refuse_a_source_are_known() {
        for (ending, stderr, expected) in [
            (
                "py",
                "  File \"a.py\", line 2\n    y=2\nIndentationError: unexpected indent",
                "line 2: IndentationError: unexpected indent",
            ),
            (
                "js",
                "/a.js:3\n\nSyntaxError: Unexpected end of input\n    at wrapSafe (node:internal)",
                "line 3: SyntaxError: Unexpected end of input",
            ),
            (
                "pl",
                "syntax error at b.pl line 1, near \"= ;\"\nExecution of b.pl aborted due to compilation errors.",
                "syntax error at b.pl line 1, near \"= ;\"",
            ),
            ("lua", "lua5.4: a.lua:3: ')' expected near <eof>", "lua5.4: a.lua:3: ')' expected near <eof>"),
            (
                "sed",
                "sed: file a.sed line 1: unterminated `s' command",
                "sed: file a.sed line 1: unterminated `s' command",
            ),
            (
                "rb",
                "a.rb:2: syntax error, unexpected end-of-input",
                "a.rb:2: syntax error, unexpected end-of-input",
            ),
            (
                "sh",
                "a.sh: 3: Syntax error: end of file unexpected",
                "a.sh: 3: Syntax error: end of file unexpected",
            ),
            (
                "bash",
                "a.bash: line 3: syntax error near unexpected token `)'",
                "a.bash: line 3: syntax error near unexpected token `)'",
            ),
            (
                "awk",
                "gawk: a.awk:1: BEGIN{(}\ngawk: a.awk:1:        ^ syntax error",
                "gawk: a.awk:1:        ^ syntax error",
            ),
            (
                "php",
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
            ),
        ] {
            for ending in [ending, ""] {
                assert_eq!(refused(ending, "", stderr).as_deref(), Some(expected), "{ending}");
                assert_eq!(refused(ending, "...\n", stderr), None, "it has run");
            }
            let other = if ending == "py" { "js" } else { "py" };
            assert_eq!(refused(other, "", stderr), None, "the message of another language");
            assert_eq!(refused("c", "", stderr), None, "it was compiled");
        }
        assert_eq!(refused("", "", "x:7: parse error").as_deref(), Some("x:7: parse error"));
    }

    #[test]
    fn what_goes_wrong_as_a_program_runs_is_no_refusal() {
        for (ending, stderr) in [
            ("py", ""),
            (
                "py",
                "Traceback (most recent call last):\n  File \"d.py\", line 1\nSyntaxError: invalid syntax",
            ),
            ("bash", "a.bash: line 5: 1+: syntax error: operand expected (error token is \"+\")"),
            ("bash", "a.bash: eval: line 5: syntax error: unexpected end of file"),
            ("sh", "a.sh: 1: eval: Syntax error: end of file unexpected"),
            ("lua", "lua5.4: a.lua:3: number expected near x\nstack traceback:\n\ta.lua:3: in main chunk"),
            ("js", "SyntaxError: Unexpected token\n    at eval (a.js:3)"),
            ("pl", "Died at a.pl line 3."),
            ("awk", "gawk: a.awk:1: (FILENAME=- FNR=1) fatal: division by zero attempted"),
            ("php", "PHP Parse error:  syntax error in a.php(1) : eval()'d code on line 1"),
            ("rb", "a.rb:1:in `eval': (eval):1: syntax error, unexpected end-of-input (SyntaxError)"),
        ] {
            assert_eq!(refused(ending, "", stderr), None, "{stderr}");
        }
        let sum = "a.bash: line 5: 1+: syntax error: operand expected (error token is \"+\")";
        assert_eq!(refused("", "", sum), None, "nor of a command");
    }

    #[test]
    fn languages_have_the_common_refusals_by_default() {
        let mine = |more: &str| {
            let text = format!(
                "[[language]]\nname = 'X'\nendings = ['x']\ntools.x = ['x']\nrun = ['{{x}}']\ninstall = ''\n{more}"
            );
            let languages = Languages::built_in().with(&text).unwrap();
            let command = languages.equip(Command::new("x", [""; 0]), languages.by_ending("x").unwrap());
            command.messages.refusals.len()
        };
        assert_eq!([mine("compile = ['{x}']"), mine("refusals = []")], [0, 0]);
        assert_eq!(mine("refusals = [{ report = 'bad' }]"), 1);
        assert!(mine("") > 8);
    }

    #[test]
    fn settings_of_all_languages_are_shown_to_each() {
        let languages = Languages::built_in();
        let perl = languages.equip(Command::new("x", [""; 0]), languages.by_ending("pl").unwrap());
        for name in ["python", "perl", "jdk", "R"] {
            assert!(perl.settings.iter().any(|known| known == name), "{name}");
        }
    }
}
