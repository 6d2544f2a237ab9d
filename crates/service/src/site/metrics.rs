//! Figures for Prometheus, in its text format.

use std::fmt::Write;

use super::error::Refusal;
use super::state::State;
use crate::host::{Depth, WorkerState};
use judging::transcript::visible_line;

/// A figure for each row of a table: its name, what it is, and how it follows from a row.
type Gauge<T> = (&'static str, &'static str, fn(&T) -> f64);

const OF_JOBS: [Gauge<Depth>; 3] = [
    (
        "judge_jobs_without_worker",
        "Waiting jobs that no worker can judge now, by class and language.",
        |row| row.stuck as f64,
    ),
    ("judge_jobs_overdue", "Jobs that a worker was given and holds no more, by class and language.", |row| {
        row.overdue as f64
    }),
    ("judge_oldest_job_seconds", "Age of the oldest job by class and language.", |row| seconds(row.oldest)),
];

const OF_WORKERS: [Gauge<WorkerState>; 3] = [
    ("judge_worker_last_beat_seconds", "Time since a worker was heard of.", |row| seconds(row.heard)),
    ("judge_worker_pace_seconds", "Processor time of a worker's machine for a known piece of work.", |row| {
        row.pace as f64 / 1e6
    }),
    ("judge_worker_suspended", "Whether a worker's machine gets no jobs.", |row| {
        f64::from(u8::from(row.deaths >= 3))
    }),
];

/// All figures.
pub(super) fn metrics(state: &State) -> Result<String, Refusal> {
    let mut text = String::new();
    let depth = state.store.depth()?;
    head(&mut text, "judge_jobs", "gauge", "Jobs by class, language and state.");
    for row in &depth {
        for (name, count) in [("waiting", row.queued), ("judging", row.leased)] {
            let labels = [("class", row.class.into()), ("language", row.language.as_str()), ("state", name)];
            line(&mut text, "judge_jobs", &labels, count as f64);
        }
    }
    gauges(&mut text, &OF_JOBS, &depth, |row| [("class", row.class.into()), ("language", &row.language)]);
    let rulings = state.store.rulings()?;
    head(&mut text, "judge_rulings_total", "counter", "Rulings by verdict.");
    for (verdict, count, _) in &rulings {
        line(&mut text, "judge_rulings_total", &[("verdict", verdict)], *count as f64);
    }
    head(
        &mut text,
        "judge_ruling_seconds_total",
        "counter",
        "Time from submissions to their rulings, by verdict.",
    );
    for (verdict, _, time) in &rulings {
        line(&mut text, "judge_ruling_seconds_total", &[("verdict", verdict)], seconds(*time));
    }
    let rare_events = state.store.rare_events()?;
    for (name, what, count) in [
        ("judge_leases_lost_total", "Leases that ran out.", rare_events.lost),
        ("judge_stale_rulings_total", "Rulings that came too late.", rare_events.stale),
        (
            "judge_disagreements_total",
            "Late rulings that differ from the one that counts.",
            rare_events.disagreements,
        ),
    ] {
        head(&mut text, name, "counter", what);
        line(&mut text, name, &[], count as f64);
    }
    let workers = state.store.workers()?;
    gauges(&mut text, &OF_WORKERS, &workers, |row| [("machine", &row.machine), ("worker", &row.id)]);
    Ok(text)
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

fn gauges<T>(
    text: &mut String,
    all: &[Gauge<T>],
    rows: &[T],
    labels: impl Fn(&T) -> [(&'static str, &str); 2],
) {
    for (name, what, figure) in all {
        head(text, name, "gauge", what);
        rows.iter().for_each(|row| line(text, name, &labels(row), figure(row)));
    }
}

fn head(text: &mut String, name: &str, kind: &str, what: &str) {
    let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &[(&str, &str)], value: f64) {
    // The name of a machine is chosen by its worker.
    let escaped = |value: &str| visible_line(value.as_bytes()).replace('\\', "\\\\").replace('"', "\\\"");
    let labels: Vec<_> =
        labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
    let _ = writeln!(text, "{name}{labels} {value}");
}
