//! What of the file system a command needs to see: the folders with the system's programs, the files that
//! were pinned for it, and the trees that its tools are in.
//!
//! A tool may be anywhere (version managers install below the home), and needs its libraries. If it is in a
//! folder `bin`, its tree is the parent of that folder, unless that would show a home or more. Links are
//! followed step by step, since each step may lead into another tree (a virtual environment, then the real
//! interpreter), and so is the first line of a script. This is done only for tools, which the person at the
//! command line chose: nothing in a submission makes anything visible.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::command::{Command, ENVIRONMENT};
use crate::files::Pinned;

/// Where systems keep programs and their libraries. Missing ones are skipped.
pub(super) const SYSTEM: [&str; 13] = [
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
    "/var/lib/chicken",
    "/var/lib/ghc",
];

/// Paths that each candidate has its own version of.
pub(super) const OWN: [&str; 4] = ["/proc", "/dev", "/.old", "/.copies"];

/// Names of folders with a tree's programs.
const BIN: [&str; 4] = ["bin", "sbin", "shims", "libexec"];

/// The paths that are shown, read-only, in addition to the system's folders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct View {
    pub(super) shown: Vec<Pinned>,
    /// Tools, and the trees that they are in.
    pub(super) tools: Vec<Pinned>,
    /// Folders with named pipes, which may be written to.
    pub(super) pipes: Vec<Pinned>,
    /// Names below `/etc`, with or without a version, of settings that it may read.
    pub(super) settings: Vec<String>,
}

impl View {
    /// The paths that a command needs, and others that were asked for.
    pub(super) fn of(command: &Command, wanted: &[Pinned]) -> View {
        let shown = wanted.iter().chain(&command.files).filter(|pinned| is_to_be_shown(pinned));
        let mut view = View {
            shown: shown.cloned().collect(),
            tools: Vec::new(),
            pipes: command.pipes.clone(),
            settings: command.settings.to_vec(),
        };
        command.tools.iter().for_each(|tool| view.show_tool(&find(tool), 0));
        view
    }

    /// All of it by the paths at which it is shown, without what is in another folder that is shown.
    pub(super) fn all(&self) -> Vec<&Pinned> {
        let mut all: Vec<_> = self.shown.iter().chain(&self.tools).chain(&self.pipes).collect();
        all.sort_by(|a, b| a.at().cmp(b.at()));
        all.dedup_by(|inner, outer| inner.at().starts_with(outer.at()));
        all
    }

    fn show(&mut self, path: &Path) {
        let pinned = Pinned::named(path).ok().filter(|_| path.is_absolute());
        self.tools.extend(pinned.filter(is_to_be_shown));
    }

    /// Shows a tool and the trees that it is in, following links and interpreters.
    fn show_tool(&mut self, tool: &Path, steps: u32) {
        // The system itself follows as many links.
        if steps > 40 {
            return;
        }
        self.show(tool);
        if let Some(tree) = tree_of(tool) {
            self.show(&tree);
        }
        if let Ok(target) = tool.read_link() {
            let target = tool.parent().unwrap_or(tool).join(target);
            self.show_tool(&plain(&target), steps + 1);
        } else if let Ok(real) = tool.canonicalize()
            && real != tool
        {
            self.show_tool(&real, steps + 1);
        } else if let Some(interpreter) = interpreter(tool) {
            self.show_tool(&interpreter, steps + 1);
        }
    }
}

/// Whether it would not be seen otherwise, and contains no home.
fn is_to_be_shown(pinned: &Pinned) -> bool {
    let is_own = OWN.iter().any(|own| pinned.at().starts_with(own)) && !pinned.at().starts_with("/dev/shm");
    let is_hidden = is_own || (pinned.is_folder && is_too_much(pinned.real()));
    !is_hidden && !is_of_system(pinned.at())
}

/// Whether a path without `..` lies where systems keep programs.
#[doc(hidden)]
pub fn is_of_system(path: &Path) -> bool {
    let is_plain = path.components().all(|part| part != Component::ParentDir);
    is_plain && SYSTEM.iter().any(|tree| path.starts_with(tree))
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

/// The folder of a program that was installed with all that it needs in its own folder.
#[doc(hidden)]
pub fn tree_of(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let is_bin = folder.file_name().is_some_and(|name| BIN.iter().any(|bin| name == OsStr::new(bin)));
    let tree = folder.parent()?;
    let holds_more = ["lib", "lib64", "libexec", "pyvenv.cfg"].iter().any(|name| tree.join(name).exists());
    (is_bin && holds_more && !is_too_much(tree)).then(|| tree.to_owned())
}

/// Whether a folder is the root, a home, a folder of homes, or a home's own `bin` or `lib`.
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

/// The interpreter that the first line of a tool names, or that `env` would find.
fn interpreter(tool: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let length = std::fs::File::open(tool).ok()?.read(&mut start).ok()?;
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
        let pinned = |path: &str| Pinned::named(&base.join(path)).unwrap();
        let command = Command {
            tools: vec![base.join("venv/bin/tool")],
            files: vec![pinned("alone/data"), pinned("venv/pyvenv.cfg")],
            ..Command::new(base.join("venv/bin/tool"), [base.join("alone/other").as_os_str()])
        };
        let view = View::of(&command, &[]);
        let shown: Vec<_> = view.all().into_iter().map(Pinned::at).collect();
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
