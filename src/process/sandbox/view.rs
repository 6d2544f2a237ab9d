//! What of the file system a command needs to see: the folders that every system has its programs
//! in, the files and folders that the command names, and the trees that its interpreter lives in.
//!
//! An interpreter may lie anywhere (version managers keep them under home), and is useless without
//! its libraries. Where a program lies in a folder `bin`, its tree is the folder around it, unless
//! that would show a home or more; links are followed step by step, since each step may lead into
//! another tree (a virtual environment, then the real interpreter), and so is the first line of a
//! script. What a program would want beyond that, or names in a way that is no path of its own
//! (`--data=/here`), it does not see, unless it is wanted to.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::{Command, ENVIRONMENT};

/// Where systems keep programs and what these need. Missing ones are passed over.
pub(super) const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix",
    "/gnu",
    "/var/lib/ghc",
];

/// Names of folders that a tree's programs lie in.
const BIN: [&str; 4] = ["bin", "sbin", "shims", "libexec"];

/// What is seen beside the system's folders: by the path at which it is seen, where it really lies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct View {
    /// Seen as they are, and not to be written.
    pub(super) shown: BTreeMap<OsString, OsString>,
    /// Seen and to be written, also by those who come later.
    pub(super) writable: BTreeMap<OsString, OsString>,
}

impl View {
    /// What a command needs, and what is wanted to be seen beside that.
    pub(super) fn of(command: &Command, wanted: &[PathBuf]) -> View {
        let mut view = View::default();
        wanted.iter().for_each(|path| view.show(path));
        let program = find(&command.program);
        view.show_program(&program, 0);
        view.show(&program);
        for arg in command.args.iter().map(Path::new).filter(|arg| arg.is_absolute()) {
            // It may be a program that the command starts.
            view.show_program(arg, 0);
            view.show(arg);
        }
        for folder in &command.writable {
            if let Ok(real) = folder.canonicalize() {
                view.writable.insert(folder.clone().into(), real.into());
            }
        }
        view
    }

    /// Shows a file or folder, unless it is seen anyway or holds a home.
    fn show(&mut self, path: &Path) {
        let Ok(real) = path.canonicalize() else { return };
        if path.is_absolute() && !self.shows(path) && !(real.is_dir() && is_too_much(&real)) {
            self.shown.insert(path.into(), real.into());
        }
    }

    fn shows(&self, path: &Path) -> bool {
        let is_plain = path.components().all(|part| part != Component::ParentDir);
        is_plain
            && (SYSTEM.iter().any(|tree| path.starts_with(tree))
                || self.shown.keys().any(|tree| path.starts_with(tree)))
    }

    /// Shows the trees of a program, and of whatever it is a link to or is interpreted by.
    fn show_program(&mut self, program: &Path, steps: u32) {
        // As many as the system itself follows.
        if steps > 40 {
            return;
        }
        if let Some(tree) = tree(program) {
            self.show(&tree);
        }
        if let Ok(target) = program.read_link() {
            let target = program.parent().unwrap_or(program).join(target);
            self.show_program(&plain(&target), steps + 1);
        } else if let Ok(real) = program.canonicalize()
            && real != program
        {
            self.show_program(&real, steps + 1);
        } else if let Some(interpreter) = interpreter(program) {
            self.show_program(&interpreter, steps + 1);
            self.show(&interpreter);
        }
    }
}

/// The file of a program: a name without a slash is looked for in the candidates' `PATH`.
pub(in crate::process) fn find(program: &Path) -> PathBuf {
    if program.as_os_str().as_bytes().contains(&b'/') {
        return program.to_owned();
    }
    let path = ENVIRONMENT.iter().find(|(name, _)| *name == "PATH").map_or("", |(_, value)| value);
    let places = path.split(':').map(|folder| Path::new(folder).join(program));
    places.into_iter().find(|place| place.is_file()).unwrap_or_else(|| program.to_owned())
}

/// The tree that a program lives in, if it lies in one.
fn tree(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let is_bin = folder.file_name().is_some_and(|name| BIN.iter().any(|bin| name == OsStr::new(bin)));
    let tree = folder.parent()?;
    let holds_more = ["lib", "lib64", "libexec", "pyvenv.cfg"].iter().any(|name| tree.join(name).exists());
    (is_bin && holds_more && !is_too_much(tree)).then(|| tree.to_owned())
}

/// Whether a folder is the root, a home, what holds homes, or a home's own `bin` and `lib`.
pub(super) fn is_too_much(folder: &Path) -> bool {
    let homes = ["/home", "/root", "/tmp", "/var", "/proc", "/sys", "/dev"].map(PathBuf::from);
    let homes = homes.into_iter().chain(std::env::home_dir());
    let is_home = |folder: &Path| folder.parent() == Some(Path::new("/home"));
    folder.file_name().is_some_and(|name| name == ".local")
        || is_home(folder)
        || homes.into_iter().any(|home| home.starts_with(folder))
}

/// A path with its `..` taken out, for one that is no link itself.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The interpreter that a script's first line names, or that `env` would find.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let length = std::fs::File::open(script).ok()?.read(&mut start).ok()?;
    let line = start[..length].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = line.split(|byte| b" \t\r".contains(byte)).filter(|word| !word.is_empty());
    let first = Path::new(OsStr::from_bytes(words.next()?));
    if first.file_name() != Some(OsStr::new("env")) {
        return Some(first.to_owned());
    }
    let name = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
    Some(find(Path::new(OsStr::from_bytes(name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_holds_the_trees_along_a_chain_of_links_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for made in ["real/bin", "real/lib", "venv/bin", "alone"] {
            std::fs::create_dir_all(base.join(made)).unwrap();
        }
        for file in ["real/bin/tool", "venv/pyvenv.cfg", "alone/data", "alone/other"] {
            std::fs::write(base.join(file), "").unwrap();
        }
        std::os::unix::fs::symlink("../../real/bin/tool", base.join("venv/bin/tool")).unwrap();
        let command = Command::new(base.join("venv/bin/tool"), [base.join("alone/data").as_os_str()]);
        let view = View::of(&command, &[]);
        let shown: Vec<_> = view.shown.keys().map(PathBuf::from).collect();
        assert_eq!(shown, [base.join("alone/data"), base.join("real"), base.join("venv")]);
    }

    #[test]
    fn homes_and_what_holds_them_are_never_shown() {
        for folder in ["/", "/home", "/home/ann", "/home/ann/.local", "/root", "/tmp"] {
            assert!(is_too_much(Path::new(folder)), "{folder}");
        }
        assert!(!is_too_much(Path::new("/home/ann/.pyenv/versions/3.12")));
    }
}
