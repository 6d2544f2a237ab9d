//! Proposals for a challenge.

use crate::catalogue::Proposals;
use crate::challenge::{FeedMode, Recording};
use crate::dialect::Dialect;
use crate::suite::counted;
use std::path::{Path, PathBuf};

/// The paths of the proposals, and if they were written, what to do with them by this command; or that everything is right.
pub fn proposals(dialect: &Dialect, proposals: &Proposals, accept: Option<&str>) -> String {
    let paths: Vec<_> = proposals.paths().iter().map(|path| path.display().to_string()).collect();
    let has_snapshots = paths.iter().any(|path| path.ends_with(".snap.new"));
    let insta = if has_snapshots { " or `cargo insta review`" } else { "" };
    let next = match (paths.is_empty(), dialect.observed(), accept) {
        (true, Some(_), _) => "every recording is right\n".to_owned(),
        (true, None, _) => "every move list has its expected transcript\n".to_owned(),
        (false, _, None) => String::new(),
        (false, _, Some(accept)) => format!("proposed; review them, then run `{accept}`{insta}\n"),
    };
    paths.iter().map(|path| format!("{path}\n")).collect::<String>() + &next
}

/// The files of a challenge that was made: its own, and each recording with what is in it.
pub fn new_challenge(file: &Path, files: &[PathBuf], recordings: &[(String, Recording)]) -> String {
    let row = |(file, (_, of_file)): (&PathBuf, &(String, Recording))| {
        format!("{}: {}\n", file.display(), recording(of_file))
    };
    let rows: String = files.iter().zip(recordings).map(row).collect();
    format!("{}\n{rows}", file.display())
}

/// How many inputs a recording has, and how it ended.
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
