//! Archives: a `.zip` or `.kpp` is unpacked into the judge's cache, once, and read as the folder that it holds.
//!
//! An archive is not trusted. What it says of its sizes is held against what comes out, names lead nowhere but below the folder,
//! and it becomes files and folders, nothing else. A single folder that holds all the rest is left out.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};
use sha2::{Digest, Sha256};

use super::Cache;
use super::several::is_of_others;
use crate::execution::hex;
use crate::files::Root;
use crate::transcript::visible_line;

/// The endings of their names.
const ENDINGS: [&str; 2] = ["zip", "kpp"];

/// How many files and folders one may have.
const MOST_ENTRIES: u64 = 100_000;

/// The characters that stand for the bytes from 128 on in names that are not UTF-8: Windows writes those so.
const OF_DOS: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// What an archive may hold.
#[derive(Debug)]
pub(crate) struct Bounds {
    /// Its size, in bytes.
    pub(crate) archive: u64,
    /// The most bytes that it may unpack to.
    unpacked: u64,
    /// Whether hidden files, and folders of what others have written, are unpacked, too.
    is_complete: bool,
}

/// A challenge.
pub(crate) const CHALLENGE: Bounds = Bounds { archive: 1 << 30, unpacked: 2 << 30, is_complete: true };

/// What somebody hands in.
pub(crate) const SUBMISSION: Bounds = Bounds { archive: 64 << 20, unpacked: 64 << 20, is_complete: false };

/// Whether a file is an archive, by its name.
pub(crate) fn is_archive(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The folder with what an archive holds, called `name`. A single folder in it is left out unless everything `is_here`.
pub(crate) fn unpacked(
    bytes: &[u8],
    name: &OsStr,
    bounds: &Bounds,
    is_here: impl Fn(&Root) -> bool,
) -> io::Result<PathBuf> {
    let mut key = Sha256::new_with_prefix(bytes);
    key.update(name.as_encoded_bytes());
    key.update(if bounds.is_complete { "" } else { "/" });
    let fill = |folder: &Path| {
        let all = folder.join("all");
        fs::create_dir(&all)?;
        unpack(bytes, &all, bounds)?;
        let named = folder.join("named");
        fs::create_dir(&named)?;
        fs::rename(inner(&all, is_here)?, named.join(name))
    };
    Ok(Cache::named("archives").folder(&hex(&key.finalize()), fill)?.join("named").join(name))
}

/// The folder in which everything is.
fn inner(all: &Path, is_here: impl Fn(&Root) -> bool) -> io::Result<PathBuf> {
    let root = Root::open(all)?;
    let mut names = root.names(Path::new(""))?;
    names.retain(|name| !is_of_others(Path::new(name), &[]));
    Ok(match &names[..] {
        [one] if !is_here(&root) && root.is_folder(Path::new(one))? => all.join(one),
        _ => all.to_owned(),
    })
}

/// Unpacks an archive into a folder that is empty.
fn unpack(bytes: &[u8], into: &Path, bounds: &Bounds) -> io::Result<()> {
    let damaged = |why| io::Error::other(format!("it is no zip archive, or damaged: {why}"));
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    // What an archive says of their number need not be true.
    let (mut entries, mut count, mut bytes_left) =
        (archive.entries(), archive.entries_hint(), bounds.unpacked);
    for number in 1.. {
        count = count.max(number);
        if count > MOST_ENTRIES {
            return Err(io::Error::other(format!("it has more than {MOST_ENTRIES} files and folders")));
        }
        let Some(entry) = entries.next_entry().map_err(damaged)? else { break };
        let name = text(entry.file_path().as_bytes());
        let is_needed = |part: &str| bounds.is_complete || !is_of_others(Path::new(part), &[]);
        if !name.split('/').all(|part| [".", ".."].contains(&part) || is_needed(part)) {
            continue;
        }
        let size = below(&name).and_then(|path| unpack_one(&archive, &entry, &into.join(path), bytes_left));
        bytes_left -= size.map_err(|why| {
            let why = if why.kind() == io::ErrorKind::FileTooLarge {
                format!("it unpacks to more than {} MiB", bounds.unpacked >> 20)
            } else {
                why.to_string()
            };
            io::Error::other(format!("{}: {why}", visible_line(name.as_bytes())))
        })?;
    }
    Ok(())
}

/// Unpacks a file of at most `bytes_left` bytes, or a folder, to a path. Returns its size.
fn unpack_one(
    archive: &ZipSliceArchive<&[u8]>,
    entry: &ZipFileHeaderRecord<'_>,
    path: &Path,
    bytes_left: u64,
) -> io::Result<u64> {
    let refused = |why: &str| Err(io::Error::other(why));
    if entry.mode().is_symlink() {
        return refused("links in archives are not followed");
    }
    if entry.file_path().as_bytes().ends_with(b"/") || entry.file_path().as_bytes().ends_with(b"\\") {
        return fs::create_dir_all(path).map(|()| 0);
    }
    if entry.flags().is_encrypted() {
        return refused("it is encrypted");
    }
    let declared = entry.uncompressed_size_hint();
    if declared > bytes_left {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let packed = archive.get_entry(entry.wayfinder()).map_err(io::Error::other)?;
    let plain: Box<dyn Read + '_> = match entry.compression_method() {
        CompressionMethod::STORE => Box::new(packed.data()),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed.data())),
        _ => return refused("it is compressed in a way that is not known; `deflate` is"),
    };
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
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

