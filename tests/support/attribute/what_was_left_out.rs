//! The last target, by the name of its package: says what all tests left out for want of something, and how it is installed.

#[allow(dead_code, reason = "the tests ask for things, this target only counts")]
#[path = "../needs.rs"]
mod needs;

fn main() {
    // nextest asks for the tests, of which there are none; it starts each test of the others alone.
    if !std::env::args().any(|argument| argument == "--list") {
        print!("\n{}", needs::summary());
    }
}
