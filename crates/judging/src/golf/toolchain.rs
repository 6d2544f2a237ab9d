//! Preparing sources to run: finding their tools, and compiling if necessary.
//!
//! A compiler runs in the sandbox like any candidate, in its own folder with a copy of the source, since
//! several compilers leave files and some run what they compile. Its result is stored under a key made of the
//! source, the command and the compiler's version, so that a source is compiled once. A compiler that is slow
//! without its own cache gets one that the judge made from the language's `seed`; what it adds to that is not
//! kept.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use super::cache::{Cache, OUT, writable_cache_folder};
use super::error::ToolchainError;
use super::interpreter::interpreter;
use super::main_class::{MainClass, main_class};
use super::several::{LARGEST, Parts};
use super::tools::{Lack, Tools};
use super::{Language, Languages, Stem, Submission, obstacle};
use crate::execution::{Ending, Execution, Limit, Limits, ProgramInput, hex};
use crate::files::{Bundle, Pinned};
use crate::process::{
    Command, Interrupt, Isolation, MakeOutcome, Making, NO_MODULES, RunDir, RunError, Sources, WantedFiles,
    make,
};
use crate::runner::{Candidate, CandidateReport, Program};
use crate::transcript::{cut_line, visible_message};

const COMPILER_LIMITS: Limits = Limits {
    wall: Duration::from_secs(120),
    cpu: Duration::from_secs(240),
    memory: 4 << 30,
    output: 1 << 20,
    processes: 1024,
    files: 1 << 30,
    stack: 64 << 20,
    patience: None,
};

/// How large files may be at least before a compiler without a result is to blame: larger than any result.
const ENOUGH: u64 = 64 << 20;

/// The compiler's own cache, in its folder, which is also its home.
const OWN_CACHE: &str = ".cache";

/// Scripts of a folder by which its program is built and run, in the order in which they are looked for.
pub(crate) const SCRIPTS: [&str; 2] = ["build", "run"];

/// How long the name of a file may be, in bytes (Linux's `NAME_MAX`).
const LONGEST_NAME: usize = 255;

/// Where submissions are prepared.
#[derive(Debug)]
pub struct Toolchain<'a> {
    compiled: Cache,
    seeds: Cache,
    rulings: Cache,
    /// A folder with links to tools, through which they do not find installed packages. `None` if they may find them.
    alone: Option<PathBuf>,
    pub(crate) interrupt: &'a Interrupt,
    isolation: Isolation,
    found: PerLanguage<Result<Tools, Lack>>,
    /// The versions of the compilers, as they print them.
    versions: PerLanguage<String>,
    /// The caches for compilers.
    seeded: PerLanguage<Arc<Bundle>>,
}

/// What is found out once for each language, by its name. Nobody waits for what is found out of another.
#[derive(Debug)]
struct PerLanguage<T>(Mutex<BTreeMap<String, Arc<OnceLock<T>>>>);

impl<T> Default for PerLanguage<T> {
    fn default() -> Self {
        PerLanguage(Mutex::default())
    }
}

impl<T: Clone> PerLanguage<T> {
    fn of(&self, language: &Language, find: impl FnOnce() -> T) -> T {
        let mut known = self.0.lock();
        let own = Arc::clone(known.entry(language.name.clone()).or_default());
        drop(known);
        own.get_or_init(find).clone()
    }
}

impl<'a> Toolchain<'a> {
    /// A toolchain that keeps its results in the user's cache, or among the temporary files if that cannot be written; with
    /// compilers that are not isolated.
    pub fn new(interrupt: &'a Interrupt) -> Toolchain<'a> {
        let cache = writable_cache_folder();
        Toolchain {
            compiled: Cache::new(cache.join("compiled")),
            seeds: Cache::new(cache.join("seeds")),
            rulings: Cache::new(cache.join("rulings")),
            alone: Some(cache.join("alone")),
            interrupt,
            isolation: Isolation::none(),
            found: PerLanguage::default(),
            versions: PerLanguage::default(),
            seeded: PerLanguage::default(),
        }
    }

    /// Runs its compilers in a sandbox, since what they compile is not trusted.
    pub fn isolated(self, isolation: &Isolation) -> Toolchain<'a> {
        Toolchain { isolation: isolation.clone(), ..self }
    }

