//! What was recorded of a program.

use std::path::{Path, PathBuf};

use crate::challenge::{FeedMode, Recording};
use crate::suite::counted;

/// The files of a challenge that was made: its own, and each recording with what is in it.
pub fn new_challenge(file: &Path, files: &[PathBuf], recordings: &[(String, Recording)]) -> String {
    let row = |(file, (_, of_file)): (&PathBuf, &(String, Recording))| {
        format!("{}: {}\n", file.display(), recording(of_file))
    };
    let rows: String = files.iter().zip(recordings).map(row).collect();
    format!("{}\n{rows}", file.display())
}

/// What was recorded, in numbers, and what was not.
fn recording(recording: &Recording) -> String {
    let inputs = counted(recording.turns.len(), "input");
    let end = match recording {
        _ if recording.waits => "; what it does at the end of input is not judged",
        _ if recording.is_over() => "; then it ended by itself",
        _ => "",
    };
    let place = if recording.feed == FeedMode::Terminal { " on a terminal" } else { "" };
    format!("{inputs}{place}{end}")
}
