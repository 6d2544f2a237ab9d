//! The addresses and names under which others reach a server on this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The address to type into a browser, for a server that listens there.
pub(crate) fn url(listens: SocketAddr) -> String {
    format!("http://{}/", reachable(listens))
}

/// The address for other machines. An unspecified address is replaced by one that they can reach.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(own_address().unwrap_or(Ipv4Addr::LOCALHOST.into()), address.port())
    } else {
        address
    }
}

/// The address from which this machine would connect to others. Nothing is sent to find it.
pub(crate) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// The name of this machine.
pub(crate) fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The names that browsers may use for a server that listens there: the given ones, and those of this machine if others can
/// connect.
pub(crate) fn names(listens: SocketAddr, given: &[String]) -> Vec<String> {
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
    fn an_address_to_type_is_one_that_can_be_reached() {
        assert_eq!(url(([192, 0, 2, 1], 80).into()), "http://192.0.2.1:80/");
        assert!(!url(([0, 0, 0, 0], 80).into()).contains("0.0.0.0"));
    }
}
