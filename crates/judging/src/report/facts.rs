//! Why a program got its verdict: the facts of a case, and the rule that decided.

use std::fmt::Write;
use std::time::Duration;

use super::colour::{BAD, FAINT, GOOD};
use super::{Log, Record};
use crate::challenge::listed;
use crate::execution::{Execution, Limits};
use crate::runner::Facts;
use crate::transcript::visible_line;
use crate::verdict::{self, CaseResult, Rule};

/// Renders the results of a saved run in short: for each candidate the verdict, and the rule that decided.
pub(super) fn verdicts(log: &Log, record: &Record) -> String {
    let (mut text, noun) = (String::new(), log.heading.dialect.noun());
    for (number, candidate) in record.candidates.iter().enumerate() {
        let verdict = record.reports[number].as_ref().map_or("not judged", |report| report.verdict());
        let all = log.facts_of(number);
        let decided =
            all.iter().map(|(facts, _)| facts).find(|facts| facts.result().verdict.name() == verdict);
        let report = record.reports[number].as_ref();
        let why = match (report.and_then(|report| report.failure.as_ref()), decided) {
            (Some(failure), Some(facts)) => {
                let more = rule(log, facts).order();
                format!("{} (in the {noun} {}, rule {more})", failure.reason(), inert(&facts.case.name))
            }
            (None, Some(_)) => format!("{} {noun}s", report.map_or(0, |report| report.cases)),
            (_, None) => "it was not run".to_owned(),
        };
        let _ = writeln!(text, "{:3}  {}: {verdict}: {why}", number + 1, inert(&candidate.name));
    }
    let isolation = log.conditions.isolation.name();
    let _ = writeln!(text, "\n{FAINT}{}, isolation {isolation}{FAINT:#}", log.heading);
    text
}

fn rule(log: &Log, facts: &Facts) -> Rule {
    let run = verdict::within(&log.conditions.limits, facts.run());
    CaseResult::explain(&facts.case, log.heading.profile, &run).1
}

/// Renders the facts of a case of a saved run.
pub(super) fn facts(log: &Log, name: &str, facts: &Facts) -> String {
    let verdict = facts.result().verdict.name();
    let style = if facts.result().is_accepted() { GOOD } else { BAD };
    let mut text = format!(
        "{}: {style}{verdict}{style:#} in the {} {}\n",
        inert(name),
        log.heading.dialect.noun(),
        inert(&facts.case.name)
    );
    let rule = rule(log, facts);
    let _ = writeln!(text, "\n    rule {:2}   {}", rule.order(), rule.fact());
    push_divergence(&mut text, facts);
    push_inputs(&mut text, facts);
    for (number, run) in facts.runs.iter().enumerate() {
        let mark = if facts.runs.len() > 1 { format!(" {}", number + 1) } else { String::new() };
        let _ = writeln!(text, "\n    {FAINT}run{mark}{FAINT:#}");
        push_run(&mut text, run, &log.conditions.limits);
    }
    if let Some(doubt) = facts.doubt() {
        let _ = writeln!(text, "\n    {doubt}");
    }
    text
}

fn push_divergence(text: &mut String, facts: &Facts) {
    let Some(divergence) = facts.result().divergence() else { return };
    let step = match divergence.step {
        0 => "before any input".to_owned(),
        step => format!("after input {step}, `{}`", visible_line(&facts.case.inputs[step - 1])),
    };
    let _ = writeln!(text, "    differs   {step}, at byte {} of the transcript", divergence.at);
}

/// The inputs of the whole case, which a report shortens.
fn push_inputs(text: &mut String, facts: &Facts) {
    if facts.case.is_whole() {
        return;
    }
    let inputs = facts.case.inputs.iter().map(|input| format!("\"{}\"", visible_line(input)));
    let _ = writeln!(text, "    inputs    {}", listed(inputs));
}

fn push_run(text: &mut String, run: &Execution, limits: &Limits) {
    let of = |used: Duration, limit: Duration| {
        format!("{:.3}s of {}", used.as_secs_f64(), humantime::format_duration(limit))
    };
    let memory = format!("{} of {}", size(run.usage.memory), size(limits.memory));
    let facts = [
        ("ending", run.ending.to_string()),
        ("wall", of(run.usage.wall, limits.wall)),
        ("cpu", of(run.usage.cpu, limits.cpu)),
        ("memory", memory),
        ("stdout", stream(&run.stdout)),
        ("stderr", stream(&run.stderr)),
    ];
    for (name, fact) in facts {
        let _ = writeln!(text, "    {name:8}  {fact}");
    }
}

/// The length of an output, and its end.
fn stream(output: &[u8]) -> String {
    const SHOWN: usize = 40;
    let rest = &output[output.len().saturating_sub(SHOWN)..];
    let more = if output.len() > SHOWN { "… " } else { "" };
    match output.len() {
        0 => "nothing".to_owned(),
        length => format!("{length} bytes, the last: {more}`{}`", visible_line(rest)),
    }
}

fn size(bytes: u64) -> String {
    format!("{:.1}M", bytes as f64 / f64::from(1 << 20))
}

fn inert(text: &str) -> String {
    visible_line(text.as_bytes())
}
