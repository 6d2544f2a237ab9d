//! `judge service forget`: deletes submissions.

use clap::{ArgGroup, Args, Subcommand};

use super::super::super::{Failure, GOOD, print};
use service::{Age, Unwanted};

/// Delete what a judging service keeps
#[derive(Debug, Args)]
pub(in super::super) struct ForgetArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Forget(Forget),
}

/// Delete submissions with their sources, rulings and reports; there is no way back
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("which").args(["owner", "older_than", "submission"]).required(true).multiple(true))]
struct Forget {
    /// Only those of this owner
    #[arg(long, value_name = "OWNER")]
    owner: Option<String>,

    /// Only those that came in longer ago than this
    #[arg(long, value_name = "TIME")]
    older_than: Option<Age>,

    /// Only the one with this identifier, which is at the end of its address
    #[arg(long, value_name = "ID")]
    submission: Option<String>,

    /// Only print how many they are
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    database: super::database::DatabaseOptions,
}

const EXAMPLES: &str = "\
Examples:
  judge service forget --owner ada               all that Ada submitted; `judge token ada --end` revokes Ada's tokens
  judge service forget --older-than 180d         what is older than half a year
  judge service forget --owner ada --dry-run     how many submissions that would be

`judge serve --keep 180d` does the second every hour. Copies in backups stay.";

pub(in super::super) fn run(arguments: &ForgetArguments) -> Result<u8, Failure> {
    let What::Forget(forget) = &arguments.what;
    let unwanted = Unwanted {
        owner: forget.owner.as_deref(),
        before: forget.older_than.map_or(i64::MAX, Age::ago),
        submission: forget.submission.as_deref(),
    };
    let store = forget.database.named()?.existing()?;
    let count = store.forgettable(unwanted)?;
    if !forget.dry_run {
        store.forget(unwanted)?;
        store.shrink()?;
    }
    let submissions = if count == 1 { "submission" } else { "submissions" };
    let what = if forget.dry_run { "would be deleted" } else { "deleted" };
    print(&format!("{count} {submissions} {what}\n"))?;
    Ok(GOOD)
}
