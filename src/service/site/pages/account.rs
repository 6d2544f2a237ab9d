//! Signing in and out.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use maud::html;
use serde::Deserialize;

use super::super::error::{Refusal, blocking};
use super::super::holder::COOKIE_NAME;
use super::super::state::Shared;
use super::frame::{Shown, frame};

#[derive(Debug, Deserialize)]
pub(super) struct Token {
    token: Option<String>,
}

pub(super) async fn sign_in(
    State(state): State<Shared>,
    query: Result<Query<Token>, QueryRejection>,
) -> Shown {
    let Query(Token { token }) = query?;
    match token {
        Some(token) => let_in(&state, token).await,
        None => Ok(frame(
            "Sign in",
            None,
            &html! {
                h1 { "Sign in" }
                form.submit method="post" {
                    label for="token" { "Your token" }
                    input #token name="token" type="password" autocomplete="current-password" required;
                    button.go { "Sign in" }
                    p.hint { "The host makes one with " code { "judge token OWNER" } "." }
                }
            },
        )),
    }
}

pub(super) async fn sign_in_by_form(
    State(state): State<Shared>,
    form: Result<Form<Token>, FormRejection>,
) -> Shown {
    let Form(Token { token }) = form?;
    let_in(&state, token.unwrap_or_default()).await
}

/// Stores a token in the browser, if it is valid.
async fn let_in(state: &Shared, token: String) -> Shown {
    let (host, asked) = (Arc::clone(state), token.clone());
    let found = blocking(move || Ok(host.store.holder(&asked)?)).await?;
    found.ok_or_else(|| Refusal::Unfit("this token lets nobody in".to_owned()))?;
    // A valid token has only letters and digits.
    Ok(with_cookie(
        &format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000"),
        "/mine",
    ))
}

pub(super) async fn sign_out() -> Response {
    with_cookie(&format!("{COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"), "/")
}

/// Redirects the browser, with a cookie. After a link from another site, a strict cookie would not be sent
/// with an immediate redirect, so the page itself redirects.
fn with_cookie(cookie: &str, to: &str) -> Response {
    let name = HeaderName::from_static("refresh");
    let body = html! { p { a href=(to) { "Go on" } } };
    let mut response = frame("One moment", None, &body);
    let values = [(header::SET_COOKIE, cookie.to_owned()), (name, format!("0; url={to}"))];
    for (name, value) in values {
        response.headers_mut().extend(HeaderValue::from_str(&value).map(|value| (name, value)));
    }
    response
}
