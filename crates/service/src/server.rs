//! The service in one process: its site, and its own worker.

use std::io;
use std::sync::Arc;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::admission::pace;
use super::catalogue::Catalogue;
use super::database::patiently;
use super::engine::StoreError;
use super::host::Scope;
use super::ruling::{Judging, build};
use super::site::{Site, SiteError, SiteSettings};
use super::store::Store;
use super::wakeup::Wakeup;
use super::worker::{Worker, WorkerError, WorkerSettings};
use http::{self, host_name};
use judging::execution::Level;
use judging::golf::Languages;
use judging::process::Interrupt;

/// How long the worker waits before it asks again for work, if nothing wakes it.
const PAUSE: Duration = Duration::from_secs(1);

pub struct ServerSettings {
    pub site: SiteSettings,
    pub languages: Languages,
    /// The least isolation of all workers.
    pub isolation: Level,
    /// How long a worker may be silent before others get its jobs.
    pub lease: Duration,
    /// How its own worker judges, and how many submissions at once. `None` if all work is left to others.
    pub worker: Option<(Judging, usize)>,
}

pub struct Server {
    store: Arc<Store>,
    site: Site,
    worker: Option<Worker>,
    is_new: bool,
}

/// Why the service cannot start, or ends by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(transparent)]
    Worker(#[from] WorkerError),
    #[error("the worker failed")]
    WorkerFailed,
    #[error(transparent)]
    System(#[from] io::Error),
}

impl Server {
    /// Sets what workers must satisfy, among that the build and the pace of this judge, and binds the address.
    pub fn bind(
        store: Store,
        catalogue: Catalogue,
        settings: ServerSettings,
        stop: &Interrupt,
    ) -> Result<Server, ServerError> {
        let ServerSettings { site, languages, isolation, lease, worker } = settings;
        let pace = pace();
        patiently(stop, || {
            store.set_pace(pace)?;
            store.set(build(), isolation.name(), lease)?;
            catalogue.iter().try_for_each(|entry| store.offer(&entry.name, entry.key()))
        })?;
        // Nobody has a token yet: then its admin needs a way in.
        let is_new = !patiently(stop, || store.has_tokens())?;
        let (store, catalogue, wakeup) = (Arc::new(store), Arc::new(catalogue), Wakeup::new()?);
        let worker = worker.map(|(judging, slots)| Worker {
            store: Arc::clone(&store),
            catalogue: Arc::clone(&catalogue),
            judging,
            settings: WorkerSettings {
                machine: host_name(),
                slots,
                pause: PAUSE,
                drains: false,
                wakeup: wakeup.clone(),
            },
        });
        let site = Site::bind(Arc::clone(&store), catalogue, languages, site, wakeup)?;
        Ok(Server { store, site, worker, is_new })
    }

    /// The message at its start: its addresses, and who may do what.
    pub fn greeting(&self, stop: &Interrupt) -> Result<String, ServerError> {
        let url = self.url()?;
        let mut text = format!("Judge at {url}\n");
        if let Some(address) = self.site.figures()? {
            text += &format!("Figures at http://{address}/metrics\n");
        }
        if self.is_new {
            let link = patiently(stop, || self.store.sign_in(&url, "admin", &[Scope::Admin]))?;
            text += &format!("Sign in as its admin within a quarter of an hour, once: {link}\n");
        }
        if self.site.is_open() {
            text += "Anybody on this machine may submit without a token; --tokens asks for one.\n";
        }
        if let Some(worker) = &self.worker {
            let level = worker.judging.isolation.level();
            let warning =
                if level < Level::Filters { ": they can use this service and the network" } else { "" };
            text += &format!("Programs run at isolation {}{warning}.\n", level.name());
        }
        Ok(text)
    }

    /// The address to type.
    fn url(&self) -> io::Result<String> {
        Ok(http::url(self.site.address()?))
    }

    pub fn run(self, stop: &Interrupt) -> Result<(), ServerError> {
        let (stop, end) = stop.or_by_hand()?;
        std::thread::scope(|scope| {
            let work = self.worker.as_ref().map(|worker| scope.spawn(|| worker.run(&stop)));
            let served = self.site.run(&stop);
            // If the server cannot listen, its worker stops, too.
            drop(end);
            let worked = work.map_or(Ok(Ok(())), ScopedJoinHandle::join);
            served?;
            Ok(worked.map_err(|_| ServerError::WorkerFailed)??)
        })
    }
}
