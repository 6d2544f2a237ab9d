//! What a person sees and does in a browser, done by Chromium without a window.
//!
//! Where there is no Chromium the tests say that they are skipped, and why; with `CI=true` they fail.

mod axe;
mod browser;
mod report;
mod wire;
