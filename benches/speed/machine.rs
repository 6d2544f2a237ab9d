//! The machine in a few words, and medians of what is measured on it.

use std::time::{Duration, Instant};

/// Processor, cores, kernel, and how busy it is with other things.
pub(crate) fn words() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, Linux {}, load at the start: {}", kernel.trim(), load())
}

/// How many processes wanted a core in the last minute, on average.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}

/// How many seconds a suite may take: what would take longer is reckoned.
pub(crate) fn longest() -> f64 {
    std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0)
}

/// The time that work takes.
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// The median time of work that is done so many times, after once to warm up.
pub(crate) fn median(times: usize, mut work: impl FnMut()) -> Duration {
    work();
    middle((0..times).map(|_| time(&mut work)).collect())
}

/// The median of some times.
pub(crate) fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
