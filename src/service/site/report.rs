//! The report on a submission, in every format that `judge report` has.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::error::Refusal;
use super::rendered::Rendered;
use crate::report::{self, Format, Log, View};

/// The report is a page with its own script; the sandbox keeps it from our pages, whatever it contains.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'; img-src data:";

/// A form in which a saved run is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum Wanted {
    /// The report in a format; as on a terminal, but without colours.
    Report(Format),
    /// As on a terminal, with colours.
    Ansi,
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
            "ansi" => Ok(Wanted::Ansi),
            "run" => Ok(Wanted::Run),
            name => name.parse().map(Wanted::Report).map_err(|_| format!("there is no format {name:?}")),
        }
    }
}

/// A saved run in the requested form.
///
/// # Errors
/// If the run cannot be read.
pub(super) fn rendered(log: &[u8], wanted: Wanted) -> Result<Rendered, Refusal> {
    let saved = Log::read(log).map_err(|why| Refusal::System(why.to_string()))?;
    let record = saved.record();
    let (kind, text) = match wanted {
        Wanted::Report(format) => (format.media_type(), format.plain(&record, true)),
        Wanted::Ansi => (
            Format::Terminal.media_type(),
            report::terminal(&record, View { columns: None, is_verbose: true }),
        ),
        Wanted::Run => (Format::Json.media_type(), saved.json()),
    };
    Ok(Rendered { kind, text: text.into() })
}

/// The answer with a report.
pub(super) fn answer(report: Rendered, wanted: Wanted) -> Response {
    let mut response = ([(header::CONTENT_TYPE, report.kind)], report.text).into_response();
    if wanted == Wanted::Report(Format::Html) {
        let name = HeaderName::from_static("content-security-policy");
        response.headers_mut().insert(name, HeaderValue::from_static(POLICY));
    }
    response
}
