//! The interface for programs: a table of its operations, from which the router and the description ([`open_api`]) are made.

use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::routing;
use axum::{Json, Router};

use super::answer::{Challenge, Leaderboard, LeaderboardRow, Reinstated};
use super::error::{Code, Refusal, blocking};
use super::holder::Caller;
use super::input::{Admin, Allowed, Parameters};
use super::listing::listing;
use super::metrics;
use super::operations::Api;
use super::output::{Answer, Document, Text};
use super::rejudgings::{apply, discard, rejudge, rejudging, rejudgings};
use super::request::{LeaderboardQuery, OfChallenge, OfMachine, in_address};
use super::state::Shared;
use super::submissions::{events, forget, report, source, status, submit};
use crate::leaderboard::leaderboard;

/// All operations. What their handlers' types say is not repeated here.
fn interface() -> Api {
    Api::new()
        .tag("challenges", "What there is to do, and who did it shortest")
        .get("list_challenges", "/v1/challenges", "The challenges, in the order in which they are offered", challenges)
        .get("get_leaderboard", "/v1/leaderboards/{challenge}", "The shortest submission of each owner", board)
        .answers(200, "The leaderboard; of equal ones the first stands first.")
        .answers(401, "The service shows it only with a token, or the token is not valid.")
        .tag("submissions", "Programs and what was ruled on them")
        .post("create_submission", "/v1/submissions", "Hand in", submit)
        .answers(200, "It was ruled on within the wait.")
        .answers(202, "It waits; `Location` says where it is.")
        .answers(404, "There is no such challenge or language.")
        .answers(409, "The idempotency key was used for something else.")
        .answers(413, "The body or the source is too long (limit of the source 1 MiB).")
        .answers(429, "Too many of the owner's submissions wait; `Retry-After` says when to try again.")
        .get("list_submissions", "/v1/submissions", "Submissions, the newest first: one's own, and for admins everybody's", listing)
        .answers(200, "The submissions. Those that follow are asked for with the identifier of the last as `after`. `csv` is for spreadsheets, `tar` has the sources.")
        .answers(404, "`after` is no submission.")
        .answers(413, "The sources are too long for one archive (limit 64 MiB).")
        .get("get_submission", "/v1/submissions/{id}", "How a submission stands", status)
        .delete("delete_submission", "/v1/submissions/{id}", "Delete a submission with its source, rulings and reports", forget)
        .get("watch_submission", "/v1/submissions/{id}/events", "Each state of a submission, until it is done", events)
        .answers(200, "Server-sent events; the data of each is a Submission.")
        .answers(409, "Too many are watching.")
        .get("get_report", "/v1/submissions/{id}/report", "The report", report)
        .answers(200, "The report; `run` is a saved run for `judge report`.")
        .answers(409, "There is none yet, or the judge failed.")
        .get("get_source", "/v1/submissions/{id}/source", "The source", source)
        .tag("rejudgings", "Ruling again, for admins")
        .post("create_rejudging", "/v1/rejudgings", "Rule again on submissions, for a review", rejudge)
        .answers(202, "It began. The rulings count once the rejudging is applied.")
        .answers(404, "There is no such challenge or submission.")
        .answers(409, "No submission with a ruling is like that.")
        .get("list_rejudgings", "/v1/rejudgings", "All rejudgings, the newest first", rejudgings)
        .get("get_rejudging", "/v1/rejudgings/{id}", "A rejudging with its rulings", rejudging)
        .post("apply_rejudging", "/v1/rejudgings/{id}/apply", "Let all its rulings count", apply)
        .answers(409, "Not all of them are there, or it was discarded.")
        .post("discard_rejudging", "/v1/rejudgings/{id}/discard", "Give it up, so that nothing changes", discard)
        .answers(409, "It was applied.")
        .tag("service", "The service itself")
        .post("reinstate_machine", "/v1/machines/{name}/reinstate", "Give a suspended machine jobs again", reinstate)
        .get("get_description", "/v1/openapi.json", "This description, in OpenAPI 3.1", async || Document(open_api()))
        .get("get_health", "/health", "Whether the server runs", async || Text("text/plain; charset=utf-8", "ok\n".into()))
        .get("get_readiness", "/ready", "Whether the database answers", ready)
        .get("get_metrics", "/metrics", "Figures for Prometheus, for admins", figures)
}

/// The description of the interface, which the server provides at `/v1/openapi.json`, in `OpenAPI` 3.1.
pub fn open_api() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", interface().document()));
    &TEXT
}

pub(super) fn routes() -> Router<Shared> {
    interface().router
}

/// The figures for everybody, on a separate address.
pub(super) fn open_figures() -> Router<Shared> {
    Router::new().route("/metrics", routing::get(async |State(state): State<Shared>| figures_of(state).await))
}

async fn challenges(State(state): State<Shared>) -> Json<Vec<Challenge>> {
    let leaderboard = |name: &str| format!("/v1/leaderboards/{}", in_address(name));
    let all = state.catalogue.iter();
    Json(
        all.map(|entry| Challenge { name: entry.name.clone(), leaderboard: leaderboard(&entry.name) })
            .collect(),
    )
}

async fn board(
    caller: Caller,
    Path(OfChallenge { challenge }): Path<OfChallenge>,
    Parameters(query): Parameters<LeaderboardQuery>,
) -> Answer<Json<Leaderboard>> {
    let most = query.rows()?;
    let LeaderboardQuery { by, language, limit: _ } = query;
    if caller.state.settings.is_private && caller.holder().await?.is_none() {
        return Err(Refusal::Nobody);
    }
    let state = caller.state;
    blocking(move || {
        let entry = state.challenge(&challenge)?;
        let accepted = state.store.accepted(&entry.name)?;
        let places = leaderboard(&accepted, by, language.as_deref());
        let rows = places.iter().take(most).map(LeaderboardRow::from).collect();
        let (challenge, total) = (entry.name.clone(), places.len());
        Ok(Json(Leaderboard { challenge, by, language, total, rows }))
    })
    .await
}

async fn reinstate(
    Allowed { state, .. }: Allowed<Admin>,
    Path(OfMachine { name }): Path<OfMachine>,
) -> Answer<Json<Reinstated>> {
    let is_known = blocking(move || Ok(state.store.reinstate(&name)?)).await?;
    is_known.then_some(Json(Reinstated { reinstated: true })).ok_or(Refusal::Unknown(Code::UnknownMachine))
}

async fn ready(State(state): State<Shared>) -> Answer<Text> {
    blocking(move || Ok(state.store.reach()?)).await?;
    Ok(Text("text/plain; charset=utf-8", "ready\n".into()))
}

async fn figures(Allowed { state, .. }: Allowed<Admin>) -> Answer<Text> {
    figures_of(state).await
}

async fn figures_of(state: Shared) -> Answer<Text> {
    let text = blocking(move || metrics::metrics(&state)).await?;
    Ok(Text("text/plain; version=0.0.4", text.into()))
}
