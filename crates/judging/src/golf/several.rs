//! Programs of several files: which files of a folder are one program, where it begins, and what a challenge adds to each program.
//!
//! A folder is one program if its sources are of one language, one of them begins, and each other belongs to it: one names the
//! other, or it has nothing that could be started beside a source called `main`. Other folders hold programs of one file each.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Language, Languages};
use crate::dialect::Dialect;
use crate::files::{Bundle, FileError, Root};

/// The files of a program, and where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) files: Bundle,
    pub(super) entry: PathBuf,
}

/// The most bytes of a source; larger files were not written by hand, and are never read completely.
pub(super) const LARGEST: u64 = 16 << 20;

/// Folders of what others have written, and of what tools keep.
const OF_OTHERS: [&str; 6] =
    ["node_modules", "bower_components", "site-packages", "venv", "__MACOSX", "__pycache__"];

/// Files that end like sources, and tell a tool what a folder holds.
const ABOUT_FOLDERS: [&str; 2] = ["go.mod", "Setup.hs"];

/// What names a package of Rust, whose sources lie in a folder beside it.
const CARGO_PACKAGE: &str = "Cargo.toml";

/// Files that mark a folder of such things, whatever it is called: a virtual environment of Python, a build of cmake, what can be
/// made again (<https://bford.info/cachedir/>), as by Cargo, and what .NET keeps.
const MARKS: [&str; 4] = ["pyvenv.cfg", "CMakeCache.txt", "CACHEDIR.TAG", "project.assets.json"];

/// How many files a folder may have that is one program, and how deep its folders may be nested.
const MOST_FILES: usize = 500;
const DEEPEST: usize = 8;

/// What the source is called that a program begins with, where several could.
pub(super) const MAIN: [&str; 6] = ["main", "Main", "__main__", "solution", "Solution", "Program"];

/// What a source is called that others name by its folder.
const OF_FOLDER: [&str; 2] = ["__init__", "index"];

/// A folder that is one program.
pub(super) struct OneProgram<'a> {
    pub(super) language: &'a Language,
    /// The source that it begins with, below the folder.
    pub(super) entry: PathBuf,
    files: Vec<PathBuf>,
}

impl<'a> OneProgram<'a> {
    /// A folder below a root, if it is one program. If it `must` be one, it only needs a source that can be started.
    pub(super) fn read(
        root: &Root,
        folder: &Path,
        languages: &'a Languages,
        must: bool,
    ) -> Option<OneProgram<'a>> {
        let mut files = Vec::new();
        list(root, folder, 0, &mut files).ok().filter(|()| files.len() <= MOST_FILES)?;
        let below = |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).to_owned();
        let files: Vec<_> = files.iter().map(below).collect();
        let language = |path: &PathBuf| {
            let ending = path.extension().filter(|_| !is_about_folder(path));
            languages.by_ending(ending?.to_str()?)
        };
        let mut sources: Vec<_> = files.iter().filter_map(|path| Some((path, language(path)?))).collect();
        let first = sources.first()?.1;
        if must {
            // The others may be scripts around it, or compiled by its own ones.
            sources.retain(|(_, language)| language.name == first.name);
        } else if sources.iter().any(|(_, language)| language.name != first.name) {
            return None;
        }
        let sources: Vec<_> =
            sources.into_iter().map(|(path, _)| Source::read(root, folder, path, first)).collect();
        let is_named = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            sources[0].path != *path && (sources[0].text.contains(&*name) || sources[0].imports(path))
        };
        let entry = match &sources[..] {
            [one] if must || (is_top(one.path) && files.iter().any(|path| is_named(&path))) => one,
            [_] => return None,
            _ => &sources[without_tests(&sources).or_else(|| entry(&sources, must))?],
        };
        // A program lies in the folder where its sources part, and an interpreter looks beside the source.
        let folders: HashSet<_> = sources.iter().map(|source| source.path.iter().next()).collect();
        let is_beside =
            |source: &Source<'_>| source.is_test() || source.path.iter().next() == entry.path.iter().next();
        let belongs_to_all = |path: &PathBuf| path.starts_with("include") || path == Path::new(CARGO_PACKAGE);
        let is_around = folders.len() > 1 || files.iter().any(belongs_to_all);
        let is_here = is_top(entry.path)
            || is_around && !first.compile.is_empty()
            || folders.len() > 1 && sources.iter().all(is_beside);
        let entry = entry.path.clone();
        (must || is_here).then_some(OneProgram { language: first, entry, files })
    }

    /// Its files.
    /// Fails if one cannot be read or leads out of the folder, or they have more than 16 MiB.
    pub(super) fn parts(self, root: &Root, folder: &Path) -> Result<Parts, String> {
        let mut bytes_left = LARGEST;
        let files = self.files.iter().try_fold(Bundle::default(), |files, path| {
            let content = root.file(&folder.join(path)).and_then(|file| file.read(bytes_left));
            let content =
                content.map_err(|why| format!("its file {} cannot be read: {why}", path.display()))?;
            bytes_left -= content.len() as u64;
            Ok::<_, String>(files.and(&Bundle::of_file(path.as_os_str(), content)))
        })?;
        Ok(Parts { files, entry: self.entry })
    }
}

