//! The pages of administrators: the queue, workers, and rejudgings.

use axum::extract::{Form, FromRequest, Path, Request};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::error::{Code, Refusal, blocking};
use super::super::holder::Caller;
use super::super::rejudgings::{begin, decided};
use super::super::request::in_address;
use super::super::state::Shared;
use super::frame::{Shown, frame, framed};
use super::submission::when;
use crate::host::{FailedJob, NewRejudging, RejudgingRow, RejudgingState, Scope};
use judging::runner::VerdictWord;
use judging::transcript::visible_line;

/// How many errors of the judge are shown.
const FAILED: usize = 50;

#[derive(Debug, Deserialize)]
pub(super) struct Again {
    why: String,
    challenge: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    verdict: String,
}

pub(super) async fn admin(caller: Caller) -> Shown {
    let holder = caller.allowed(Scope::Admin).await?;
    let body = blocking(move || {
    let state = caller.state;
        let (depth, workers) = (state.store.depth()?, state.store.workers()?);
        let (rare_events, rejudgings) = (state.store.rare_events()?, state.store.rejudgings()?);
        let failed = state.store.failed(FAILED)?;
        Ok(html! {
            h1 { "Admin" }
            p { a href="/admin/submissions" { "All submissions" } }
            section aria-labelledby="queue" {
                h2 #queue { "Queue" }
                @if depth.is_empty() { p.hint { "Nothing waits." } } @else {
                    table {
                        thead { tr { th scope="col" { "Class" } th scope="col" { "Language" } th.number scope="col" { "Waiting" }
                            th.number scope="col" { "Judging" } th.number scope="col" { "Oldest" } } }
                        tbody { @for row in &depth { tr {
                            td { (row.class) }
                            td { (row.language) } td.number { (row.queued) } td.number { (row.leased) }
                            td.number { (row.oldest / 1000) " s" }
                        } } }
                    }
                    @for row in depth.iter().filter(|row| row.overdue > 0) {
                        p.trouble { (row.overdue) " of these in " (row.language) " are held by no worker any more; the next that asks \
                            for work takes them back." }
                    }
                    @for row in depth.iter().filter(|row| row.stuck > 0) {
                        p.trouble { "No worker can judge " (row.stuck) " of these in " (row.language)
                            " at the moment: it has no tools for it, or another version of the challenge." }
                    }
                }
                p.hint { (rare_events.lost) " leases lost, " (rare_events.stale) " rulings too late, "
                    (rare_events.disagreements) " of them different from the one that counts" }
            }
            @if !failed.is_empty() { section aria-labelledby="failed" {
                h2 #failed { "Errors of the judge" }
                (failed_table(&failed))
            } }
            section aria-labelledby="workers" {
                h2 #workers { "Workers" }
                @if workers.is_empty() { p.trouble { "There are none: nothing is judged." } } @else {
                    table {
                        thead { tr { th scope="col" { "Machine" } th.wide scope="col" { "Isolation" } th.number.wide scope="col" { "Pace" }
                            th.number scope="col" { "Jobs" } th.number scope="col" { "Last report" } th scope="col" { "State" } } }
                        tbody { @for worker in &workers { tr {
                            td { (visible_line(worker.machine.as_bytes())) } td.wide { (worker.isolation) }
                            td.number.wide { (worker.pace / 1000) " ms" } td.number { (worker.held) }
                            td.number { (worker.heard / 1000) " s ago" }
                            td { @if worker.deaths >= 3 {
                                form method="post" action={ "/admin/machines/" (in_address(&worker.machine)) "/reinstate" } {
                                    "suspended " button { "Reinstate" }
                                }
                            } @else if worker.heard > 60_000 { "silent" } @else if !worker.is_ready { "starting" } @else { "at work" } }
                        } } }
                    }
                }
            }
            section aria-labelledby="again" {
                h2 #again { "Rejudgings" }
                (rejudge_form(&state))
                @if !rejudgings.is_empty() { (rejudging_table(&rejudgings)) }
            }
        })
    })
    .await?;
    Ok(frame("Admin", Some(&holder), &body))
}

fn failed_table(all: &[FailedJob]) -> Markup {
    html! { table {
        thead { tr { th scope="col" { "File" } th scope="col" { "Who" } th scope="col" { "Language" }
            th.number scope="col" { "Workers lost" } th scope="col" { "When" } } }
        tbody { @for mishap in all { tr {
            td { a href={ "/submissions/" (mishap.id) } { (mishap.name) } } td { (mishap.owner) } td { (mishap.language) }
            td.number { (mishap.deaths) } td { (when(mishap.ruled)) }
        } } }
    } }
}