    /// Lets programs use the packages that are installed for its interpreters: for programs of the user, not of strangers.
    #[must_use]
    pub fn with_packages(self) -> Toolchain<'a> {
        Toolchain { alone: None, ..self }
    }

    /// Where its compilers run, and what programs may see.
    pub(crate) fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Keeps compiled programs in this folder instead of the cache, for programs that are only needed for a short time.
    pub(crate) fn keeping_in(self, folder: PathBuf) -> Toolchain<'a> {
        Toolchain { compiled: Cache::new(folder), ..self }
    }

    /// The tools of a language, or why it cannot be used.
    /// Fails if a tool is missing, or candidates may not use it.
    pub fn tools(&self, language: &Language) -> Result<Tools, Lack> {
        self.found.of(language, || {
            Tools::find(language, &self.isolation).map(|tools| self.leave_alone(language, tools))
        })
    }

    /// The version of the first of these tools, as it prints it. It is asked once.
    pub fn version(&self, language: &Language, tools: &Tools) -> String {
        self.versions.of(language, || tools.version(language))
    }

    /// The tools of a language, through links without packages where that is possible.
    fn leave_alone(&self, language: &Language, mut tools: Tools) -> Tools {
        for (name, path) in &mut tools.paths {
            let files = self.alone.as_ref().and_then(|below| Some((below, language.alone.get(name)?)));
            let link = files.and_then(|(below, files)| alone(path, files, below).ok());
            let is_allowed =
                |link: &PathBuf| link.parent().is_some_and(|folder| self.isolation.allows(folder));
            *path = link.filter(is_allowed).unwrap_or_else(|| path.clone());
        }
        tools
    }

    /// Prepares a submission: finds its tools, compiles it if necessary, or says why it cannot be run.
    /// `languages` are those whose tools an executable's first line may name.
    /// Fails only for what the submission did not cause.
    pub fn prepare(
        &self,
        submission: &Submission<'_>,
        languages: &Languages,
    ) -> Result<Candidate, ToolchainError> {
        Ok(submission.candidate(self.program(submission, languages)?))
    }

    /// Checks that a compiled program is still what the compiler made: one that was changed or removed
    /// fails, and is not to blame.
    pub(crate) fn confirm(&self, program: &Program) -> Result<(), ToolchainError> {
        let Program::Ready(command) = program else { return Ok(()) };
        match command.files.iter().find(|file| !self.compiled.is_whole(file.real())) {
            Some(changed) => Err(ToolchainError::Changed(changed.real().to_owned())),
            None => Ok(()),
        }
    }

    fn program(&self, submission: &Submission<'_>, languages: &Languages) -> Result<Program, ToolchainError> {
        let source = match &submission.file {
            Ok(source) => source,
            Err(why) => return Ok(Program::CannotRun(why.clone())),
        };
        if submission.is_answers {
            let given =
                submission.parts.as_ref().map(|parts| Arc::new(parts.files.clone())).unwrap_or_default();
            return Ok(Program::Ready(Command { given, ..Command::new("answers", [""; 0]) }));
        }
        let content = submission.content.as_deref().unwrap_or_default();
        let Some(language) = submission.language else {
            if let Some(why) = obstacle::of_file(source.real(), &submission.path, languages) {
                return Ok(Program::CannotRun(why));
            }
            let tools = interpreter(content, languages).into_iter().collect();
            let command = Command::new(source.at(), [""; 0]);
            let sources = sources(submission, UNKNOWN, source.at().file_name().unwrap_or_default());
            let command = Command { tools, files: vec![source.clone()], sources, ..command };
            return Ok(Program::Ready(languages.unsure(command, None)));
        };
        if submission.bytes > LARGEST {
            let why = format!("too large: {} bytes (limit {LARGEST})", submission.bytes);
            return Ok(Program::CannotRun(why));
        }
        let tools = match self.tools(language) {
            Ok(tools) => tools,
            Err(lack) => return Ok(Program::Skipped(skipped(language, &lack, &self.isolation))),
        };
        let name = PathBuf::from(source.at().file_name().unwrap_or_default());
        let alone = || Parts { files: Bundle::of_file(&name, content.to_vec()), entry: name.clone() };
        let parts = submission.parts.clone().unwrap_or_else(alone);
        let unit = Unit::of(language, &parts);
        let (source, out) = match language.compile.as_slice() {
            [] if submission.parts.is_none() => (source.at().to_owned(), source.clone()),
            [] => {
                let out = self.together(&parts)?;
                (out.at().join(&parts.entry), out)
            }
            _ => match self.compiled(language, &tools, &unit.renamed(parts.clone()))? {
                Ok(out) => (source.at().to_owned(), out),
                Err(why) => return Ok(Program::CompileError(unit.as_named(&why, &parts.entry))),
            },
        };
        let mut places = places(&tools, &source, out.at());
        places.insert("stem".to_owned(), unit.stem.clone());
        let given = submission.parts.as_ref().map(|parts| parts.data(languages)).unwrap_or_default();
        let run = command(&language.run, &places, &[], &tools);
        let begins = if language.stem.is_some() { &unit.stem } else { parts.entry.as_os_str() };
        let sources = sources(submission, &language.code(), begins);
        let command = Command { files: vec![out], given: Arc::new(given), sources, ..run };
        Ok(Program::Ready(languages.equip(command, language)))
    }

    /// A folder with the files of a program, which is run where it lies.
    fn together(&self, parts: &Parts) -> Result<Pinned, ToolchainError> {
        let files = parts.files.clone().within(OUT);
        let key = files.digest();
        if self.compiled.load(&key).is_none() {
            self.compiled.save(&key, &files)?;
        }
        self.compiled.pin(&key)
    }

    /// The command of a program that the script `run` among these files starts, after the script `build` if there is one.
    /// The inner error is what that says.
    pub(super) fn scripted(&self, files: Bundle) -> Result<Result<Command, String>, ToolchainError> {
        let [build, run] = SCRIPTS;
        let files = files.with_program(build).with_program(run);
        let key = files.clone().within(build).digest();
        if self.compiled.load(&key).is_none() {
            let made = if files.content(Path::new(build)).is_none() {
                files
            } else {
                let command = Command::new(Path::new(".").join(build), [""; 0]);
                let (execution, made) = self.make(command, files, "")?;
                match made {
                    Some(made) if execution.ending == Ending::Exited(0) => made.with_program(run),
                    _ => return refusal(&execution),
                }
            };
            if made.content(Path::new(run)).is_none() {
                return Ok(Err(format!("`{build}` leaves no `{run}`")));
            }
            self.compiled.save(&key, &made.within(OUT))?;
        }
        let out = self.compiled.pin(&key)?;
        let command = Command::new(out.at().join(run), [""; 0]);
        Ok(Ok(Command { files: vec![out], ..command }))
    }

    /// The compiled form of a program, or the compiler's message.
    fn compiled(
        &self,
        language: &Language,
        tools: &Tools,
        parts: &Parts,
    ) -> Result<Result<Pinned, String>, ToolchainError> {
        let key = self.key(language, tools, parts);
        if self.compiled.load(&key).is_none() {
            let given = parts.files.clone().and(&self.seed(language, tools));
            let (execution, made) = self.compile(language, tools, parts, given, OUT)?;
            match made {
                Some(made) if execution.ending == Ending::Exited(0) && !made.is_empty() => {
                    self.compiled.save(&key, &made.with_program(OUT))?;
                }
                _ => return refusal(&execution),
            }
        }
        self.compiled.pin(&key).map(Ok)
    }

    /// Compiles a program among the given files, and returns the file at `wanted` afterwards.
    fn compile(
        &self,
        language: &Language,
        tools: &Tools,
        parts: &Parts,
        given: Bundle,
        wanted: &str,
    ) -> Result<MakeOutcome, ToolchainError> {
        // Relative, and never an option.
        let here = |path: &Path| Path::new(".").join(path);
        let places = places(tools, &here(&parts.entry), &here(Path::new(OUT)));
        let sources: Vec<_> = parts.sources(language).iter().map(|path| here(path)).collect();
        let env = language.env.iter().map(|(name, value)| (name.into(), fill(value, &places)));
        let settings = language.settings.iter().cloned().collect();
        let command =
            Command { settings, ..command(&language.compile, &places, &sources, tools).with_env(env) };
        self.make(command, given, wanted)
    }

    /// Runs a command among the given files, with the limits of compilers. Returns the file or folder at `wanted` afterwards; all if
    /// that is empty.
    fn make(&self, command: Command, given: Bundle, wanted: &str) -> Result<MakeOutcome, ToolchainError> {
        let making = Making { command, given, wanted: WantedFiles::Named(wanted.into()) };
        let mut run_dir = RunDir::isolated(&self.isolation).map_err(ToolchainError::RunDir)?;
        Ok(make(&making, &ProgramInput::default(), &COMPILER_LIMITS, &mut run_dir, self.interrupt)?)
    }

    /// The name of what is made of a source, which changes with all that it is made from.
    fn key(&self, language: &Language, tools: &Tools, parts: &Parts) -> String {
        let mut hash = Sha256::new();
        let command = [&language.compile[..], &language.env.values().cloned().collect::<Vec<_>>()].concat();
        let version = self.version(language, tools);
        let toolchain = format!("{:?} {version:?} {command:?} {:?}", tools.paths, parts.entry);
        hash.update(toolchain.as_bytes());
        hash.update([0]);
        hash.update(parts.files.digest().as_bytes());
        hex(&hash.finalize())
    }

    /// The name of a ruling on a program, which changes with these settings, all of its files and the tools that it needs. `None`
    /// for what is no program in a known language.
    pub(crate) fn key_of_ruling(&self, settings: &str, submission: &Submission<'_>) -> Option<String> {
        let language = submission.language?;
        let key = self.key(language, &self.tools(language).ok()?, &submission.all_parts()?);
        let run = (&language.run, &submission.path);
        Some(hex(&Sha256::digest(format!("ruling {settings} {key} {run:?}"))))
    }

    /// The ruling that was kept under this name.
    pub(crate) fn kept_ruling(&self, key: &str) -> Option<CandidateReport> {
        let kept = self.rulings.load(key)?;
        let (_, text) = kept.files().next()?;
        serde_json::from_slice(text).ok()
    }

    /// Keeps a ruling under this name, if that is possible.
    pub(crate) fn keep_ruling(&self, key: &str, report: &CandidateReport) {
        let text = serde_json::to_vec(report).expect("plain data can be written");
        // Without it the program is judged again.
        let _ = self.rulings.save(key, &Bundle::of_file(OUT, text));
    }

    /// The cache that a compiler gets, made from a source of the judge's; empty if that does not help it.
    fn seed(&self, language: &Language, tools: &Tools) -> Arc<Bundle> {
        let Some(text) = &language.seed else { return Arc::default() };
        let make = || {
            let name = Path::new("seed").with_extension(&language.endings[0]);
            let given = Bundle::of_file(&name, text.clone().into_bytes());
            let parts = Parts { files: given.clone(), entry: name };
            let key = self.key(language, tools, &parts);
            let kept = self.seeds.load(&key);
            let compile = || {
                let (_, made) = self.compile(language, tools, &parts, given, OWN_CACHE).ok()?;
                // Stored under the name in the cache, and used under its own name.
                self.seeds.save(&key, &made.clone()?.renamed(OWN_CACHE, OUT)).ok()?;
                made
            };
            let kept = kept.map(|kept| kept.renamed(OUT, OWN_CACHE));
            Arc::new(kept.or_else(compile).unwrap_or_default())
        };
        self.seeded.of(language, make)
    }
}

