//! How long requests may be.

/// The longest source, in bytes.
pub(crate) const LONGEST_SOURCE: usize = 1 << 20;

/// The longest request, in bytes: a source in which every byte is escaped.
pub(super) const LONGEST: usize = 6 * LONGEST_SOURCE + (64 << 10);

/// The longest request with only a few words, in bytes.
pub(super) const SHORT: usize = 16 << 10;

/// How many bytes of bodies may be in memory, of all requests and of those of one client: ten of the longest.
pub(super) const BODIES: usize = 10 * LONGEST;

/// See [`BODIES`].
pub(super) const BODIES_OF_ONE: usize = 3 * LONGEST;
