//! The output of a program, parsed and compared.
//!
//! [`Transcript::parse`] cuts a program's output into [`Item`]s: events in the words of a dialect,
//! line feeds, and whatever is neither. It never fails and loses nothing: the items, laid end to
//! end, are the output. [`ExpectedTranscript`] is what a referee would have said to the same inputs, and
//! [`compare`] finds the first place where the two differ under a profile.

mod answers;
mod compare;
mod comparison;
mod expected;
mod parse;
mod possible;
mod reader;
mod readings;
mod shrink;

pub use compare::{Profile, compare, follow};
pub use comparison::{Choice, Comparison, Divergence, DivergenceKind, Expected};
#[doc(inline)]
pub use console::visible::{
    cut_line, is_combining, is_visible, look_alike, visible, visible_line, visible_message, visible_name,
    visible_shortened, whole_characters,
};
pub use expected::{ExpectedTranscript, Step};
pub use parse::{Item, Kind, Transcript, Turn};
pub use possible::{Possible, possible};
pub use shrink::{Shrunk, from_position, shortest, shrink};