fn rejudge_form(state: &Shared) -> Markup {
    html! {
        form.filter method="post" action="/admin/rejudge" {
            label { "Challenge " select name="challenge" { @for entry in state.catalogue.iter() { option { (entry.name) } } } }
            label { "Language " select name="language" { option value="" { "all" }
                @for language in state.languages.iter() { option { (language.name) } } } }
            label { "Verdict " input name="verdict" size="10" placeholder="any"; }
            label { "Why " input name="why" size="24" required; }
            button { "Rejudge" }
        }
    }
}

fn rejudging_table(all: &[RejudgingRow]) -> Markup {
    html! { table {
        thead { tr { th scope="col" { "Why" } th scope="col" { "Who" } th.number scope="col" { "Ruled" }
            th.number scope="col" { "Changed" } th scope="col" { "State" } } }
        tbody { @for rejudging in all { tr {
            td { a href={ "/admin/rejudgings/" (rejudging.id) } { (rejudging.why) } } td { (rejudging.author) }
            td.number { (rejudging.done) " of " (rejudging.count) } td.number { (rejudging.changed) }
            td { (rejudging.state) }
        } } }
    } }
}

pub(super) async fn rejudge(caller: Caller, request: Request) -> Shown {
    let holder = caller.allowed(Scope::Admin).await?;
    let Form(again) = Form::<Again>::from_request(request, &()).await?;
    let state = caller.state;
    let id = blocking(move || {
        let entry = state.challenge(&again.challenge)?;
        let given = |word: &'_ str| Some(word.to_owned()).filter(|word| !word.is_empty());
        let (language, verdict) = (given(&again.language), given(&again.verdict));
        let new = NewRejudging {
            why: &again.why,
            author: &holder.owner,
            challenge: &entry.name,
            challenge_key: entry.key(),
            language: language.as_deref(),
            verdict: verdict.as_deref(),
            submission: None,
        };
        Ok(begin(&state, &new)?.0)
    })
    .await?;
    Ok(Redirect::to(&format!("/admin/rejudgings/{id}")).into_response())
}

pub(super) async fn rejudging(caller: Caller, Path(id): Path<String>) -> Shown {
    let holder = caller.allowed(Scope::Admin).await?;
    let (found, rulings) = blocking(move || {
        let state = caller.state;
        let found = state.store.rejudgings()?.into_iter().find(|rejudging| rejudging.id == id);
        let found = found.ok_or(Refusal::Unknown(Code::UnknownRejudging))?;
        let rulings = state.store.rejudged(&found.id)?;
        Ok((found, rulings))
    })
    .await?;
    let (is_open, is_ruled) = (found.state == RejudgingState::Open, found.done == found.count);
    let at = format!("/admin/rejudgings/{}", found.id);
    let changed = rulings.iter().filter(|row| row.after.is_some() && (row.after != row.before || !is_open));
    let body = html! {
        h1 { (found.why) }
        p { (found.done) " of " (found.count) " ruled on, " (found.changed) " changed, " strong { (found.state) } }
        table {
            thead { tr { th scope="col" { "File" } th scope="col" { "Who" } th scope="col" { "Counts" } th scope="col" { "New" } } }
            tbody { @for row in changed { tr {
                td { a href={ "/submissions/" (row.id) } { (row.name) } } td { (row.owner) }
                td { (row.before.map_or("", VerdictWord::name)) } td { (row.after.map_or("", VerdictWord::name)) }
            } } }
        }
        @if is_open {
            div.filter {
                form method="post" action={ (at) "/apply" } { button.go disabled[!is_ruled] { "Apply" } }
                form method="post" action={ (at) "/discard" } { button { "Discard" } }
            }
        }
        p { a href="/admin" { "Back" } }
    };
    Ok(framed(&found.why, Some(&holder), &body, is_open && !is_ruled))
}

pub(super) async fn apply(caller: Caller, Path(id): Path<String>) -> Shown {
    caller.allowed(Scope::Admin).await?;
    let to = format!("/admin/rejudgings/{id}");
    blocking(move || decided(caller.state.store.apply(&id)?, RejudgingState::Applied)).await?;
    Ok(Redirect::to(&to).into_response())
}

pub(super) async fn discard(caller: Caller, Path(id): Path<String>) -> Shown {
    caller.allowed(Scope::Admin).await?;
    let to = format!("/admin/rejudgings/{id}");
    blocking(move || decided(caller.state.store.discard(&id)?, RejudgingState::Discarded)).await?;
    Ok(Redirect::to(&to).into_response())
}

pub(super) async fn reinstate(caller: Caller, Path(name): Path<String>) -> Shown {
    caller.allowed(Scope::Admin).await?;
    blocking(move || Ok(caller.state.store.reinstate(&name)?)).await?;
    Ok(Redirect::to("/admin").into_response())
}
