//! A worker: claims jobs, judges them, and reports the results.
//!
//! Each of its slots has one job at a time. One thread sends heartbeats, which renew the leases, and stops jobs that are
//! lost.
//!
//! Workers poll, at random intervals: PostgreSQL's `NOTIFY` takes a lock of the whole database at commit. Inside a
//! server a `Wakeup` ends the wait.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::admission::{is_admitted, is_fast_enough, pace};
use super::catalogue::Catalogue;
use super::database::patiently;
use super::engine::StoreError;
use super::leases::{Leases, now};
use super::machine::machine_key;
use super::queue::{Finished, Job, NewWorker, Ruling, Welcome};
use super::ruling::{Judging, JudgingError, Outcome, build};
use super::store::{Class, Store};
use super::wakeup::Wakeup;
use http::host_name;
use judging::execution::Level;
use judging::golf::Toolchain;
use judging::process::{Interrupt, sweep_leftovers};

/// How often a worker beats while a lease lasts.
const BEATS: u32 = 3;

/// How long an admission is valid.
const ADMISSION: Duration = Duration::from_secs(60 * 60);

/// How long a worker waits after the database could not be reached, the first time and at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// How many attempts are made at a job at which the judge itself fails.
const TRIES: i64 = 3;

pub struct Worker {
    pub store: Arc<Store>,
    pub catalogue: Arc<Catalogue>,
    pub judging: Judging,
    pub settings: WorkerSettings,
}

#[derive(Clone, Debug)]
pub struct WorkerSettings {
    pub machine: String,
    /// How many jobs at once.
    pub slots: usize,
    /// How long it waits for work before it asks again; inside a server a submission wakes it earlier.
    pub pause: Duration,
    /// Whether it ends when the queue is empty.
    pub drains: bool,
    pub wakeup: Wakeup,
}

/// How long a worker waits before it asks again for work, if nothing wakes it.
const PAUSE: Duration = Duration::from_millis(500);

impl WorkerSettings {
    /// The settings of a worker on another machine than the service, which nothing wakes. The machine is called by its host name,
    /// unless another name is given.
    pub fn on_its_own(
        machine: Option<String>,
        slots: NonZeroUsize,
        drains: bool,
    ) -> io::Result<WorkerSettings> {
        let machine = machine.unwrap_or_else(host_name);
        Ok(WorkerSettings { machine, slots: slots.get(), pause: PAUSE, drains, wakeup: Wakeup::new()? })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the server has judge {server}, this is judge {own}; use the same program everywhere")]
    Build { server: String, own: &'static str },
    #[error(
        "the server asks for isolation {0}, this machine only reaches {1}; `judge doctor` says what is missing"
    )]
    Isolation(String, &'static str),
    #[error(
        "this machine takes {pace:.1?} for what the server's machine does in {servers:.1?}; right programs would run into \
         limits of time here"
    )]
    Slow {
        /// The benchmark time of this machine.
        pace: Duration,
        /// The benchmark time of the server's machine.
        servers: Duration,
    },
}

struct Work<'a> {
    worker: &'a Worker,
    /// Its public identifier.
    id: String,
    /// The secret that proves that it is this worker.
    secret: String,
    leases: Leases,
    lease: Duration,
    toolchain: Toolchain<'a>,
    stop: &'a Interrupt,
    /// How many slots still work; the last of them wakes what waits for that.
    slots: AtomicUsize,
    slots_done: Wakeup,
    /// Whether the database knows all its abilities.
    is_ready: AtomicBool,
}