/// What a language is called that is not known.
const UNKNOWN: &str = "unknown";

fn sources(submission: &Submission<'_>, language: &str, entry: &OsStr) -> Option<Arc<Sources>> {
    let (language, entry) = (language.to_owned(), entry.to_owned());
    Some(Arc::new(Sources { files: submission.all_parts()?.files, language, entry }))
}

/// A source as its compiler and its run know it.
struct Unit {
    /// The name of the file that is compiled.
    file: PathBuf,
    /// The replacement of `{stem}`.
    stem: OsString,
}

impl Unit {
    fn of(language: &Language, parts: &Parts) -> Unit {
        let (source, content) = (&parts.entry, parts.files.content(&parts.entry).unwrap_or_default());
        let mut file = source.clone();
        // Compilers know their ending in small letters, as Windows need not write it.
        let ending = source.extension().and_then(OsStr::to_str).unwrap_or_default();
        if !language.endings.iter().any(|known| known == ending) {
            file.set_extension(ending.to_ascii_lowercase());
        }
        let usual = Unit { stem: source.file_stem().unwrap_or_default().to_owned(), file };
        let text = std::str::from_utf8(content).ok();
        let found = match language.stem {
            Some(Stem::MainClass) => text.and_then(main_class),
            None => None,
        };
        match found {
            Some(MainClass { name, public }) => {
                // A name that no file can have is left to the compiler, which says so.
                let own = public.map(|public| public + ".java").filter(|file| file.len() <= LONGEST_NAME);
                let file = own.map_or_else(|| usual.file.clone(), |own| usual.file.with_file_name(own));
                Unit { file, stem: name.into() }
            }
            None => usual,
        }
    }

