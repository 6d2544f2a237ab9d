//! One builder for each program, so that a test says only what is special about its run.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// The repository.
pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `referee`, started in the repository.
pub(crate) fn referee() -> Command {
    program(env!("CARGO_BIN_EXE_referee"))
}

/// `judge`, started in the repository, outside CI, with few words about the terminal.
pub(crate) fn judge() -> Command {
    program(env!("CARGO_BIN_EXE_judge"))
}

/// A file of languages with one that is not installed, `.zzz`.
pub(crate) const MISSING_LANGUAGE: &str = "[[language]]\nname = \"Zzz\"\nendings = [\"zzz\"]\n\
                                           tools.zzz = [\"no-such-tool-zzz\"]\n\
                                           run = [\"{zzz}\", \"{source}\"]\ninstall = \"apt-get install zzz\"\n";

fn program(path: &str) -> Command {
    let mut command = Command::new(path);
    command
        .current_dir(home())
        .env_remove("CI")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1");
    command
}

/// The rulings of `judge check --format json` on the fixtures, or the suite that is among the
/// arguments, and its exit status.
pub(crate) fn check(arguments: &[&str]) -> (Value, i32) {
    let suite = if arguments.contains(&"--suite") { &[][..] } else { &["--suite", "fixtures"] };
    let output = judge().args(["check", "--format", "json"]).args(suite).args(arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let run = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {stderr}"));
    (run, output.status.code().unwrap())
}

/// The ruling on a Python program with this text.
pub(crate) fn check_python(source: &str, arguments: &[&str]) -> Value {
    check_source("program.py", source, arguments)
}

/// The ruling on a Perl program with this text.
pub(crate) fn check_perl(source: &str, arguments: &[&str]) -> Value {
    check_source("program.pl", source, arguments)
}

fn check_source(name: &str, source: &str, arguments: &[&str]) -> Value {
    let (_kept, folder) = folder(&[(name, source)]);
    let (mut run, _) = check(&[arguments, &[folder.join(name).to_str().unwrap()]].concat());
    run["candidates"][0].take()
}

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, content)| write(folder.path(), name, content));
    let path = folder.path().to_owned();
    (folder, path)
}

/// Writes a file into a folder, and makes the folders that its name has.
pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A text with a part of it changed, which must occur once.
pub(crate) fn with_change(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?}");
    text.replace(from, to)
}
