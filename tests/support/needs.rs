//! What tests need that a machine may lack. A test that asks here ends as passed where it is missing; so does one that fails
//! after a helper has written or started a program whose language is missing, except with `CI=true`. The last target says how
//! many tests left out what: `attribute/what_was_left_out.rs`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::Deserialize;

/// Something that is missing: what it is, and how it is installed.
type Missing = (String, String);

/// How many tests left out what.
type Counts = BTreeMap<Missing, usize>;

/// What a test is ended with.
struct Skipped;

thread_local! {
    /// What the test in this thread has left out.
    static LEFT_OUT: RefCell<BTreeSet<Missing>> = const { RefCell::new(BTreeSet::new()) };
    /// What it uses, if it comes to that.
    static USED: RefCell<BTreeSet<Missing>> = const { RefCell::new(BTreeSet::new()) };
}

static TESTS: Mutex<Counts> = Mutex::new(Counts::new());

/// Runs a test, of which these are the path and the source. It is passed if it ends for want of something.
pub(crate) fn run(path: &str, test: impl FnOnce(), source: &str) {
    let outcome = catch_unwind(AssertUnwindSafe(test));
    let (mut left_out, used) = (LEFT_OUT.take(), USED.take());
    // CI has what it needs, so a failure there is one, though a source in a rare language was written.
    let is_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let is_for_want = !is_ci && !used.is_empty() && outcome.is_err();
    if is_for_want {
        left_out.extend(used.iter().cloned());
    }
    if !left_out.is_empty() || !used.is_empty() {
        name(path);
    }
    count(left_out);
    let Err(why) = outcome else { return };
    if !is_for_want && !why.is::<Skipped>() {
        for name in taken_for_granted(source).filter(|name| which::which(name).is_err()) {
            eprintln!(
                "the test takes `{name}` for granted, which is not installed: ask for it with `needs::program`"
            );
        }
        resume_unwind(why);
    }
}

/// The tools of languages that a test starts, as its source says: by a text that begins with one, or by a command within a script.
pub(crate) fn taken_for_granted(source: &str) -> impl Iterator<Item = &'static str> {
    let begins =
        |before: &str| ["\"", "; ", "& ", "| ", "exec ", "$("].iter().any(|begin| before.ends_with(begin));
    let ends = |after: &str| after.starts_with(['"', ' ', ';', ')']);
    let is_named = move |name: &&str| {
        source.match_indices(name).any(|(at, _)| begins(&source[..at]) && ends(&source[at + name.len()..]))
    };
    LANGUAGES
        .iter()
        .flat_map(|language| language.tools.values().flatten())
        .map(String::as_str)
        .filter(is_named)
}

/// Names a test that would do more on another machine, in the file of its target in the folder `LEFT_OUT_TESTS`, if that is set.
fn name(path: &str) {
    if let Some(folder) = std::env::var_os("LEFT_OUT_TESTS") {
        let (target, test) = path.split_once("::").unwrap_or((path, path));
        let file = std::fs::File::options().append(true).create(true).open(Path::new(&folder).join(target));
        file.and_then(|mut file| file.write_all(format!("{test}\n").as_bytes()))
            .expect("the folder is there");
    }
}

fn count(left_out: BTreeSet<Missing>) {
    let mut tests = TESTS.lock().unwrap_or_else(PoisonError::into_inner);
    if tests.is_empty() && !left_out.is_empty() {
        // SAFETY: `note` does not unwind, and what it uses is never dropped.
        unsafe { libc::atexit(note) };
    }
    left_out.into_iter().for_each(|missing| *tests.entry(missing).or_default() += 1);
}

/// The folder in which the targets that one `cargo test` starts note what they left out.
fn notes() -> PathBuf {
    let cargo = std::os::unix::process::parent_id();
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("left-out-{cargo}"))
}

/// Notes at the end of a target what its tests left out, for the last target.
extern "C" fn note() {
    let tests = TESTS.lock().unwrap_or_else(PoisonError::into_inner);
    let counts: Vec<_> = tests.iter().collect();
    let text = serde_json::to_string(&counts).unwrap_or_default();
    let file = notes().join(std::process::id().to_string());
    let _ = std::fs::create_dir_all(notes()).and_then(|()| std::fs::write(file, text));
}

/// What the targets before this one left out, in words.
pub(crate) fn summary() -> String {
    let mut all = Counts::new();
    for file in std::fs::read_dir(notes()).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        let counts: Vec<(Missing, usize)> = serde_json::from_str(&text).unwrap_or_default();
        counts.into_iter().for_each(|(missing, count)| *all.entry(missing).or_default() += count);
    }
    let _ = std::fs::remove_dir_all(notes());
    if all.is_empty() {
        return "no test left anything out\n".to_owned();
    }
    let mut counts: Vec<_> = all.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let words = counts
        .iter()
        .map(|((what, _), count)| format!("{what} ({count} test{})", if **count == 1 { "" } else { "s" }));
    let mut text = format!("skipped in part for want of: {}\n", words.collect::<Vec<_>>().join(", "));
    for way in ["apt-get install ", "pip install ", "cargo install "] {
        let packages: BTreeSet<_> =
            all.keys().filter_map(|(_, how)| how.strip_prefix(way)).flat_map(str::split_whitespace).collect();
        if !packages.is_empty() {
            text += &format!("{way}{}\n", packages.into_iter().collect::<Vec<_>>().join(" "));
        }
    }
    text
}

