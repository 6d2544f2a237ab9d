//! The addresses and names under which others reach a server on this machine.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::process::{Command, Stdio};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it takes an address and a port, such as 127.0.0.1:8080")]
pub struct UnknownAddress;

/// The address to listen on that a text names; a port alone is one of this machine only.
pub fn to_listen_on(text: &str) -> Result<SocketAddr, UnknownAddress> {
    if let Ok(port) = text.trim_start_matches(':').parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.replacen("localhost:", "127.0.0.1:", 1).parse().map_err(|_| UnknownAddress)
}

#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    #[error("{0} is in use; --listen 127.0.0.1:0 uses any free port")]
    InUse(SocketAddr),
    #[error("cannot listen on {0}: {1}")]
    Other(SocketAddr, io::Error),
}

/// A listener on an address, for a server that does not block.
pub fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    let failed = |why: io::Error| match why.kind() {
        io::ErrorKind::AddrInUse => ListenError::InUse(address),
        _ => ListenError::Other(address, why),
    };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// Opens an address in the user's browser, without waiting for it.
/// Fails if the desktop's program for that cannot be started.
pub fn open_in_browser(url: &str) -> io::Result<()> {
    let mut opener = Command::new("xdg-open");
    opener.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    opener.spawn().map(drop)
}

/// The address to type into a browser, for a server that listens there.
pub fn url(listens: SocketAddr) -> String {
    format!("http://{}/", reachable(listens))
}

/// The address for other machines. An unspecified address is replaced by one that they can reach.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(own_address().unwrap_or(Ipv4Addr::LOCALHOST.into()), address.port())
    } else {
        address
    }
}

/// The address from which this machine would connect to others. Nothing is sent to find it.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The names that browsers may use for a server that listens there: the given ones, and those of this machine if others can
/// connect.
pub fn names(listens: SocketAddr, given: &[String]) -> Vec<String> {
    let mut names = given.to_vec();
    if !listens.ip().is_loopback() {
        names.extend([format!("{}.local", host_name()), host_name()]);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_other_machines_has_the_names_of_its_own() {
        let given = ["judge.example".to_owned()];
        assert_eq!(names(([127, 0, 0, 1], 80).into(), &given), given);
        let for_others = names(([0, 0, 0, 0], 80).into(), &given);
        assert_eq!(for_others, ["judge.example", &format!("{}.local", host_name()), &host_name()]);
    }

    #[test]
    fn a_port_is_an_address_of_this_machine() {
        for text in ["8080", ":8080", "localhost:8080", "127.0.0.1:8080"] {
            assert_eq!(to_listen_on(text), Ok(([127, 0, 0, 1], 8080).into()), "{text}");
        }
        assert_eq!(to_listen_on("0.0.0.0:80"), Ok(([0, 0, 0, 0], 80).into()));
        for text in ["", "80a", "elsewhere:80", "127.0.0.1"] {
            assert_eq!(to_listen_on(text), Err(UnknownAddress), "{text}");
        }
    }

    #[test]
    fn an_address_to_type_is_one_that_can_be_reached() {
        assert_eq!(url(([192, 0, 2, 1], 80).into()), "http://192.0.2.1:80/");
        assert!(!url(([0, 0, 0, 0], 80).into()).contains("0.0.0.0"));
    }
}
