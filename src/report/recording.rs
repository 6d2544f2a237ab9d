//! What was recorded of a program.

use crate::challenge::{FeedMode, Recording};
use crate::suite::counted;

/// What was recorded, in numbers, and what was not.
pub(crate) fn recording(recording: &Recording) -> String {
    let inputs = counted(recording.turns.len(), "input");
    let end = match recording {
        _ if recording.waits => "; what it does at the end of input is not judged",
        _ if recording.is_over() => "; then it ended by itself",
        _ => "",
    };
    let place = if recording.feed == FeedMode::Terminal { " on a terminal" } else { "" };
    format!("{inputs}{place}{end}")
}