    /// The program with its source under the name for the compiler.
    fn renamed(&self, parts: Parts) -> Parts {
        let files = parts.files.renamed(&parts.entry, &self.file);
        Parts { files, entry: self.file.clone() }
    }

    /// A message with the name that the file has for its author.
    fn as_named(&self, message: &str, source: &Path) -> String {
        message.replace(&*self.file.to_string_lossy(), &source.to_string_lossy())
    }
}

/// The values of the names in braces in a language's commands.
fn places(tools: &Tools, source: &Path, out: &Path) -> BTreeMap<String, OsString> {
    let mut places: BTreeMap<_, _> =
        tools.paths.iter().map(|(name, path)| (name.clone(), path.clone().into_os_string())).collect();
    places.insert("source".to_owned(), source.into());
    places.insert("out".to_owned(), out.into());
    places.insert("stem".to_owned(), source.file_stem().unwrap_or_default().to_owned());
    places
}

/// A command of a language with its tools, which need not be among its words.
fn command(
    words: &[String],
    places: &BTreeMap<String, OsString>,
    sources: &[PathBuf],
    tools: &Tools,
) -> Command {
    let mut words = words.iter().flat_map(|word| match word.as_str() {
        "{sources}" => sources.iter().map(OsString::from).collect(),
        _ => vec![fill(word, places)],
    });
    let program = words.next().unwrap_or_default();
    Command { tools: tools.paths.values().cloned().collect(), ..Command::new(program, words) }
}

