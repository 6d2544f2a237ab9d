//! The reference of a challenge with small changes, each of which may be what is wrong with a candidate.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::mutants::Mutated;
use crate::suite::IoMode;

/// The changes of a reference. A clone shares what is known.
#[derive(Clone)]
pub(crate) struct Hypotheses(Arc<LazyLock<Changes, Load>>);

/// The changes are not needed before a candidate has failed.
type Load = Box<dyn FnOnce() -> Changes + Send>;

struct Changes {
    words: Vec<String>,
    make: Box<Make>,
    /// What a changed reference did with these inputs.
    known: Mutex<HashMap<Asked, Option<RunDigest>>>,
}

/// How a changed reference is made.
pub(crate) type Make = dyn Fn(usize) -> Result<Mutated, String> + Send + Sync;

/// Which changed reference is asked, how it gets its inputs, and which.
pub(super) type Asked = (usize, IoMode, Vec<Vec<u8>>);

/// What counts of a run. Outputs can be long, and hundreds of runs are remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RunDigest {
    /// The digest of the output, without what may differ.
    pub(super) output: [u8; 32],
    /// Whether the program ended by itself.
    pub(super) is_ended: bool,
}

impl Hypotheses {
    /// What each changes, in words that complete a sentence with "it", and how the changed reference is made; none if nothing can
    /// be changed.
    pub(crate) fn new(
        load: impl FnOnce() -> Option<(Vec<String>, Box<Make>)> + Send + 'static,
    ) -> Hypotheses {
        let none = || -> (Vec<String>, Box<Make>) {
            (Vec::new(), Box::new(|_| Err("there are no changes".to_owned())))
        };
        let load = move || {
            let (words, make) = load().unwrap_or_else(none);
            Changes { words, make, known: Mutex::default() }
        };
        Hypotheses(Arc::new(LazyLock::new(Box::new(load))))
    }

    /// What each changes; completes a sentence that begins with "it".
    pub(super) fn words(&self) -> &[String] {
        &self.0.words
    }

    /// The changed reference of this number.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub(super) fn make(&self, number: usize) -> Result<Mutated, String> {
        (self.0.make)(number)
    }

    /// What is known of what a changed reference does; the inner is none if it is no program.
    pub(super) fn known(&self, asked: &Asked) -> Option<Option<RunDigest>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).get(asked).copied()
    }

    /// Keeps what a changed reference does.
    pub(super) fn remember(&self, asked: Asked, run: Option<RunDigest>) {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).insert(asked, run);
    }
}

impl fmt::Debug for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hypotheses").finish_non_exhaustive()
    }
}

/// Whether both are of the same reference.
impl PartialEq for Hypotheses {
    fn eq(&self, other: &Hypotheses) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Hypotheses {}
