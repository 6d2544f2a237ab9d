//! Lists of submissions: as JSON, as a table for spreadsheets, and their sources as an archive.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::answer::SubmissionAnswer;
use super::archive;
use super::description::{Described, Description};
use super::error::{Code, Refusal, blocking};
use super::input::{Allowed, Parameters, Read};
use super::output::Answer;
use super::request::{ListFormat, ListQuery};
use crate::host::{Holder, Scope};
use crate::store::Status;
use judging::runner::VerdictWord;

/// The longest archive, in bytes.
const LONGEST: usize = 64 << 20;

/// A list in the format that was wanted.
pub(super) struct Listing(Response);

pub(super) async fn listing(
    Allowed { state, holder, .. }: Allowed<Read>,
    Parameters(query): Parameters<ListQuery>,
) -> Answer<Listing> {
    let owner = owner(&holder, &query)?;
    blocking(move || {
        let selected = query.selection(owner.as_deref())?;
        // The rest of a list must not end where its last submission was deleted.
        let is_other = |last: &Status| owner.as_ref().is_some_and(|owner| last.owner != *owner);
        if !selected.after.is_empty()
            && state.store.status(selected.after)?.is_none_or(|last| is_other(&last))
        {
            return Err(Refusal::Unknown(Code::UnknownSubmission));
        }
        let all = state.store.list(&selected)?;
        Ok(Listing(match query.format {
            ListFormat::Json => {
                Json(all.iter().map(SubmissionAnswer::from).collect::<Vec<_>>()).into_response()
            }
            ListFormat::Csv => file("text/csv; charset=utf-8", "submissions.csv", table(&all)),
            ListFormat::Tar => {
                let length = all.iter().map(|status| status.bytes.unsigned_abs() as usize).sum();
                if length > LONGEST {
                    return Err(Refusal::TooLong(length, LONGEST));
                }
                let mut packed = Vec::new();
                for status in &all {
                    // One that was deleted meanwhile is left out.
                    let source = state.store.source(&status.id)?;
                    source.iter().for_each(|source| archive::add(&mut packed, status, source));
                }
                archive::end(&mut packed);
                file("application/x-tar", "submissions.tar", packed)
            }
        }))
    })
    .await
}

/// Whose submissions are listed: those of the holder, unless that is an admin.
pub(super) fn owner(holder: &Holder, query: &ListQuery) -> Result<Option<String>, Refusal> {
    match &query.owner {
        owner if holder.may(Scope::Admin) => Ok(owner.clone()),
        Some(other) if *other != holder.owner => Err(Refusal::Forbidden(Scope::Admin.into())),
        _ => Ok(Some(holder.owner.clone())),
    }
}

fn file(media: &'static str, name: &str, body: impl Into<axum::body::Body>) -> Response {
    let disposition = format!("attachment; filename={name}");
    ([(header::CONTENT_TYPE, media.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body.into())
        .into_response()
}

/// The submissions as lines of CSV (RFC 4180).
fn table(all: &[Status]) -> String {
    let mut text = "submitted,owner,challenge,name,language,bytes,state,verdict,ruled,id\r\n".to_owned();
    for status in all {
        let SubmissionAnswer { submitted, state, verdict, ruled, .. } = SubmissionAnswer::from(status);
        let (bytes, verdict) = (status.bytes.to_string(), verdict.map_or("", VerdictWord::name));
        let (submitted, ruled) =
            (submitted.to_string(), ruled.map_or(String::new(), |time| time.to_string()));
        let Status { owner, challenge, name, language, id, .. } = status;
        let program = [&submitted, owner, challenge, name, language, &bytes].map(|text| cell(text));
        let outcome = [state.into(), verdict, &ruled, id].map(cell);
        text += &format!("{},{}\r\n", program.join(","), outcome.join(","));
    }
    text
}

/// A cell. Spreadsheets work out what begins like a formula, which owners and names of files may do.
fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

impl IntoResponse for Listing {
    fn into_response(self) -> Response {
        self.0
    }
}

impl Described for Listing {
    fn describe(about: &mut Description) {
        about.sends::<Vec<SubmissionAnswer>>(200);
        about.answers(200, "text/csv", json!({ "type": "string" }));
        about.answers(200, "application/x-tar", json!({ "type": "string", "format": "binary" }));
    }
}
