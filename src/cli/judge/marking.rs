//! The options of `judge check` for classes.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;

/// The options for classes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Classes")]
pub(super) struct Marking {
    /// Programs that were changed after this time are late, such as "2026-11-29 18:00:00" (UTC)
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) due: Option<SystemTime>,

    /// Also write a page for each student, with what the challenges let students see
    #[arg(long, value_name = "FOLDER")]
    pub(super) feedback: Option<PathBuf>,

    /// Also judge programs that have not changed since they were judged
    #[arg(long)]
    pub(super) again: bool,
}

fn time(text: &str) -> Result<SystemTime, String> {
    humantime::parse_rfc3339_weak(text).map_err(|_| "it takes a time such as 2026-11-29 18:00:00".to_owned())
}

impl Marking {
    /// Whether there is anything that only classes have.
    pub(super) fn is_wanted(&self) -> bool {
        self.due.is_some() || self.feedback.is_some() || self.again
    }
}
