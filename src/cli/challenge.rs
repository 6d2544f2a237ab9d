//! Where challenges come from: a named folder, `fixtures/NAME` in the current folder, or the built-in ones.

use std::io;
use std::path::{Path, PathBuf};

use super::busy::Busy;
use super::fixtures::built_in_challenge;
use super::{Failure, INTERRUPTED, at, failure, machine};
use crate::challenge::{Challenge, Manifest, Recording};
use crate::contest::Contest;
use crate::dialect::{Declared, Dialect, Observed, Oracle};
use crate::files::{self, Bundle, Root};
use crate::golf::{self, Languages};
use crate::process::{Command, Interrupt, Isolation};
use crate::runner::{Observer, Settings};
use crate::transcript::visible_line;

/// The file that makes a folder a challenge.
pub(super) const FILE: &str = "challenge.toml";

/// The ending of the names of recordings.
pub(super) const RECORDING: &str = ".recording.toml";

/// The largest of these files, in bytes.
const LARGEST: u64 = 1 << 20;

/// The challenge in a folder.
pub(super) fn load(folder: &Path) -> Result<Dialect, Failure> {
    load_as(folder, Some(folder.to_owned()), true)
}

/// The same, without a machine that was learned from its reference.
pub(super) fn load_without_machine(folder: &Path) -> Result<Dialect, Failure> {
    load_as(folder, Some(folder.to_owned()), false)
}

/// The challenge in a folder; `named` is the folder, if its path is needed to find it again.
fn load_as(folder: &Path, named: Option<PathBuf>, with_machine: bool) -> Result<Dialect, Failure> {
    let root = Root::named(folder).map_err(|why| no_folder(folder, &why))?;
    let file = folder.join(FILE);
    let text = read(&root, Path::new(FILE)).map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => {
            let folder = folder.display();
            failure(format!("{folder}: not a challenge: no {FILE} here (`judge new FOLDER` makes one)"))
        }
        _ => failure(format!("{}: {why}", file.display())),
    })?;
    let name = name_of(folder);
    match Challenge::read(&text).map_err(|why| failure(format!("{}:{why}", file.display())))? {
        Challenge::Table(_) => read_table(&name, &text, &file, named, has_fixtures(&root)),
        Challenge::Seen(manifest) => {
            let recordings = recordings(&root, folder)?;
            let oracle = oracle(&root, &manifest).map_err(at(&file))?;
            let reference = manifest.reference.as_deref().unwrap_or_default();
            let learned = if with_machine { machine::load(&root, folder, reference)? } else { None };
            // Its files are read from the folder whenever programs are run.
            let named = named.or_else(|| (!manifest.files.is_empty()).then(|| folder.to_owned()));
            let observed = Observed::new(&name, &text, named, manifest, recordings, oracle, learned)
                .map_err(at(folder))?;
            Ok(Dialect::Observed(observed))
        }
        Challenge::BuiltIn(game, line) => game
            .parse()
            .map_err(|why| failure(format!("{}:{line}: {why}; there are {}", file.display(), games()))),
        Challenge::Cases(_) => {
            let folder = folder.display();
            Err(failure(format!(
                "{folder} has whole cases: `judge check` and `judge challenge` take it, nothing else does"
            )))
        }
    }
}

/// The failure to open the folder of a challenge; the name of a built-in one is another option's.
fn no_folder(folder: &Path, why: &io::Error) -> Failure {
    let name = folder.to_string_lossy();
    let is_built_in = why.kind() == io::ErrorKind::NotFound && is_known(&name);
    let tip =
        if is_built_in { format!("; the built-in challenge is --dialect {name}") } else { String::new() };
    failure(format!("{name}: {why}{tip}"))
}

fn is_known(name: &str) -> bool {
    name.parse::<Dialect>().is_ok() || names().iter().any(|known| known == name)
}

/// The challenge in a folder, if it has whole cases.
pub(super) fn contest(folder: &Path) -> Result<Option<Contest>, Failure> {
    let root = Root::named(folder).map_err(|why| no_folder(folder, &why))?;
    // `load` reports all other errors.
    let Ok(text) = read(&root, Path::new(FILE)) else { return Ok(None) };
    match Challenge::read(&text) {
        Ok(Challenge::Cases(cases)) => Ok(Some(Contest::open(folder, cases)?)),
        _ => Ok(None),
    }
}

/// The names of the built-in games.
pub(super) fn games() -> String {
    Dialect::all().map(|dialect| dialect.name().to_owned()).join(", ")
}

/// The challenge of this name in `fixtures/`, or built in; none if there is none.
pub(super) fn named(name: &str) -> Result<Option<Dialect>, Failure> {
    let is_plain = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign));
    if !is_plain {
        return Ok(None);
    }
    let folder = Path::new("fixtures").join(name);
    if folder.join(FILE).is_file() {
        return load_as(&folder, None, true).map(Some);
    }
    built_in(name)
}

