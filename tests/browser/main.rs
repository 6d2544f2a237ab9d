//! What a person sees and does in a browser, done by Chromium without a window.
//!
//! Where there is no Chromium the tests say that they are skipped, and why; with `CI=true` they fail.

#[macro_use]
extern crate referee_test_attribute;

mod axe;
mod browser;
#[cfg(feature = "browser")]
mod challenge;
#[allow(dead_code, reason = "each target asks for other things")]
#[path = "../support/needs.rs"]
mod needs;
#[cfg(feature = "browser")]
mod play;
mod report;
#[cfg(feature = "browser")]
#[path = "../web/server.rs"]
#[allow(dead_code, reason = "the tests over HTTP use the rest of it")]
mod server;
#[cfg(feature = "service")]
mod service;
#[cfg(feature = "service")]
#[path = "../service/site.rs"]
#[allow(dead_code, reason = "the tests over HTTP use the rest of it")]
mod site;
mod wire;
