//! The file system that candidates see: an empty one, in which the system's folders and what the
//! command names appear read-only, with a `/proc` of its own, a handful of devices, and one small
//! place in memory to write, `/tmp`.
//!
//! Single files are copied in, not shown through: their owner and rights then do not matter (root
//! may keep a submission to itself), and no lock or time stamp on them leads from run to run.
//! Folders are bound, each with what is mounted below it, and made read-only as a whole.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, unmount,
};

use super::message::{Setup, path};
use super::view::SYSTEM;

pub(super) use super::folder::{Folder, ROOM};

/// Where the old root is seen while the new one is built.
const OLD: &str = "/.old";

/// What is to be seen where candidates may write is put together here, and shown there read-only.
const COPIES: &str = "/.copies";

const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", OWN_TERMINAL];

/// Whatever terminal a program has, which is none but one that was made for it. Small systems lack it.
const OWN_TERMINAL: &str = "tty";

/// Files up to this size are copied.
const COPIED: u64 = 32 << 20;

/// How many files candidates may have at once.
const FILES: u64 = 16_384;

/// What could not be done, and why.
type Refusal = (String, io::Error);

fn what(what: impl ToString) -> impl FnOnce(io::Error) -> Refusal {
    move |why| (what.to_string(), why)
}

/// Builds the file system and moves into its folder for candidates, which belongs to `user`.
pub(super) fn build(setup: &Setup, user: Option<u32>) -> Result<(), Refusal> {
    for (at, real) in setup.view.writable.iter().filter(|_| user.is_some()) {
        hand_over(path(real), user).map_err(what(format!("hand over {}", path(at).display())))?;
    }
    new_root().map_err(what("mount a root of its own"))?;
    system().map_err(what("show the system's folders"))?;
    devices().map_err(what("show devices"))?;
    std::fs::create_dir("/proc")
        .and_then(|()| Ok(mount("proc", "/proc", "proc", plain() | MountFlags::NOEXEC, c"")?))
        .map_err(what("mount a /proc of its own"))?;
    temporary(setup.files, user).map_err(what("mount a place to write"))?;
    std::fs::create_dir(COPIES).map_err(what("make a folder"))?;
    for (at, real) in &setup.view.shown {
        show(&place(path(at)), &old(path(real))).map_err(what(format!("show {}", path(at).display())))?;
    }
    for at in setup.view.writable.keys() {
        std::fs::create_dir_all(place(path(at))).map_err(what("make a folder"))?;
    }
    show_copies().map_err(what("show what lies where candidates may write"))?;
    for (at, real) in &setup.view.writable {
        mount_bind_recursive(old(path(real)), path(at))
            .map_err(|why| (format!("show {}", path(at).display()), why.into()))?;
    }
    close().map_err(what("close the new root"))
}

/// Moves into a folder for candidates in the system's own file system.
pub(super) fn move_in(setup: &Setup, user: Option<u32>) -> io::Result<()> {
    let outer = setup.folder.as_ref().map(path).ok_or(io::ErrorKind::NotFound)?;
    let room = outer.join(ROOM);
    std::fs::create_dir(&room)?;
    hand_over(outer, user)?;
    for real in setup.view.writable.values() {
        hand_over(path(real), user)?;
    }
    std::env::set_current_dir(room)
}

fn plain() -> MountFlags {
    MountFlags::NOSUID | MountFlags::NODEV
}

/// The place of something in the old root.
fn old(real: &Path) -> PathBuf {
    Path::new(OLD).join(real.strip_prefix("/").unwrap_or(real))
}

/// An empty root, with the old one in a folder of it. It is put together over `/tmp`, which every
/// system has; once it is the root, that of the old one comes to light again.
fn new_root() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    mount("tmpfs", "/tmp", "tmpfs", plain(), c"mode=0755")?;
    std::env::set_current_dir("/tmp")?;
    std::fs::create_dir(OLD.trim_start_matches('/'))?;
    rustix::process::pivot_root(".", OLD.trim_start_matches('/'))?;
    std::env::set_current_dir("/")
}

fn system() -> io::Result<()> {
    for place in SYSTEM.map(Path::new) {
        let source = old(place);
        // Most of them are links into /usr nowadays, and stay so.
        if let Ok(target) = source.read_link() {
            symlink(target, place)?;
        } else if source.is_dir() {
            bind(&source, place)?;
        }
    }
    Ok(())
}

