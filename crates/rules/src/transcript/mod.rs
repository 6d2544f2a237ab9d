//! What a program printed, understood.
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

#[doc(hidden)]
pub use compare::follow;
pub use compare::{Profile, compare};
#[doc(hidden)]
pub use comparison::{Choice, Comparison};
pub use comparison::{Divergence, DivergenceKind, Expected};
#[doc(hidden)]
pub use console::visible::visible_shortened;
#[doc(inline)]
pub use console::visible::{is_visible, visible, visible_line, visible_message};
pub use expected::{ExpectedTranscript, Step};
pub use parse::{Item, Kind, Transcript, Turn};
#[doc(hidden)]
pub use possible::{Possible, possible};
pub use shrink::{Shrunk, shortest, shrink};
