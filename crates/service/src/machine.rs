//! How a service knows the machine of a worker again, however often that is started there.

use std::fs::DirBuilder;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use http::new_key;
use judging::files;

/// What only this user on this machine knows, and so nobody else can have suspended: a random key in a private file, made
/// when it is first needed. `/etc/machine-id` would not do, which every program here can read. Where no file can be
/// kept, each worker counts as a separate machine.
pub(super) fn machine_key(name: &str) -> String {
    let kept = files::cache_folder().and_then(|folder| {
        let warn = |why: &io::Error| tracing::warn!(%why, folder = %folder.display(), "no key of this machine can be kept");
        kept_key(&folder).inspect_err(warn).ok()
    });
    let key = kept.or_else(|| new_key().ok()).unwrap_or_default();
    format!("judge {key} {name}")
}

/// The key in a folder. Of several that make one at once, the first wins.
fn kept_key(folder: &Path) -> io::Result<String> {
    let file = folder.join("machine-key");
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if !file.try_exists()? {
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        new.write_all(new_key()?.as_bytes())?;
        match new.persist_noclobber(&file) {
            Err(why) if why.error.kind() != io::ErrorKind::AlreadyExists => return Err(why.error),
            _ => {}
        }
    }
    files::text(files::read(&file, files::TEXT)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_keeps_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let key = kept_key(&one).unwrap();
        assert!(!key.is_empty());
        assert_eq!(kept_key(&one).unwrap(), key);
        assert_ne!(kept_key(&other).unwrap(), key);
    }
}
