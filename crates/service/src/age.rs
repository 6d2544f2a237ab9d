//! How old what a service keeps may be.

use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const OLDEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Age(Duration);

/// A text that is no age, or not one that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownAge {
    #[error("it takes a time with a unit, such as 180d or 12h")]
    NoUnit,
    #[error("it must be more than zero")]
    Zero,
    /// Later calculations with it could overflow.
    #[error("it must be no more than a hundred years")]
    TooOld,
}

impl FromStr for Age {
    type Err = UnknownAge;

    /// A length of time with a unit. A bare number would be seconds, and nobody means that.
    fn from_str(text: &str) -> Result<Age, UnknownAge> {
        let age = text.parse::<f64>().is_err().then(|| humantime::parse_duration(text).ok()).flatten();
        match age.ok_or(UnknownAge::NoUnit)? {
            Duration::ZERO => Err(UnknownAge::Zero),
            age if age > OLDEST => Err(UnknownAge::TooOld),
            age => Ok(Age(age)),
        }
    }
}

impl Age {
    /// When what has this age now came in, in milliseconds since 1970.
    pub fn ago(self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.saturating_sub(self.0).as_millis() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_has_a_unit_and_a_bound() {
        assert_eq!("12h".parse(), Ok(Age(Duration::from_secs(12 * 60 * 60))));
        for text in ["180", "1e3", "soon", ""] {
            assert_eq!(text.parse::<Age>(), Err(UnknownAge::NoUnit), "{text}");
        }
        assert_eq!("0s".parse::<Age>(), Err(UnknownAge::Zero));
        assert_eq!("101y".parse::<Age>(), Err(UnknownAge::TooOld));
    }
}
