//! Exercises of other systems as challenges: what teachers bring from GitHub Classroom, Moodle, Polygon and others.
//!
//! A format is a file here and a line in `found.rs`. A source is recognised by what is in it, and nothing in it is believed or
//! run. What cannot be carried over is named once; cases that would be judged otherwise are rather left out.

mod check50;
mod classroom;
mod command;
mod exercise;
mod found;
mod moodle;
mod olympiad;
mod pairs;
mod polygon;
mod source;
mod vpl;

pub use found::{Exercises, found};
