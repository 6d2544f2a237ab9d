//! The processor time of a run by what was seen of its processes. The system counts that of a child when its parent waits for it,
//! and not at all if the parent ignores the end of its children (`SIG_IGN`, `SA_NOCLDWAIT`). A process that is gone is counted here
//! by what was seen of it: each look at which it ran stands for the time since the look before. On average that is no more than
//! the truth, and close to it, however short processes are.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::super::process_tree::ProcReader;
use super::account::Account;

/// The longest time that a look stands for. After a longer one, this process may have been held up.
const LONGEST: Duration = Duration::from_millis(100);

pub(super) struct Seen {
    last: Instant,
    reader: ProcReader,
    /// The processes at the last look, by their number and when they began.
    present: HashMap<(i32, u64), SeenProcess>,
    /// The time of those that are gone.
    gone: Duration,
}

struct SeenProcess {
    /// Its own processor time at the last look.
    cpu: Duration,
    looks: u32,
    /// What the last look stands for.
    stands_for: Duration,
}

impl SeenProcess {
    /// The processor time that it had used when it was gone. One that was seen once may have been shorter than the time between two
    /// looks; then that look alone tells. Of others only the time after the last look is not known, half of that between two.
    fn in_all(&self) -> Duration {
        match self.looks {
            1 => self.stands_for,
            _ => self.cpu + self.stands_for / 2,
        }
    }
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen {
            last: Instant::now(),
            reader: ProcReader::default(),
            present: HashMap::new(),
            gone: Duration::ZERO,
        }
    }

    /// Takes in the processes that there are now.
    pub(super) fn look(&mut self, all: &[Account]) {
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.last, now)).min(LONGEST);
        let mut before = std::mem::take(&mut self.present);
        for account in all {
            let key = (account.pid, account.began);
            let looks = before.remove(&key).map_or(1, |seen| seen.looks + 1);
            let stands_for =
                if account.runs { since.mul_f64(self.share(account.pid)) } else { Duration::ZERO };
            self.present.insert(key, SeenProcess { cpu: account.own_cpu, looks, stands_for });
        }
        self.gone += before.values().map(SeenProcess::in_all).sum::<Duration>();
    }

    /// The part of its active time in which a process had a processor. Nothing is concluded where the system does not tell.
    fn share(&mut self, pid: i32) -> f64 {
        match self.reader.active(pid) {
            Some((active, ran)) if !active.is_zero() => ran.as_secs_f64() / active.as_secs_f64(),
            _ => 0.0,
        }
    }

    /// The processor time of all, those that are gone included, where the system has counted this much. What was seen is uncertain by
    /// some looks, so it counts only if it is half as much again: no program whose children are counted comes nearer to its limit
    /// by it, and one whose children are not works half as long again at most.
    pub(super) fn cpu(&self, counted: Duration) -> Duration {
        let seen = self.gone + self.present.values().map(|seen| seen.cpu).sum::<Duration>();
        if seen > counted.mul_f64(1.5) + LONGEST { seen } else { counted }
    }
}
