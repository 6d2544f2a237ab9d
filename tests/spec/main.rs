//! The library, held against the specification.

mod diagnosis;
mod tolerance;