impl Worker {
    /// Works until it is stopped, or until the queue is empty if it drains; then gives back its jobs.
    pub fn run(&self, stop: &Interrupt) -> Result<(), WorkerError> {
        let abilities: Vec<_> = self.catalogue.iter().map(|entry| entry.key().to_owned()).collect();
        let Welcome { id, secret, lease, .. } = self.begin(&abilities, stop)?;
        let work = Work {
            worker: self,
            id,
            secret,
            leases: Leases::default(),
            lease,
            toolchain: Toolchain::new(stop).isolated(&self.judging.isolation),
            stop,
            slots: AtomicUsize::new(self.settings.slots),
            slots_done: Wakeup::new().map_err(StoreError::System)?,
            is_ready: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            scope.spawn(|| work.beat());
            for slot in 0..self.settings.slots {
                let work = &work;
                scope.spawn(move || work.serve(slot));
            }
            work.keep_admitted();
        });
        Ok(patiently(stop, || self.store.leave(&work.secret))?)
    }

    fn begin(&self, abilities: &[String], stop: &Interrupt) -> Result<Welcome, WorkerError> {
        let machine = &self.settings.machine;
        let machine_key = &machine_key(machine);
        let (isolation, pace) = (self.judging.isolation.level(), pace());
        let new =
            NewWorker { machine, machine_key, build: build(), isolation: isolation.name(), pace, abilities };
        let welcome = patiently(stop, || {
            let welcome = self.store.register(&new)?;
            if welcome.build.is_empty() {
                // A server that starts has made the tables, and its own entry comes next.
                self.store.leave(&welcome.secret)?;
                return Err(StoreError::NoServer);
            }
            Ok(welcome)
        })?;
        self.may_begin(&welcome, pace).inspect_err(|_| drop(self.store.leave(&welcome.secret)))?;
        Ok(welcome)
    }

    fn may_begin(&self, welcome: &Welcome, pace: Duration) -> Result<(), WorkerError> {
        let isolation = self.judging.isolation.level();
        if welcome.build != build() {
            return Err(WorkerError::Build { server: welcome.build.clone(), own: build() });
        }
        if welcome.isolation.parse::<Level>().is_ok_and(|least| isolation < least) {
            return Err(WorkerError::Isolation(welcome.isolation.clone(), isolation.name()));
        }
        if !is_fast_enough(pace, welcome.pace) {
            return Err(WorkerError::Slow { pace, servers: welcome.pace });
        }
        // It goes on: it may be all that there is, and it gets jobs as soon as it may have them.
        if !welcome.may_work {
            let machine = &self.settings.machine;
            tracing::error!(
                %machine,
                "three workers in a row died here, so there are no jobs for ten leases, or until an admin reinstates the machine \
                 on the page /admin; find out why"
            );
        }
        Ok(())
    }
}

