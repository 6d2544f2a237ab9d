//! How many games a client may open: some at once, then one after each pause.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::http::Client;

/// Games that may be opened at once, as in `docs/browser.md`: those of a class behind one address.
const AT_ONCE: u32 = 120;

/// The pause until one more may be opened.
const PAUSE: Duration = Duration::from_secs(3);

/// The most clients that are tracked.
const MOST_CLIENTS: usize = 10_000;

/// The recent games of each client.
#[derive(Debug, Default)]
pub(super) struct Quota {
    /// The time at which a client may open the full number again.
    whole: HashMap<Client, Instant>,
}

impl Quota {
    /// Whether a client may open one more game now; if so, it is counted.
    pub(super) fn take(&mut self, client: Client, now: Instant) -> bool {
        if self.whole.len() >= MOST_CLIENTS {
            self.whole.retain(|_, whole| *whole > now);
        }
        if self.whole.len() >= MOST_CLIENTS && !self.whole.contains_key(&client) {
            return false;
        }
        let whole = self.whole.entry(client).or_insert(now);
        let next = (*whole).max(now) + PAUSE;
        let may = next <= now + PAUSE * AT_ONCE;
        if may {
            *whole = next;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_opens_some_games_at_once_and_then_one_now_and_then() {
        let (one, other) = ("192.0.2.1", "192.0.2.2");
        let [one, other] = [one, other].map(|address| Client::of(address.parse().unwrap()));
        let (mut quota, now) = (Quota::default(), Instant::now());
        assert_eq!((0..1_000).filter(|_| quota.take(one, now)).count(), AT_ONCE as usize);
        assert!(quota.take(other, now));
        assert!(!quota.take(one, now + PAUSE / 2));
        assert!(quota.take(one, now + PAUSE));
        assert!(!quota.take(one, now + PAUSE));
        assert_eq!((0..1_000).filter(|_| quota.take(one, now + PAUSE * 1_000)).count(), AT_ONCE as usize);
    }
}
