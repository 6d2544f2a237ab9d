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

    /// The jobs that are held now, with their attempts.
    pub(super) fn held(&self) -> Vec<(i64, i64)> {
        self.0.lock().keys().copied().collect()
    }

    /// Renews those of the named jobs that the database still gives to this worker; the others of them are lost.
    pub(super) fn renew(&self, named: &[(i64, i64)], ours: &[(i64, i64)], asked: Duration) {
        self.0.lock().retain(|key, lease| {
            let is_ours = ours.contains(key);
            if is_ours {
                lease.since = lease.since.max(asked);
            }
            is_ours || !named.contains(key)
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
    use crate::queue::NewWorker;
    use crate::store::{Class, NewSubmission, Store};

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
        let hold = |number| {
            let (interrupt, keeper) = judging::process::Interrupt::by_hand().unwrap();
            leases.hold(&job(number), second, keeper);
            interrupt
        };
        let ([first, other], named) = ([1, 2].map(hold), leases.held());
        let later = hold(3);
        // What is closed stays open in a process that another test starts at this moment, until it runs its program.
        let most = Duration::from_secs(60);
        leases.renew(&named, &[(1, 1)], second * 20);
        assert!(!first.is_raised() && other.wait(most), "the database gave the second to somebody else");
        assert!(!later.is_raised(), "it was claimed while the database was asked");
        assert!(leases.release(&job(3)) && !leases.release(&job(3)) && !leases.release(&job(2)));
        leases.expire(second * 79, second * 60);
        assert!(!first.is_raised());
        leases.expire(second * 80, second * 60);
        assert!(first.wait(most), "a minute without a beat");
    }

    /// The database answers a beat late, and its lease goes on for longer than the worker believes.
    #[test]
    fn a_job_that_was_let_go_is_not_kept_by_later_beats() {
        let (folder, leases) = (tempfile::tempdir().unwrap(), Leases::default());
        let store = Store::file(&folder.path().join("judge.sqlite")).unwrap();
        let at = Duration::from_secs_f64;
        store.set("0", "", at(8.0)).unwrap();
        let (abilities, pace) = (["sh", "key"].map(str::to_owned), at(1.0));
        let [machine, machine_key, build, isolation] = ["one", "one", "0", ""];
        let machine = NewWorker { machine, machine_key, build, isolation, pace, abilities: &abilities };
        let [owner, name, language, challenge] = ["ada", "a.sh", "sh", "key"];
        let (idempotency_key, webhook, class) = (None, None, Class::Live);
        let (source, is_command, challenge_key, most) = (b"", false, challenge, 1);
        #[rustfmt::skip]
        let new = NewSubmission { owner, idempotency_key, name, source, is_command, language, challenge, challenge_key, class, most, webhook };
        store.submit(&new).unwrap();
        let worker = store.register(&machine).unwrap().secret;
        let job = store.claim(&worker, 1, Class::Batch).unwrap().remove(0);
        let (interrupt, keeper) = judging::process::Interrupt::by_hand().unwrap();
        leases.hold(&job, at(0.0), keeper);
        // A beat is asked at 2.7 s and executed at 6.3 s; then the worker stands still until 12 s.
        let named = leases.held();
        let ours = store.beat(&worker, &named).unwrap();
        leases.renew(&named, &ours, at(2.7));
        leases.expire(at(12.0), at(8.0));
        assert!(interrupt.wait(Duration::from_secs(60)), "by its own clock the lease is over");
        assert_eq!(ours, store.beat(&worker, &ours).unwrap(), "by that of the database it is not");
        assert_eq!(store.beat(&worker, &leases.held()).unwrap(), []);
        // `Work::work` does this with what it has let go.
        assert!(store.give_back(&worker, &job).unwrap());
        assert_eq!(store.claim(&worker, 1, Class::Batch).unwrap()[0].attempt, 2);
        assert_eq!(store.rare_events().unwrap().lost, 0);
    }
}
