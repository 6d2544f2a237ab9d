//! The service in one process: its site, and a worker of its own.

use std::io;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::admission::pace;
use super::engine::StoreError;
use super::judging::build;
use super::site::{Site, SiteError};
use super::store::Store;
use super::worker::{Worker, WorkerError};
use crate::execution::Level;
use crate::process::Interrupt;

/// Why a service ends before it is told to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ServerError {
    /// The site cannot serve.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The worker may not begin.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// The worker has a fault.
    #[error("the worker failed")]
    WorkerFailed,
    /// A system error.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Sets what workers must satisfy: the build and the pace of this judge, the least isolation, and how long a worker may be
/// silent before others get its jobs.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn require(store: &Store, isolation: Level, lease: Duration) -> Result<(), StoreError> {
    store.set(build(), isolation.name(), lease)?;
    store.set_pace(pace())
}

/// Serves a site, and works, until it is interrupted.
///
/// # Errors
/// [`ServerError`].
pub(crate) fn serve(site: Site, worker: Option<&Worker>, stop: &Interrupt) -> Result<(), ServerError> {
    let (stop, end) = stop.or_by_hand()?;
    std::thread::scope(|scope| {
        let work = worker.map(|worker| scope.spawn(|| worker.run(&stop)));
        let served = site.run(&stop);
        // If the server cannot listen, its worker stops, too.
        drop(end);
        let worked = work.map_or(Ok(Ok(())), ScopedJoinHandle::join);
        served?;
        Ok(worked.map_err(|_| ServerError::WorkerFailed)??)
    })
}