fn skipped(language: &Language, lack: &Lack, isolation: &Isolation) -> String {
    match lack {
        Lack::Missing => format!("{} is not installed ({})", language.name, language.install),
        Lack::NotBuilt => NO_MODULES.to_owned(),
        Lack::Hidden(tool) => format!(
            "only root may use {}, and programs do not run as root at isolation {}",
            tool.display(),
            isolation.level().name()
        ),
    }
}

/// How much of a compiler's output is looked at, in bytes.
const MOST_OUTPUT: usize = 1 << 16;

/// How many bytes are free in the folder for temporary files, where compilers work. `None` if that is not known.
fn room_left() -> Option<u64> {
    let free = rustix::fs::statvfs(std::env::temp_dir()).ok()?;
    (free.f_blocks > 0).then(|| free.f_bavail.saturating_mul(free.f_frsize))
}

/// The message of a compiler without a result; losing it is the judge's fault.
fn refusal<T>(execution: &Execution) -> Result<Result<T, String>, ToolchainError> {
    if let Ending::Lost(why) = &execution.ending {
        return Err(RunError::System("compile", io::Error::other(why.clone())).into());
    }
    let own = rustix::process::getrlimit(rustix::process::Resource::Fsize).maximum;
    if let Some(most) = own.filter(|most| *most < ENOUGH) {
        return Err(ToolchainError::TooLittle(most));
    }
    if let Some(free) = room_left().filter(|free| *free < ENOUGH) {
        return Err(ToolchainError::NoRoom(free));
    }
    let mut output = [&execution.stderr[..], &execution.stdout].concat();
    output.truncate(MOST_OUTPUT);
    let output = visible_message(&output).replace("./", "");
    let lines: Vec<_> = output.lines().filter(|line| !line.trim().is_empty()).map(cut_line).collect();
    // Where the error is may come first, in many lines.
    let error = lines.iter().position(|line| line.to_lowercase().contains("error"));
    let first = error.filter(|line| *line >= LINES).unwrap_or(0);
    let lines = lines[first..].iter().take(LINES).map(String::as_str);
    let stopped = match &execution.ending {
        Ending::Stopped(limit) => Some(format!("the compiler was stopped: {limit}")),
        _ => None,
    };
    let message: Vec<_> = match &execution.ending {
        Ending::Stopped(Limit::Output(_)) => lines.chain(stopped.as_deref()).collect(),
        _ => stopped.as_deref().map_or_else(|| lines.collect(), |stopped| vec![stopped]),
    };
    Ok(Err(match message[..] {
        [] => "the compiler produced no program and no message".to_owned(),
        _ => message.join("\n"),
    }))
}

