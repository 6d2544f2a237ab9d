//! Copies for candidates whose helper gave up root's rights and has no file system of its own. They run as a
//! user who may read only what everybody may. So files that only root may read are copied to a place that
//! they can see, and their command names the copies.
//!
//! Without that, the candidates of a judge that is root could read `/etc/shadow` at `rlimits` and `filters`.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::view::View;
use crate::files::{Bundle, Pinned, Root};

/// The name of the folder with the copies, in the folder around that of the candidates.
const COPIES: &str = "shown";

/// The most bytes of a folder that are copied.
const LARGEST: u64 = 256 << 20;

/// Paths, and the paths that replace them.
pub(super) type Moved = BTreeMap<OsString, OsString>;

/// Copies files that not everybody may read into a folder that no other user may write to.
/// Fails if something was replaced, is too large, or cannot be copied.
pub(super) fn stage(view: &View, outer: &Path) -> io::Result<Moved> {
    let hidden = view.shown.iter().filter(|pinned| !is_for_all(pinned.real()));
    let copied = hidden.enumerate().map(|(number, pinned)| {
        let folder = outer.join(COPIES).join(number.to_string());
        let name = pinned.at().file_name().unwrap_or(OsStr::new("root"));
        copy(pinned, &folder, name)
            .map_err(|why| io::Error::new(why.kind(), format!("{}: {why}", pinned.at().display())))?;
        Ok((pinned.at.clone(), folder.join(name).into_os_string()))
    });
    copied.collect()
}

/// The path that replaces a word: it may be that of a file in a folder that was copied.
pub(super) fn place_of(moved: &Moved, word: &OsString) -> OsString {
    let path = Path::new(word);
    let copy =
        |around: &Path| Some(Path::new(moved.get(around.as_os_str())?).join(path.strip_prefix(around).ok()?));
    let copied = || path.ancestors().skip(1).find_map(copy).map(PathBuf::into_os_string);
    moved.get(word).cloned().or_else(copied).unwrap_or_else(|| word.clone())
}

fn copy(pinned: &Pinned, folder: &Path, name: &OsStr) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    if pinned.is_folder {
        pinned.open_in(Path::new("/"), OFlags::PATH)?;
        let (root, real_name) = Root::around(pinned.real())?;
        Bundle::read(&root, real_name.as_os_str(), LARGEST)?.write(folder)?;
        return if real_name == name {
            Ok(())
        } else {
            std::fs::rename(folder.join(real_name), folder.join(name))
        };
    }
    let mut source = File::from(pinned.open_in(Path::new("/"), OFlags::RDONLY)?);
    let may_run = if source.metadata()?.mode() & 0o111 == 0 { 0 } else { 0o111 };
    let mut copy = File::create_new(folder.join(name))?;
    io::copy(&mut source, &mut copy)?;
    copy.set_permissions(PermissionsExt::from_mode(0o444 | may_run))
}

/// Whether everybody may read what lies at a path without links, and run it if anybody may.
pub(super) fn is_for_all(real: &Path) -> bool {
    let mode = |path: &Path| path.metadata().map_or(0, |metadata| metadata.mode());
    let may_pass = real.ancestors().skip(1).all(|folder| mode(folder) & 0o001 != 0);
    let own = mode(real);
    may_pass && own & 0o004 != 0 && (own & 0o111 == 0 || own & 0o001 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_not_everybody_may_read_is_copied_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let outer = base.join("outer");
        std::fs::create_dir_all(base.join("own/deep")).unwrap();
        std::fs::write(base.join("own/deep/file"), "text").unwrap();
        let pinned = |path: &Path| Pinned::named(path).unwrap();
        std::fs::set_permissions(&base, PermissionsExt::from_mode(0o700)).unwrap();
        let shown =
            vec![pinned(Path::new("/usr")), pinned(&base.join("own")), pinned(&base.join("own/deep/file"))];
        let moved = stage(&View { shown, ..View::default() }, &outer).unwrap();
        let copy = |path: &str| Path::new(&moved[base.join(path).as_os_str()]).to_owned();
        assert_eq!(moved.len(), 2);
        assert_eq!(std::fs::read(copy("own").join("deep/file")).unwrap(), b"text");
        assert_eq!(std::fs::read(copy("own/deep/file")).unwrap(), b"text");
        assert!(copy("own").starts_with(&outer) && is_for_all(Path::new("/usr")));
        let inner = base.join("own/deep/other").into_os_string();
        assert_eq!(Path::new(&place_of(&moved, &inner)), copy("own").join("deep/other"));
        assert_eq!(place_of(&moved, &"/usr/bin/sh".into()), "/usr/bin/sh");
    }
}
