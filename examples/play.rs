//! Plays a game of tic-tac-toe and prints its transcript: `cargo run --example play 4 0 2 6 3 5 1 7 8`.

use std::io::Write;

use referee::dialect::Dialect;
use referee::transcript::ExpectedTranscript;

fn main() -> std::io::Result<()> {
    let inputs: Vec<_> = std::env::args().skip(1).map(String::into_bytes).collect();
    let transcript = ExpectedTranscript::strict(&Dialect::Tictactoe, &inputs).text();
    std::io::stdout().write_all(&transcript)
}
