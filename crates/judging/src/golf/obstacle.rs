//! Why a program cannot be started, found before it is tried: each reason in its own words, which the system's few error
//! numbers do not tell apart.

use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Languages;
use super::interpreter::LINE;
use crate::process::{Command, ENVIRONMENT};

/// Options of interpreters after which a word is not a file.
const CODE: [&str; 7] = ["-c", "-e", "-E", "-m", "-r", "-p", "--eval"];

/// Why a command cannot be started, if that can be seen.
pub(crate) fn obstacle(program: &OsStr, args: &[OsString], languages: &Languages) -> Option<String> {
    let path = Path::new(program);
    let is_name = !program.as_encoded_bytes().contains(&b'/');
    if is_name && which::which(program).is_ok() {
        return missing_source(program, args, languages);
    }
    if is_name && !path.exists() {
        return Some(format!("`{}` is not found on PATH", path.display()));
    }
    of_file(path, path, languages)
}

/// Why a file cannot be started, if that can be seen. `path` is the path that the person at the command line used.
pub(super) fn of_file(file: &Path, path: &Path, languages: &Languages) -> Option<String> {
    let name = path.display();
    match file.metadata() {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Some(match file.symlink_metadata() {
            Ok(_) => format!("`{name}` is a link to a file that does not exist"),
            Err(_) => format!("`{name}` does not exist"),
        }),
        Ok(metadata) if metadata.is_dir() => Some(format!("`{name}` is a folder, not a program")),
        Ok(metadata) if metadata.is_file() && !Command::new(file, [""; 0]).is_module() => {
            not_executable(file, path, &metadata, languages).or_else(|| of_first_line(&start(file)?, path))
        }
        _ => None,
    }
}

fn not_executable(file: &Path, path: &Path, metadata: &Metadata, languages: &Languages) -> Option<String> {
    if metadata.permissions().mode() & 0o111 != 0 {
        return None;
    }
    let name = path.display();
    let has_first_line = start(file).is_some_and(|start| start.starts_with(b"#!"));
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let hint = match languages.by_ending(ending) {
        Some(_) => format!("`judge check {name}` judges it as a source"),
        None if has_first_line => format!("`chmod +x {name}`"),
        None => {
            let tool = interpreter_of(ending, languages);
            format!(
                "is it a source, give it its language's extension, or name the interpreter: `-- {tool} {name}`"
            )
        }
    };
    Some(format!("`{name}` is not executable; {hint}"))
}

/// The interpreter to name as an example: of the language whose extension an unknown one begins with.
fn interpreter_of<'a>(ending: &str, languages: &'a Languages) -> &'a str {
    let like = (1..ending.len()).rev().filter_map(|end| languages.by_ending(ending.get(..end)?));
    let tools =
        like.filter(|language| language.compile.is_empty()).flat_map(|language| language.tools.values());
    tools.flatten().next().map_or("python3", String::as_str)
}

/// What is wrong with a `#!` line.
fn of_first_line(start: &[u8], path: &Path) -> Option<String> {
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let words: Vec<_> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let name = match words[..] {
        [env, name] if env.ends_with("/env") && !name.starts_with('-') && !name.contains('=') => name,
        [name, ..] => name,
        [] => return None,
    };
    let name = name.trim_end();
    if line.ends_with('\r') && words.last().is_some_and(|last| last.trim_end() == name) {
        return Some(format!(
            "`{}` has CRLF line ends, so the system looks for an interpreter called `{name}\\r`; save it with LF line ends",
            path.display()
        ));
    }
    let is_there = if name.starts_with('/') { Path::new(name).exists() } else { is_installed(name) };
    (!is_there)
        .then(|| format!("the `#!` line of `{}` names `{name}`, which is not installed", path.display()))
}

/// Whether a program has this name on the judge's path or on that of candidates.
fn is_installed(name: &str) -> bool {
    let path = ENVIRONMENT.iter().find(|(name, _)| *name == "PATH").map_or("", |(_, path)| path);
    which::which(name).is_ok() || which::which_in(name, Some(path), "/").is_ok()
}

/// The first bytes of a file, as many as the system reads.
fn start(file: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    let file = std::fs::File::open(file).ok()?;
    file.take(LINE as u64).read_to_end(&mut start).ok()?;
    Some(start)
}

/// The source that an interpreter is to run, if it does not exist.
fn missing_source(program: &OsStr, args: &[OsString], languages: &Languages) -> Option<String> {
    let tool = Path::new(program).file_name()?.to_str()?;
    let language = languages.by_interpreter(tool)?;
    let word = args.iter().position(|arg| !arg.as_encoded_bytes().starts_with(b"-"))?;
    if args[..word].iter().any(|option| CODE.iter().any(|code| option == code)) {
        return None;
    }
    let source = Path::new(&args[word]);
    let ending = source.extension().and_then(OsStr::to_str)?;
    let is_source = language.endings.iter().any(|known| known == ending);
    (is_source && source.symlink_metadata().is_err())
        .then(|| format!("`{}` does not exist", source.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_is_read_as_the_system_reads_it() {
        let obstacle = |line: &str| of_first_line(line.as_bytes(), Path::new("x"));
        for line in [
            "#!/bin/sh\n",
            "#! /bin/sh -e\r\n",
            "#!/usr/bin/env -S sh -u\r\n",
            "#!/usr/bin/env A=1 sh\n",
            "echo",
            "#!",
        ] {
            assert_eq!(obstacle(line), None, "{line:?}");
        }
        for line in ["#!/bin/sh\r\n", "#!/usr/bin/env sh\r\nx"] {
            assert!(
                obstacle(line).is_some_and(|why| why.contains("CRLF") && why.contains("sh\\r`")),
                "{line:?}"
            );
        }
        for line in ["#!/bin/nosuch -x\n", "#!/usr/bin/env nosuch\n"] {
            assert!(
                obstacle(line).is_some_and(|why| why.contains("nosuch`, which is not installed")),
                "{line:?}"
            );
        }
    }

    #[test]
    fn only_a_file_that_an_interpreter_would_read_is_missed() {
        let languages = Languages::built_in();
        let of_shell = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            obstacle("sh".as_ref(), &args, &languages)
        };
        assert_eq!(of_shell(&["-e", "nosuch.sh"]), None);
        assert_eq!(of_shell(&["nosuch.txt"]), None);
        assert_eq!(of_shell(&["-u", "nosuch.sh"]).as_deref(), Some("`nosuch.sh` does not exist"));
        assert_eq!(
            obstacle("nosuch".as_ref(), &[], &languages).as_deref(),
            Some("`nosuch` is not found on PATH")
        );
        assert_eq!(
            obstacle("/tmp".as_ref(), &[], &languages).as_deref(),
            Some("`/tmp` is a folder, not a program")
        );
    }
}