/// Whether something is hidden, a copy that an editor keeps, or of others; so is a folder with these names in it.
pub(super) fn is_of_others(path: &Path, names: &[OsString]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_of_others = name.starts_with('.') || name.ends_with('~') || OF_OTHERS.contains(&&*name);
    is_of_others || names.iter().any(|name| MARKS.iter().any(|mark| name == mark))
}

/// Whether this is no source in spite of its ending.
pub(super) fn is_about_folder(path: &Path) -> bool {
    ABOUT_FOLDERS.iter().any(|name| path.ends_with(name))
}

fn is_top(path: &Path) -> bool {
    path.components().nth(1).is_none()
}

/// All files of a folder but hidden ones and those of others.
pub(super) fn list(root: &Root, folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let names = root.names(folder)?;
    if is_of_others(folder, &names) {
        return Ok(());
    }
    for path in names.iter().map(|name| folder.join(name)).filter(|path| !is_of_others(path, &[])) {
        match root.is_folder(&path) {
            Ok(true) if depth < DEEPEST && files.len() <= MOST_FILES => list(root, &path, depth + 1, files)?,
            Ok(true) => return Err(io::Error::other("too many files")),
            // A link that leads out is among them, and reading it fails.
            _ => files.push(path),
        }
    }
    Ok(())
}

/// A source among those of a folder.
struct Source<'a> {
    path: &'a PathBuf,
    text: String,
    /// Whether a program begins in it; not known if every source of its language can be started.
    begins: Option<bool>,
}

impl<'a> Source<'a> {
    fn read(root: &Root, folder: &Path, path: &'a PathBuf, language: &Language) -> Source<'a> {
        let content = root.file(&folder.join(path)).and_then(|file| file.read(LARGEST)).unwrap_or_default();
        Source::of(path, &content, language)
    }

    fn of(path: &'a PathBuf, content: &[u8], language: &Language) -> Source<'a> {
        let text = String::from_utf8_lossy(content).into_owned();
        let begins = language.begins(&text);
        Source { path, text, begins }
    }

    /// The name by which other sources refer to it.
    fn name(&self) -> &OsStr {
        let named = [Some(self.path.as_path()), self.path.parent()].into_iter().flatten();
        let mut stems = named.filter_map(Path::file_stem);
        stems.find(|stem| !OF_FOLDER.iter().any(|name| stem == name)).unwrap_or_default()
    }

    /// Whether it is named by these words. A module of OCaml has a capital letter, its file need not.
    fn is_among(&self, words: &HashSet<&OsStr>) -> bool {
        let name = self.name();
        let mut letters = name.to_string_lossy().chars().collect::<Vec<_>>();
        if self.path.extension() == Some("ml".as_ref()) {
            letters.iter_mut().take(1).for_each(char::make_ascii_uppercase);
        }
        words.contains(name) || words.contains(OsStr::new(&letters.into_iter().collect::<String>()))
    }

    /// The words by which it names others: those of lines that import where every source can be started. Elsewhere a class can
    /// be named anywhere.
    fn words(&self) -> HashSet<&OsStr> {
        static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
            let words =
                r"import\w*|from|uses?|require\w*|include\w*|\w*load\w*|dofile|source|consult|exec\w*";
            Regex::new(&format!(r"(?m)^.*\b(?:{words})\b.*$|^\s*\.\s.*$")).expect("tested")
        });
        let lines: Vec<_> = match self.begins {
            Some(_) => vec![self.text.as_str()],
            None => IMPORT.find_iter(&self.text).map(|line| line.as_str()).collect(),
        };
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
        let words = lines.iter().flat_map(|line| line.split(|letter| !is_word(letter)));
        words.filter(|word| !word.is_empty()).map(OsStr::new).collect()
    }

