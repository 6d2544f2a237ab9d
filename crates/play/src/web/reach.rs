//! How others reach the server, and letting in the local network.

use std::net::{SocketAddr, TcpListener};

use parking_lot::Mutex;
use tokio::sync::mpsc::UnboundedSender;

use super::error::ApiError;
use http::{own_address, reachable};

/// The addresses at which the server listens.
#[derive(Debug)]
pub(super) struct Reach {
    listens: SocketAddr,
    /// The address that was opened to the local network later.
    opened: Mutex<Option<SocketAddr>>,
    more: UnboundedSender<TcpListener>,
}

impl Reach {
    /// A server that listens there, and on listeners that are sent through `more`.
    pub(super) fn new(listens: SocketAddr, more: UnboundedSender<TcpListener>) -> Reach {
        Reach { listens, opened: Mutex::default(), more }
    }

    /// The address at which other machines reach the server, if they do.
    pub(super) fn address(&self) -> Option<String> {
        let opened = *self.opened.lock();
        let own = (!self.listens.ip().is_loopback()).then(|| reachable(self.listens));
        opened.or(own).map(|address| format!("http://{address}"))
    }

    /// Listens to the local network, too, and returns the address for it.
    /// Fails with [`ApiError::Unreachable`] if this machine is in no network, or [`ApiError::System`].
    pub(super) fn open(&self) -> Result<String, ApiError> {
        if let Some(address) = self.address() {
            return Ok(address);
        }
        let none = ApiError::Unreachable("This machine is not in a network.");
        let ip = own_address().filter(|ip| !ip.is_loopback()).ok_or(none)?;
        let address = SocketAddr::new(ip, self.listens.port());
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        *self.opened.lock() = Some(address);
        let _ = self.more.send(listener);
        Ok(format!("http://{address}"))
    }
}
