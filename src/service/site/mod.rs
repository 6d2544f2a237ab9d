//! The service over HTTP: an interface for programs (`api`), and pages for people (`pages`).

mod api;
mod error;
mod holder;
mod intake;
mod metrics;
mod news;
mod pages;
mod report;
mod state;
mod telling;
mod view;
mod waiting;
mod webhook;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;

use super::bell::Bell;
use super::catalogue::Catalogue;
use super::store::Store;
use crate::golf::Languages;
use crate::http::{Door, descriptors, guard};
use news::News;
use state::{LONGEST, Shared, State};

pub use api::OPEN_API;
pub use state::{LONGEST_SOURCE, SiteSettings};
pub use webhook::Webhooks;

/// The service.
pub struct Site {
    listener: TcpListener,
    state: Shared,
}

/// Why the service cannot serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The address is in use.
    #[error("{0} is in use; --listen 127.0.0.1:0 uses any free port")]
    InUse(SocketAddr),
    /// Listening failed for another reason.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// A system error.
    #[error("the server stopped: {0}")]
    System(#[from] io::Error),
}

impl Site {
    /// Binds the address.
    ///
    /// # Errors
    /// [`SiteError`].
    pub fn bind(
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        languages: Languages,
        settings: SiteSettings,
        bell: Bell,
    ) -> Result<Site, SiteError> {
        let address = settings.listen;
        let listener = TcpListener::bind(address).map_err(|why| match why.kind() {
            io::ErrorKind::AddrInUse => SiteError::InUse(address),
            _ => SiteError::Listen(address, why),
        })?;
        listener.set_nonblocking(true)?;
        let door = Arc::new(Door::new(descriptors(), settings.is_proxied));
        let news = News::new();
        let state = Arc::new(State { store, catalogue, languages, settings, door, news, bell });
        Ok(Site { listener, state })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `told` completes.
    ///
    /// # Errors
    /// [`SiteError`].
    pub fn run(self, told: impl Future<Output = ()> + Send) -> Result<(), SiteError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let names = Arc::new(self.state.settings.names.clone());
        let router = Router::new()
            .merge(api::routes())
            .merge(pages::routes())
            .fallback(pages::lost)
            .layer(DefaultBodyLimit::max(LONGEST))
            .layer(middleware::from_fn(error::heard_out))
            .layer(middleware::from_fn_with_state(names, guard))
            .with_state(Arc::clone(&self.state));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(waiting::spread(Arc::clone(&self.state)));
            tokio::spawn(telling::tell(Arc::clone(&self.state)));
            tokio::spawn(Arc::clone(&self.state.door).keep(listener, router));
            told.await;
            Ok::<_, io::Error>(())
        })?;
        runtime.shutdown_timeout(Duration::from_secs(3));
        Ok(())
    }
}
