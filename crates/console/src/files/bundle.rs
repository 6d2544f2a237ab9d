//! Files as values: the content of a folder before a program starts, and what it leaves there. So a compiler
//! gets its source and returns its result without a permanent folder.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{FileError, Opened, Root, TEXT};

const MOST_FILES: usize = 20_000;

/// How deep its folders may be nested.
const DEEPEST: usize = 64;

/// Some files with their content, by paths below one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    files: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Item {
    path: OsString,
    #[serde(with = "serde_bytes")]
    content: Vec<u8>,
    is_executable: bool,
}

impl Bundle {
    pub fn of_file(name: impl Into<OsString>, content: Vec<u8>) -> Bundle {
        Bundle { files: vec![Item { path: name.into(), content, is_executable: false }] }
    }

    /// Adds the files of another, which take the place of those with the same path.
    pub fn and(mut self, other: &Bundle) -> Bundle {
        self.files.retain(|item| other.files.iter().all(|new| new.path != item.path));
        self.files.extend(other.files.iter().cloned());
        self
    }

    /// Removes the file with this path.
    #[must_use]
    pub fn without(self, path: &Path) -> Bundle {
        self.retaining(|known, _| known != path)
    }

    /// Keeps the files for which this is true, by path and content.
    #[must_use]
    pub fn retaining(mut self, is_kept: impl Fn(&Path, &[u8]) -> bool) -> Bundle {
        self.files.retain(|item| is_kept(Path::new(&item.path), &item.content));
        self
    }

    /// The content of the file with this path, if there is one.
    pub fn content(&self, path: &Path) -> Option<&[u8]> {
        self.files().find(|(known, _)| *known == path).map(|(_, content)| content)
    }

    /// Its files, each with its content.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.files.iter().map(|item| (Path::new(&item.path), &item.content[..]))
    }

    /// Puts all files into a folder with this name.
    pub fn within(mut self, folder: &str) -> Bundle {
        self.files
            .iter_mut()
            .for_each(|item| item.path = Path::new(folder).join(&item.path).into_os_string());
        self
    }

    /// Renames the first part of all paths that begin with this one.
    pub fn renamed(mut self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Bundle {
        for item in &mut self.files {
            if let Ok(rest) = Path::new(&item.path).strip_prefix(&from) {
                // Joined with nothing, it would end with a slash.
                item.path = to.as_ref().iter().chain(rest).collect::<PathBuf>().into_os_string();
            }
        }
        self
    }

    /// The files and folders of an author with these paths below a root, together of at most 16 MiB.
    /// Fails as [`Bundle::of_author`] does.
    pub fn of(root: &Root, paths: &[String]) -> io::Result<Bundle> {
        paths.iter().try_fold(Bundle::default(), |all, path| {
            Ok(all.and(&Bundle::of_author(root, path.as_ref(), TEXT)?))
        })
    }

    /// The file or folder at a path, under its own name, of at most 16 MiB.
    pub(crate) fn at(path: &Path) -> io::Result<Bundle> {
        let (root, name) = Root::around(path)?;
        Bundle::read(&root, name.as_os_str(), TEXT)
    }

    /// The files and folders at these paths, each under its own name, of at most 16 MiB.
    pub fn at_all(paths: &[PathBuf]) -> Result<Bundle, FileError> {
        paths.iter().try_fold(Bundle::default(), |all, path| {
            Ok(all.and(&Bundle::at(path).map_err(FileError::at(path))?))
        })
    }

    /// The names of its files and folders at the top, each once.
    pub fn names(&self) -> Vec<String> {
        let first =
            |item: &Item| Path::new(&item.path).iter().next().map(|name| name.to_string_lossy().into_owned());
        let names: BTreeSet<_> = self.files.iter().filter_map(first).collect();
        names.into_iter().collect()
    }

    /// Lets the file with this name be run, if there is one.
    pub fn with_program(mut self, name: &str) -> Bundle {
        self.files.iter_mut().filter(|item| item.path == name).for_each(|item| item.is_executable = true);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file or folder with this name below a root, without links and other special files.
    /// Fails if it cannot be read, is a link, or has more than `most` bytes or 20,000 files.
    pub fn read(root: &Root, name: &OsStr, most: u64) -> io::Result<Bundle> {
        let mut reading = Reading::of(root, most);
        reading.go(Path::new(name), 0)?;
        Ok(reading.bundle)
    }

    /// As [`Bundle::read`], with what links lead to, which must be below the root. The error names the path.
    pub fn of_author(root: &Root, path: &Path, most: u64) -> io::Result<Bundle> {
        let mut reading = Reading { follows_links: true, ..Reading::of(root, most) };
        match reading.go(path, 0) {
            Ok(()) => Ok(reading.bundle),
            Err(why) => Err(io::Error::new(why.kind(), format!("{}: {why}", reading.at.display()))),
        }
    }

    /// Those of the files with these paths below a root that are there and are reached without links.
    /// Fails if they have more than `most` bytes.
    pub(crate) fn found(root: &Root, paths: &[OsString], most: u64) -> io::Result<Bundle> {
        let mut reading = Reading::of(root, most);
        for path in paths.iter().map(Path::new) {
            let is_linked = path.ancestors().any(|part| root.is_link(part));
            if let (false, Ok(file)) = (is_linked, root.file(path)) {
                reading.add(path, &file)?;
            }
        }
        Ok(reading.bundle)
    }

    /// Writes the files into a folder that no other user can write to.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        for item in &self.files {
            let path = Path::new(&item.path);
            if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mode = if item.is_executable { 0o755 } else { 0o644 };
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true).mode(mode).open(path)?.write_all(&item.content)?;
        }
        Ok(())
    }

    /// A digest, in hexadecimal digits, which is equal for equal files only, in whatever order they were added.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut files: Vec<_> = self.files.iter().collect();
        files.sort_by_key(|item| &item.path);
        for item in files {
            for part in [item.path.as_encoded_bytes(), &item.content, &[u8::from(item.is_executable)]] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        crate::execution::hex(&hash.finalize())
    }
}

