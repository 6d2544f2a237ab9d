//! Challenges in a named folder, in `fixtures/NAME` of the current folder, and built in.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{CatalogueError, at, in_file};
use super::reference::ReferenceCommand;
use super::{FILE, RECORDING, fixtures, sessions};
use crate::challenge::{Cases, Challenge, Manifest, Recording, RuleTable, belongs};
use crate::dialect::{CASES, Declared, Dialect, INTERACTION, Observed, Oracle, WholeCase, WholeCases};
use crate::files::{self, Bundle, Root, name_of};
use crate::golf::{self, CHALLENGE, Languages, Toolchain, is_archive};
use crate::kattis::{self, Measuring};
use crate::process::{Interrupt, Isolation};
use crate::runner::{Reference, RunConditions};

/// The largest of these files, in bytes.
const LARGEST: u64 = 1 << 20;

/// Opens the challenge in a folder. If it has a reference, that is run when it is asked, until the interrupt is raised.
pub fn open(folder: &Path, interrupt: &Interrupt) -> Result<Dialect, CatalogueError> {
    open_watched(folder, interrupt, &|_, _| {})
}

/// The same. A package that names no limit of time is measured, and `progress` gets how many of how many runs are done.
pub fn open_watched(
    folder: &Path,
    interrupt: &Interrupt,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Dialect, CatalogueError> {
    open_as(folder, Some(folder.to_owned()), interrupt, progress)
}

/// The folder of a path: the path itself, or its unpacked content if it is an archive.
pub fn unpacked(path: &Path) -> Result<PathBuf, CatalogueError> {
    if !is_archive(path) || !path.is_file() {
        return Ok(path.to_owned());
    }
    // Challenges are called by the names of their folders.
    let name = path.file_stem().unwrap_or_default();
    let bytes = files::read(path, CHALLENGE.archive).map_err(at(path))?;
    golf::unpacked(&bytes, name, &CHALLENGE, is_challenge).map_err(at(path))
}

/// Whether there is a challenge in a folder.
fn is_challenge(root: &Root) -> bool {
    root.file(Path::new(FILE)).is_ok() || kattis::is_package(root)
}

/// The challenges of a folder: the folder itself, or, if it is not a challenge, the folders and archives in it. If names are given,
/// only those of them are found in it. An archive of these that cannot be unpacked is told in its place.
pub fn found_in(
    folder: &Path,
    only: &[String],
) -> Result<Vec<Result<PathBuf, CatalogueError>>, CatalogueError> {
    let itself = vec![Ok(folder.to_owned())];
    let Ok(root) = Root::named(folder) else { return Ok(itself) };
    if is_challenge(&root) {
        return Ok(itself);
    }
    let (mut found, mut is_one_there) = (Vec::new(), false);
    for name in root.names(Path::new("")).map_err(at(folder))? {
        let path = folder.join(&name);
        let (place, is_named_so) = (Path::new(&name), is_archive(&path));
        let is_one = is_named_so && root.file(place).is_ok()
            || root.below(place).is_ok_and(|below| is_challenge(&below));
        let called = if is_named_so { path.file_stem() } else { path.file_name() };
        let is_wanted =
            only.is_empty() || only.iter().any(|name| called.is_some_and(|called| called == &**name));
        if is_one && !name.as_encoded_bytes().starts_with(b".") {
            is_one_there = true;
            found.extend(is_wanted.then(|| unpacked(&path)));
        }
    }
    Ok(if is_one_there { found } else { itself })
}

/// The challenge in a folder; `named` is the folder, if its path is needed to find it again.
fn open_as(
    folder: &Path,
    named: Option<PathBuf>,
    interrupt: &Interrupt,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Dialect, CatalogueError> {
    let root = Root::named(folder).map_err(|why| match folder.is_file() {
        true => CatalogueError(format!("{}: it is a file; name the folder with {FILE}", folder.display())),
        false => at(folder)(why),
    })?;
    let file = folder.join(FILE);
    if root.file(Path::new(FILE)).is_err() && kattis::is_package(&root) {
        return package(&root, folder, interrupt, progress);
    }
    let text = text_of(&root, Path::new(FILE)).map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => CatalogueError(format!(
            "{}: not a challenge: no {FILE} and no problem.yaml here (`judge new FOLDER` makes one)",
            folder.display()
        )),
        _ => at(&file)(why),
    })?;
    let name = name_of(folder);
    let dialect = match Challenge::read(&text).map_err(in_file(&file))? {
        Challenge::Table(table) => {
            let examples = examples(&root, folder, &table.sessions)?;
            let table = table.with_examples(examples).keeping(sessions::kept(&root, folder)?);
            let declared = Declared::of_table(&name, &text, table, named, has_fixtures(&root));
            Dialect::Declared(declared.map_err(in_file(&file))?)
        }
        Challenge::Seen(mut manifest) => {
            manifest.examples.extend(examples(&root, folder, &manifest.sessions)?);
            manifest.kept = sessions::kept(&root, folder)?;
            let recordings = recordings(&root, folder)?;
            let has_others = manifest.reference.is_some() || !recordings.is_empty();
            if !has_others && root.is_folder(Path::new(CASES)).is_ok_and(|is| is) {
                let what =
                    "there are cases beside it, but no `[cases]` in it: write that line, so that they count";
                return Err(at(&file)(what));
            }
            let oracle = oracle(&root, &manifest, interrupt).map_err(at(&file))?;
            // Its files are read from the folder whenever programs are run.
            let named = named.or_else(|| (!manifest.files.is_empty()).then(|| folder.to_owned()));
            let observed = Observed::new(&name, &text, named, manifest, recordings, oracle);
            Dialect::Observed(observed.map_err(at(folder))?)
        }
        Challenge::BuiltIn(game, line) => game.parse().map_err(|why| {
            CatalogueError(format!("{}:{line}: {why}; there are {}", file.display(), game_names()))
        })?,
        Challenge::Cases(cases) => {
            let list = gathered(&root, folder, &cases)?;
            // Its files are read from the folder whenever programs are run.
            Dialect::Whole(WholeCases::new(&name, &text, Some(folder.to_owned()), cases, list))
        }
    };
    Ok(dialect)
}

