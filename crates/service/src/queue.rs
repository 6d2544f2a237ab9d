//! The queue, as workers see it. Each operation takes the secret that the worker was given when it registered.

use std::time::Duration;

use super::engine::StoreError;
use super::operation::{Operation, queue};
use super::packing::pack;
use super::row::{Row, taken};
use super::store::{Class, Store, random};
use super::value::Value;
use http::new_key;

/// How often something is tried with a job whose row another session has locked for a moment, and the pause between.
const TRIES: u32 = 20;

/// See [`TRIES`].
const AGAIN: Duration = Duration::from_millis(20);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorker<'a> {
    pub machine: &'a str,
    /// A secret of its machine: workers with the same text count as on one machine.
    pub machine_key: &'a str,
    pub build: &'a str,
    pub isolation: &'a str,
    /// How long its machine takes for the benchmark.
    pub pace: Duration,
    /// The languages for which it has tools, and the challenges that it knows.
    pub abilities: &'a [String],
}

/// The answer to a worker that registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// Its public identifier, which is shown.
    pub id: String,
    /// Its secret, by which the worker is identified. The database only has its digest.
    pub secret: String,
    /// Whether its machine may have jobs: not if three of its workers in a row died during one within ten leases.
    pub may_work: bool,
    /// The server's build of the judge, which a worker must have, too.
    pub build: String,
    /// The least isolation that the server requires.
    pub isolation: String,
    pub lease: Duration,
    /// The benchmark time of the server's machine; zero if it is not known.
    pub pace: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub id: i64,
    /// The attempt, from 1; only a ruling of the last one counts.
    pub attempt: i64,
    /// The name of the submission's file.
    pub name: String,
    /// Its source, or the words of its command as a shell reads them.
    pub source: Vec<u8>,
    pub is_command: bool,
    pub language: String,
    /// The key of the challenge.
    pub challenge: String,
    /// Whether an earlier result may be used, if nothing that it depends on has changed.
    pub may_recall: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling<'a> {
    /// The digest of the tools and settings. `None` if another submission of the same text must not have this ruling.
    pub tools: Option<&'a str>,
    pub verdict: &'a str,
    pub log: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    Taken,
    /// The worker no longer held the job: the ruling is recorded, but does not count.
    Stale,
}

impl Store {
    pub fn register(&self, new: &NewWorker<'_>) -> Result<Welcome, StoreError> {
        let secret = new_key().map_err(StoreError::System)?;
        let pace = i64::try_from(new.pace.as_micros()).unwrap_or(i64::MAX);
        let values = [
            secret.as_str().into(),
            new.machine_key.into(),
            new.machine.into(),
            new.build.into(),
            new.isolation.into(),
            pace.into(),
        ];
        let mut row = Row::only(self.run(&queue::REGISTER, &values)?);
        new.abilities.iter().try_for_each(|ability| self.able(&secret, ability))?;
        let (id, deaths): (String, i64) = (row.take()?, row.take()?);
        let (build, isolation) = (row.take()?, row.take()?);
        let lease = Duration::from_millis(row.take::<i64>()?.max(0).unsigned_abs());
        let pace = Duration::from_micros(row.take::<i64>()?.max(0).unsigned_abs());
        Ok(Welcome { id, secret, may_work: deaths < 3, build, isolation, lease, pace })
    }

    /// Records that the worker with this secret can do the jobs of a language, or of a challenge.
    pub fn able(&self, secret: &str, ability: &str) -> Result<(), StoreError> {
        self.run(&queue::ABLE, &[secret.into(), ability.into()]).map(drop)
    }

    /// Records that the worker has reported all its abilities. Until then it may turn out that it can judge what no other worker
    /// can.
    pub fn ready(&self, secret: &str) -> Result<(), StoreError> {
        self.able(secret, "")
    }

    /// Records that it can do them no more.
    pub fn unable(&self, secret: &str, ability: &str) -> Result<(), StoreError> {
        self.run(&queue::UNABLE, &[secret.into(), ability.into()]).map(drop)
    }