struct Reading<'a> {
    root: &'a Root,
    /// How many bytes there may still be.
    bytes_left: u64,
    bundle: Bundle,
    folders: usize,
    follows_links: bool,
    /// What is being read.
    at: PathBuf,
}

impl<'a> Reading<'a> {
    fn of(root: &'a Root, most: u64) -> Reading<'a> {
        Reading {
            root,
            bytes_left: most,
            bundle: Bundle::default(),
            folders: 0,
            follows_links: false,
            at: PathBuf::new(),
        }
    }

    fn go(&mut self, path: &Path, depth: usize) -> io::Result<()> {
        path.clone_into(&mut self.at);
        // By links that lead back there are folders without end and without files.
        if depth > DEEPEST || self.bundle.files.len().max(self.folders) >= MOST_FILES {
            return Err(io::Error::other("there are too many files"));
        }
        if self.root.is_folder(path)? {
            self.folders += 1;
            let names = self.root.names(path)?;
            return names.into_iter().try_for_each(|name| {
                let path = path.join(name);
                let is_left_out = !self.follows_links && self.root.is_link(&path);
                if is_left_out { Ok(()) } else { self.go(&path, depth + 1) }
            });
        }
        self.add(path, &self.root.file(path)?)
    }

    fn add(&mut self, path: &Path, file: &Opened) -> io::Result<()> {
        let content = file.read(self.bytes_left)?;
        self.bytes_left -= content.len() as u64;
        let is_executable = file.is_executable();
        self.bundle.files.push(Item { path: path.as_os_str().to_owned(), content, is_executable });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn what_is_written_is_read_again_and_links_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("made");
        std::fs::create_dir_all(made.join("deep")).unwrap();
        std::fs::write(made.join("deep/run"), [0, 255]).unwrap();
        std::fs::set_permissions(made.join("deep/run"), PermissionsExt::from_mode(0o700)).unwrap();
        symlink("/etc/passwd", made.join("link")).unwrap();
        let root = Root::open(folder.path()).unwrap();
        let refused = Bundle::of_author(&root, "made".as_ref(), 100).unwrap_err().to_string();
        assert!(refused.contains("made/link: it is a link to somewhere outside"), "{refused}");
        std::fs::create_dir(folder.path().join("own")).unwrap();
        symlink("../made/deep", folder.path().join("own/deep")).unwrap();
        let own = Bundle::of_author(&root, "own".as_ref(), 100).unwrap();
        assert_eq!(own.content("own/deep/run".as_ref()), Some(&[0, 255][..]));
        symlink("../own", folder.path().join("own/again")).unwrap();
        assert!(Bundle::of_author(&root, "own".as_ref(), 100).is_err(), "it has no end");
        let bundle = Bundle::read(&root, "made".as_ref(), 100).unwrap();
        assert!(Bundle::read(&root, "made/link".as_ref(), 100).is_err());
        assert!(Bundle::read(&root, "made".as_ref(), 1).is_err(), "it has two bytes");
        let again = tempfile::tempdir().unwrap();
        bundle.write(again.path()).unwrap();
        let copy = Bundle::read(&Root::open(again.path()).unwrap(), "made".as_ref(), 2).unwrap();
        assert_eq!((copy.digest(), &copy), (bundle.digest(), &bundle));
        assert!(bundle.write(again.path()).is_err(), "what is there is not replaced");
        let other = Bundle::of_file("made/deep/run", vec![0, 255]);
        assert_ne!(other.digest(), bundle.digest(), "it may not be run");
        assert!(Bundle::of_file("../x", Vec::new()).write(again.path()).is_err());
    }
}
