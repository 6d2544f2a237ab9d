//! The page of a submission, and the list of an owner's submissions.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use maud::{Markup, PreEscaped, html};

use super::super::answer::Moment;
use super::super::error::blocking;
use super::super::holder::Caller;
use super::super::report::Wanted;
use super::super::request::in_address;
use super::super::request::{ListQuery, Time};
use super::frame::{Shown, frame, framed};
use crate::host::Scope;
use crate::store::{JobState, Status};
use judging::transcript::visible_message;

/// How many submissions of an owner are shown.
const SHOWN: usize = 100;

/// How much of a source is shown, in bytes.
const OF_SOURCE: usize = 1 << 16;

pub(super) async fn submission(caller: Caller, Path(id): Path<String>) -> Shown {
    let (status, holder) = caller.own(&id).await?;
    let is_done = status.state == JobState::Done;
    let is_admin = holder.as_ref().is_some_and(|holder| holder.may(Scope::Admin));
    let state = caller.state;
    let show = state.shown(&status.challenge, holder.as_ref());
    let is_offered = state.catalogue.named(&status.challenge).is_some();
    let (report, source) = blocking(move || {
        let report = is_done.then(|| state.reports.of(&state.store, &id, Wanted::Part, show).ok()).flatten();
        Ok((
            report.map(|report| String::from_utf8_lossy(&report.text).into_owned()),
            state.store.source(&id)?,
        ))
    })
    .await?;
    let source = source.unwrap_or_default();
    let body = html! {
        h1 { (status.name) }
        p { (fact(&status)) }
        p.hint { (status.challenge) ", " (status.language) ", " (status.bytes) " bytes"
            @if let Some(chars) = status.chars { ", " (chars) " characters" }
            ", by " (status.owner) ", " (when(status.submitted)) }
        @if let Some(report) = report {
            (PreEscaped(report))
            p { a href={ "/v1/submissions/" (status.id) "/report?format=html" } { "The whole report" } }
        } @else if is_done {
            p { "The judge failed at this submission, which says nothing about it. An admin sees it, and can have it judged again." }
        } @else if !is_offered {
            p.trouble { (status.challenge) " is not offered any more. This waits until it is offered again, or the host deletes it." }
        } @else if status.is_stuck {
            p.trouble { "No worker can judge " (status.language) " at the moment. It stays in the queue until one can." }
        }
        @if let (Some(worker), true) = (&status.worker, is_admin) { @if !worker.is_empty() { p.hint { "Judged by worker " (worker) } } }
        details { summary { "Source" } pre.report tabindex="0" { (visible_message(&source[..source.len().min(OF_SOURCE)])) }
            @if source.len() > OF_SOURCE { p.hint { "The first " (OF_SOURCE) " of " (source.len()) " bytes; "
                a href={ "/v1/submissions/" (status.id) "/source" } { "all of them" } } } }
        @if is_offered { p { a href={ "/challenges/" (in_address(&status.challenge)) } { "Back to " (status.challenge) } } }
    };
    Ok(framed(&status.name, holder.as_ref(), &body, !is_done))
}

/// The state of a submission, in a word.
fn fact(status: &Status) -> Markup {
    let verdict = status.verdict.as_deref();
    let class = match verdict {
        Some("accepted") => "good",
        Some(_) => "bad",
        None => "open",
    };
    html! { strong class={ "verdict " (class) } role="status" { (verdict.unwrap_or(status.state.into())) } }
}

pub(super) async fn mine(caller: Caller) -> Shown {
    let holder = caller.allowed(Scope::Read).await?;
    let owner = holder.owner.clone();
    let all = blocking(move || Ok(caller.state.store.by_owner(&owner, SHOWN)?)).await?;
    let body = html! {
        h1 { "Submissions of " (holder.owner) }
        @if all.is_empty() { p.hint { "There are none yet." } }
        @else { (table(&all, false)) }
        form method="post" action="/sign-out" { button { "Sign out" } }
    };
    Ok(frame("Submissions", Some(&holder), &body))
}

/// The submissions of all, for admins: the same as the interface for programs lists, which gives files of them.
pub(super) async fn all(caller: Caller, query: Result<Query<ListQuery>, QueryRejection>) -> Shown {
    let holder = caller.allowed(Scope::Admin).await?;
    let query = query?.0;
    let body = blocking(move || {
        let selected = query.selection(query.owner.as_deref())?;
        let all = caller.state.store.list(&selected)?;
        let last = all.last().filter(|_| all.len() == selected.count);
        let time = |time: Option<Time>| time.map(|time| Moment::of(time.0).to_string()).unwrap_or_default();
        let (since, until) = (time(query.since), time(query.until));
        let hidden = |name: &str, value: &str| html! { input type="hidden" name=(name) value=(value); };
        Ok(html! {
            h1 { "Submissions" }
            form.filter action="/admin/submissions" {
                label { "Owner " input name="owner" size="12" value=(selected.owner); }
                label { "Challenge " select name="challenge" { option value="" { "all" }
                    @for entry in caller.state.catalogue.iter() { option selected[entry.name == selected.challenge] { (entry.name) } } } }
                label { "Verdict " input name="verdict" size="10" placeholder="any" value=(selected.verdict); }
                label { "Since " input name="since" size="20" placeholder="2026-11-23" value=(since); }
                label { "Before " input name="until" size="20" placeholder="2026-11-30T23:59:00Z" value=(until); }
                button.go { "Show" }
                button formaction="/v1/submissions" name="format" value="csv" { "CSV" }
                button formaction="/v1/submissions" name="format" value="tar" { "Sources" }
            }
            @if all.is_empty() { p.hint { "There are none." } } @else { (table(&all, true)) }
            @if let Some(last) = last { form.filter action="/admin/submissions" {
                (hidden("owner", selected.owner)) (hidden("challenge", selected.challenge)) (hidden("verdict", selected.verdict))
                (hidden("since", &since)) (hidden("until", &until)) (hidden("after", &last.id))
                button { "Older" }
            } }
        })
    })
    .await?;
    Ok(frame("Submissions", Some(&holder), &body))
}

fn table(all: &[Status], has_owners: bool) -> Markup {
    html! { table {
        thead { tr { th scope="col" { "File" } @if has_owners { th scope="col" { "Who" } } th scope="col" { "Challenge" }
            th.number.wide scope="col" { "Bytes" } th.wide scope="col" { "When" } th scope="col" { "Verdict" } } }
        tbody { @for status in all { tr {
            td { a href={ "/submissions/" (status.id) } { (status.name) } } @if has_owners { td { (status.owner) } }
            td { (status.challenge) } td.number.wide { (status.bytes) }
            td.wide { (when(status.submitted)) } td { (fact(status)) }
        } } }
    } }
}

/// A time in a form for people.
pub(super) fn when(milliseconds: i64) -> Markup {
    let time = Moment::of(milliseconds).to_string();
    let short = time.get(..16).unwrap_or(&time).replace('T', " ");
    html! { time datetime=(time) { (short) " UTC" } }
}
