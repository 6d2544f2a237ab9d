//! The frame of every page, and refusals as pages.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::super::error::Refusal;
use crate::host::{Holder, Scope};

pub(super) type Shown = Result<Response, Page>;

/// A refusal as a page.
pub(super) struct Page(pub(super) Refusal);

impl<T: Into<Refusal>> From<T> for Page {
    fn from(why: T) -> Page {
        Page(why.into())
    }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let (status, what) = self.0.status_and_detail();
        let body = html! {
            h1 { "Sorry" }
            p.trouble { (what) }
            p { @if status == StatusCode::UNAUTHORIZED { a href="/sign-in" { "Sign in" } } @else { a href="/" { "All challenges" } } }
        };
        // Who asked is not known here.
        let account = html! { a href="/mine" { "Your submissions" } };
        (status, with_account("Sorry", &account, &body, false)).into_response()
    }
}

pub(super) fn frame(title: &str, holder: Option<&Holder>, body: &Markup) -> Response {
    framed(title, holder, body, false)
}

/// As [`frame`]; a page that is not done yet reloads after a second.
pub(super) fn framed(title: &str, holder: Option<&Holder>, body: &Markup, is_unfinished: bool) -> Response {
    let account = html! {
        @match holder {
            Some(holder) => {
                a href="/mine" { (holder.owner) }
                @if holder.may(Scope::Admin) { " " a href="/admin" { "Admin" } }
            }
            None => a href="/sign-in" { "Sign in" },
        }
    };
    with_account(title, &account, body, is_unfinished)
}

fn with_account(title: &str, account: &Markup, body: &Markup, is_unfinished: bool) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if is_unfinished { meta http-equiv="refresh" content="1"; }
                title { (title) " · Judge" }
                link rel="icon" href="/page/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/page/style.css";
                link rel="stylesheet" href="/page/service.css";
            }
            body {
                header.top {
                    a.mark href="/" { "Judge" }
                    nav aria-label="Your account" { (account) }
                }
                main.service { (body) }
            }
        }
    };
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.into_string()).into_response()
}
