//! A table for two programs that communicate only through a folder that they share.
//!
//! There are two rules: no message is sent until the previous one has been received, and each message names
//! its receiver. A program visits the folder once per round, under a lock: it takes a message for it, or
//! otherwise leaves its own. As only a folder is needed, the programs may run on two machines and be written
//! in different languages. Either may die at any moment and be started again: each keeps a record of the
//! moves it knows, and no move is lost or made twice. The files are described in `fixtures/othello/SPEC.md`.
//! Except for `session.rs`, which plays Othello, this module does not depend on the game.

mod folder;
mod handle;
mod lock;
mod message;
mod owner;
mod seat;
mod session;

pub(crate) use message::Message;
pub(crate) use seat::{Seat, SeatError, Visit};
pub use session::{Error, TableOptions, play, typed};