/// The challenge that a problem package is. If it names no limit of time, its programs are run to measure it, once a machine.
fn package(
    root: &Root,
    folder: &Path,
    interrupt: &Interrupt,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Dialect, CatalogueError> {
    let isolation = Isolation::best(&std::env::current_exe().map_err(at(folder))?);
    let measuring =
        Measuring { languages: &Languages::built_in(), isolation: &isolation, interrupt, progress };
    let mut read = kattis::read(root).map_err(at(folder))?;
    // Conversations in packages are only there to be read.
    read.cases.iter_mut().for_each(|case| case.conversation = None);
    let read = measuring.timed(root, folder, read).map_err(at(folder))?;
    Ok(Dialect::Whole(kattis::opened_package(folder, &read).map_err(at(folder))?))
}

/// The names of the built-in games.
pub fn game_names() -> String {
    Dialect::all().map(|dialect| dialect.name().to_owned()).join(", ")
}

/// The challenge of this name in `fixtures/` of the current folder, or built in. `None` if there is none.
/// Fails if there is one that cannot be opened.
pub fn named(name: &str, interrupt: &Interrupt) -> Result<Option<Dialect>, CatalogueError> {
    let is_plain = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign));
    if !is_plain {
        return Ok(None);
    }
    let folder = Path::new("fixtures").join(name);
    if folder.join(FILE).is_file() {
        return open_as(&folder, None, interrupt, &|_, _| {}).map(Some);
    }
    built_in(name)
}

/// The built-in challenge of this name, if any.
pub fn built_in(name: &str) -> Result<Option<Dialect>, CatalogueError> {
    let Some(text) = fixtures::challenge(name) else { return Ok(None) };
    let file = PathBuf::from(format!("the built-in {name}"));
    let declared = RuleTable::read(&text)
        .and_then(|table| Declared::of_table(name, &text, table, None, fixtures::has_built_in(name)));
    declared.map(|declared| Some(Dialect::Declared(declared))).map_err(in_file(&file))
}

