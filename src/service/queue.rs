//! The queue, as workers see it.

use std::time::Duration;

use super::engine::StoreError;
use super::operation::{ABLE, BEAT, CLAIM, FINISH, GIVE_BACK, LEAVE, RECALL, REGISTER, UNABLE};
use super::row::{Row, taken};
use super::store::{Class, Store, random};

/// A new worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorker<'a> {
    /// A unique identifier.
    pub id: &'a str,
    /// The name of its machine.
    pub machine: &'a str,
    /// The build of its judge.
    pub build: &'a str,
    /// Its isolation level.
    pub isolation: &'a str,
    /// How long its machine takes for the benchmark.
    pub pace: Duration,
    /// The languages for which it has tools, and the challenges that it knows.
    pub abilities: &'a [String],
}

/// The answer to a worker that registers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Welcome {
    /// Whether its machine may have jobs: not after three of its workers in a row died during one.
    pub may_work: bool,
    /// The server's build of the judge, which a worker must have, too.
    pub build: String,
    /// The least isolation that the server requires.
    pub isolation: String,
    /// The duration of leases.
    pub lease: Duration,
    /// The benchmark time of the fastest worker's machine.
    pub fastest: Duration,
}

/// A job that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// The attempt, from 1; only a ruling of the last one counts.
    pub attempt: i64,
    /// The name of the submission's file.
    pub name: String,
    /// Its source, or the words of its command as a shell reads them.
    pub source: Vec<u8>,
    /// Whether it is a command.
    pub is_command: bool,
    /// Its language.
    pub language: String,
    /// The key of the challenge.
    pub challenge: String,
    /// Whether an earlier result may be used, if nothing that it depends on has changed.
    pub may_recall: bool,
}

/// The result of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling<'a> {
    /// The digest of all that it depends on; none if it must not be used again.
    pub key: Option<&'a str>,
    /// The verdict.
    pub verdict: &'a str,
    /// The saved run.
    pub log: &'a [u8],
}

/// Whether a ruling was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// It counts.
    Taken,
    /// The worker no longer held the job: the ruling is recorded, but does not count.
    Stale,
}

impl Store {
    /// Registers a worker.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn register(&self, new: &NewWorker<'_>) -> Result<Welcome, StoreError> {
        let pace = i64::try_from(new.pace.as_micros()).unwrap_or(i64::MAX);
        let values = [new.id.into(), new.machine.into(), new.build.into(), new.isolation.into(), pace.into()];
        let mut row = Row::only(self.run(&REGISTER, &values)?);
        let deaths: i64 = row.take()?;
        new.abilities.iter().try_for_each(|ability| self.able(new.id, ability))?;
        let (build, isolation) = (row.take()?, row.take()?);
        let lease = Duration::from_millis(row.take::<i64>()?.max(0).unsigned_abs());
        let fastest = Duration::from_micros(row.take::<Option<i64>>()?.unwrap_or(pace).unsigned_abs());
        Ok(Welcome { may_work: deaths < 3, build, isolation, lease, fastest })
    }

    /// Records that a worker can do the jobs of a language, or of a challenge.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn able(&self, worker: &str, ability: &str) -> Result<(), StoreError> {
        self.run(&ABLE, &[worker.into(), ability.into()]).map(drop)
    }

    /// Records that a worker can do them no more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn unable(&self, worker: &str, ability: &str) -> Result<(), StoreError> {
        self.run(&UNABLE, &[worker.into(), ability.into()]).map(drop)
    }

    /// Claims jobs for a worker, at most this many and of no later class, each with a lease.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn claim(&self, worker: &str, count: usize, last: Class) -> Result<Vec<Job>, StoreError> {
        let claim = random()?;
        let values = [worker.into(), (count as i64).into(), claim.as_str().into(), (last as i64).into()];
        Row::each(self.run(&CLAIM, &values)?, |row| {
            taken!(row, Job { id, attempt, name, source, is_command, language, challenge, may_recall })
        })
    }

    /// Records that a worker is alive, and extends its leases. Returns the jobs that it holds, with the
    /// attempt of each: it must release all others.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn beat(&self, worker: &str) -> Result<Vec<(i64, i64)>, StoreError> {
        Row::each(self.run(&BEAT, &[worker.into()])?, |row| Ok((row.take()?, row.take()?)))
    }

    /// Stores a worker's ruling on a job that it holds. This may be repeated.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn finish(&self, worker: &str, job: &Job, ruling: &Ruling<'_>) -> Result<Finished, StoreError> {
        let rows = self.run(
            &FINISH,
            &[
                job.id.into(),
                worker.into(),
                job.attempt.into(),
                ruling.key.unwrap_or_default().into(),
                ruling.verdict.into(),
                ruling.log.into(),
                i64::from(ruling.key.is_some()).into(),
            ],
        )?;
        let count: i64 = Row::only(rows).take()?;
        Ok(if count == 1 { Finished::Taken } else { Finished::Stale })
    }

    /// Gives back a job that a worker holds, so that another can take it; returns whether it held it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn give_back(&self, worker: &str, job: &Job) -> Result<bool, StoreError> {
        let rows = self.run(&GIVE_BACK, &[job.id.into(), worker.into(), job.attempt.into()])?;
        Ok(Row::only(rows).take::<i64>()? == 1)
    }

    /// Ends a worker, and gives back all its jobs.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn leave(&self, worker: &str) -> Result<(), StoreError> {
        self.run(&LEAVE, &[worker.into()]).map(drop)
    }

    /// The verdict and the saved run of an earlier result with this key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn recall(&self, key: &str) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let rows = self.run(&RECALL, &[key.into()])?;
        Ok(Row::each(rows, |row| Ok((row.take()?, row.take()?)))?.pop())
    }
}
