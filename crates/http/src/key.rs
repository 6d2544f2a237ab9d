//! Unguessable names: of games, which allow to watch them, and keys of seats, which allow to move. Of the
//! keys only a digest is stored, so that a copy of the database does not allow to move.

use std::io;

use sha2::{Digest as _, Sha256};

/// The stored digest of a seat's key.
pub type Lock = [u8; 32];

/// 32 characters that are hard to confuse, five bits each.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The length of a game's name, in characters: 80 bits.
const NAME: usize = 16;

/// The length of a key, in characters: 130 bits.
const KEY: usize = 26;

/// A new name for a game.
pub fn new_name() -> io::Result<String> {
    signs(NAME)
}

/// A new key to a seat.
pub fn new_key() -> io::Result<String> {
    signs(KEY)
}

/// Whether a text may be the name of a game at all.
pub fn is_name(text: &str) -> bool {
    text.len() == NAME && text.bytes().all(|byte| SIGNS.contains(&byte))
}

/// The stored form of a key.
pub fn lock(key: &str) -> Lock {
    Sha256::digest(key).into()
}

fn signs(count: usize) -> io::Result<String> {
    let mut bytes = [0; KEY];
    let mut filled = 0;
    while filled < bytes.len() {
        filled += rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty())?;
    }
    Ok(bytes[..count].iter().map(|byte| char::from(SIGNS[usize::from(byte & 31)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_are_long_and_never_the_same() {
        let names: std::collections::HashSet<_> = (0..1000).map(|_| new_name().unwrap()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_name(name)));
        assert!(!is_name(&new_key().unwrap()) && !is_name("") && !is_name("../../etc/passwd"));
        assert_ne!(lock("a"), lock("b"));
    }
}
