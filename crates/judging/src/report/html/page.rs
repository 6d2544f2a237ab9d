//! The frame of a page: its style, its script, its icon, and what it may do.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// An icon for the browser's tab, so that it requests none: a tick.
const ICON: &str = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E%3Cpath\
                    %20d='M3%209l3%204%207-10'%20fill='none'%20stroke='%231f6f54'%20stroke-width='2.4'/%3E%3C/svg%3E";

pub(in crate::report) fn page(title: &str, body: &Markup) -> String {
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(STYLE)) }
            }
            body { (body) p.unseen #said role="status" {} script { (PreEscaped(SCRIPT)) } }
        }
    };
    page.into_string() + "\n"
}

/// The policy of the page: only its own script and style may run, identified by their digests.
fn policy() -> String {
    let digest = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    )
}