/// The names of the built-in challenges, without the games.
pub fn built_in_names() -> Vec<String> {
    let is_game = |name: &String| name.parse::<Dialect>().is_ok();
    fixtures::challenges().into_iter().filter(|name| !is_game(name)).collect()
}

/// The names of the built-in games and challenges.
pub fn names() -> Vec<String> {
    let games = Dialect::all().map(|dialect| dialect.name().to_owned());
    games.into_iter().chain(built_in_names()).collect()
}

fn has_fixtures(root: &Root) -> bool {
    let names = root.names(Path::new("")).unwrap_or_default();
    names.iter().any(|name| Path::new(name).extension().is_some_and(|ending| ending == "moves"))
}

/// The text of a file in TOML, without the carriage returns that git may add to its line ends. One that is meant is `\r` there.
fn text_of(root: &Root, file: &Path) -> io::Result<String> {
    root.text(file, LARGEST).map(|text| text.replace("\r\n", "\n"))
}

fn recordings(root: &Root, folder: &Path) -> Result<Vec<(String, Recording)>, CatalogueError> {
    let names = root.names(Path::new("")).map_err(at(folder))?;
    let names = names.iter().filter_map(|name| Some((name, name.to_str()?.strip_suffix(RECORDING)?)));
    let load = |(file, name): (&std::ffi::OsString, &str)| {
        let path = folder.join(file);
        let text = text_of(root, Path::new(file)).map_err(at(&path))?;
        let recording = Recording::read(&text).map_err(in_file(&path))?;
        Ok((name.to_owned(), recording))
    };
    names.map(load).collect()
}

/// The sessions in these files, by the name of the file and their number.
fn examples(
    root: &Root,
    folder: &Path,
    files: &[String],
) -> Result<Vec<(String, Vec<String>)>, CatalogueError> {
    let mut all = Vec::new();
    for file in files {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sessions = sessions::sessions(root, folder, file)?.into_iter().zip(1..);
        all.extend(sessions.map(|(session, number)| (format!("{stem}-{number}"), session)));
    }
    Ok(all)
}

/// Runs the reference of a challenge, at the best isolation of this machine. Its folder is not trusted.
fn oracle(
    root: &Root,
    manifest: &Manifest,
    interrupt: &Interrupt,
) -> Result<Option<Box<dyn Oracle>>, String> {
    let Some(words) = &manifest.reference else { return Ok(None) };
    let isolation = Isolation::best(&std::env::current_exe().map_err(|why| why.to_string())?);
    let given = Bundle::of(root, &manifest.files).map_err(|why| why.to_string())?;
    let isolation = isolation.giving(&given);
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let command = ReferenceCommand { root, words }.prepared(&toolchain).map_err(|why| why.to_string())?;
    let source = |word: &String| root.pin(Path::new(word), &root.path_of(Path::new(word))).ok();
    let sources = words.iter().filter_map(source).collect();
    let conditions = RunConditions::new(isolation);
    Ok(Some(Box::new(Reference::new(command, sources, conditions, interrupt.clone(), &manifest.freedoms))))
}

/// How deep folders of cases may be nested.
const DEEPEST: usize = 16;

