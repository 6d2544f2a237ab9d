//! How many bytes of requests may be in memory at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::bounds::LONGEST;
use crate::http::Client;

/// How many bytes of bodies may be in memory, of all requests and of those of one client: ten of the longest.
const ALL: usize = 10 * LONGEST;

/// See [`ALL`].
const OF_ONE: usize = 3 * LONGEST;

/// The bytes of bodies that are in memory.
#[derive(Debug, Default)]
pub(super) struct Budget(Mutex<HashMap<Client, usize>>);

impl Budget {
    /// Takes bytes for a client; whether there are as many.
    pub(super) fn take(&self, client: Client, bytes: usize) -> bool {
        let mut taken = self.taken();
        let all: usize = taken.values().sum();
        let own = taken.entry(client).or_default();
        let is_free = all + bytes <= ALL && *own + bytes <= OF_ONE;
        *own += if is_free { bytes } else { 0 };
        if *own == 0 {
            taken.remove(&client);
        }
        is_free
    }

    /// Gives bytes back.
    pub(super) fn give_back(&self, client: Client, bytes: usize) {
        let mut taken = self.taken();
        if let Some(own) = taken.get_mut(&client) {
            *own -= bytes;
            if *own == 0 {
                taken.remove(&client);
            }
        }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_has_a_part_and_all_together_have_no_more_than_there_is() {
        let budget = Budget::default();
        let client = |number: u8| Client::of([192, 0, 2, number].into());
        let count = |number| (0..100).filter(|_| budget.take(client(number), LONGEST)).count();
        assert_eq!([count(1), count(2), count(3), count(4)], [3, 3, 3, 1]);
        budget.give_back(client(1), 3 * LONGEST);
        assert_eq!(count(5), 3);
        assert!(!budget.taken().contains_key(&client(1)) && !budget.take(client(6), 1));
        assert!(!budget.taken().contains_key(&client(6)));
    }
}
