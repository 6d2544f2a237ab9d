//! How much processor time a program takes, and whether two such times differ beyond noise.

use std::time::Duration;

/// How many runs are needed to tell a difference from noise.
const FEWEST: usize = 5;

/// How much longer the median must be. What else a machine does makes all runs of a program longer; with two busy
/// neighbours on two cores, none of the 27 programs in `golf/` took so much longer (docs/reports.md).
const BEYOND: f64 = 1.5;

/// The processor time of the saved runs of a program: its median and quartiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// A quarter of the runs took no longer.
    pub(super) lower: Duration,
    /// Half of the runs took no longer.
    pub(super) median: Duration,
    /// Three quarters of the runs took no longer.
    pub(super) upper: Duration,
}

impl Pace {
    /// The pace of runs that took so much processor time; none if there are too few.
    pub(super) fn of(mut times: Vec<Duration>) -> Option<Pace> {
        times.sort_unstable();
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        (times.len() >= FEWEST).then(|| Pace { lower: at(1), median: at(2), upper: at(3) })
    }

    /// Whether it is longer than another beyond noise: nearly all runs are longer, and the median by half.
    pub(super) fn is_longer_than(&self, other: &Pace) -> bool {
        self.lower > other.upper && self.median > other.median.mul_f64(BEYOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(times: [u64; 5]) -> Pace {
        Pace::of(times.map(Duration::from_millis).to_vec()).unwrap()
    }

    #[test]
    fn only_what_is_beyond_noise_is_longer() {
        let usual = pace([10, 12, 11, 30, 10]);
        assert_eq!([usual.lower, usual.median, usual.upper], [10, 11, 12].map(Duration::from_millis));
        assert!(pace([20, 21, 22, 20, 24]).is_longer_than(&usual));
        assert!(!usual.is_longer_than(&pace([20, 21, 22, 20, 24])));
        // By less than half, and by more, but not in nearly all runs.
        assert!(!pace([13, 14, 15, 14, 15]).is_longer_than(&usual));
        assert!(!pace([10, 11, 30, 30, 40]).is_longer_than(&usual));
        assert_eq!(Pace::of(vec![Duration::ZERO; 4]), None);
    }
}
