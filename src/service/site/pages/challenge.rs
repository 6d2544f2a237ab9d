//! A challenge: its leaderboard, a form for submissions, and its specification.

use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, html::push_html};
use serde::Deserialize;

use super::super::error::{Refusal, blocking};
use super::super::holder::Caller;
use super::super::intake::{Intake, take_in};
use super::super::state::Shared;
use super::frame::{Shown, frame};
use super::submission::when;
use crate::service::host::Scope;
use crate::service::leaderboard::{Measure, Place as Row, leaderboard};
use crate::service::store::Accepted;

/// How many rows of a leaderboard are shown.
const ROWS: usize = 100;

#[derive(Debug, Deserialize)]
pub(super) struct By {
    #[serde(default)]
    by: Measure,
    #[serde(default)]
    language: String,
}

pub(super) async fn challenge(
    caller: Caller,
    Path(name): Path<String>,
    by: Result<Query<By>, QueryRejection>,
) -> Shown {
    let Query(By { by, language }) = by?;
    let holder = caller.holder().await.unwrap_or_default();
    let body = blocking(move || {
        let state = caller.state;
        let entry = state.catalogue.named(&name).ok_or(Refusal::Unknown("challenge of this name"))?;
        let accepted = state.store.accepted(&entry.name)?;
        Ok((
            entry.name.clone(),
            html! {
                h1 { (entry.name) }
                div.columns {
                    section aria-labelledby="leaders" {
                        h2 #leaders { "Leaderboard" }
                        (board(&entry.name, &accepted, by, &language))
                    }
                    section aria-labelledby="submit" {
                        h2 #submit { "Submit" }
                        (form(&state))
                    }
                }
                @if !entry.specification.is_empty() {
                    section.specification aria-label="Specification" { (markdown(&entry.specification)) }
                }
            },
        ))
    })
    .await?;
    Ok(frame(&body.0, holder.as_ref(), &body.1))
}

/// A leaderboard with controls to sort and filter it.
fn board(challenge: &str, accepted: &[Accepted], by: Measure, language: &str) -> Markup {
    let only = Some(language).filter(|language| !language.is_empty());
    let places = leaderboard(accepted, by, only);
    let mut languages: Vec<_> = accepted.iter().map(|accepted| accepted.language.as_str()).collect();
    languages.sort_unstable();
    languages.dedup();
    html! {
        form.filter action={ "/challenges/" (challenge) } {
            label { "By " select name="by" {
                option value="bytes" selected[by == Measure::Bytes] { "bytes" }
                option value="chars" selected[by == Measure::Chars] { "characters" }
            } }
            label { "Language " select name="language" {
                option value="" { "all" }
                @for name in languages { option selected[name == language] { (name) } }
            } }
            button { "Show" }
        }
        @if places.is_empty() { p.hint { "Nobody has been accepted yet." } }
        @else {
            table {
                thead { tr { th scope="col" { "#" } th scope="col" { "Who" } th scope="col" { "Language" }
                    th.number scope="col" { (by) } th scope="col" { "When" } } }
                tbody { @for place in places.iter().take(ROWS) { (line(place)) } }
            }
            @if places.len() > ROWS { p.hint { "… and " (places.len() - ROWS) " more" } }
        }
    }
}

fn line(place: &Row<'_>) -> Markup {
    let accepted = place.accepted;
    html! { tr {
        td { (place.rank) } td { (accepted.owner) } td { (accepted.language) }
        td.number { (place.size) } td { (when(accepted.submitted)) }
    } }
}

/// The form for submissions.
fn form(state: &Shared) -> Markup {
    html! {
        form.submit method="post" enctype="multipart/form-data" {
            label { "A file " input type="file" name="file"; }
            label for="source" { "or its source" }
            textarea #source name="source" rows="12" spellcheck="false" {}
            label { "Language " select name="language" {
                option value="" { "by the file's name" }
                @for language in state.languages.iter() { option { (language.name) } }
            } }
            button.go type="submit" { "Submit" }
            p.hint { "Or from a terminal: " code { "judge submit FILE --server URL --challenge NAME" } }
        }
    }
}

pub(super) async fn hand_in(
    caller: Caller,
    Path(challenge): Path<String>,
    form: Result<Multipart, MultipartRejection>,
) -> Shown {
    let holder = caller.allowed(Scope::Submit).await?;
    let mut intake = Intake {
        challenge,
        name: String::new(),
        language: String::new(),
        source: Vec::new(),
        command: None,
        idempotency_key: None,
        is_batch: false,
        webhook: None,
    };
    let mut form = form?;
    while let Some(field) = form.next_field().await? {
        let (field_name, file_name) = (field.name().map(str::to_owned), field.file_name().map(str::to_owned));
        let content = field.bytes().await?;
        match field_name.as_deref() {
            Some("file") if !content.is_empty() => {
                intake.name = file_name.unwrap_or_default();
                intake.source = content.to_vec();
            }
            // Forms are sent with CRLF line ends.
            Some("source") if intake.source.is_empty() => {
                intake.source = String::from_utf8_lossy(&content).replace("\r\n", "\n").into_bytes();
            }
            Some("language") => intake.language = String::from_utf8_lossy(&content).into_owned(),
            _ => {}
        }
    }
    let id = take_in(&caller.state, holder, intake).await?;
    Ok(Redirect::to(&format!("/submissions/{id}")).into_response())
}

/// A specification as HTML; HTML in it is shown as text.
fn markdown(text: &str) -> Markup {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        other => other,
    });
    let mut page = String::new();
    push_html(&mut page, events);
    PreEscaped(page)
}

/// The first line of a specification.
pub(super) fn first_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.find(|line| !line.starts_with('#')).unwrap_or_default();
    let short: String = line.chars().take(100).collect();
    if short.len() < line.len() { short + "…" } else { short }
}