/// How many lines of a compiler's message are kept.
const LINES: usize = 8;

/// Replaces the names in braces in a word. Replaced text is not searched again.
fn fill(word: &str, places: &BTreeMap<String, OsString>) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        filled.push(before);
        let place = from[1..].split_once('}').and_then(|(name, after)| Some((places.get(name)?, after)));
        match place {
            Some((place, after)) => {
                filled.push(place);
                rest = after;
            }
            None => {
                filled.push("{");
                rest = &from[1..];
            }
        }
    }
    filled.push(rest);
    filled
}
/// A tool that is started without the packages installed beside it: a link to it below this folder, with only these
/// files beside the link's folder, such as an empty virtual environment of Python. Then no packages of this machine's
/// users are loaded, and no submission can depend on them. In the files' text `{folder}` stands for the tool's folder.
fn alone(tool: &Path, files: &BTreeMap<String, String>, below: &Path) -> io::Result<PathBuf> {
    let (Some(folder), Some(name)) = (tool.parent(), tool.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let text = |text: &String| text.replace("{folder}", &folder.to_string_lossy());
    let files: BTreeMap<_, _> = files.iter().map(|(name, content)| (name, text(content))).collect();
    let made = below.join(key(tool, &files));
    let link = made.join("bin").join(name);
    let is_whole = |(name, text): (&&String, &String)| {
        std::fs::read(made.join(name)).is_ok_and(|found| found == text.as_bytes())
    };
    if link.read_link().is_ok_and(|target| target == tool) && files.iter().all(is_whole) {
        return Ok(link);
    }
    std::fs::create_dir_all(below)?;
    let new = tempfile::Builder::new().prefix("new-").tempdir_in(below)?;
    std::fs::create_dir(new.path().join("bin"))?;
    symlink(tool, new.path().join("bin").join(name))?;
    for (name, text) in &files {
        std::fs::write(new.path().join(name), text)?;
    }
    // Damaged files are replaced; another judge may have made the same just now.
    let _ = std::fs::remove_dir_all(&made);
    std::fs::rename(new.path(), &made)?;
    drop(new.keep());
    Ok(link)
}

fn key(tool: &Path, files: &BTreeMap<&String, String>) -> String {
    hex(&Sha256::digest(format!("{tool:?} {files:?}"))[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_once_whatever_they_are_called() {
        let names = [("source", "{source}.py"), ("out", "{source}"), ("stem", "{")];
        let places = names.map(|(name, place)| (name.to_owned(), place.into())).into();
        for (word, filled) in [
            ("{source}", "{source}.py"),
            ("-o{out}", "-o{source}"),
            ("{{stem}}", "{{}"),
            ("{print}", "{print}"),
            ("a{", "a{"),
        ] {
            assert_eq!(fill(word, &places), OsString::from(filled), "{word}");
        }
    }

    #[test]
    fn a_link_is_made_once_and_mended_if_it_is_damaged() {
        let below = tempfile::tempdir().unwrap();
        let files = BTreeMap::from([("pyvenv.cfg".to_owned(), "home = {folder}\n".to_owned())]);
        let tool = Path::new("/bin/sh");
        let link = alone(tool, &files, below.path()).unwrap();
        assert_eq!((link.read_link().unwrap(), link.file_name()), (tool.to_owned(), tool.file_name()));
        let beside = link.parent().unwrap().parent().unwrap().join("pyvenv.cfg");
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "home = /bin\n");
        std::fs::write(&beside, "home = /else\n").unwrap();
        assert_eq!(alone(tool, &files, below.path()).unwrap(), link);
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "home = /bin\n");
        assert_eq!(std::fs::read_dir(below.path()).unwrap().count(), 1);
    }
}