/// The cases in a folder whose file says this, by their names: `sample` before `secret`.
/// Fails if there are none, or one has no answer.
fn gathered(root: &Root, folder: &Path, cases: &Cases) -> Result<Vec<WholeCase>, CatalogueError> {
    let top = Path::new(CASES);
    let mut found = BTreeMap::new();
    if !root.is_folder(top).is_err_and(|why| why.kind() == io::ErrorKind::NotFound) {
        gather(root, top, 0, &mut found).map_err(at(&folder.join(CASES)))?;
    }
    for name in cases.own() {
        found
            .entry(in_order(name))
            .or_insert_with(|| WholeCase { name: name.to_owned(), ..WholeCase::default() });
    }
    // A copy for students may lack these folders of an author's.
    let may_lack = ["sample", "secret"];
    for name in cases.of_runs().filter(|name| !may_lack.contains(name)) {
        if !found.values().any(|case| belongs(&case.name, name)) {
            found.insert(in_order(name), WholeCase { name: name.to_owned(), ..WholeCase::default() });
        }
    }
    let list: Vec<_> = found.into_values().collect();
    if list.is_empty() {
        return Err(at(&folder.join(CASES))("there are no cases (NAME.in with NAME.ans)"));
    }
    let is_there = |place: &&str| list.iter().any(|case| belongs(&case.name, place));
    if let Some(missing) = cases.required().find(|place| !is_there(place)) {
        let what = format!("`requires` names {missing:?}, which is no case and no folder of cases");
        return Err(at(&folder.join(FILE))(&what));
    }
    if let Some(unused) = cases
        .described()
        .find(|place| !is_there(place) && !may_lack.iter().any(|folder| belongs(place, folder)))
    {
        let what = format!(
            "[case.{unused:?}] names no case and no folder of cases; with `input = \"\"` it is a case"
        );
        return Err(at(&folder.join(FILE))(&what));
    }
    for case in &list {
        let of_case = |what| at(&folder.join(top).join(&case.name))(what);
        if case.creates.is_some() && (cases.validator.is_some() || !cases.may_write) {
            return Err(of_case(
                "files that a program must leave cannot stand beside a `validator`, or `writes = false`",
            ));
        }
        let has_answer =
            case.answer.is_some() || case.creates.is_some() || cases.answer(&case.name).is_some();
        if !has_answer && !cases.judges_ends(&case.name) && !cases.is_static(&case.name) {
            return Err(of_case("there is no answer to it: NAME.ans beside NAME.in, or `answer`"));
        }
        if case.conversation.is_some() && !cases.is_interactive {
            return Err(of_case("there are no conversations where `interactive` is not set"));
        }
    }
    Ok(list)
}

/// A name as the order of cases has it.
fn in_order(name: &str) -> Vec<String> {
    name.split('/').map(str::to_owned).collect()
}

/// Adds the cases in a folder. What begins with a point is no part of a challenge: other programs leave it there.
fn gather(
    root: &Root,
    folder: &Path,
    depth: usize,
    found: &mut BTreeMap<Vec<String>, WholeCase>,
) -> io::Result<()> {
    if depth > DEEPEST {
        return Err(io::Error::other("folders lie too deep in each other"));
    }
    for name in root.names(folder)?.into_iter().filter(|name| !name.as_encoded_bytes().starts_with(b".")) {
        let path = folder.join(&name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_folder = root.is_folder(&path)?;
        if is_folder && ending != "files" && ending != "creates" {
            gather(root, &path, depth + 1, found)?;
            continue;
        }
        let part: fn(&mut WholeCase) -> &mut Option<PathBuf> = match ending {
            "files" if is_folder => |case| &mut case.files,
            "creates" if is_folder => |case| &mut case.creates,
            "in" => |case| &mut case.input,
            "ans" | "out" => |case| &mut case.answer,
            "err" => |case| &mut case.stderr,
            INTERACTION => |case| &mut case.conversation,
            _ if ["in", "ans", "out"].iter().any(|known| known.eq_ignore_ascii_case(ending)) => {
                let why = format!("{}: write its ending in small letters", path.display());
                return Err(io::Error::other(why));
            }
            _ => continue,
        };
        let below = path.with_extension("");
        let refused = |why: &str| io::Error::other(format!("{}: {why}", path.display()));
        let name = below.strip_prefix(CASES).unwrap_or(&below).to_str();
        let name = name.ok_or_else(|| refused("its name is not UTF-8"))?;
        if !is_folder {
            root.file(&path).map_err(|why| refused(&why.to_string()))?;
        }
        let case = found.entry(in_order(name)).or_default();
        name.clone_into(&mut case.name);
        if part(case).replace(path.clone()).is_some() {
            return Err(refused("there are two answers"));
        }
    }
    Ok(())
}