    /// Whether a line that imports names this file without its ending, as `use Adder;` names `Adder.pm`.
    fn imports(&self, path: &Path) -> bool {
        self.begins.is_none() && path.file_stem().is_some_and(|stem| self.words().contains(stem))
    }

    fn is_main(&self) -> bool {
        MAIN.iter().any(|main| self.name() == *main)
    }

    /// Whether its name, or that of its folder, says that it tries others.
    fn is_test(&self) -> bool {
        static TEST: LazyLock<Regex> = LazyLock::new(|| {
            let file = r"[tT]ests?[-_][^/]*|[^/]*[-_.](?:[tT]ests?|spec)\.\w+|[^/]*[a-z0-9]Tests?\.\w+";
            Regex::new(&format!("(?:^|/)(?:(?:[tT]ests?|__tests__|spec)/.*|{file})$")).expect("tested")
        });
        TEST.is_match(&self.path.to_string_lossy())
    }
}

/// Where the program begins that these sources are without their tests, if that is one.
fn without_tests(sources: &[Source<'_>]) -> Option<usize> {
    let (tests, others): (Vec<_>, Vec<_>) = (0..sources.len()).partition(|at| sources[*at].is_test());
    let is_tried = |name| tests.iter().all(|test| sources[*test].words().contains(name));
    match others[..] {
        _ if tests.is_empty() => None,
        [one] => is_tried(sources[one].name()).then_some(one),
        _ => {
            let program: Vec<_> = others.iter().map(|at| &sources[*at]).collect();
            entry(&program, false).map(|at| others[at])
        }
    }
}

/// Where the program begins that these sources are together. None if they are several programs, unless they `must` be one.
fn entry<'a>(sources: &[impl Borrow<Source<'a>>], must: bool) -> Option<usize> {
    let words: Vec<_> = sources.iter().map(|source| source.borrow().words()).collect();
    let names = |one: usize, other: usize| one != other && sources[other].borrow().is_among(&words[one]);
    let all = 0..sources.len();
    let is_named = |at: usize| all.clone().any(|other| names(other, at));
    let can_begin = |at: &usize| sources[*at].borrow().begins != Some(false);
    let only = |found: Vec<usize>| if let [one] = found[..] { Some(one) } else { None };
    let called = only(all.clone().filter(can_begin).filter(|at| sources[*at].borrow().is_main()).collect());
    let unnamed = || only(all.clone().filter(can_begin).filter(|at| !is_named(*at)).collect());
    let able = || only(all.clone().filter(can_begin).collect());
    let entry = called.or_else(unnamed).or_else(able).or_else(|| must.then_some(0))?;
    let is_part = |at: usize| {
        let is_alone = sources[at].borrow().begins == Some(true);
        let names_another = !is_alone && all.clone().any(|other| names(at, other));
        is_named(at)
            || names_another
            || sources[at].borrow().begins == Some(false) && sources[entry].borrow().is_main()
    };
    (must || all.clone().all(|at| at == entry || is_part(at))).then_some(entry)
}

