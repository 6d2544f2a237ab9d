//! The service over HTTP: an interface for programs (`api`), and pages for people (`pages`).

mod answer;
mod api;
mod archive;
mod arrival;
mod bounds;
mod description;
mod error;
mod holder;
mod input;
mod intake;
mod kept;
mod listing;
mod metrics;
mod operations;
mod outgoing;
mod output;
mod pages;
mod rejudgings;
mod report;
mod request;
mod state;
mod submissions;
mod waiting;
mod webhooks;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;

use super::catalogue::Catalogue;
use super::store::Store;
use super::wakeup::Wakeup;
use bounds::{BODIES, BODIES_OF_ONE, LONGEST};
use http::{self, Connections, ListenError, Shares, descriptors, guard, listen, raise_descriptors};
use judging::golf::Languages;
use judging::process::Interrupt;
use kept::Reports;
use state::{News, Shared, State};

pub use api::open_api;
pub use state::{SiteSettings, Webhooks};

/// How many descriptors the address for figures may use.
const FEW: usize = 128;

/// How many operations of the database and reports are worked on at once; others wait. Each thread keeps memory of its own.
const BLOCKING: usize = 16;

/// How often what is out of date is deleted.
const SWEEPING: Duration = Duration::from_secs(60 * 60);

pub(crate) struct Site {
    listener: TcpListener,
    /// Where figures are shown, if that is a separate address.
    figures: Option<TcpListener>,
    state: Shared,
}

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// There are hosts for webhooks, and no key. Without a signature they could not verify the sender.
    #[error("--webhook-host: set JUDGE_WEBHOOK_SECRET to the key of the signatures")]
    NoKey,
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error("the server stopped: {0}")]
    System(#[from] io::Error),
}

impl Site {
    pub(crate) fn bind(
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        languages: Languages,
        settings: SiteSettings,
        wakeup: Wakeup,
    ) -> Result<Site, SiteError> {
        if !settings.webhooks.are_signed() {
            return Err(SiteError::NoKey);
        }
        raise_descriptors();
        let listener = listen(settings.listen)?;
        let connections = Arc::new(Connections::new(descriptors(), settings.is_proxied));
        let news = News::new();
        let figures = settings.metrics.map(listen).transpose()?;
        let bodies = Shares::new(BODIES, BODIES_OF_ONE);
        let state = Arc::new(State {
            store,
            catalogue,
            languages,
            settings,
            connections,
            news,
            bodies,
            reports: Reports::default(),
            wakeup,
        });
        Ok(Site { listener, figures, state })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Whether clients on this machine may submit without a token.
    pub(crate) fn is_open(&self) -> bool {
        self.state.settings.is_open()
    }

    /// Where it shows figures, if that is a separate address.
    pub(crate) fn figures(&self) -> io::Result<Option<SocketAddr>> {
        self.figures.as_ref().map(TcpListener::local_addr).transpose()
    }

    pub(crate) fn run(self, stop: &Interrupt) -> Result<(), SiteError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().max_blocking_threads(BLOCKING).build()?;
        let settings = &self.state.settings;
        let names = Arc::new(http::names(settings.listen, &settings.names));
        let router = Router::new()
            .merge(api::routes())
            .merge(pages::routes())
            .fallback(pages::lost)
            .method_not_allowed_fallback(async || error::Refusal::Method)
            .layer(DefaultBodyLimit::max(LONGEST))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.state), arrival::arrive))
            .layer(middleware::from_fn(outgoing::send))
            .layer(middleware::from_fn_with_state(names, guard))
            .layer(middleware::map_response(error::as_problem))
            .with_state(Arc::clone(&self.state));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(waiting::spread(Arc::clone(&self.state)));
            tokio::spawn(webhooks::run(Arc::clone(&self.state)));
            tokio::spawn(sweep(Arc::clone(&self.state)));
            if let Some(figures) = self.figures {
                let listener = tokio::net::TcpListener::from_std(figures)?;
                let connections = Arc::new(Connections::new(FEW, false));
                tokio::spawn(
                    connections.accept(listener, api::open_figures().with_state(Arc::clone(&self.state))),
                );
            }
            tokio::spawn(Arc::clone(&self.state.connections).accept(listener, router));
            http::raised(stop).await
        })?;
        runtime.shutdown_timeout(Duration::from_secs(3));
        Ok(())
    }
}

/// Deletes what is out of date, without end.
async fn sweep(state: Shared) {
    loop {
        let host = Arc::clone(&state);
        let swept = error::blocking(move || {
            host.store.sweep()?;
            host.settings.keep.map_or(Ok(()), |keep| Ok(host.store.forget_older(keep.ago())?))
        });
        if let Err(why) = swept.await {
            tracing::warn!(%why, "nothing was swept");
        }
        tokio::time::sleep(SWEEPING).await;
    }
}