/// Notes that the test leaves something out, and goes on without it.
pub(crate) fn leaves_out(what: &str, install: &str) {
    eprintln!("skipped in part for want of: {what}");
    LEFT_OUT.with_borrow_mut(|left_out| left_out.insert((what.to_owned(), install.to_owned())));
}

/// Ends the test, as passed.
fn end() -> ! {
    eprintln!("the test ends here");
    resume_unwind(Box::new(Skipped))
}

/// Ends a test that takes more than some ten seconds of a core, unless `LONG_TESTS` is set.
pub(crate) fn patience() {
    if std::env::var_os("LONG_TESTS").is_none() {
        leaves_out("time: LONG_TESTS=1", "");
        end();
    }
}

/// A language as the judge knows it.
#[derive(Deserialize)]
struct Language {
    name: String,
    endings: Vec<String>,
    #[serde(default)]
    tools: BTreeMap<String, Vec<String>>,
    install: String,
}

#[derive(Deserialize)]
struct Languages {
    language: Vec<Language>,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let text = include_str!("../../crates/judging/src/golf/languages.toml");
    toml::from_str::<Languages>(text).expect("the judge reads it, too").language
});

impl Language {
    fn is_installed(&self) -> bool {
        self.tools.values().all(|names| names.iter().any(|name| which::which(name).is_ok()))
    }
}

/// The language of a source, if it is not installed.
fn missing_language(source: &Path) -> Option<&'static Language> {
    let ending = source.extension()?.to_str()?;
    let mut languages = LANGUAGES.iter();
    let language = languages.find(|language| language.endings.iter().any(|known| known == ending))?;
    (!language.is_installed()).then_some(language)
}

/// Whether the language of a source is installed. If not, the test is noted to leave it out.
pub(crate) fn can_run(source: &Path) -> bool {
    let missing = missing_language(source);
    missing.iter().for_each(|language| leaves_out(&language.name, &language.install));
    missing.is_none()
}

/// Ends the test unless the language of a source is installed, if it is a source.
pub(crate) fn language(source: &Path) {
    if !can_run(source) {
        end();
    }
}

/// Notes that the test writes a source, or starts the judge with one. Where its language is missing and the test fails, that is
/// why; one that only looks at messages passes all the same.
pub(crate) fn uses(source: &Path) {
    note_use(missing_language(source));
}

/// The same of a command.
pub(crate) fn uses_command(name: &str) {
    note_use(language_with(name).filter(|_| which::which(name).is_err()));
}

fn note_use(missing: Option<&Language>) {
    let missing = missing.map(|language| (language.name.clone(), language.install.clone()));
    USED.with_borrow_mut(|used| used.extend(missing));
}

/// Whether a program is installed, by whose name its language is known. If not, the test is noted to leave it out.
pub(crate) fn has(name: &str) -> bool {
    let is_there = which::which(name).is_ok();
    if !is_there {
        match language_with(name) {
            Some(language) => leaves_out(&language.name, &language.install),
            None => leaves_out(name, &installed_by(name)),
        }
    }
    is_there
}

/// The language that a program of this name belongs to.
fn language_with(name: &str) -> Option<&'static Language> {
    let has = |names: &Vec<String>| names.iter().any(|known| known == name);
    LANGUAGES.iter().find(|language| language.tools.values().any(has))
}

/// Whether the judge skipped a candidate, since its language is missing; then the test leaves that out.
pub(crate) fn is_skipped(candidate: &serde_json::Value) -> bool {
    let is_skipped = candidate["verdict"] == "skipped";
    if is_skipped {
        let reason = candidate["reason"].as_str().expect("it says why");
        let (what, install) = reason.split_once(" is not installed (").unwrap_or((reason, ""));
        leaves_out(what, install.trim_end_matches(')'));
    }
    is_skipped
}

/// Ends the test unless a program of this name is installed.
pub(crate) fn program(name: &str) {
    if !has(name) {
        end();
    }
}

/// What installs a program of no language.
fn installed_by(program: &str) -> String {
    let package = match program {
        "cargo-insta" => return "cargo install cargo-insta".to_owned(),
        "pgrep" | "ps" => "procps",
        "script" => "bsdutils",
        "setpriv" | "unshare" => "util-linux",
        _ => program,
    };
    format!("apt-get install {package}")
}