impl Work<'_> {
    /// Checks its admission now and every hour, until every slot is done; and removes what killed judges left.
    fn keep_admitted(&self) {
        while self.slots.load(Ordering::Acquire) > 0 && !self.stop.is_raised() {
            sweep_leftovers();
            self.be_admitted();
            self.slots_done.wait(self.stop, ADMISSION);
        }
    }

    /// Registers each language that is available here and judges its known program correctly.
    fn be_admitted(&self) {
        let Worker { judging, store, .. } = self.worker;
        // Compiled languages come last: a compiler may need a minute the first time.
        let mut languages: Vec<_> = judging.languages.iter().collect();
        languages.sort_by_key(|language| !language.compile.is_empty());
        for language in languages {
            if self.stop.is_raised() {
                return;
            }
            if self.toolchain.tools(language).is_err() {
                continue;
            }
            match is_admitted(judging, language, &self.toolchain, self.stop) {
                Ok(()) => {
                    let admitted = self.insist(|| store.able(&self.secret, &language.name));
                    admitted.map_or_else(|| (), |()| tracing::debug!(language = language.name, "admitted"));
                }
                Err(_) if self.stop.is_raised() => return,
                Err(why) => {
                    tracing::warn!(language = language.name, why, "not admitted");
                    self.insist(|| store.unable(&self.secret, &language.name));
                }
            }
        }
        self.insist(|| store.ready(&self.secret));
        if !self.is_ready.swap(true, Ordering::AcqRel) {
            tracing::info!(worker = self.id, "ready");
        }
    }

    /// Beats until every slot is done.
    fn beat(&self) {
        while self.slots.load(Ordering::Acquire) > 0 {
            if self.stop.is_raised() {
                self.leases.clear();
                return;
            }
            let (asked, named) = (now(), self.leases.held());
            match self.worker.store.beat(&self.secret, &named) {
                Ok(ours) => {
                    self.leases.renew(&named, &ours, asked);
                    self.slots_done.wait(self.stop, self.lease / BEATS);
                }
                Err(why) => {
                    tracing::warn!(%why, "no beat");
                    self.slots_done.wait(self.stop, AGAIN.1.min(self.lease / BEATS / BEATS));
                }
            }
            self.leases.expire(now(), self.lease);
        }
    }

    fn serve(&self, slot: usize) {
        let mut pause = AGAIN.0;
        while !self.stop.is_raised() {
            let asked = now();
            match self.worker.store.claim(&self.secret, 1, self.last_class(slot)) {
                Ok(jobs) if jobs.is_empty() => {
                    if self.worker.settings.drains && self.is_ready.load(Ordering::Acquire) {
                        break;
                    }
                    let idle = self.worker.settings.pause;
                    let most = if self.is_ready.load(Ordering::Acquire) { idle } else { idle.min(AGAIN.0) };
                    // A random part of the time, so that not all workers ask at once.
                    self.worker.settings.wakeup.wait(self.stop, most.mul_f64(0.5 + fastrand::f64()));
                }
                Ok(jobs) => {
                    pause = AGAIN.0;
                    jobs.iter().for_each(|job| self.work(job, asked));
                }
                Err(why) => {
                    tracing::warn!(%why, "no claim");
                    self.stop.wait(pause.mul_f64(0.5 + fastrand::f64()));
                    pause = (pause * 2).min(AGAIN.1);
                }
            }
        }
        if self.slots.fetch_sub(1, Ordering::AcqRel) == 1 {
            // Two threads wait for this: one for the next beat, one for the next admission.
            self.slots_done.wake();
            self.slots_done.wake();
        }
    }

    /// The last class that a slot works for: of several slots the first is reserved for live submissions.
    fn last_class(&self, slot: usize) -> Class {
        if slot == 0 && self.worker.settings.slots > 2 { Class::Live } else { Class::Batch }
    }

    fn work(&self, job: &Job, asked: Duration) {
        let Ok((interrupt, keeper)) = Interrupt::by_hand() else {
            self.give_back(job);
            return;
        };
        self.leases.hold(job, asked, keeper);
        if self.stop.is_raised() {
            self.leases.clear();
        }
        match self.judge(job, &interrupt) {
            Ok(None) => {
                self.leases.release(job);
            }
            Ok(Some((outcome, tools))) => self.finish(job, &outcome, tools.as_deref()),
            Err(_) if interrupt.is_raised() => {
                tracing::info!(job = job.id, attempt = job.attempt, "let go");
                // By the database's clock the lease may go on.
                self.give_back(job);
            }
            // What is offered after a restart may have all of it.
            Err(why @ JudgingError::Changed) => {
                tracing::error!(job = job.id, challenge = job.challenge, %why, "not judged");
                self.put_off(job);
            }
            Err(why) if job.attempt < TRIES => {
                tracing::warn!(job = job.id, attempt = job.attempt, %why, "the judge failed");
                self.put_off(job);
                self.stop.wait(AGAIN.1);
            }
            Err(why) => {
                tracing::error!(job = job.id, attempt = job.attempt, %why, "the judge failed");
                self.finish(
                    job,
                    &Outcome { verdict: "judge-error".to_owned(), log: Vec::new(), is_lasting: false },
                    None,
                );
            }
        }
    }

    /// The result of a job, and the digest of the tools if another submission of the same text may have it. None if it was
    /// ruled on as an earlier one.
    fn judge(
        &self,
        job: &Job,
        interrupt: &Interrupt,
    ) -> Result<Option<(Outcome, Option<String>)>, JudgingError> {
        let Worker { judging, catalogue, store, .. } = self.worker;
        let Some(entry) = catalogue.with_key(&job.challenge) else { return Err(JudgingError::Interrupted) };
        let tools = judging.tools(job, &self.toolchain);
        let known = tools.as_deref().filter(|_| job.may_recall);
        if let Some(verdict) = known.and_then(|tools| store.reuse(&self.secret, job, tools).ok().flatten()) {
            tracing::info!(job = job.id, verdict, "ruled as before");
            return Ok(None);
        }
        let is_as_read = || entry.is_as_read().then_some(()).ok_or(JudgingError::Changed);
        is_as_read()?;
        let outcome = judging.judge(job, entry, &self.toolchain, interrupt);
        is_as_read()?;
        let outcome = outcome?;
        let tools = tools.filter(|_| outcome.is_lasting);
        Ok(Some((outcome, tools)))
    }

    fn finish(&self, job: &Job, outcome: &Outcome, tools: Option<&str>) {
        let ruling = Ruling { tools, verdict: &outcome.verdict, log: &outcome.log };
        // The lease is kept until the database has stored the ruling.
        let finished = self.insist(|| self.worker.store.finish(&self.secret, job, &ruling));
        self.leases.release(job);
        let (job, verdict) = (job.id, outcome.verdict.as_str());
        match finished {
            Some(Finished::Taken) => tracing::info!(job, verdict, "ruled"),
            Some(Finished::Stale) => tracing::warn!(job, verdict, "ruled too late"),
            None => tracing::warn!(job, verdict, "not told"),
        }
    }

    /// Gives back a job which nobody is to try again at once.
    fn put_off(&self, job: &Job) {
        self.leases.release(job);
        let _ = self.worker.store.put_off(&self.secret, job, AGAIN.1);
    }

    fn give_back(&self, job: &Job) {
        let _ = self.worker.store.give_back(&self.secret, job);
    }

    /// Repeats an operation on the database while that cannot be reached. `None` once the worker is to stop.
    fn insist<T>(&self, what: impl Fn() -> Result<T, StoreError>) -> Option<T> {
        let mut pause = AGAIN.0;
        loop {
            match what() {
                Ok(done) => return Some(done),
                Err(why) => tracing::warn!(%why, "the database does not answer"),
            }
            if self.stop.is_raised() {
                return None;
            }
            self.stop.wait(pause.mul_f64(0.5 + fastrand::f64()));
            pause = (pause * 2).min(AGAIN.1);
        }
    }
}