fn bind(source: &Path, place: &Path) -> io::Result<()> {
    std::fs::create_dir_all(place)?;
    mount_bind_recursive(source, place)?;
    set_read_only(place, libc::AT_RECURSIVE)
}

fn devices() -> io::Result<()> {
    std::fs::create_dir("/dev")?;
    for device in DEVICES {
        let place = Path::new("/dev").join(device);
        if device == OWN_TERMINAL && !old(&place).exists() {
            continue;
        }
        std::fs::write(&place, "")?;
        mount_bind_recursive(old(&place), &place)?;
    }
    let links =
        [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2"), ("shm", "/tmp")];
    links.into_iter().try_for_each(|(name, target)| symlink(target, Path::new("/dev").join(name)))
}

/// One small place in memory to write, under each of the names that programs know for it.
fn temporary(size: u64, user: Option<u32>) -> io::Result<()> {
    std::fs::create_dir("/tmp")?;
    let options = format!("mode=1777,size={size},nr_inodes={FILES}");
    mount("tmpfs", "/tmp", "tmpfs", plain(), CString::new(options)?.as_c_str())?;
    let room = Path::new("/tmp").join(ROOM);
    std::fs::create_dir(&room)?;
    std::os::unix::fs::chown(&room, user, user)?;
    std::fs::create_dir_all("/var")?;
    symlink("/tmp", "/var/tmp")
}

/// Where something is put together that is to be seen at a path.
fn place(at: &Path) -> PathBuf {
    at.strip_prefix("/tmp").map_or_else(|_| at.to_owned(), |rest| Path::new(COPIES).join(rest))
}

/// Shows a file or folder; a small file by a copy that all may read.
fn show(at: &Path, source: &Path) -> io::Result<()> {
    let metadata = source.metadata()?;
    if metadata.is_dir() {
        return bind(source, at);
    }
    std::fs::create_dir_all(at.parent().unwrap_or(at))?;
    if metadata.len() > COPIED {
        std::fs::write(at, "")?;
        mount_bind_recursive(source, at)?;
        return set_read_only(at, 0);
    }
    let may_run = if metadata.mode() & 0o111 == 0 { 0 } else { 0o111 };
    std::fs::write(at, std::fs::read(source)?)?;
    std::fs::set_permissions(at, PermissionsExt::from_mode(0o444 | may_run))
}

/// Shows in `/tmp` what was put together for it. As mounts, these can neither be removed nor given
/// another name, though all around them may be written.
fn show_copies() -> io::Result<()> {
    for entry in std::fs::read_dir(COPIES)? {
        let entry = entry?;
        let at = Path::new("/tmp").join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir(&at)?;
        } else {
            std::fs::write(&at, "")?;
        }
        mount_bind_recursive(entry.path(), &at)?;
        set_read_only(&at, libc::AT_RECURSIVE)?;
    }
    Ok(())
}

/// Lets go of the old root, and makes the new one read-only.
fn close() -> io::Result<()> {
    unmount(OLD, UnmountFlags::DETACH)?;
    std::fs::remove_dir(OLD)?;
    set_read_only(Path::new("/"), 0)?;
    std::env::set_current_dir(Path::new("/tmp").join(ROOM))
}

/// Makes a mount read-only, without devices and other users' rights.
fn set_read_only(place: &Path, flags: i32) -> io::Result<()> {
    // `struct mount_attr`: to set (read-only, nosuid, nodev), to clear, propagation, user namespace.
    let attributes = [1_u64 | 2 | 4, 0, 0, 0];
    let place = CString::new(place.as_os_str().as_bytes())?;
    // SAFETY: both pointers are to values that live through the call, whose size is told.
    let outcome = unsafe {
        let size = size_of_val(&attributes);
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            place.as_ptr(),
            flags,
            attributes.as_ptr(),
            size,
        )
    };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Gives a folder of the judge's, with what is in it, to the user that candidates run as.
fn hand_over(folder: &Path, user: Option<u32>) -> io::Result<()> {
    let Some(user) = user.filter(|user| folder.metadata().is_ok_and(|now| now.uid() != *user)) else {
        return Ok(());
    };
    let entries: Vec<_> = std::fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    for entry in entries {
        if entry.file_type()?.is_dir() {
            hand_over(&entry.path(), Some(user))?;
        } else {
            std::os::unix::fs::lchown(entry.path(), Some(user), Some(user))?;
        }
    }
    std::os::unix::fs::chown(folder, Some(user), Some(user))
}
