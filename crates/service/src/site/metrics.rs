//! Figures for Prometheus, in its text format.

use std::fmt::Write;

use super::error::Refusal;
use super::state::State;

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
    head(
        &mut text,
        "judge_jobs_without_worker",
        "gauge",
        "Waiting jobs that no worker can judge now, by class and language.",
    );
    for row in &depth {
        let labels = [("class", row.class.into()), ("language", row.language.as_str())];
        line(&mut text, "judge_jobs_without_worker", &labels, row.stuck as f64);
    }
    head(
        &mut text,
        "judge_jobs_overdue",
        "gauge",
        "Jobs that a worker was given and holds no more, by class and language.",
    );
    for row in &depth {
        let labels = [("class", row.class.into()), ("language", row.language.as_str())];
        line(&mut text, "judge_jobs_overdue", &labels, row.overdue as f64);
    }
    head(&mut text, "judge_oldest_job_seconds", "gauge", "Age of the oldest job by class and language.");
    for row in &depth {
        let labels = [("class", row.class.into()), ("language", row.language.as_str())];
        line(&mut text, "judge_oldest_job_seconds", &labels, seconds(row.oldest));
    }
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
    let mishaps = state.store.mishaps()?;
    for (name, what, count) in [
        ("judge_leases_lost_total", "Leases that ran out.", mishaps.lost),
        ("judge_stale_rulings_total", "Rulings that came too late.", mishaps.stale),
        (
            "judge_disagreements_total",
            "Late rulings that differ from the one that counts.",
            mishaps.disagreements,
        ),
    ] {
        head(&mut text, name, "counter", what);
        line(&mut text, name, &[], count as f64);
    }
    let workers = state.store.workers()?;
    head(&mut text, "judge_worker_last_beat_seconds", "gauge", "Time since a worker was heard of.");
    for worker in &workers {
        let labels = [("machine", worker.machine.as_str()), ("worker", worker.id.as_str())];
        line(&mut text, "judge_worker_last_beat_seconds", &labels, seconds(worker.heard));
    }
    head(
        &mut text,
        "judge_worker_pace_seconds",
        "gauge",
        "Processor time of a worker's machine for a known piece of work.",
    );
    for worker in &workers {
        let labels = [("machine", worker.machine.as_str()), ("worker", worker.id.as_str())];
        line(&mut text, "judge_worker_pace_seconds", &labels, worker.pace as f64 / 1e6);
    }
    head(&mut text, "judge_worker_suspended", "gauge", "Whether a worker's machine gets no jobs.");
    for worker in &workers {
        let labels = [("machine", worker.machine.as_str()), ("worker", worker.id.as_str())];
        line(&mut text, "judge_worker_suspended", &labels, f64::from(u8::from(worker.deaths >= 3)));
    }
    Ok(text)
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

fn head(text: &mut String, name: &str, kind: &str, what: &str) {
    let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &[(&str, &str)], value: f64) {
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let labels: Vec<_> =
        labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
    let _ = writeln!(text, "{name}{labels} {value}");
}