impl Parts {
    /// The sources to compile, the entry last: a compiler may want what it uses before it. A source that another one includes is
    /// left out, and so is a test that no other source names.
    pub(super) fn sources(&self, language: &Language) -> Vec<PathBuf> {
        let is_source = |path: &Path| {
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
            *path != *self.entry && language.endings.iter().any(|known| known == ending)
        };
        let found: Vec<_> =
            self.files.files().filter(|(path, _)| is_source(path) || **path == *self.entry).collect();
        let paths: Vec<_> = found.iter().map(|(path, _)| path.to_path_buf()).collect();
        let sources =
            paths.iter().zip(&found).map(|(path, (_, content))| Source::of(path, content, language));
        let sources: Vec<_> = sources.collect();
        let words: Vec<_> = sources.iter().map(Source::words).collect();
        let is_left_out = |one: &Source<'_>| {
            let name = one.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_included = sources.iter().any(|other| {
                other
                    .text
                    .lines()
                    .any(|line| line.trim_start().starts_with("#include") && line.contains(&name))
            });
            let is_named = || {
                sources
                    .iter()
                    .zip(&words)
                    .any(|(other, words)| other.path != one.path && words.contains(one.name()))
            };
            is_included || (one.is_test() || name.to_lowercase().contains("test")) && !is_named()
        };
        let others = sources.iter().filter(|one| *one.path != self.entry && !is_left_out(one));
        others.map(|one| one.path.clone()).chain([self.entry.clone()]).collect()
    }

    /// Files that are no sources, and that a source names, or others with their ending: the program may read them in the folder
    /// of a run. If it is not compiled, other sources that one names are among them, as for `. ./other.sh`, and what is imported:
    /// Lua, Perl and Ruby can look for that in the folder of a run.
    pub(super) fn data(&self, languages: &Languages) -> Bundle {
        let language = |path: &Path| languages.by_ending(path.extension()?.to_str()?);
        let is_source = |path: &Path| *path == *self.entry || language(path).is_some();
        let own = language(&self.entry);
        let is_compiled = own.is_some_and(|language| !language.compile.is_empty());
        let sources = self.files.files().filter(|(path, _)| is_source(path));
        let sources: Vec<_> = sources.map(|(path, content)| (path.to_path_buf(), content)).collect();
        let sources = sources
            .iter()
            .filter_map(|(path, content)| Some(Source::of(path, content, language(path).or(own)?)));
        let sources: Vec<_> = sources.collect();
        let is_named = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let ending = path.extension().filter(|_| !is_source(path));
            let ending = ending.map(|ending| format!(".{}", ending.to_string_lossy()));
            let names =
                |text: &str| ending.as_ref().is_some_and(|it| text.contains(it)) || text.contains(&*name);
            sources.iter().any(|source| names(&source.text) || source.imports(path))
        };
        let may_be_read = |path: &Path| *path != *self.entry && !(is_compiled && is_source(path));
        self.files.clone().retaining(|path, _| may_be_read(path) && is_named(path))
    }

    /// Leaves out other sources in which a program begins.
    pub(super) fn of_one_program(self, language: &Language) -> Parts {
        let begins = |content: &[u8]| language.begins(&String::from_utf8_lossy(content)) == Some(true);
        let is_source =
            |path: &Path| language.endings.iter().any(|known| path.extension() == Some(known.as_ref()));
        let is_other =
            |path: &Path, content: &[u8]| *path != *self.entry && is_source(path) && begins(content);
        let files = self.files.clone().retaining(|path, content| !is_other(path, content));
        Parts { files, ..self }
    }
}

/// The folder of files that are added to each program, by language.
const INCLUDE: &str = "include";

/// The folder in [`INCLUDE`] for languages that have none there.
const DEFAULT: &str = "default";

/// What a challenge does with each program: files that it adds, by language, such as one that calls a function of the program;
/// and which languages and sizes it takes.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    added: BTreeMap<String, Bundle>,
    languages: Vec<String>,
    code: Option<u64>,
}

impl Harness {
    /// The harness of a challenge.
    /// Fails if its folder `include` cannot be read, or holds files that are of no language's folder.
    pub fn of(dialect: &Dialect, languages: &Languages) -> Result<Harness, FileError> {
        let Some(whole) = dialect.whole() else { return Ok(Harness::default()) };
        let (languages_of_all, code) = (whole.cases().languages.clone(), whole.cases().code);
        let harness = Harness { languages: languages_of_all, code, ..Harness::default() };
        let Some(folder) = whole.folder() else { return Ok(harness) };
        let root = Root::named(folder).map_err(FileError::at(folder))?;
        let at = Path::new(INCLUDE);
        match root.is_folder(at) {
            Ok(true) => {}
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                return Err(FileError::at(&folder.join(at))(why));
            }
            _ => return Ok(harness),
        }
        let names = root.names(at).map_err(FileError::at(&folder.join(at)))?;
        let paths = names.iter().map(|name| at.join(name)).filter(|path| !is_of_others(path, &[]));
        let all =
            paths.map(|path| added(&root, &path, languages).map_err(FileError::at(&folder.join(&path))));
        let added: BTreeMap<_, _> = all.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let constants = whole.package().map(|package| &package.constants);
        let added = added.into_iter().map(|(name, files)| (name, filled(files, constants)));
        Ok(Harness { added: added.collect(), ..harness })
    }

    /// Drops the limits on language and size, which do not apply to the challenge's own programs.
    pub(super) fn for_own(self) -> Harness {
        Harness { languages: Vec::new(), code: None, ..self }
    }

    /// Why the challenge does not take a program of this language and size, if it does not.
    pub(super) fn objection(&self, language: Option<&Language>, bytes: u64) -> Option<String> {
        let is_it = |known: &String| language.is_some_and(|one| one.name == *known || one.has_code(known));
        if !self.languages.is_empty() && !self.languages.iter().any(is_it) {
            return Some(format!("this challenge only takes programs in {}", self.languages.join(", ")));
        }
        let most = self.code.filter(|most| bytes > *most)?;
        Some(format!("too large: {bytes} bytes (limit {most})"))
    }

    /// A program of this language with what is added to it, which is first if a program begins there.
    pub(super) fn around(&self, parts: Parts, language: &Language) -> Option<Parts> {
        let added = self
            .added
            .get(&language.name)
            .or_else(|| self.added.get(DEFAULT))
            .filter(|added| !added.is_empty())?;
        let is_source = |path: &Path| {
            path.extension().is_some_and(|ending| language.endings.iter().any(|one| ending == one.as_str()))
        };
        let begins = |(path, content): &(&Path, &[u8])| {
            let path = path.to_path_buf();
            let source = Source::of(&path, content, language);
            is_source(&path) && source.begins.unwrap_or_else(|| source.is_main())
        };
        let entry = added.files().find(begins).map(|(path, _)| path.to_owned());
        Some(Parts { entry: entry.unwrap_or(parts.entry), files: parts.files.and(added) })
    }
}

