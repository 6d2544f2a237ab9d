//! The interpreter in an executable's first line, if it can be trusted.
//!
//! The author of a submission chooses that line, and the interpreter's files are shown to the candidate. So
//! it counts only if it is a tool of a known language, found on the path of the person at the command line.
//! Files in the system's folders for programs are visible in any case.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use super::{Language, Languages};
use crate::process::is_of_system;

/// The longest first line that the system reads, in bytes: Linux's `BINPRM_BUF_SIZE`.
pub(super) const LINE: usize = 256;

/// The tool that runs an executable with this content, to be shown with all that it needs.
pub(super) fn interpreter(content: &[u8], languages: &Languages) -> Option<PathBuf> {
    let line = content[..content.len().min(LINE)].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = line.split(|byte| b" \t\r".contains(byte)).filter(|word| !word.is_empty());
    let first = Path::new(OsStr::from_bytes(words.next()?));
    let is_env = first.file_name() == Some(OsStr::new("env")) && is_of_system(first);
    if !is_env {
        return is_known(first, languages).then(|| first.to_owned());
    }
    // It is found in the candidate's own PATH; other arguments of `env` make nothing visible.
    let names = words.filter_map(|word| std::str::from_utf8(word).ok());
    names.filter(|name| languages.is_tool(name)).map(PathBuf::from).next()
}

/// The language of a source in a file with this ending. A first line that names the interpreter of another language
/// decides: many a `.sh` begins with `#!/bin/bash`.
pub fn language_of<'a>(languages: &'a Languages, ending: &str, content: &[u8]) -> Option<&'a Language> {
    let usual = languages.by_ending(ending)?;
    let named = named(content).and_then(|tool| languages.by_interpreter(tool));
    let is_run_by_itself = usual.compile.is_empty();
    Some(named.filter(|_| is_run_by_itself).unwrap_or(usual))
}

/// The name of the interpreter in the first line of a source, whatever is installed.
fn named(content: &[u8]) -> Option<&str> {
    let line = content[..content.len().min(LINE)].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    match words.next()?.rsplit('/').next()? {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('=')),
        first => Some(first),
    }
}

/// Whether a program is a tool of a known language, or of a virtual environment of one.
pub(super) fn is_known(program: &Path, languages: &Languages) -> bool {
    let is_plain = program.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    let Some(real) = program.canonicalize().ok().filter(|_| is_plain && !program.starts_with("/proc")) else {
        return false;
    };
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    if !languages.is_tool(stem(&name)) && !languages.is_tool(&name) {
        return false;
    }
    let tools = languages.tool_names().flat_map(|name| which::which_all(name).into_iter().flatten());
    let mut known = tools.filter_map(|tool| tool.canonicalize().ok());
    let is_environment = || {
        let tree = program.parent().and_then(Path::parent);
        tree.is_some_and(|tree| tree.join("pyvenv.cfg").is_file()) && is_of_system(&real)
    };
    known.any(|tool| tool == real) || is_environment()
}

/// A program's name without its version: `python` of `python3.11`.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.' || last == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tools_of_known_languages_are_shown_for_a_first_line() {
        let languages = Languages::built_in();
        let named = |line: &str| interpreter(line.as_bytes(), &languages);
        let sh = which::which("sh").unwrap();
        assert_eq!(named(&format!("#!{}\necho", sh.display())), Some(sh));
        assert_eq!(named("#!/usr/bin/env python3"), Some("python3".into()));
        assert_eq!(named("#!/usr/bin/env -S -u /root/secret/key python3 -u"), Some("python3".into()));
        for line in [
            "#!/root/secret/key",
            "#!/dev/null",
            "#!/dev/zero",
            "#!",
            "#!/usr/bin/env",
            "#!/usr/bin/env /root/secret/python3",
            "#!/tmp/env python3",
            "#!/proc/self/root/bin/sh",
            "no first line",
        ] {
            assert_eq!(named(line), None, "{line}");
        }
    }

    #[test]
    fn a_first_line_names_an_interpreter_that_need_not_be_there() {
        for (line, name) in [
            ("#!/bin/bash\necho", Some("bash")),
            ("#! /usr/bin/env -S LC_ALL=C python3.14 -u\n", Some("python3.14")),
            ("#!/usr/local/bin/lua", Some("lua")),
            ("#!", None),
            ("#!/usr/bin/env\nbash", None),
            ("echo", None),
        ] {
            assert_eq!(super::named(line.as_bytes()), name, "{line}");
        }
        let languages = Languages::built_in();
        let of = |ending: &str, content: &str| {
            language_of(&languages, ending, content.as_bytes()).map(|language| language.name.as_str())
        };
        assert_eq!(of("sh", "#!/usr/bin/env bash\n"), Some("bash"));
        assert_eq!(of("sh", "#!/bin/sh\n"), Some("sh"));
        assert_eq!(of("sh", "a=()\n"), Some("sh"));
        assert_eq!(of("py", "#!/usr/bin/env pypy\n"), of("py", ""));
        assert_eq!(of("c", "#!/usr/bin/python3\n"), of("c", ""));
        assert_eq!(of("txt", "#!/bin/bash\n"), None);
    }
}
