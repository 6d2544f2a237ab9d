//! Whether a challenge's reference stands by what verdicts were made from.

use super::CandidateReport;
use crate::dialect::Dialect;

/// Checks that the reference of a challenge could be asked for all that it was needed for, and says the same again where a
/// program was called wrong because of what was learned from it. A challenge without a reference passes.
///
/// # Errors
/// Why verdicts are worth nothing, in words.
pub fn check_reference<'a>(
    dialect: Dialect,
    reports: impl IntoIterator<Item = &'a CandidateReport>,
) -> Result<(), String> {
    let Some(observed) = dialect.observed() else { return Ok(()) };
    observed.trouble().map_or(Ok(()), Err)?;
    for failed in reports.into_iter().filter_map(|report| report.failure.as_ref()) {
        let inputs: Vec<_> = failed.moves.iter().map(|line| line.clone().into_bytes()).collect();
        observed.confirm(&inputs)?;
    }
    Ok(())
}
