//! What is known of the messages of languages. It is data: `golf/languages.toml` holds it.

use super::{ErrorForm, RefusalForm};

/// What is known of the messages that a program and its interpreter may write on standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Messages {
    /// The forms in which errors that end it are looked for, in this order.
    pub errors: Vec<ErrorForm>,
    /// The forms in which its interpreter rejects a source before it executes anything.
    pub refusals: Vec<RefusalForm>,
    /// Words about a file that is missing or cannot be read, apart from the system's own.
    pub missing_file: Vec<String>,
    /// Words about an unexpected end of input.
    pub end_of_input: Vec<String>,
}
