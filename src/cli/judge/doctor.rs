//! `judge doctor`: how well this machine isolates candidates, and how to get more.

use clap::Args;

use super::super::{Failure, GOOD, print};
use judging::process::LevelStatus;
use judging::report;

/// Show how well this machine isolates programs, and what would help
#[derive(Debug, Args)]
pub(super) struct DoctorArguments {}

pub(super) fn examine(_: DoctorArguments) -> Result<u8, Failure> {
    print(&report::isolation(&LevelStatus::all(&std::env::current_exe()?)))?;
    Ok(GOOD)
}
