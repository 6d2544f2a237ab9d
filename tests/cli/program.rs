//! One builder for each program, so that a test says only what is special about its run.

use std::ffi::OsStr;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;

use crate::needs;

/// The repository.
pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `referee`, started in the repository.
pub(crate) fn referee() -> Program {
    program(env!("CARGO_BIN_EXE_referee"))
}

/// `judge`, started in the repository, outside CI, with few words about the terminal.
pub(crate) fn judge() -> Program {
    program(env!("CARGO_BIN_EXE_judge"))
}

/// One of the two, about to be started. The sources among its arguments need their languages, and a command its interpreter.
pub(crate) struct Program(Command);

impl Program {
    pub(crate) fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Program {
        self.0.arg(argument);
        self
    }

    pub(crate) fn args(&mut self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> &mut Program {
        self.0.args(arguments);
        self
    }

    pub(crate) fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Program {
        self.0.current_dir(folder);
        self
    }

    pub(crate) fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Program {
        self.0.env(name, value);
        self
    }

    pub(crate) fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Program {
        self.0.env_remove(name);
        self
    }

    pub(crate) fn output(&mut self) -> std::io::Result<Output> {
        self.ask();
        self.0.output()
    }

    pub(crate) fn assert(&mut self) -> Assert {
        self.ask();
        self.0.assert()
    }

    fn ask(&self) {
        let folder = self.0.get_current_dir().expect("it is given one");
        let arguments: Vec<_> = self.0.get_args().collect();
        for argument in arguments.iter().map(|argument| folder.join(argument)).filter(|path| path.is_file()) {
            needs::uses(&argument);
        }
        let mut after = arguments.iter().skip_while(|argument| **argument != "--").skip(1);
        if let Some(name) = after.next().and_then(|program| program.to_str()) {
            needs::uses_command(name);
        }
    }
}

impl Deref for Program {
    type Target = Command;

    fn deref(&self) -> &Command {
        &self.0
    }
}

impl DerefMut for Program {
    fn deref_mut(&mut self) -> &mut Command {
        &mut self.0
    }
}

/// A file of languages with one that is not installed, `.zzz`.
pub(crate) const MISSING_LANGUAGE: &str = "[[language]]\nname = \"Zzz\"\nendings = [\"zzz\"]\n\
                                           tools.zzz = [\"no-such-tool-zzz\"]\n\
                                           run = [\"{zzz}\", \"{source}\"]\ninstall = \"apt-get install zzz\"\n";

fn program(path: &str) -> Program {
    let mut command = Command::new(path);
    command
        .current_dir(home())
        .env_remove("CI")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1");
    Program(command)
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

/// The ruling on a program for the shell with this text.
pub(crate) fn check_shell(source: &str, arguments: &[&str]) -> Value {
    check_source("program.sh", source, arguments)
}

/// The ruling on a program in C with this text.
pub(crate) fn check_c(source: &str, arguments: &[&str]) -> Value {
    check_source("program.c", source, arguments)
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

/// Writes a file into a folder, and makes the folders that its name has, as [`write_file`] does.
pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_file(path, text);
}

/// Writes a file. A test that fails for want of its language is skipped.
pub(crate) fn write_file(path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
    needs::uses(path.as_ref());
    std::fs::write(path, content).unwrap();
}

/// A text with a part of it changed, which must occur once.
pub(crate) fn with_change(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?}");
    text.replace(from, to)
}

#[test]
fn what_a_failed_test_took_for_granted_is_named() {
    let named = |source: &str| needs::taken_for_granted(source).collect::<Vec<_>>();
    assert_eq!(named(r#"Command::new("perl").args(["-e", "print 1"])"#), ["perl"]);
    assert_eq!(named(r#"shell("cd / && perl -e 'print 1' | awk 1; exec lua x")"#), ["awk", "lua", "perl"]);
    // The text of a program, a file and another program are none.
    assert!(named(r#"write("perl.txt", "use perl"); Command::new("gawky")"#).is_empty());
}

/// A zip archive of these files.
pub(crate) fn zipped(files: &[(impl AsRef<str>, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (path, text) in files {
        let path = rawzip::path::EntryPath::verbatim(path.as_ref().as_bytes());
        let (mut entry, config) = archive.new_file(path).unix_permissions(0o644).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        std::io::Write::write_all(&mut writer, text.as_bytes()).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}
