//! Compares the transcript on standard input with the right one for some inputs, and says where they differ first:
//! `cargo run --example play 4 0 | cargo run --example compare 4 1`.

use std::io::Read;
use std::process::ExitCode;

use referee::dialect::Dialect;
use referee::transcript::{ExpectedTranscript, Profile, compare};

fn main() -> std::io::Result<ExitCode> {
    let inputs: Vec<_> = std::env::args().skip(1).map(String::into_bytes).collect();
    let mut output = Vec::new();
    std::io::stdin().read_to_end(&mut output)?;
    let expected = ExpectedTranscript::scored(&Dialect::Tictactoe, &inputs);
    Ok(match compare(&expected, &output, Profile::Golf) {
        None => {
            println!("right");
            ExitCode::SUCCESS
        }
        Some(divergence) => {
            println!("wrong at byte {}, in the answer to input {}", divergence.at, divergence.step);
            ExitCode::FAILURE
        }
    })
}
