//! A table at which two programs sit that know each other only by a folder they share.
//!
//! Two rules hold there: nobody speaks until the previous message has been heard, and each message
//! names who may take it. A program visits the folder once a round, under a lock: it takes what is
//! there for it, or else leaves what it has to say. As nothing but a folder is needed, the two may run
//! on two machines and be written in different languages. Either may die at any moment and sit down
//! again: each keeps a record of the moves it knows, and no move is lost or made twice. The files are
//! described in `fixtures/othello/SPEC.md`; but for `session.rs`, which plays Othello there, nothing
//! here knows what is played.

mod folder;
mod handle;
mod journal;
mod lock;
mod message;
mod owner;
mod seat;
mod session;

pub use folder::FileError;
pub(crate) use handle::Handle;
pub use message::{Message, NoMessage};
pub use seat::{Error as SeatError, Seat, Visit};
pub use session::{Error, TableOptions, play};
