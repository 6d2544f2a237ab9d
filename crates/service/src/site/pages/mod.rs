//! The pages for people. They need no script: input is sent by forms, and a page that is not done reloads.
//!
//! So the strict content security policy holds, and the states of a submission are known in one place only. A
//! report has a script; the browser shows it in a sandbox.

mod account;
mod admin;
mod challenge;
mod frame;
mod submission;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::html;

use super::bounds::SHORT;
use super::error::Refusal;
use super::holder::Caller;
use super::request::in_address;
use super::state::Shared;
use frame::{Page, Shown, frame};
use http::asset;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/", get(home))
        .route(
            "/page/{file}",
            get(|Path(file): Path<String>, headers: HeaderMap| async move { asset(&file, &headers) }),
        )
        .route("/challenges/{name}", get(challenge::challenge).post(challenge::hand_in))
        .route("/submissions/{id}", get(submission::submission))
        .route("/mine", get(submission::mine))
        .route(
            "/sign-in",
            get(account::sign_in).post(account::sign_in_by_form).layer(DefaultBodyLimit::max(SHORT)),
        )
        .route("/sign-out", post(account::sign_out))
        .route("/admin", get(admin::admin))
        .route("/admin/submissions", get(submission::all))
        .route("/admin/rejudge", post(admin::rejudge).layer(DefaultBodyLimit::max(SHORT)))
        .route("/admin/rejudgings/{id}", get(admin::rejudging))
        .route("/admin/rejudgings/{id}/apply", post(admin::apply))
        .route("/admin/rejudgings/{id}/discard", post(admin::discard))
        .route("/admin/machines/{name}/reinstate", post(admin::reinstate))
}

/// The answer to an unknown address.
pub(super) async fn lost(headers: HeaderMap) -> Response {
    let wants_page =
        headers.get(header::ACCEPT).is_some_and(|wanted| wanted.as_bytes().starts_with(b"text/html"));
    let why = Refusal::Lost;
    if wants_page { Page(why).into_response() } else { why.into_response() }
}

async fn home(caller: Caller) -> Shown {
    let holder = caller.holder().await.unwrap_or_default();
    let body = html! {
        h1 { "Challenges" }
        ul.challenges {
            @for entry in caller.state.catalogue.iter() {
                li { a href={ "/challenges/" (in_address(&entry.name)) } { (entry.name) } " " span.hint { (entry.title()) } }
            }
        }
    };
    Ok(frame("Challenges", holder.as_ref(), &body))
}
