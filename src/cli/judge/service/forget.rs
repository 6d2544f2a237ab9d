//! `judge service forget`: deletes submissions.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{ArgGroup, Args, Subcommand};

use super::super::super::{Failure, GOOD, print};
use super::age::age;

/// Delete what a judging service keeps
#[derive(Debug, Args)]
pub(in super::super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Forget(Forget),
}

/// Delete submissions with their sources, rulings and reports; there is no way back
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("which").args(["owner", "older_than"]).required(true).multiple(true))]
struct Forget {
    /// Only those of this owner
    #[arg(long, value_name = "OWNER")]
    owner: Option<String>,

    /// Only those that came in longer ago than this
    #[arg(long, value_name = "TIME", value_parser = age)]
    older_than: Option<Duration>,

    /// Only print how many they are
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    database: super::database::Database,
}

const EXAMPLES: &str = "\
Examples:
  judge service forget --owner ada               all that Ada submitted; `judge token ada --end` revokes Ada's tokens
  judge service forget --older-than 180d         what is older than half a year
  judge service forget --owner ada --dry-run     how many submissions that would be

`judge serve --keep 180d` does the second every hour. Copies in backups stay.";

pub(in super::super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let What::Forget(forget) = &arguments.what;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let before = match forget.older_than {
        Some(age) => now.saturating_sub(age).as_millis() as i64,
        None => i64::MAX,
    };
    let (store, owner) = (forget.database.existing()?, forget.owner.as_deref());
    let count = store.forgettable(owner, before)?;
    if !forget.dry_run {
        store.forget(owner, before)?;
    }
    let submissions = if count == 1 { "submission" } else { "submissions" };
    print(&format!(
        "{count} {submissions}{}\n",
        if forget.dry_run { " would be deleted" } else { " deleted" }
    ))?;
    Ok(GOOD)
}
