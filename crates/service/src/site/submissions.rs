//! The operations on submissions.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::json;

use super::answer::{Deleted, SubmissionAnswer};
use super::description::{Described, Description};
use super::error::{Code, Refusal, blocking};
use super::input::{Admin, Allowed, Body, IdempotencyKey, Own, Parameters, Submit};
use super::intake::{Intake, take_in};
use super::output::{Answer, TakenIn, Text};
use super::report::{Report, Wanted};
use super::request::{OfId, ReportQuery, SubmissionRequest, Wait};
use super::state::Shared;
use super::waiting::{changed, ruled};
use crate::host::Scope;
use crate::store::{JobState, Status, Unwanted};
use http::{LONGEST_WAIT, Share};
use judging::challenge::Show;

pub(super) async fn submit(
    Allowed { state, holder, .. }: Allowed<Submit>,
    Parameters(Wait { wait }): Parameters<Wait>,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Body(mut body): Body<SubmissionRequest>,
) -> Answer<TakenIn> {
    let source = body.take_source()?;
    let SubmissionRequest { challenge, name, language, source: _, source_base64: _, command, batch, webhook } =
        body;
    let is_batch = batch;
    let intake = Intake { challenge, name, language, source, command, idempotency_key, is_batch, webhook };
    let id = take_in(&state, holder, intake).await?;
    Ok(TakenIn(SubmissionAnswer::from(&ruled(&state, &id, wait.0).await?)))
}

pub(super) async fn status(
    own: Own,
    Parameters(Wait { wait }): Parameters<Wait>,
) -> Answer<Json<SubmissionAnswer>> {
    Ok(Json(SubmissionAnswer::from(&ruled(&own.caller.state, &own.status.id, wait.0).await?)))
}

pub(super) async fn forget(
    Allowed { state, .. }: Allowed<Admin>,
    Path(OfId { id }): Path<OfId>,
) -> Answer<Json<Deleted>> {
    blocking(move || {
        state.store.status(&id)?.ok_or(Refusal::Unknown(Code::UnknownSubmission))?;
        state.store.forget(Unwanted { submission: Some(&id), ..Unwanted::before(i64::MAX) })?;
        Ok(Json(Deleted { deleted: true }))
    })
    .await
}

struct Watcher {
    state: Shared,
    id: String,
    last: Option<JobState>,
    _permit: Share,
}

pub(super) struct Events(Response);

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        self.0
    }
}

impl Described for Events {
    fn describe(about: &mut Description) {
        about.answers(200, "text/event-stream", json!({}));
    }
}

/// A stream of the states of a submission, until it is done.
pub(super) async fn events(Own { caller, status, .. }: Own) -> Answer<Events> {
    let state = caller.state;
    let permit = state
        .connections
        .watch(caller.client)
        .ok_or(Refusal::NotNow(Code::TooManyWatchers, "too many are watching; try again later"))?;
    let watcher = Watcher { state, id: status.id, last: None, _permit: permit };
    let events = stream::unfold(Some(watcher), |watcher| async move {
        let mut watcher = watcher?;
        let status = watcher.next().await?;
        let event = Event::default().json_data(SubmissionAnswer::from(&status)).unwrap_or_default();
        watcher.last = Some(status.state);
        Some((Ok::<_, Infallible>(event), (status.state != JobState::Done).then_some(watcher)))
    });
    Ok(Events(Sse::new(events).keep_alive(KeepAlive::default()).into_response()))
}

impl Watcher {
    /// The submission in its next state. `None` if it is unknown.
    async fn next(&self) -> Option<Status> {
        let is_new = |status: &Status| self.last != Some(status.state);
        loop {
            let status = changed(&self.state, &self.id, LONGEST_WAIT, is_new).await.ok()?;
            if is_new(&status) {
                return Some(status);
            }
        }
    }
}

pub(super) async fn report(
    Own { caller, status, holder }: Own,
    Parameters(ReportQuery { format }): Parameters<ReportQuery>,
) -> Answer<Report> {
    let state = caller.state;
    let show = state.shown(&status.challenge, holder.as_ref());
    if format == Wanted::Run && show != Some(Show::All) {
        return Err(Refusal::Forbidden(Scope::Admin.into()));
    }
    let rendered = blocking(move || state.reports.of(&state.store, &status.id, format, show)).await?;
    Ok(Report { rendered, wanted: format })
}

pub(super) async fn source(own: Own) -> Answer<Text> {
    let (state, id) = (Arc::clone(&own.caller.state), own.status.id);
    let source =
        blocking(move || state.store.source(&id)?.ok_or(Refusal::Unknown(Code::UnknownSubmission))).await?;
    Ok(Text("text/plain; charset=utf-8", source.into()))
}
