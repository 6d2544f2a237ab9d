//! The report on a submission, in every format that `judge report` has.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::error::Refusal;
use crate::report::{self, Log, Width};

/// The report is a page with a script of its own; it is kept from ours, whatever it holds.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'; img-src data:";

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// As on a terminal, without colours.
    #[default]
    Terminal,
    /// As on a terminal, with colours.
    Ansi,
    /// JSON.
    Json,
    /// Markdown.
    Markdown,
    /// JUnit's XML.
    Junit,
    /// A page.
    Html,
    /// The saved run, for `judge report` and `judge explain`.
    Run,
}

/// A saved run in a format.
///
/// # Errors
/// If the run cannot be read.
pub(super) fn rendered(log: &[u8], format: Format) -> Result<Response, Refusal> {
    let saved = Log::read(log).map_err(|why| Refusal::System(why.to_string()))?;
    let record = saved.record();
    let (kind, text) = match format {
        Format::Terminal => {
            ("text/plain; charset=utf-8", plain(&report::terminal(&record, Width::Unlimited)))
        }
        Format::Ansi => ("text/plain; charset=utf-8", report::terminal(&record, Width::Unlimited)),
        Format::Json => ("application/json", report::json(&record)),
        Format::Markdown => ("text/markdown; charset=utf-8", report::markdown(&record)),
        Format::Junit => ("application/xml", report::junit(&record)),
        Format::Html => ("text/html; charset=utf-8", report::html(&record)),
        Format::Run => ("application/json", saved.json()),
    };
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    if matches!(format, Format::Html) {
        let name = HeaderName::from_static("content-security-policy");
        response.headers_mut().insert(name, HeaderValue::from_static(POLICY));
    }
    Ok(response)
}

/// A saved run as on a terminal, without colours; none if it cannot be read.
pub(super) fn text(log: &[u8]) -> Option<String> {
    Some(plain(&report::terminal(&Log::read(log).ok()?.record(), Width::Unlimited)))
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
