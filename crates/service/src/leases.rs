//! The jobs that a worker holds, and until when.
//!
//! A lease ends when the database says so, or when it has ended by this machine's own clock, which goes on
//! while the machine sleeps. Then the job's program is killed, and its result is discarded.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::time::{ClockId, clock_gettime};

use super::queue::Job;

/// The jobs, by number and attempt.
#[derive(Debug, Default)]
pub(super) struct Leases(Mutex<BTreeMap<(i64, i64), Held>>);

#[derive(Debug)]
struct Held {
    /// When the lease was last known to be valid: the time before the database was asked.
    since: Duration,
    /// The program may run as long as this exists.
    _keeper: OwnedFd,
}

/// The time since this machine was started, including sleep.
pub(super) fn now() -> Duration {
    time(ClockId::Boottime)
}

impl Leases {
    /// Holds a job that was claimed at this time; the program may run until the keeper is dropped.
    pub(super) fn hold(&self, job: &Job, since: Duration, keeper: OwnedFd) {
        self.0.lock().insert((job.id, job.attempt), Held { since, _keeper: keeper });
    }

    /// Releases a job; returns whether it was still held.
    pub(super) fn release(&self, job: &Job) -> bool {
        self.0.lock().remove(&(job.id, job.attempt)).is_some()
    }

    /// Renews these jobs; all others that were held before this time are lost.
    pub(super) fn renew(&self, held: &[(i64, i64)], asked: Duration) {
        self.0.lock().retain(|key, lease| {
            let is_ours = held.contains(key);
            if is_ours {
                lease.since = lease.since.max(asked);
            }
            is_ours || lease.since > asked
        });
    }

    /// Releases jobs whose lease has ended by this machine's clock, if leases last this long.
    pub(super) fn expire(&self, now: Duration, length: Duration) {
        self.0.lock().retain(|_, lease| now < lease.since + length);
    }

    pub(super) fn clear(&self) {
        self.0.lock().clear();
    }
}

pub(super) fn time(clock: ClockId) -> Duration {
    clock_gettime(clock).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: i64) -> Job {
        let (name, source) = (String::new(), Vec::new());
        Job {
            id,
            attempt: 1,
            name,
            source,
            is_command: false,
            language: String::new(),
            challenge: String::new(),
            may_recall: true,
        }
    }

    #[test]
    fn what_is_lost_is_let_go_and_its_program_is_stopped() {
        let (leases, second) = (Leases::default(), Duration::from_secs(1));
        let [first, other, later] = [1, 2, 3].map(|number| {
            let (interrupt, keeper) = judging::process::Interrupt::by_hand().unwrap();
            leases.hold(&job(number), if number == 3 { second * 30 } else { second }, keeper);
            interrupt
        });
        // What is closed stays open in a process that another test starts at this moment, until it runs its program.
        let most = Duration::from_secs(60);
        leases.renew(&[(1, 1)], second * 20);
        assert!(!first.is_raised() && other.wait(most), "the database gave the second to somebody else");
        assert!(!later.is_raised(), "it was claimed after the database was asked");
        assert!(leases.release(&job(3)) && !leases.release(&job(3)) && !leases.release(&job(2)));
        leases.expire(second * 79, second * 60);
        assert!(!first.is_raised());
        leases.expire(second * 80, second * 60);
        assert!(first.wait(most), "a minute without a beat");
    }
}