    /// Claims jobs for a worker, at most this many and of no later class, each with a lease.
    pub fn claim(&self, secret: &str, count: usize, last: Class) -> Result<Vec<Job>, StoreError> {
        let claim = random()?;
        let values = [secret.into(), (count as i64).into(), claim.into(), (last as i64).into()];
        Row::each(self.run(&queue::CLAIM, &values)?, |row| {
            taken!(row, Job { id, attempt, name, source, is_command, language, challenge, may_recall })
        })
    }

    /// Records that a worker is alive, and extends the leases of these jobs, each with its attempt. Returns those of them that
    /// it holds: it must release the others.
    pub fn beat(&self, secret: &str, named: &[(i64, i64)]) -> Result<Vec<(i64, i64)>, StoreError> {
        let named: String = named.iter().map(|(job, attempt)| format!("{job}.{attempt},")).collect();
        let values = [secret.into(), format!(",{named}").into()];
        Row::each(self.run(&queue::BEAT, &values)?, |row| Ok((row.take()?, row.take()?)))
    }

    /// Stores a worker's ruling on a job that it holds. This may be repeated.
    pub fn finish(&self, secret: &str, job: &Job, ruling: &Ruling<'_>) -> Result<Finished, StoreError> {
        let log = if ruling.log.is_empty() { Vec::new() } else { pack(ruling.log) };
        let values = [
            secret.into(),
            job.id.into(),
            job.attempt.into(),
            ruling.tools.unwrap_or_default().into(),
            ruling.verdict.into(),
            log[..].into(),
        ];
        let is_taken = self.while_held(secret, job, || self.says_yes(&queue::FINISH, &values))?;
        Ok(if is_taken { Finished::Taken } else { Finished::Stale })
    }

    /// Does something with a job until it is done, as long as the worker holds the job. On PostgreSQL another worker's claim may
    /// lock a row for the moment in which it sees that somebody else has it, and then the row is passed over.
    fn while_held(
        &self,
        secret: &str,
        job: &Job,
        once: impl Fn() -> Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        for _ in 1..TRIES {
            if once()? {
                return Ok(true);
            }
            if self.beat(secret, &[(job.id, job.attempt)])?.is_empty() {
                break;
            }
            std::thread::sleep(AGAIN);
        }
        once()
    }

    /// Whether an operation has counted one row.
    fn says_yes(&self, operation: &Operation, values: &[Value]) -> Result<bool, StoreError> {
        Ok(Row::only(self.run(operation, values)?).take::<i64>()? == 1)
    }

    /// Rules on a job that a worker holds as an earlier submission of the same text was, if the tools are the same. Returns
    /// the verdict. `None` if there is no such ruling. This may be repeated.
    pub fn reuse(&self, secret: &str, job: &Job, tools: &str) -> Result<Option<String>, StoreError> {
        let rows =
            self.run(&queue::REUSE, &[secret.into(), job.id.into(), job.attempt.into(), tools.into()])?;
        Ok(Row::each(rows, Row::take)?.pop())
    }

    /// Gives back a job that a worker holds, so that another can take it; returns whether it held it.
    pub fn give_back(&self, secret: &str, job: &Job) -> Result<bool, StoreError> {
        self.put_off(secret, job, Duration::ZERO)
    }

    /// The same, for which nobody gets it for some time, at most a minute.
    pub fn put_off(&self, secret: &str, job: &Job, pause: Duration) -> Result<bool, StoreError> {
        let values = [secret.into(), job.id.into(), job.attempt.into(), (pause.as_millis() as i64).into()];
        self.while_held(secret, job, || self.says_yes(&queue::GIVE_BACK, &values))
    }

    /// Ends a worker, and gives back all its jobs.
    pub fn leave(&self, secret: &str) -> Result<(), StoreError> {
        self.run(&queue::LEAVE, &[secret.into()]).map(drop)
    }
}
