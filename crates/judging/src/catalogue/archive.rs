//! Challenges in archives: a `.zip` or `.kpp` is unpacked into the judge's cache, once.
//!
//! An archive is not trusted. What it says of its sizes is held against what comes out, names lead nowhere but below the folder,
//! and it becomes files and folders, nothing else. A single folder that holds all the rest is left out.

use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};
use sha2::{Digest, Sha256};

use super::FILE;
use super::error::{CatalogueError, at};
use crate::execution::hex;
use crate::files::{self, Root};
use crate::golf::Cache;
use crate::kattis::is_package;
use crate::transcript::visible_line;

/// The endings of their names.
const ENDINGS: [&str; 2] = ["zip", "kpp"];

/// The largest archive, in bytes.
const LARGEST: u64 = 1 << 30;

/// The most bytes that it may unpack to.
const MOST_BYTES: u64 = 2 << 30;
const TOO_LARGE: &str = "it unpacks to more than 2 GiB";
const MOST_ENTRIES: u64 = 100_000;

/// Files that some systems add to archives.
const ADDED: &str = "__MACOSX";

/// The folder of a path: the path itself, or its unpacked content if it is an archive.
pub fn unpacked(path: &Path) -> Result<PathBuf, CatalogueError> {
    if !is_archive(path) || !path.is_file() {
        return Ok(path.to_owned());
    }
    let bytes = files::read(path, LARGEST).map_err(at(path))?;
    // Challenges are called by the names of their folders.
    let name = path.file_stem().unwrap_or_default();
    let mut key = Sha256::new_with_prefix(&bytes);
    key.update(name.as_encoded_bytes());
    let fill = |folder: &Path| {
        let all = folder.join("all");
        fs::create_dir(&all)?;
        unpack(&bytes, &all)?;
        let named = folder.join("named");
        fs::create_dir(&named)?;
        fs::rename(inner(&all)?, named.join(name))
    };
    let kept = Cache::named("archives").folder(&hex(&key.finalize()), fill).map_err(at(path))?;
    Ok(kept.join("named").join(name))
}

/// Whether there is a challenge in a folder.
pub(super) fn is_challenge(root: &Root) -> bool {
    root.file(Path::new(FILE)).is_ok() || is_package(root)
}

pub(super) fn is_archive(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The folder in which everything is.
fn inner(all: &Path) -> io::Result<PathBuf> {
    let root = Root::open(all)?;
    let mut names = root.names(Path::new(""))?;
    names.retain(|name| name != ADDED && !name.as_encoded_bytes().starts_with(b"."));
    Ok(match &names[..] {
        [one] if !is_challenge(&root) && root.is_folder(Path::new(one))? => all.join(one),
        _ => all.to_owned(),
    })
}

/// Unpacks an archive into a folder that is empty.
fn unpack(bytes: &[u8], into: &Path) -> io::Result<()> {
    let damaged = |why| io::Error::other(format!("it is no zip archive, or damaged: {why}"));
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    // What an archive says of their number need not be true.
    let (mut entries, mut count, mut bytes_left) = (archive.entries(), archive.entries_hint(), MOST_BYTES);
    for number in 1.. {
        count = count.max(number);
        if count > MOST_ENTRIES {
            return Err(io::Error::other(format!("it has more than {MOST_ENTRIES} files and folders")));
        }
        let Some(entry) = entries.next_entry().map_err(damaged)? else { break };
        let name = entry.file_path().as_bytes();
        bytes_left -= unpack_one(&archive, &entry, into, bytes_left)
            .map_err(|why| io::Error::other(format!("{}: {why}", visible_line(name))))?;
    }
    Ok(())
}

/// Unpacks a file or folder of at most `bytes_left` bytes. Returns its size.
fn unpack_one(
    archive: &ZipSliceArchive<&[u8]>,
    entry: &ZipFileHeaderRecord<'_>,
    into: &Path,
    bytes_left: u64,
) -> io::Result<u64> {
    let refused = |why: &str| Err(io::Error::other(why));
    let name = entry.file_path();
    let Some(path) = below(name.as_bytes()) else {
        return refused("it would lie outside of the folder, or its name is no text");
    };
    let path = into.join(path);
    if entry.mode().is_symlink() {
        return refused("there are no links in packages");
    }
    if name.is_dir() {
        return fs::create_dir_all(path).map(|()| 0);
    }
    if entry.flags().is_encrypted() {
        return refused("it is encrypted");
    }
    let declared = entry.uncompressed_size_hint();
    if declared > bytes_left {
        return refused(TOO_LARGE);
    }
    let packed = archive.get_entry(entry.wayfinder()).map_err(io::Error::other)?;
    let plain: Box<dyn Read + '_> = match entry.compression_method() {
        CompressionMethod::STORE => Box::new(packed.data()),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed.data())),
        _ => return refused("it is compressed in a way that is not known; `deflate` is"),
    };
    fs::create_dir_all(path.parent().unwrap_or(into))?;
    let is_program = entry.mode().permissions() & 0o111 != 0;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(if is_program { 0o755 } else { 0o644 });
    let mut file = options.open(path).map_err(|why| match why.kind() {
        io::ErrorKind::AlreadyExists => io::Error::other("it is there twice"),
        _ => why,
    })?;
    // Its size and its checksum are looked at where it ends, or where it should.
    io::copy(&mut packed.verifying_reader(plain).take(declared + 1), &mut file)
}

