//! A fence around files, for a helper without a file system of its own: Landlock lets it see what
//! the view shows and write in its folder only. Where the kernel is new enough, the fence also
//! keeps signals and abstract sockets in. With a file system of its own a helper needs no fence,
//! for there what is not to be seen is not there.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope,
};

use super::message::path;
use super::view::{SYSTEM, View};

/// The newest rules that are made use of; of an older kernel, as many as it has.
const NEWEST: ABI = ABI::V6;

/// Devices that may be written to.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Whatever terminal a program has; it has none but one that was made for it.
const OWN_TERMINAL: &str = "/dev/tty";

/// Devices and the system's own account of processes, which runtimes read.
const READABLE: [&str; 5] =
    ["/dev/random", "/dev/urandom", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup"];

/// Whether the kernel has such fences.
pub(super) fn is_there() -> bool {
    // SAFETY: with this flag the call takes no memory, and only asks for the version.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, 1) > 0 }
}

/// Fences this thread in, and all that come of it.
pub(super) fn raise(view: &View, folder: &Path) -> Result<(), RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let mut fence = Ruleset::default().handle_access(all)?.scope(Scope::from_all(NEWEST))?.create()?;
    let shown = view.shown.values().map(path);
    let readable = SYSTEM.iter().chain(&READABLE).map(Path::new).chain(shown).map(|path| (path, read));
    let devices = DEVICES.iter().map(|path| (Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile));
    let terminal = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let devices = devices.chain([(Path::new(OWN_TERMINAL), terminal)]);
    let writable = view.writable.values().map(path).chain([folder]).map(|path| (path, all));
    for (path, access) in readable.chain(devices).chain(writable) {
        // What is not there need not be let through.
        let Ok(place) = PathFd::new(path) else { continue };
        fence = fence.add_rule(PathBeneath::new(place, fitting(path, access)))?;
    }
    fence.restrict_self().map(drop)
}

/// The rights that make sense for what lies at a path: a file has no entries.
fn fitting(path: &Path, access: BitFlags<AccessFs>) -> BitFlags<AccessFs> {
    if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) }
}
