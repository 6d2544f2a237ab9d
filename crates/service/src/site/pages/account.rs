//! Signing in and out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::error::{Refusal, blocking};
use super::super::holder::{COOKIE_NAME, cookie};
use super::super::state::Shared;
use super::frame::{Shown, frame};

/// How long somebody who signed in by a link stays signed in.
const SESSION: Duration = Duration::from_secs(30 * 24 * 60 * 60);

#[derive(Debug, Deserialize)]
pub(super) struct SignInForm {
    token: Option<String>,
    /// A link of `judge token --link`.
    link: Option<String>,
}

/// The page to sign in. Opening a link is not enough: it could be on a page of somebody who wants to read what the visitor submits
/// from then on, or be followed by a program that looks at links.
pub(super) async fn sign_in(
    State(state): State<Shared>,
    query: Result<Query<SignInForm>, QueryRejection>,
) -> Shown {
    let Query(SignInForm { link, .. }) = query?;
    let Some(link) = link else { return Ok(frame("Sign in", None, &by_token())) };
    let asked = link.clone();
    let owner = blocking(move || Ok(state.store.link(&asked)?)).await?;
    let owner = owner.ok_or_else(|| Refusal::Unfit(USED.to_owned()))?;
    let body = html! {
        h1 { "Sign in" }
        form.submit method="post" action="/sign-in" {
            input type="hidden" name="link" value=(link);
            button.go { "Sign in as " (owner) }
            p.hint { "What you submit then belongs to " (owner) "." }
        }
    };
    Ok(frame("Sign in", None, &body))
}

/// The message about a link that is not valid any more.
const USED: &str =
    "this link was used, or is out of date; the host makes another with `judge token OWNER --link URL`";

fn by_token() -> Markup {
    html! {
        h1 { "Sign in" }
        form.submit method="post" {
            label for="token" { "Your token" }
            input #token name="token" type="password" autocomplete="current-password" required autofocus;
            button.go { "Sign in" }
            p.hint { "The host makes one with " code { "judge token OWNER" } "." }
        }
    }
}

/// Stores a token in the browser, if the given one is valid, or the link.
pub(super) async fn sign_in_by_form(
    State(state): State<Shared>,
    form: Result<Form<SignInForm>, FormRejection>,
) -> Shown {
    let Form(SignInForm { token, link }) = form?;
    let is_secure = state.settings.is_proxied;
    let token = blocking(move || match link {
        Some(link) => state.store.use_link(&link, SESSION)?.ok_or_else(|| Refusal::Unfit(USED.to_owned())),
        None => {
            let token = token.unwrap_or_default();
            let is_valid = state.store.holder(&token)?.is_some();
            is_valid.then_some(token).ok_or_else(|| Refusal::Unfit("this token lets nobody in".to_owned()))
        }
    })
    .await?;
    // A valid token has only letters and digits.
    let cookie =
        format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}", SESSION.as_secs());
    Ok(with_cookie(&cookie, is_secure, "/mine"))
}

/// Ends the session, here and in the browser.
pub(super) async fn sign_out(State(state): State<Shared>, headers: HeaderMap) -> Shown {
    if let Some(token) = cookie(&headers).map(str::to_owned) {
        let state = Arc::clone(&state);
        blocking(move || Ok(state.store.end_session(&token)?)).await?;
    }
    let cookie = format!("{COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    let mut response = with_cookie(&cookie, state.settings.is_proxied, "/");
    // What the browser keeps is not for whoever uses it next.
    let name = HeaderName::from_static("clear-site-data");
    response.headers_mut().insert(name, HeaderValue::from_static("\"cache\""));
    Ok(response)
}

/// Redirects the browser, with a cookie, which goes through TLS only where a proxy has it. After a link from another site, a strict cookie would not be sent
/// with an immediate redirect, so the page itself redirects.
fn with_cookie(cookie: &str, is_secure: bool, to: &str) -> Response {
    let cookie = format!("{cookie}{}", if is_secure { "; Secure" } else { "" });
    let name = HeaderName::from_static("refresh");
    let body = html! { p { a href=(to) { "Go on" } } };
    let mut response = frame("One moment", None, &body);
    let values = [(header::SET_COOKIE, cookie), (name, format!("0; url={to}"))];
    for (name, value) in values {
        response.headers_mut().extend(HeaderValue::from_str(&value).map(|value| (name, value)));
    }
    response
}
