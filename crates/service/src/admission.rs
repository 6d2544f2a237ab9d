//! Whether a worker may judge. Its machine must not be much slower than the server's, or programs would exceed
//! time limits at random. For each language it must accept a known correct program: with a broken toolchain,
//! every program would be ruled wrong.

use std::hint::black_box;
use std::time::Duration;

use rust_embed::RustEmbed;
use rustix::time::ClockId;

use super::catalogue::Entry;
use super::leases::time;
use super::queue::Job;
use super::ruling::Judging;
use judging::dialect::Dialect;
use judging::golf::{Language, Toolchain};
use judging::process::Interrupt;
use judging::suite::Suite;

/// How often the benchmark is run; the shortest time counts, since the rest is due to other work of the
/// machine.
const ROUNDS: usize = 5;

/// How many steps the benchmark has: it takes some milliseconds.
const STEPS: u64 = 2_000_000;

/// How many times slower than the server's a machine may be. Time limits leave correct programs more room than
/// that.
const SLOWEST: u32 = 4;

/// Programs that play tic-tac-toe correctly.
#[derive(RustEmbed)]
#[folder = "../../golf/tictactoe"]
struct Known;

/// How much processor time this machine takes for a known piece of work.
pub(crate) fn pace() -> Duration {
    let round = || {
        let began = time(ClockId::ThreadCPUTime);
        // A random generator: each step needs the result of the one before.
        let last = (0..STEPS).fold(1_u64, |state, _| {
            let state = black_box(state) ^ (state << 13);
            let state = state ^ (state >> 7);
            state ^ (state << 17)
        });
        black_box(last);
        time(ClockId::ThreadCPUTime).saturating_sub(began)
    };
    (0..ROUNDS).map(|_| round()).min().unwrap_or_default()
}

/// Whether a machine is fast enough, compared with the server's, if its time is known.
pub(super) fn is_fast_enough(pace: Duration, servers: Duration) -> bool {
    servers.is_zero() || pace <= servers * SLOWEST
}

/// Whether a language's programs are judged correctly here; a language without a known program is admitted.
pub(super) fn is_admitted(
    judging: &Judging,
    language: &Language,
    toolchain: &Toolchain<'_>,
    stop: &Interrupt,
) -> Result<(), String> {
    let has_ending = |name: &str| language.endings.iter().any(|ending| name.ends_with(&format!(".{ending}")));
    let Some(name) = Known::iter().find(|name| has_ending(name) && name.starts_with("ttt.")) else {
        return Ok(());
    };
    let source = Known::get(&name).map(|file| file.data.into_owned()).unwrap_or_default();
    let dialect = Dialect::Tictactoe;
    let played = dialect.clone();
    let entry = Entry::new(&dialect, String::new(), "examples", &[], move || {
        Ok(vec![Suite::of(&played, "examples").map_err(|why| why.to_string())?])
    });
    let (language, challenge) = (language.name.clone(), String::new());
    let job = Job {
        id: 0,
        attempt: 1,
        name: name.to_string(),
        source,
        is_command: false,
        language,
        challenge,
        may_recall: false,
    };
    let outcome = judging.judge(&job, &entry, toolchain, stop).map_err(|why| why.to_string())?;
    match outcome.verdict.as_str() {
        "accepted" => Ok(()),
        verdict => Err(format!("{name}, which is right, was ruled {verdict}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_slower_machines_are_refused() {
        let own = pace();
        assert!(own > Duration::from_micros(10), "the work was left out: {own:?}");
        assert!(is_fast_enough(own, own) && is_fast_enough(own, own * 2) && is_fast_enough(own, own / 3));
        assert!(!is_fast_enough(own, own / 5));
    }
}
