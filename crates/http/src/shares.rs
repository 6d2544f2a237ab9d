//! Clients, and what each of them, and all together, may have of something at once.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use parking_lot::Mutex;

/// The origin of a request. A client with one IPv6 network has 2^64 addresses, so it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(u64);

/// How much there is of something, and who has it.
#[derive(Debug)]
pub struct Shares {
    all: usize,
    of_one: usize,
    taken: Mutex<HashMap<Client, usize>>,
}

/// The share of a client, which is given back when this is dropped.
#[derive(Debug)]
pub struct Share {
    of: Arc<Shares>,
    client: Client,
    count: usize,
}

impl Client {
    pub fn of(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V6(address) if address.is_loopback() => Client::of(Ipv4Addr::LOCALHOST.into()),
            // No IPv6 address in use begins with zeros only.
            IpAddr::V4(address) => Client(u64::from(address.to_bits())),
            IpAddr::V6(address) => Client((address.to_bits() >> 64) as u64),
        }
    }

    pub(super) fn is_this_machine(self) -> bool {
        self == Client::of(Ipv4Addr::LOCALHOST.into())
    }
}

impl Shares {
    /// As much for all clients together, and for one of them.
    pub fn new(all: usize, of_one: usize) -> Arc<Shares> {
        Arc::new(Shares { all, of_one, taken: Mutex::default() })
    }

    /// As much for a client. `None` if it, or all together, would have too much. Whoever has nothing yet may get any
    /// amount.
    pub fn take(self: &Arc<Shares>, client: Client, count: usize) -> Option<Share> {
        let mut share = self.of(client);
        share.grow(count).then_some(share)
    }

    /// A share of a client with nothing in it yet.
    pub fn of(self: &Arc<Shares>, client: Client) -> Share {
        Share { of: Arc::clone(self), client, count: 0 }
    }
}

impl Share {
    /// Takes more; whether there is as much.
    pub fn grow(&mut self, more: usize) -> bool {
        if more == 0 {
            return true;
        }
        let mut taken = self.of.taken.lock();
        let all: usize = taken.values().sum();
        let own = taken.get(&self.client).copied().unwrap_or_default();
        let fits = |there: usize, most| there == 0 || there.saturating_add(more) <= most;
        let is_free = fits(all, self.of.all) && fits(own, self.of.of_one);
        if is_free {
            taken.insert(self.client, own + more);
            self.count += more;
        }
        is_free
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.of.taken.lock();
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= self.count;
            if *own == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        Client::of(text.parse().unwrap())
    }

    #[test]
    fn shares_limit_one_client_and_all_together() {
        let shares = Shares::new(10, 3);
        let take = |text: &str| -> Vec<_> { std::iter::from_fn(|| shares.take(client(text), 1)).collect() };
        let one = take("2001:db8::1");
        assert_eq!(one.len(), 3);
        assert!(shares.take(client("2001:db8::2"), 1).is_none(), "the same network");
        let others = ["2001:db8:0:1::1", "192.0.2.1", "192.0.2.2"].map(take);
        assert_eq!(others.each_ref().map(Vec::len), [3, 3, 1]);
        assert!(shares.take(client("192.0.2.3"), 1).is_none(), "all together have too many");
        drop(one);
        assert_eq!(take("192.0.2.3").len(), 3);
        drop(others);
        assert!(shares.taken.lock().is_empty());
    }

    #[test]
    fn a_share_grows_and_the_first_may_be_of_any_size() {
        let shares = Shares::new(10, 6);
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let mut share = shares.take(one, 4).unwrap();
        assert!(share.grow(2) && !share.grow(1) && share.grow(0));
        assert!(shares.take(one, 1).is_none() && shares.take(one, 0).is_some());
        assert!(shares.take(other, 5).is_none() && shares.take(other, 4).is_some());
        drop(share);
        let large = shares.take(one, usize::MAX).unwrap();
        assert!(shares.take(one, 1).is_none() && shares.take(other, 1).is_none());
        drop(large);
        assert!(shares.taken.lock().is_empty());
    }
}
