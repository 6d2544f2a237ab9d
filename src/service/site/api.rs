//! The interface for programs. It is described by [`OPEN_API`], which the server provides at
//! `/v1/openapi.json`.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::stream;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::bounds::SHORT;
use super::error::{Refusal, blocking};
use super::holder::Caller;
use super::intake::{Intake, take_in};
use super::report;
use super::state::Shared;
use super::waiting::{changed, ruled};
use super::{metrics, view};
use crate::http::{LONGEST_WAIT, WatchPermit};
use crate::service::host::{NewRejudging, Scope};
use crate::service::leaderboard::{Measure, leaderboard};
use crate::service::store::Status;

/// The description of the interface.
pub const OPEN_API: &str = include_str!("openapi.json");

type Answer<T> = Result<T, Refusal>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Submission {
    challenge: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    language: String,
    source: Option<String>,
    source_base64: Option<String>,
    command: Option<Vec<String>>,
    #[serde(default)]
    batch: bool,
    webhook: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Wait {
    wait: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Wanted {
    #[serde(default)]
    format: report::Wanted,
}

#[derive(Debug, Deserialize)]
struct By {
    #[serde(default)]
    by: Measure,
    language: Option<String>,
    limit: Option<usize>,
}

/// How many rows of a leaderboard are sent, unless the client wants another number, and at most.
const ROWS: (usize, usize) = (100, 1_000);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Again {
    why: String,
    challenge: String,
    language: Option<String>,
    verdict: Option<String>,
    submission: Option<String>,
}

/// All addresses of the interface.
pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/v1/challenges", get(challenges))
        .route("/v1/submissions", post(submit).get(mine))
        .route("/v1/submissions/{id}", get(status))
        .route("/v1/submissions/{id}/events", get(events))
        .route("/v1/submissions/{id}/report", get(report))
        .route("/v1/submissions/{id}/source", get(source))
        .route("/v1/leaderboards/{challenge}", get(board))
        .route("/v1/rejudgings", get(rejudgings).post(rejudge).layer(DefaultBodyLimit::max(SHORT)))
        .route("/v1/rejudgings/{id}", get(rejudging))
        .route("/v1/rejudgings/{id}/apply", post(apply))
        .route("/v1/rejudgings/{id}/discard", post(discard))
        .route("/v1/machines/{name}/reinstate", post(reinstate))
        .route("/v1/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], OPEN_API)))
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(figures))
}

/// The figures for everybody, on an address of their own.
pub(super) fn open_figures() -> Router<Shared> {
    Router::new().route("/metrics", get(async |State(state): State<Shared>| figures_of(state).await))
}

async fn challenges(State(state): State<Shared>) -> Json<Value> {
    let challenges = state.catalogue.iter().map(
        |entry| json!({ "name": entry.name, "leaderboard": format!("/v1/leaderboards/{}", entry.name) }),
    );
    Json(challenges.collect())
}

async fn submit(
    caller: Caller,
    wait: Result<Query<Wait>, QueryRejection>,
    request: Request,
) -> Answer<Response> {
    let holder = caller.allowed(Scope::Submit).await?;
    let wait = patience(wait?.wait.as_deref())?;
    let body: Submission = json(request).await?;
    let source = match (body.source, body.source_base64, &body.command) {
        (Some(text), None, None) => text.into_bytes(),
        (None, Some(text), None) => {
            BASE64_STANDARD.decode(text).map_err(|why| Refusal::Unfit(format!("source_base64: {why}")))?
        }
        (None, None, Some(_)) => Vec::new(),
        _ => return Err(Refusal::Unfit("give one of `source`, `source_base64` and `command`".to_owned())),
    };
    let intake = Intake {
        challenge: body.challenge,
        name: body.name,
        language: body.language,
        source,
        command: body.command,
        idempotency_key: word(&caller.headers, "idempotency-key")?,
        is_batch: body.batch,
        webhook: body.webhook,
    };
    let state = caller.state;
    let id = take_in(&state, holder, intake).await?;
    let status = ruled(&state, &id, wait).await?;
    let code = if status.state == "done" { StatusCode::OK } else { StatusCode::ACCEPTED };
    let place = format!("/v1/submissions/{id}");
    Ok((code, [(header::LOCATION, place)], Json(view::submission(&status))).into_response())
}

async fn mine(caller: Caller) -> Answer<Json<Value>> {
    let holder = caller.allowed(Scope::Read).await?;
    let all = blocking(move || Ok(caller.state.store.by_owner(&holder.owner, 200)?)).await?;
    Ok(Json(all.iter().map(view::submission).collect()))
}

async fn status(
    caller: Caller,
    Path(id): Path<String>,
    wait: Result<Query<Wait>, QueryRejection>,
) -> Answer<Json<Value>> {
    caller.own(&id).await?;
    let wait = patience(wait?.wait.as_deref())?;
    Ok(Json(view::submission(&ruled(&caller.state, &id, wait).await?)))
}

/// A client that watches a submission.
struct Watcher {
    state: Shared,
    id: String,
    last: Option<String>,
    _permit: WatchPermit,
}

/// A stream of the states of a submission, until it is done.
async fn events(caller: Caller, Path(id): Path<String>) -> Answer<Response> {
    caller.own(&id).await?;
    let state = caller.state;
    let permit = state.connections.watch(state.connections.client(&caller.slot, &caller.headers));
    let permit = permit.ok_or(Refusal::NotNow("too many are watching; try again later"))?;
    let watcher = Watcher { state, id, last: None, _permit: permit };
    let events = stream::unfold(Some(watcher), |watcher| async move {
        let mut watcher = watcher?;
        let status = loop {
            let is_new = |status: &Status| watcher.last.as_ref() != Some(&status.state);
            let status = changed(&watcher.state, &watcher.id, LONGEST_WAIT, is_new).await.ok()?;
            if is_new(&status) {
                break status;
            }
        };
        let event = Event::default().json_data(view::submission(&status)).unwrap_or_default();
        let is_done = status.state == "done";
        watcher.last = Some(status.state);
        Some((Ok::<_, Infallible>(event), (!is_done).then_some(watcher)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

async fn report(
    caller: Caller,
    Path(id): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer<Response> {
    caller.own(&id).await?;
    let Query(Wanted { format }) = wanted?;
    let state = caller.state;
    let made = blocking(move || state.reports.of(&state.store, &id, format)).await?;
    Ok(report::answer(made, format))
}

async fn source(caller: Caller, Path(id): Path<String>) -> Answer<Response> {
    caller.own(&id).await?;
    let source =
        blocking(move || caller.state.store.source(&id)?.ok_or(Refusal::Unknown("such submission"))).await?;
    let text = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    Ok(([text], source).into_response())
}

async fn board(
    State(state): State<Shared>,
    Path(challenge): Path<String>,
    by: Result<Query<By>, QueryRejection>,
) -> Answer<Json<Value>> {
    let Query(By { by, language, limit }) = by?;
    let limit = limit.unwrap_or(ROWS.0);
    if !(1..=ROWS.1).contains(&limit) {
        return Err(Refusal::Unfit(format!("limit: it is 1 to {}", ROWS.1)));
    }
    blocking(move || {
        let entry = state.catalogue.named(&challenge).ok_or(Refusal::Unknown("challenge of this name"))?;
        let accepted = state.store.accepted(&entry.name)?;
        let places = leaderboard(&accepted, by, language.as_deref());
        let rows: Vec<_> = places.iter().take(limit).map(view::place).collect();
        let total = places.len();
        Ok(Json(
            json!({ "challenge": entry.name, "by": by, "language": language, "total": total, "rows": rows }),
        ))
    })
    .await
}

async fn rejudgings(caller: Caller) -> Answer<Json<Value>> {
    caller.allowed(Scope::Admin).await?;
    let all = blocking(move || Ok(caller.state.store.rejudgings()?)).await?;
    Ok(Json(all.iter().map(view::rejudging).collect()))
}

async fn rejudge(caller: Caller, request: Request) -> Answer<Response> {
    let holder = caller.allowed(Scope::Admin).await?;
    let body: Again = json(request).await?;
    let state = caller.state;
    let (id, count) = blocking(move || {
        let entry =
            state.catalogue.named(&body.challenge).ok_or(Refusal::Unknown("challenge of this name"))?;
        let new = NewRejudging {
            why: &body.why,
            author: &holder.owner,
            challenge: &entry.name,
            challenge_key: entry.key(),
            language: body.language.as_deref(),
            verdict: body.verdict.as_deref(),
            submission: body.submission.as_deref(),
        };
        let made = state.store.rejudge(&new)?;
        (0..made.1).for_each(|_| state.wakeup.wake());
        Ok(made)
    })
    .await?;
    let place = format!("/v1/rejudgings/{id}");
    let told = json!({ "id": id, "submissions": count, "url": place });
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(told)).into_response())
}

async fn rejudging(caller: Caller, Path(id): Path<String>) -> Answer<Json<Value>> {
    caller.allowed(Scope::Admin).await?;
    blocking(move || {
        let state = caller.state;
        let all = state.store.rejudgings()?;
        let found = all.iter().find(|rejudging| rejudging.id == id);
        let mut told = view::rejudging(found.ok_or(Refusal::Unknown("such rejudging"))?);
        told["rulings"] = state.store.rejudged(&id)?.iter().map(view::rejudged).collect();
        Ok(Json(told))
    })
    .await
}

async fn apply(caller: Caller, Path(id): Path<String>) -> Answer<Json<Value>> {
    caller.allowed(Scope::Admin).await?;
    let now =
        blocking(move || caller.state.store.apply(&id)?.ok_or(Refusal::Unknown("such rejudging"))).await?;
    match now.as_str() {
        "applied" => Ok(Json(json!({ "state": now }))),
        "open" => Err(Refusal::NotNow("some of its submissions were not ruled on yet")),
        _ => Err(Refusal::NotNow("it was discarded")),
    }
}

async fn discard(caller: Caller, Path(id): Path<String>) -> Answer<Json<Value>> {
    caller.allowed(Scope::Admin).await?;
    let now =
        blocking(move || caller.state.store.discard(&id)?.ok_or(Refusal::Unknown("such rejudging"))).await?;
    if now == "discarded" {
        Ok(Json(json!({ "state": now })))
    } else {
        Err(Refusal::NotNow("it was applied"))
    }
}

async fn reinstate(caller: Caller, Path(name): Path<String>) -> Answer<Json<Value>> {
    caller.allowed(Scope::Admin).await?;
    let is_known = blocking(move || Ok(caller.state.store.reinstate(&name)?)).await?;
    if is_known { Ok(Json(json!({ "reinstated": true }))) } else { Err(Refusal::Unknown("such machine")) }
}

async fn ready(State(state): State<Shared>) -> Answer<&'static str> {
    blocking(move || Ok(state.store.reach()?)).await?;
    Ok("ready\n")
}

async fn figures(caller: Caller) -> Answer<Response> {
    caller.allowed(Scope::Admin).await?;
    figures_of(caller.state).await
}

async fn figures_of(state: Shared) -> Answer<Response> {
    let text = blocking(move || metrics::metrics(&state)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

/// The body of a request, which is read only now: a client without the right to send it must not fill the memory.
async fn json<T: DeserializeOwned>(request: Request) -> Answer<T> {
    Ok(Json::from_request(request, &()).await?.0)
}

/// How long a client wants to wait, such as `30s`.
fn patience(wait: Option<&str>) -> Answer<Duration> {
    let Some(text) = wait.filter(|wait| !["", "0"].contains(wait)) else { return Ok(Duration::ZERO) };
    // Sums of several parts may overflow in the library.
    let is_short = text.len() <= 8;
    let wait = is_short.then(|| humantime::parse_duration(text).ok()).flatten();
    let wait = wait.ok_or_else(|| Refusal::Unfit("wait: such as 30s".to_owned()))?;
    Ok(wait.min(LONGEST_WAIT))
}

/// The value of a header.
fn word(headers: &HeaderMap, name: &str) -> Answer<Option<String>> {
    let value = headers.get(name).map(|value| value.to_str().map(str::to_owned));
    value.transpose().map_err(|_| Refusal::Unfit(format!("{name}: it has a character that is not ASCII")))
}
