//! Play in the browser: `referee serve`.
//!
//! The server holds the games; a page only draws them and sends what a person clicked, as a line in the form
//! of a terminal. So a game in the browser has the same session, the same rules and the same words as
//! everywhere else (`game`), and a page cannot change that.
//!
//! Each open game has a `room`, and the `registry` has all rooms; every line is in a file (`store`) before
//! any page sees it. `agreements` holds what the players agree on besides the moves, `clocks` their time. `router`
//! lists the addresses. The files of the page are in `page/`.
//!
//! A move needs the key of a seat, and names the version of the game that it answers: if two tabs move at once,
//! only one move counts. A friend's link contains an invitation, which can be exchanged once for a key. A rematch
//! is a new game with the same keys.

mod agreements;
mod challenges;
mod clocks;
mod error;
mod game;
mod reach;
mod registry;
mod room;
mod router;
mod rules;
mod seat;
mod store;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use challenges::Challenges;
pub use challenges::offered;
use http::{self, Connections, ListenError, descriptors, listen, raise_descriptors};
use judging::files;
use judging::process::Interrupt;
use registry::Registry;
use store::Store;

#[derive(Debug)]
pub struct Settings {
    /// Where to listen; port 0 is any that is free.
    pub listen: SocketAddr,
    /// The folder for saved games. `None` for the usual one in the user's data folder.
    pub data: Option<PathBuf>,
    pub pause: Pause,
    /// Further names of the server, in addition to `localhost`, its addresses, and those of this machine.
    pub names: Vec<String>,
    /// Whether requests come through a proxy on this machine, which names the client.
    pub is_proxied: bool,
    pub challenges: Challenges,
}

/// How long a built-in player waits before it answers a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause(Duration);

impl FromStr for Pause {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Pause, &'static str> {
        match humantime::parse_duration(text).map_err(|_| "it takes a time such as 600ms or 2s")? {
            pause if pause > Duration::from_secs(60) => Err("at most a minute"),
            pause => Ok(Pause(pause)),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// No folder for saved games is named, and there is no home for the usual one.
    #[error("no home folder: {0}; give one with --data")]
    NoHome(String),
    #[error("{0}")]
    Store(String),
    #[error("the server stopped: {0}")]
    System(#[from] io::Error),
}

#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    store: Store,
    folder: PathBuf,
    settings: Settings,
}

impl Server {
    pub fn bind(settings: Settings) -> Result<Server, ServeError> {
        let usual = || files::data_folder().map(|data| data.join("referee"));
        let folder = settings.data.clone().map_or_else(usual, Ok);
        let folder = folder.map_err(|why| ServeError::NoHome(why.to_string()))?;
        let listener = listen(settings.listen)?;
        let store = Store::open(&folder).map_err(|why| ServeError::Store(why.to_string()))?;
        raise_descriptors();
        Ok(Server { listener, store, folder, settings })
    }

    /// The address to type.
    pub fn url(&self) -> io::Result<String> {
        Ok(http::url(self.listener.local_addr()?))
    }

    /// The folder for saved games.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn run(self, stop: &Interrupt) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let registry = Registry::new(self.store, self.settings.pause.0)
            .map_err(|why| ServeError::Store(why.to_string()))?;
        let registry = Arc::new(registry);
        let connections = Arc::new(Connections::new(descriptors(), self.settings.is_proxied));
        let (more, mut listeners) = tokio::sync::mpsc::unbounded_channel::<TcpListener>();
        let names = http::names(self.settings.listen, &self.settings.names);
        let state = router::AppState {
            registry: Arc::clone(&registry),
            connections: Arc::clone(&connections),
            reach: Arc::new(reach::Reach::new(self.listener.local_addr()?, more)),
            challenges: Arc::new(self.settings.challenges),
        };
        let router = router::router(state, Arc::new(names));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(Arc::clone(&registry).sweep_now_and_then());
            tokio::spawn(Arc::clone(&connections).accept(listener, router.clone()));
            tokio::spawn(async move {
                while let Some(listener) = listeners.recv().await {
                    if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                        tokio::spawn(Arc::clone(&connections).accept(listener, router.clone()));
                    }
                }
            });
            http::raised(stop).await
        })?;
        if let Err(why) = registry.see() {
            anstream::eprintln!("referee: {why}");
        }
        // Streams never end by themselves, and every accepted line is in the file.
        runtime.shutdown_timeout(Duration::from_secs(3));
        Ok(())
    }
}
