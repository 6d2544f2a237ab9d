//! Checks that a challenge's reference still gives the answers that verdicts are based on.

use super::CandidateReport;
use crate::dialect::Dialect;

/// Checks that the reference of a challenge can be asked, could be whenever it was needed, and repeats its answers where a
/// program was ruled wrong by them. A challenge without a reference passes.
///
/// # Errors
/// Why the verdicts do not count, in words.
pub(crate) fn check_reference<'a>(
    dialect: &Dialect,
    reports: impl IntoIterator<Item = &'a CandidateReport>,
) -> Result<(), String> {
    let Some(observed) = dialect.observed() else { return Ok(()) };
    observed.try_out();
    observed.trouble().map_or(Ok(()), Err)?;
    for failed in reports.into_iter().filter_map(|report| report.failure.as_ref()) {
        let inputs: Vec<_> = failed.moves.iter().map(|line| line.clone().into_bytes()).collect();
        observed.confirm(&inputs)?;
    }
    Ok(())
}
