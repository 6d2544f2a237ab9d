//! The report on a submission, in every format that `judge report` has.

use std::borrow::Cow;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::VariantNames;

use super::description::{Described, Description};
use super::error::Refusal;
use judging::challenge::Show;
use judging::execution::Usage;
use judging::report::{self, Format, Log, Record, View};
use judging::runner::{ShownFailure, Status};

/// The report is a page with its own script; the sandbox keeps it from our pages, whatever it contains.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'; img-src data:";

/// The names of the forms that no command for reports has.
const ANSI: &str = "ansi";
const RUN: &str = "run";

/// A report, and the form in which it was requested.
pub(super) struct Report {
    pub rendered: Rendered,
    pub wanted: Wanted,
}

#[derive(Clone, Debug)]
pub(super) struct Rendered {
    /// Its media type.
    pub kind: &'static str,
    pub text: Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "&'static str")]
pub(super) enum Wanted {
    /// The report in a format; as on a terminal, but without colours.
    Report(Format),
    Ansi,
    /// A part of the page of its submission.
    Part,
    /// The run itself, for `judge report` and `judge explain`.
    Run,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted::Report(Format::default())
    }
}

impl TryFrom<String> for Wanted {
    type Error = String;

    fn try_from(name: String) -> Result<Wanted, String> {
        match name.as_str() {
            ANSI => Ok(Wanted::Ansi),
            RUN => Ok(Wanted::Run),
            name => name.parse().map(Wanted::Report).map_err(|_| format!("there is no format {name:?}")),
        }
    }
}

impl From<Wanted> for &'static str {
    fn from(wanted: Wanted) -> &'static str {
        match wanted {
            Wanted::Report(format) => format.into(),
            Wanted::Ansi => ANSI,
            Wanted::Part => "part",
            Wanted::Run => RUN,
        }
    }
}

impl JsonSchema for Wanted {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Format".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = [Format::VARIANTS, &[ANSI, RUN]].concat();
        json_schema!({ "type": "string", "enum": names })
    }
}

/// The message in place of a failure that is not shown.
const HIDDEN: &str = "what it failed at is not shown";

/// A saved run in the requested form, for a reader who may see `show` of it.
pub(super) fn rendered(log: &[u8], wanted: Wanted, show: Option<Show>) -> Result<Rendered, Refusal> {
    let saved = Log::read(log).map_err(|why| Refusal::System(why.to_string()))?;
    let mut record = saved.record();
    let dialect = &record.heading.dialect;
    // A program that knows a secret input can tell it by the time and the memory that it takes.
    let tells_figures = match show {
        Some(Show::All) => true,
        Some(Show::Verdict) => false,
        Some(Show::First) | None => dialect.whole().is_none(),
    };
    for report in record.reports.iter_mut().flatten() {
        if !tells_figures {
            (report.most, report.time, report.latency) = (Usage::default(), Duration::ZERO, None);
        }
        if show == Some(Show::Verdict) {
            report.advice.clear();
        }
        let is_hidden = |case: &str| dialect.hides(case, show);
        if report.verdicts.iter().any(|one| is_hidden(&one.case)) {
            report.verdicts.clear();
        }
        // A program that could not be started has no scene, and its message is about its source.
        if let Some(failure) = report
            .failure
            .as_mut()
            .filter(|failure| failure.scene.as_ref().is_some_and(|scene| is_hidden(&scene.case)))
        {
            let notes = failure.notes.iter().filter(|note| note.is_for_everybody());
            let notes: String = notes.map(|note| format!("\n{note}")).collect();
            (failure.scene, failure.notes) = (None, Vec::new());
            failure.shown = ShownFailure::Message(format!("{HIDDEN}{notes}"));
        }
    }
    let (kind, text) = match wanted {
        Wanted::Report(format) => (format.media_type(), format.plain(&record, true)),
        Wanted::Ansi => (
            Format::Terminal.media_type(),
            report::terminal(&record, View { is_verbose: true, ..View::default() }),
        ),
        Wanted::Part => (Format::Html.media_type(), part(&record).into_string()),
        Wanted::Run => (Format::Json.media_type(), saved.json()),
    };
    Ok(Rendered { kind, text: text.into() })
}

/// What a page says of the only program of a run, so that it can be read on a phone: a sentence, the game, and what was
/// expected there.
fn part(record: &Record) -> Markup {
    let Some((_, report)) = record.judged().next() else { return Markup::default() };
    let sentence = match &report.status {
        Status::Judged(_) if report.failure.as_ref().is_some_and(|failure| failure.crash().is_some()) => {
            "It crashed."
        }
        Status::Judged(verdict) => verdict.sentence(),
        Status::Skipped(why) => why,
    };
    html! {
        p.sentence { (sentence) }
        @if let Some(failure) = &report.failure {
            @if let Some((fault, _)) = failure.diagnosis() { p { strong { "It " (fault) "." } } }
            @let game = report::game(failure);
            @if !game.is_empty() { pre.report tabindex="0" { (game) } }
            dl.facts { @for (label, fact) in report::facts(failure).iter().filter(|(label, _)| *label != "fault") {
                @if !label.is_empty() { dt { (label) } }
                dd { (fact) }
            } }
        }
        @if let Some(passed) = report.passed.last() { p { (passed.claim) } }
        @for note in &report.advice { p.hint { (note) } }
    }
}

impl IntoResponse for Report {
    fn into_response(self) -> Response {
        let mut response = ([(header::CONTENT_TYPE, self.rendered.kind)], self.rendered.text).into_response();
        if self.wanted == Wanted::Report(Format::Html) {
            let name = HeaderName::from_static("content-security-policy");
            response.headers_mut().insert(name, HeaderValue::from_static(POLICY));
        }
        response
    }
}

impl Described for Report {
    fn describe(about: &mut Description) {
        for format in Format::VARIANTS.iter().filter_map(|name| name.parse::<Format>().ok()) {
            let media = format.media_type().split(';').next().unwrap_or_default();
            let is_json = media == "application/json";
            about.answers(200, media, if is_json { json!({}) } else { json!({ "type": "string" }) });
        }
    }
}