/// A name as a text, with `/` between its parts.
fn text(name: &[u8]) -> String {
    let of_dos = |byte: &u8| OF_DOS.chars().nth((byte & 127).into()).filter(|_| *byte > 127);
    let text = str::from_utf8(name).map(str::to_owned);
    text.unwrap_or_else(|_| name.iter().map(|byte| of_dos(byte).unwrap_or((*byte).into())).collect())
        .replace('\\', "/")
}

/// A name as a path that leads to no other place than below a folder.
fn below(name: &str) -> io::Result<&Path> {
    // What is packed as the folder `.` is called so.
    let name = name.trim_start_matches("./");
    let mut parts = name.strip_suffix('/').unwrap_or(name).split('/');
    let is_plain = |part: &str| !["", ".", ".."].contains(&part) && !part.contains('\0');
    let path = (name.is_empty() || parts.all(is_plain)).then_some(Path::new(name));
    path.ok_or_else(|| io::Error::other("it would lie outside of the folder"))
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
        let why = unpack(bytes, &folder.path().join("in"), &CHALLENGE).unwrap_err().to_string();
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
        let files = [
            ("./", 0o040_755, &b""[..]),
            ("./top/data/1.in", 0o100_644, b"1\n"),
            ("top/run", 0o100_755, b"#!/bin/sh\n"),
        ];
        unpack(&archive(&files), folder.path(), &CHALLENGE).unwrap();
        let inner = |folder| inner(folder, |root| root.file(Path::new("problem.yaml")).is_ok());
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
        for name in ["../x", "./../x", ".//x", "a/../../x", "/x", "a//x", "a\\..\\x"] {
            let why = refused(&file(name));
            assert!(why.contains("outside of the folder"), "{name}: {why}");
        }
        assert!(refused(&archive(&[("a", 0o120_777, b"/etc/passwd")])).contains("not followed"));
        assert!(refused(&archive(&[("a", 0o100_644, b"1"), ("a", 0o100_644, b"2")])).contains("twice"));
        assert!(refused(b"PK\x03\x04").contains("no zip archive"));
        let large = archive(&[("a", 0o100_644, &[0; 100_000])]);
        assert_eq!(refused(&saying(large.clone(), 3 << 30)), "a: it unpacks to more than 2048 MiB");
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

    #[test]
    fn names_of_other_systems_are_read_and_folders_of_others_are_not_for_submissions() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("Ada\\src\\main.py", 0o100_644, &b"1\n"[..]),
            ("Ada\\data\\", 0o040_755, b""),
            ("__MACOSX/._Ada", 0o100_644, b"x"),
            ("Ada/venv/lib/x.py", 0o120_777, b"/etc/passwd"),
        ];
        unpack(&archive(&files), folder.path(), &SUBMISSION).unwrap();
        let top = inner(folder.path(), |_| false).unwrap();
        assert_eq!(top, folder.path().join("Ada"));
        let mut names: Vec<_> = fs::read_dir(&top).unwrap().map(|one| one.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["data", "src"]);
        assert_eq!(text(b"L\x94sung.py"), "Lösung.py");
        assert_eq!(text("Lösung.py".as_bytes()), "Lösung.py");
        assert_eq!(OF_DOS.chars().count(), 128);
        let large = archive(&[("a", 0o100_644, &[0; 100_000])]);
        let why = unpack(&saying(large, 65 << 20), folder.path(), &SUBMISSION).unwrap_err().to_string();
        assert_eq!(why, "a: it unpacks to more than 64 MiB");
    }
}
