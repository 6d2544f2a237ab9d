//! Both programs from outside, as a user runs them.

mod suite;