/// A name as a path that leads to no other place than below a folder.
fn below(name: &[u8]) -> Option<&Path> {
    let name = str::from_utf8(name).ok()?;
    let mut parts = name.strip_suffix('/').unwrap_or(name).split('/');
    let is_plain = |part: &str| !["", ".", ".."].contains(&part) && !part.contains(['\\', '\0']);
    parts.all(is_plain).then_some(Path::new(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    use rawzip::ZipArchiveWriter;
    use rawzip::path::EntryPath;

    /// An archive of these files, with their modes.
    fn archive(files: &[(&str, u32, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (name, mode, content) in files {
            let file = archive.new_file(EntryPath::verbatim(name.as_bytes())).unix_permissions(*mode);
            let (mut entry, config) = file.compression_method(CompressionMethod::DEFLATE).start().unwrap();
            let packer = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
            let mut writer = config.wrap(packer);
            writer.write_all(content).unwrap();
            let (packer, descriptor) = writer.finish().unwrap();
            packer.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        bytes
    }

    fn refused(bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let why = unpack(bytes, &folder.path().join("in")).unwrap_err().to_string();
        let outside =
            fs::read_dir(folder.path()).unwrap().filter(|one| one.as_ref().unwrap().file_name() != "in");
        assert_eq!(outside.count(), 0, "{why}");
        why
    }

    /// Changes the size that an archive states for its first file.
    fn saying(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
        let central = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        bytes[central + 24..central + 28].copy_from_slice(&size.to_le_bytes());
        bytes
    }

    #[test]
    fn files_come_out_as_they_went_in() {
        let folder = tempfile::tempdir().unwrap();
        let files = [("top/data/1.in", 0o100_644, &b"1\n"[..]), ("top/run", 0o100_755, b"#!/bin/sh\n")];
        unpack(&archive(&files), folder.path()).unwrap();
        let top = inner(folder.path()).unwrap();
        assert_eq!(top, folder.path().join("top"));
        assert_eq!(fs::read(top.join("data/1.in")).unwrap(), b"1\n");
        let is_program = |name: &str| top.join(name).metadata().unwrap().permissions().mode() & 0o111 != 0;
        assert!(is_program("run") && !is_program("data/1.in"));
        fs::write(folder.path().join(".DS_Store"), "").unwrap();
        assert_eq!(inner(folder.path()).unwrap(), top);
        fs::write(folder.path().join("problem.yaml"), "").unwrap();
        assert_eq!(inner(folder.path()).unwrap(), folder.path());
    }

    #[test]
    fn what_would_do_harm_is_refused() {
        let file = |name| archive(&[(name, 0o100_644, b"x")]);
        for name in ["../x", "a/../../x", "/x", "a//x", "a\\..\\x"] {
            let why = refused(&file(name));
            assert!(why.contains("outside of the folder"), "{name}: {why}");
        }
        assert!(refused(&archive(&[("a", 0o120_777, b"/etc/passwd")])).contains("no links"));
        assert!(refused(&archive(&[("a", 0o100_644, b"1"), ("a", 0o100_644, b"2")])).contains("twice"));
        assert!(refused(b"PK\x03\x04").contains("no zip archive"));
        let large = archive(&[("a", 0o100_644, &[0; 100_000])]);
        assert_eq!(refused(&saying(large.clone(), 3 << 30)), "a: it unpacks to more than 2 GiB");
        assert_eq!(refused(&saying(large, 10)), "a: Invalid size: expected 10, got 11");
        let names: Vec<_> = (0..=MOST_ENTRIES).map(|number| format!("{number}/")).collect();
        let mut many = Vec::new();
        let mut writer = ZipArchiveWriter::new(&mut many);
        for name in &names {
            writer.new_dir(name.as_str()).create().unwrap();
        }
        writer.finish().unwrap();
        assert_eq!(refused(&many), "it has more than 100000 files and folders");
    }
}