/// The built-in challenge of this name, if any.
pub(super) fn built_in(name: &str) -> Result<Option<Dialect>, Failure> {
    let Some(text) = built_in_challenge(name) else { return Ok(None) };
    let file = PathBuf::from(format!("the built-in {name}"));
    read_table(name, &text, &file, None, super::fixtures::has_built_in(name)).map(Some)
}

/// The names of the built-in challenges, without the games.
pub(super) fn names() -> Vec<String> {
    let is_game = |name: &String| name.parse::<Dialect>().is_ok();
    super::fixtures::built_in_challenges().into_iter().filter(|name| !is_game(name)).collect()
}

fn read(root: &Root, path: &Path) -> io::Result<String> {
    files::text(root.file(path)?.read(LARGEST)?)
}

fn read_table(
    name: &str,
    text: &str,
    file: &Path,
    folder: Option<PathBuf>,
    has_fixtures: bool,
) -> Result<Dialect, Failure> {
    let _busy = Busy::with(format!("exploring all states of {}", visible_line(name.as_bytes())));
    Declared::read(name, text, folder, has_fixtures)
        .map(Dialect::Declared)
        .map_err(|why| failure(format!("{}:{why}", file.display())))
}

/// The name of a challenge: that of its folder.
pub(super) fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.file_name().map_or_else(|| "challenge".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn has_fixtures(root: &Root) -> bool {
    let names = root.names(Path::new("")).unwrap_or_default();
    names.iter().any(|name| Path::new(name).extension().is_some_and(|ending| ending == "moves"))
}

fn recordings(root: &Root, folder: &Path) -> Result<Vec<(String, Recording)>, Failure> {
    let names = root.names(Path::new("")).map_err(at(folder))?;
    let names = names.iter().filter_map(|name| Some((name, name.to_str()?.strip_suffix(RECORDING)?)));
    let load = |(file, name): (&std::ffi::OsString, &str)| {
        let path = folder.join(file);
        let text = read(root, Path::new(file)).map_err(at(&path))?;
        let recording = Recording::read(&text).map_err(|why| failure(format!("{}:{why}", path.display())))?;
        Ok((name.to_owned(), recording))
    };
    names.map(load).collect()
}

/// Runs the reference of a challenge, at the best isolation of this machine. Its folder is not trusted. The
/// command must be a tool of the machine or a file of the folder, and of the files in its arguments only
/// those of the folder are shown to it.
fn oracle(root: &Root, manifest: &Manifest) -> Result<Option<Box<dyn Oracle>>, String> {
    let Some(words) = &manifest.reference else { return Ok(None) };
    let isolation = Isolation::best(&std::env::current_exe().map_err(|why| why.to_string())?);
    let given = Bundle::of(root, &manifest.files).map_err(|why| why.to_string())?;
    let isolation = isolation.giving(&given);
    let command = command_of(root, words, &isolation)?;
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED).map_err(|why| why.to_string())?;
    // The dialect matters only for judging.
    let settings = Settings::new(&Dialect::default(), isolation);
    Ok(Some(Box::new(Observer::new(command, settings, interrupt))))
}

/// The command of a reference in a folder.
pub(super) fn reference(folder: &Path, words: &[String], isolation: &Isolation) -> Result<Command, Failure> {
    let of_file = |why: String| failure(format!("{}: {why}", folder.join(FILE).display()));
    let root = Root::named(folder).map_err(|why| of_file(why.to_string()))?;
    command_of(&root, words, isolation).map_err(of_file)
}

fn command_of(root: &Root, words: &[String], isolation: &Isolation) -> Result<Command, String> {
    let [program, args @ ..] = words else { return Err("the reference has no command".to_owned()) };
    let mut command = program_of(root, program, isolation)?;
    for arg in args {
        let path = Path::new(arg);
        let is_there = root.file(path).is_ok() || root.is_folder(path).is_ok_and(|is_folder| is_folder);
        let pinned = is_there.then(|| root.pin(path, &root.path_of(path)));
        let pinned = pinned.transpose().map_err(|why| format!("{arg}: {why}"))?;
        command.args.push(pinned.as_ref().map_or_else(|| arg.into(), |pinned| pinned.at.clone()));
        command.files.extend(pinned);
    }
    Ok(command)
}

fn program_of(root: &Root, program: &str, isolation: &Isolation) -> Result<Command, String> {
    let languages = Languages::built_in();
    if let Err(why) = root.file(Path::new(program)) {
        let tool = golf::command(program.as_ref(), &languages, isolation);
        let is_tool = !program.contains('/') && !tool.tools.is_empty();
        let neither =
            || format!("the reference {program:?} is neither a tool nor a file of the folder: {why}");
        return if is_tool { Ok(tool) } else { Err(neither()) };
    }
    Ok(golf::command(root.path_of(Path::new(program)).as_os_str(), &languages, isolation))
}
