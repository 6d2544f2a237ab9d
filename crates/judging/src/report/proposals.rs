//! What is proposed for a challenge.

use crate::catalogue::Proposals;
use crate::dialect::Dialect;

/// The paths of the proposals, and if they were written, what to do with them; or that everything is right.
pub fn proposals(dialect: &Dialect, proposals: &Proposals, is_written: bool) -> String {
    let paths: Vec<_> = proposals.paths().iter().map(|path| path.display().to_string()).collect();
    let has_snapshots = paths.iter().any(|path| path.ends_with(".snap.new"));
    let next = match (paths.is_empty(), dialect.observed()) {
        (true, Some(_)) => "every recording is right\n",
        (true, None) => "every move list has its expected transcript\n",
        (false, _) if !is_written => "",
        (false, _) if has_snapshots => {
            "proposed; review them, then run `judge accept` or `cargo insta review`\n"
        }
        (false, _) => "proposed; review them, then run `judge accept`\n",
    };
    paths.iter().map(|path| format!("{path}\n")).collect::<String>() + next
}
