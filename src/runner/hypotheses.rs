//! The reference of a challenge with small changes, each of which may be what is wrong with a candidate.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::mutants::Mutated;
use crate::suite::IoMode;

/// The changes of a reference. A clone shares what is known.
#[derive(Clone)]
pub(crate) struct Hypotheses(Arc<Changes>);

struct Changes {
    /// What each changes; completes a sentence that begins with "it".
    words: Vec<String>,
    make: Box<Make>,
    /// What a changed reference did with these inputs.
    known: Mutex<HashMap<Asked, Option<Conduct>>>,
}

type Make = dyn Fn(usize) -> Result<Mutated, String> + Send + Sync;

/// Which changed reference is asked, how it gets its inputs, and which.
pub(super) type Asked = (usize, IoMode, Vec<Vec<u8>>);

/// What counts of a run: the output, without what may differ, and whether the program ended by itself.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Conduct {
    pub(super) output: String,
    pub(super) is_ended: bool,
}

impl Hypotheses {
    /// One for each of these words, and how the changed reference is made.
    pub(crate) fn new(
        words: Vec<String>,
        make: impl Fn(usize) -> Result<Mutated, String> + Send + Sync + 'static,
    ) -> Hypotheses {
        Hypotheses(Arc::new(Changes { words, make: Box::new(make), known: Mutex::default() }))
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
    pub(super) fn known(&self, asked: &Asked) -> Option<Option<Conduct>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).get(asked).cloned()
    }

    /// Keeps what a changed reference does.
    pub(super) fn remember(&self, asked: Asked, conduct: Option<Conduct>) {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).insert(asked, conduct);
    }
}

impl fmt::Debug for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hypotheses").field(&self.0.words.len()).finish()
    }
}

/// Whether both are of the same reference.
impl PartialEq for Hypotheses {
    fn eq(&self, other: &Hypotheses) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Hypotheses {}