/// The name of the language of a folder in `include`, and its files. `None` if the language is not known.
fn added(root: &Root, path: &Path, languages: &Languages) -> io::Result<Option<(String, Bundle)>> {
    let code = path.file_name().unwrap_or_default().to_string_lossy();
    if !root.is_folder(path)? {
        return Err(io::Error::other("it belongs into a folder of its language, such as include/cpp"));
    }
    let language = languages.by_code(&code).map(|language| language.name.as_str());
    let Some(name) = language.or((code == DEFAULT).then_some(DEFAULT)) else { return Ok(None) };
    let mut files = Vec::new();
    list(root, path, 0, &mut files)?;
    let files: Vec<_> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    Ok(Some((name.to_owned(), Bundle::of(root, &files)?.renamed(path, ""))))
}

/// The source with which the program in a folder begins, whatever else is in there. `None` if no language is known.
pub(crate) fn first_source(root: &Root, folder: &Path, languages: &Languages) -> Option<PathBuf> {
    Some(OneProgram::read(root, folder, languages, true)?.entry)
}

/// Whether the sources of a folder are one program.
pub(crate) fn is_one_program(root: &Root, folder: &Path, languages: &Languages) -> bool {
    OneProgram::read(root, folder, languages, false).is_some()
}

/// A text with these in place of names in double braces.
pub(crate) fn with_constants(text: &str, constants: &BTreeMap<String, String>) -> String {
    static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{\{([\w.]+)\}\}").expect("tested"));
    let value = |found: &Captures<'_>| constants.get(&found[1]).cloned().unwrap_or(found[0].to_owned());
    NAME.replace_all(text, value).into_owned()
}

