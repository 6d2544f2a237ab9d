//! Access to files for a helper without its own file system: with Landlock it sees only what the view shows, and writes
//! only in its folder. Where the kernel is new enough, Landlock also keeps signals and abstract sockets in. A helper with a
//! file system of its own does not need it: what it must not see is not there.

use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, Scope,
};
use rustix::fs::OFlags;

use super::view::{SYSTEM, View};

/// The newest rules that are used; an older kernel gets as many as it knows.
const NEWEST: ABI = ABI::V6;

const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// The terminal of a program; it has none but one that was made for it.
const OWN_TERMINAL: &str = "/dev/tty";

/// Devices, and files of the system about processes, processors and groups, which runtimes read.
const READABLE: [&str; 5] =
    ["/dev/random", "/dev/urandom", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup"];

/// What the C library, the loader and other common libraries read below `/etc`. Everything else there is
/// private to the machine, but for the settings of languages, which `golf/languages.toml` names.
const SETTINGS: [&str; 24] = [
    "alternatives",
    "crypto-policies",
    "gai.conf",
    "group",
    "host.conf",
    "hosts",
    "inputrc",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "locale.alias",
    "locale.conf",
    "localtime",
    "magic",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "pki/tls/openssl.cnf",
    "protocols",
    "ssl/openssl.cnf",
    "terminfo",
    "timezone",
];

/// Whether the kernel has Landlock.
pub(super) fn is_there() -> bool {
    version() > 0
}

/// Whether they forbid to make files shorter by their path; before Linux 6.2 they did not.
pub(super) fn forbids_truncation() -> bool {
    version() >= 3
}

fn version() -> i64 {
    // SAFETY: with this flag the call takes no memory, and only asks for the version.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, 1) }
}

/// Restricts this thread and all that descend from it.
/// The error is what could not be shown, or the system's reason.
pub(super) fn restrict(view: &View, folder: &Path) -> io::Result<()> {
    let read = AccessFs::from_read(NEWEST);
    let use_device = AccessFs::ReadFile | AccessFs::WriteFile;
    let mut rules = Rules::new().map_err(io::Error::other)?;
    for path in system(&view.settings) {
        rules.open_path(&path, read)?;
    }
    for device in DEVICES {
        rules.open_path(Path::new(device), use_device)?;
    }
    rules.open_path(Path::new(OWN_TERMINAL), use_device | AccessFs::IoctlDev)?;
    rules.open_path(folder, AccessFs::from_all(NEWEST))?;
    let pipes = view.pipes.iter().map(|pinned| (pinned, read | AccessFs::WriteFile));
    let shown = view.shown.iter().chain(&view.tools).map(|pinned| (pinned, read));
    for (pinned, access) in shown.chain(pipes) {
        match pinned.open_in(Path::new("/"), OFlags::PATH) {
            Ok(place) => rules.open(place, pinned.is_folder, access)?,
            // If this user may not reach it, it is shown as a copy or not at all.
            Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {}
            Err(why) => return Err(why),
        }
    }
    rules.close()
}

/// The parts of the system that may be read, with settings of these names.
fn system(names: &[String]) -> impl Iterator<Item = PathBuf> {
    let trees = SYSTEM.iter().filter(|tree| **tree != "/etc").chain(&READABLE);
    let settings = SETTINGS.iter().map(|name| Path::new("/etc").join(name));
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let of_languages = entries.filter(|entry| is_any(names, &entry.file_name().to_string_lossy()));
    trees.map(PathBuf::from).chain(settings).chain(of_languages.map(|entry| entry.path()))
}

/// Whether a file's name is one of these names, with or without a version.
fn is_any(names: &[String], file: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphabetic());
    names.iter().any(|name| file.strip_prefix(name.as_str()).is_some_and(ends))
}

struct Rules {
    rules: RulesetCreated,
}

impl Rules {
    fn new() -> Result<Rules, RulesetError> {
        let rules = Ruleset::default().handle_access(AccessFs::from_all(NEWEST))?;
        Ok(Rules { rules: rules.scope(Scope::from_all(NEWEST))?.create()? })
    }

    /// Allows access to a path; nothing is needed for a path that does not exist.
    fn open_path(&mut self, path: &Path, access: BitFlags<AccessFs>) -> io::Result<()> {
        match PathFd::new(path) {
            Ok(place) => self.open(place, path.is_dir(), access),
            Err(_) => Ok(()),
        }
    }

    fn open(&mut self, place: impl AsFd, is_folder: bool, access: BitFlags<AccessFs>) -> io::Result<()> {
        // A file has no entries.
        let access = if is_folder { access } else { access & AccessFs::from_file(NEWEST) };
        (&mut self.rules).add_rule(PathBeneath::new(place, access)).map(drop).map_err(io::Error::other)
    }

    fn close(self) -> io::Result<()> {
        self.rules.restrict_self().map(drop).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_languages_are_known_by_name_and_version() {
        let names = ["R", "bash", "fpc", "java", "perl", "php", "python", "ruby"].map(str::to_owned);
        for file in ["python3.11", "java-17-openjdk", "fpc-3.2.2.cfg", "php", "R", "bash.bashrc"] {
            assert!(is_any(&names, file), "{file}");
        }
        for file in ["shadow", "ssh", "perlfoo", "Ruby", "javascript", "group"] {
            assert!(!is_any(&names, file), "{file}");
        }
    }
}
