//! Sources as one file for `tar`, in the format ustar (POSIX.1-1988), so that they can be read, compared and judged elsewhere.

use crate::store::Status;

/// The size of a block, of the field for a name, and of that for the folder it is in, in bytes.
const BLOCK: usize = 512;
const NAME: usize = 100;
const FOLDER: usize = 155;

/// The bytes of a field and where it begins.
type Field<'a> = (usize, &'a [u8]);

/// Adds a source to an archive: in a folder for its challenge, under the names of its owner and its own and its file.
pub(super) fn add(archive: &mut Vec<u8>, status: &Status, source: &[u8]) {
    let (folder, name) = (plain(&status.challenge), plain(&status.name));
    let name = format!("{}-{}-{}", plain(&status.owner), status.id, &name[name.len().saturating_sub(40)..]);
    let mut head = [0; BLOCK];
    let (size, time) = (format!("{:011o}", source.len()), format!("{:011o}", status.submitted / 1000));
    let fields: [Field<'_>; 8] = [
        (0, &name.as_bytes()[..name.len().min(NAME)]),
        (100, b"0000644\0"),
        (124, size.as_bytes()),
        (136, time.as_bytes()),
        // The sum is made as if it were blank.
        (148, b"        "),
        (156, b"0"),
        (257, b"ustar\x0000"),
        (345, &folder.as_bytes()[..folder.len().min(FOLDER)]),
    ];
    fields.iter().for_each(|(at, text)| head[*at..at + text.len()].copy_from_slice(text));
    let sum: u32 = head.iter().copied().map(u32::from).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    archive.extend(head);
    archive.extend(source);
    archive.resize(archive.len().next_multiple_of(BLOCK), 0);
}

/// Ends an archive.
pub(super) fn end(archive: &mut Vec<u8>) {
    archive.extend([0; 2 * BLOCK]);
}

/// A name that is one for every system, and cannot lead out of a folder.
fn plain(name: &str) -> String {
    let is_plain = |sign: &char| sign.is_ascii_alphanumeric() || "._+-".contains(*sign);
    let name: String = name.chars().map(|sign| Some(sign).filter(is_plain).unwrap_or('_')).collect();
    if name.starts_with(['.', '-']) { format!("_{name}") } else { name }
}