/// The files with constants in them, if there are some.
pub(crate) fn filled(files: Bundle, constants: Option<&BTreeMap<String, String>>) -> Bundle {
    let Some(constants) = constants.filter(|constants| !constants.is_empty()) else { return files };
    let with = |content: &[u8]| match std::str::from_utf8(content) {
        Ok(text) => with_constants(text, constants).into_bytes(),
        Err(_) => content.to_vec(),
    };
    files.files().fold(Bundle::default(), |all, (path, content)| {
        all.and(&Bundle::of_file(path.as_os_str(), with(content)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source that these files begin with, if they are one program.
    fn begins(files: &[(&str, &str)], must: bool) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let (root, languages) = (Root::open(folder.path()).unwrap(), Languages::built_in());
        let found = OneProgram::read(&root, Path::new(""), &languages, must)?;
        Some(found.entry.display().to_string())
    }

    #[test]
    fn a_folder_is_one_program_if_its_sources_belong_together() {
        const MAIN: &str = "int main(void) { return 0; }";
        for (files, first) in [
            (&[("main.py", "from util import f\n"), ("util.py", "def f(): pass\n")][..], Some("main.py")),
            (
                &[
                    ("game.py", "import util\nimport a.b\n"),
                    ("util.py", ""),
                    ("a/b.py", ""),
                    ("a/__init__.py", ""),
                ],
                Some("game.py"),
            ),
            (&[("main.py", "f()\n"), ("test_main.py", "import main\n")], Some("main.py")),
            // Its tests are not a program beside it, or where it begins.
            (&[("sum.py", "print(1)\n"), ("test_sum.py", "from sum import add\n")], Some("sum.py")),
            (&[("sum.js", "f()\n"), ("sum.test.js", "require('./sum')\n")], Some("sum.js")),
            (&[("sum.py", "print(1)\n"), ("test_ben.py", "print(2)\n")], None),
            (&[("test.py", "import util\n"), ("util.py", "")], Some("test.py")),
            (
                &[
                    ("go.c", &format!("#include \"list.h\"\n{MAIN}")),
                    ("list.c", "int list;"),
                    ("tests/try_list.c", &format!("#include \"../list.h\"\n{MAIN}")),
                ],
                Some("go.c"),
            ),
            (
                &[("src/go.py", "import more\n"), ("src/more.py", ""), ("tests/test_go.py", "import go\n")],
                Some("src/go.py"),
            ),
            (
                &[
                    ("src/main.c", &format!("#include \"list.h\"\n{MAIN}")),
                    ("src/list.c", "#include \"list.h\"\n"),
                    ("include/list.h", ""),
                ],
                Some("src/main.c"),
            ),
            (
                &[
                    ("Cargo.toml", ""),
                    ("src/main.rs", "use my::x; fn main() {}"),
                    ("src/lib.rs", "pub fn x() {}"),
                ],
                Some("src/main.rs"),
            ),
            (
                &[
                    ("Setup.hs", "main = defaultMain\n"),
                    ("app/Main.hs", "import Lib\nmain = f\n"),
                    ("src/Lib.hs", ""),
                ],
                Some("app/Main.hs"),
            ),
            (
                &[("main.ml", "let () = print_int (Alpha.f 21)"), ("alpha.ml", "let f = ( * ) 2")],
                Some("main.ml"),
            ),
            (&[("anna.ml", "let () = print_int 1"), ("ben.ml", "let () = print_int 2")], None),
            (&[("index.js", "require('./lib')"), ("lib/index.js", "exports.f = 1")], Some("index.js")),
            (&[("anna.py", "import random\n"), ("ben.py", "import sys\n")], None),
            (&[("main.py", "print(1)\n"), ("other.py", "print(2)\n")], None),
            (&[("main.py", "import util\n"), ("util.py", ""), ("x.rb", "puts 1")], None),
            (&[("main.c", MAIN), ("list.c", "int list;")], Some("main.c")),
            (&[("go.c", &format!("#include \"list.h\"\n{MAIN}")), ("list.c", "int list;")], Some("go.c")),
            (&[("anna.c", MAIN), ("ben.c", "int started;")], None),
            (&[("main.c", MAIN), ("ben.c", MAIN)], None),
            (&[("one.c", "#include \"own.h\"\n"), ("own.h", "")], Some("one.c")),
            (&[("one.c", "#include <stdio.h>\n"), ("own.h", "")], None),
            (
                &[
                    ("src/a/Main.java", "class Main { void main() { b.Help h; } }"),
                    ("src/b/Help.java", "class Help {}"),
                ],
                None,
            ),
            (
                &[
                    ("a/Main.java", "class Main { void main() { b.Help h; } }"),
                    ("b/Help.java", "class Help {}"),
                ],
                Some("a/Main.java"),
            ),
            (
                &[
                    ("Main.java", "class Main { void main() { Help h; } }"),
                    ("Help.java", "class Help { void main() {} }"),
                ],
                Some("Main.java"),
            ),
            (&[("main.sh", ". ${0%/*}/more.sh\n"), ("more.sh", "echo\n")], Some("main.sh")),
            (
                &[("main.py", "import util\n"), (".git/x.rb", ""), ("venv/y.rb", ""), ("util.py", "")],
                Some("main.py"),
            ),
            (&[("ben/main.py", "import util\n"), ("ben/util.py", "")], None),
            (&[("main.pl", "use Adder;\n"), ("Adder.pm", "")], Some("main.pl")),
            (&[("main.pl", "# Adder\n"), ("Adder.pm", "")], None),
            (
                &[
                    ("main.go", "package main\nfunc main() {}\n"),
                    ("a.go", "package main\n"),
                    ("go.mod", "module x\n"),
                ],
                Some("main.go"),
            ),
            (
                &[
                    ("main.rs", "mod a; fn main() {}"),
                    ("a.rs", ""),
                    ("target/CACHEDIR.TAG", ""),
                    ("target/b.rs", "fn main() {}"),
                ],
                Some("main.rs"),
            ),
            (
                &[
                    ("main.c", &format!("#include \"a.h\"\n{MAIN}")),
                    ("a.h", ""),
                    ("build/CMakeCache.txt", ""),
                    ("build/c.c", MAIN),
                ],
                Some("main.c"),
            ),
            (
                &[("main.py", "from importlib import *\nimport_module('add')\n"), ("add.py", "")],
                Some("main.py"),
            ),
        ] {
            assert_eq!(begins(files, false).as_deref(), first, "{files:?}");
        }
        assert_eq!(begins(&[("a.py", ""), ("b.py", "")], true).as_deref(), Some("a.py"));
        assert_eq!(begins(&[("a.py", ""), ("main.py", "")], true).as_deref(), Some("main.py"));
        assert_eq!(begins(&[("a.txt", "")], true), None);
    }

    #[test]
    fn files_that_are_named_may_be_read_in_the_folder_of_a_run() {
        let languages = Languages::built_in();
        let of = |entry: &str, text: &str| {
            let file = |name: &str, text: &str| Bundle::of_file(name, text.as_bytes().to_vec());
            let all = [(entry, text), ("other.sh", ""), ("x.py", ""), ("words.txt", ""), ("notes", "")];
            let files = all.iter().map(|(name, text)| file(name, text));
            let files = files.fold(Bundle::default(), |all, one| all.and(&one));
            let data = Parts { files, entry: entry.into() }.data(&languages);
            data.names()
        };
        assert_eq!(of("main.sh", ". ./other.sh; cat $1.txt # main.sh"), ["other.sh", "words.txt"]);
        assert_eq!(of("main.py", "import x\nopen('notes')"), ["notes", "x.py"]);
        assert_eq!(of("main.rb", "require './other'\nputs 'x'"), ["other.sh"]);
        assert_eq!(of("main.c", "// other.sh words.txt"), ["words.txt"]);
    }

    #[test]
    fn the_entry_is_compiled_last_without_included_files() {
        let languages = Languages::built_in();
        let file = |name: &str, text: &str| Bundle::of_file(name, text.as_bytes().to_vec());
        let files = file("main.cpp", "#include \"in.cpp\"\nint main() {}")
            .and(&file("in.cpp", ""))
            .and(&file("a.cc", ""))
            .and(&file("my_test.cpp", ""))
            .and(&file("x.h", ""));
        let parts = Parts { files, entry: "main.cpp".into() };
        assert_eq!(
            parts.sources(languages.by_ending("cpp").unwrap()),
            [Path::new("a.cc"), Path::new("main.cpp")]
        );
        // Of a validator's folder: a header is no other program, whatever it holds.
        let files = file("v.cpp", "int main() {}")
            .and(&file("o.cpp", "int main() {}"))
            .and(&file("x.h", "int main() {}"));
        let parts =
            Parts { files, entry: "v.cpp".into() }.of_one_program(languages.by_ending("cpp").unwrap());
        assert_eq!(parts.files.names(), ["v.cpp", "x.h"]);
    }

    #[test]
    fn links_to_what_a_challenge_holds_elsewhere_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [("words/s.txt", "own"), ("include/default/a.txt", "")] {
            std::fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
            std::fs::write(folder.path().join(path), text).unwrap();
        }
        let link = |to: &str, name: &str| {
            std::os::unix::fs::symlink(to, folder.path().join("include/default").join(name)).unwrap();
        };
        let (root, languages) = (Root::open(folder.path()).unwrap(), Languages::built_in());
        let read = || added(&root, Path::new("include/default"), &languages);
        link("../../words/s.txt", "s.txt");
        let (_, files) = read().unwrap().unwrap();
        assert_eq!(files.content(Path::new("s.txt")), Some(&b"own"[..]));
        link("/etc/passwd", "out.txt");
        let why = read().unwrap_err().to_string();
        assert!(why.starts_with("include/default/out.txt: it is a link to somewhere outside"), "{why}");
    }
}
