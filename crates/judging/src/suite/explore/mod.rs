//! Searching for sessions in which a reference shows all that it can do.
//!
//! The search looks at the reference's answers only, never at a program under judgement. A session whose answers show something
//! new is kept, and new sessions are made of those that were kept, the rarest first: lines are added, left out, repeated,
//! changed and exchanged. What counts as new is an answer of a new *kind*, which is the answer with its digits folded; and,
//! with the words of the session folded, too, a new pair of successive answers, an answer to another sort of line, one that
//! comes more often, or a number of another size. Others continue a known session from any of its lines, with the names that it
//! has used: rare states are reached from what people have written, hardly by chance. What the program asks is known by the end
//! of its output: some sessions answer each question with what was given there, others are changed by passages, from a question
//! until it is asked again, and a session that has set a record, such as a score, is answered otherwise line by line. A program
//! that shows all answers at its end is asked on a terminal for the sessions that matter. If two numbers in one place of a line
//! are answered differently, both neighbours of the boundary between them are found by bisection. Nothing is played after a
//! program's own end, but a few sessions that are given go on there.
//!
//! Before anything is drawn by chance, each line of a known session is mistaken in the ways that programs have, and each of its
//! passages repeated, or, of commands, done for several names. Words of the program's text are tried at each question. A session
//! in which a reference fails is played again without the line at which it failed.
//!
//! Whoever has the reference drives the search: [`Search::batch`] gives sessions, [`Search::learn`] takes the answers. For
//! one seed the sessions are always the same. The corpus is bounded, so the memory does not grow with the sessions.
//!
//! [`Findings`] says what was found, with the Good-Turing estimate of the chance that one more session shows a new kind
//! (Böhme, STADS, TOSEM 2018). The search is not a sequence of independent draws, so the estimate is a guide, not a proof.
//!
//! Because the search sees only the reference, the runs are the same for all programs, and can be shown before a
//! program is judged. They do not depend on time or on the number of cores.
//!
//! Other ways were tried. Learning the reference as a finite machine (L#, with the tests of the HSI method) held for 1 of 15
//! real programs: a balance or a list has no end of states, and learning asks only lines that are known. None of these found
//! more wrong programs of `tests/references`: long walks of lines that are not refused, sorts of words by the places where they
//! stand, sessions without one line to see whether it matters, numbers that show only in a later answer, and a part of the
//! output for each line where all is printed at the end.

mod boundaries;
mod change;
mod corpus;
mod edges;
mod folding;
mod literals;
mod novelty;
mod passages;
mod pools;
mod questions;
mod recipe;
mod search;
mod session;
mod tally;
mod vocabulary;

#[cfg(test)]
mod tests;

pub(crate) use folding::{Kind, folded};
pub(crate) use literals::{dictionary, literals, strings};
pub(crate) use search::{Inputs, Search};
pub(crate) use session::Session;
pub use session::lines;
pub(crate) use tally::Findings;
