//! Files that candidates leave in the folders where everybody may write. Only those of a user of their own are
//! told apart from others' files: as an ordinary user, candidates write as that user. From `filters` on they
//! can write nowhere but in their own folder.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Where everybody may write.
const PLACES: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Removes what belongs to a user that has no processes any more.
pub(super) fn remove(user: u32) {
    PLACES.iter().for_each(|place| remove_from(Path::new(place), user));
}

fn remove_from(place: &Path, user: u32) {
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        // Nobody else can put another file there: these folders let only owners remove and rename.
        let Some(metadata) = entry.metadata().ok().filter(|metadata| metadata.uid() == user) else {
            continue;
        };
        let _ = match metadata.is_dir() {
            true => std::fs::remove_dir_all(entry.path()),
            false => std::fs::remove_file(entry.path()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_belongs_to_the_user_is_removed() {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(place.path().join("folder/deep")).unwrap();
        std::fs::write(place.path().join("file"), "").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("link")).unwrap();
        let own = rustix::process::geteuid().as_raw();
        let count = || std::fs::read_dir(place.path()).unwrap().count();
        remove_from(place.path(), own + 1);
        assert_eq!(count(), 3);
        remove_from(place.path(), own);
        assert_eq!(count(), 0);
        assert!(Path::new("/etc/passwd").exists());
    }
}
