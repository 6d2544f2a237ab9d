//! The transcript parser, and the comparison behind it, on any bytes: it never panics, and the items
//! cover the output without gaps. `cargo +nightly fuzz run transcript`, or with a stable compiler
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run transcript`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::dialect::Dialect;
use referee::transcript::{ExpectedTranscript, Profile, Transcript, compare};

fuzz_target!(|output: &[u8]| {
    let mut at = 0;
    for item in Transcript::parse(Dialect::Tictactoe, output).items() {
        assert_eq!(item.at.start, at);
        at = item.at.end;
    }
    assert_eq!(at, output.len());
    let inputs = ["6", "9", "4", "", "0", "3", "1", "5", "0"].map(Vec::from);
    let expected = ExpectedTranscript::scored(Dialect::Tictactoe, &inputs);
    if let Some(divergence) = compare(&expected, output, Profile::Golf) {
        assert!(divergence.at <= output.len());
    }
});
