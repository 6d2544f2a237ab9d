//! Sending rulings to webhooks: a signed HTTP request, repeated if it fails.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use ureq::Agent;

use super::answer::SubmissionAnswer;
use super::error::{Refusal, blocking};
use super::state::{Shared, State};

/// How often new rulings are looked for.
const PERIOD: Duration = Duration::from_secs(1);

/// How many are sent in one go.
const AT_ONCE: usize = 20;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time until the second attempt; it doubles with each further one.
const AGAIN: Duration = Duration::from_secs(10);

/// How many attempts there are, as in `docs/service.md`: over 21 minutes.
const TRIES: u32 = 8;

/// Sends rulings to webhooks, for as long as the service runs.
pub(super) async fn run(state: Shared) {
    if state.settings.webhooks.hosts.is_empty() {
        return;
    }
    let config = Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0);
    let agent = config.http_status_as_error(false).build().new_agent();
    loop {
        sleep(PERIOD).await;
        let (host, agent) = (Arc::clone(&state), agent.clone());
        if let Err(why) = blocking(move || send_due(&host, &agent)).await {
            tracing::warn!(%why, "webhooks wait");
        }
    }
}

/// Sends each in its own thread, so that a slow receiver delays no other.
fn send_due(state: &State, agent: &Agent) -> Result<(), Refusal> {
    let due = state.store.webhooks(AT_ONCE)?;
    std::thread::scope(|scope| {
        let threads = due.iter().map(|hook| scope.spawn(move || send_or_postpone(state, agent, hook)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("it does not panic"))
    })
}

/// A webhook: the submission, the address, and how often it was tried.
type Hook = (String, String, i64);

fn send_or_postpone(state: &State, agent: &Agent, (id, address, tries): &Hook) -> Result<(), Refusal> {
    let is_sent = state.settings.webhooks.allows(address) && send(state, agent, id, address)?;
    let tries = u32::try_from(*tries).unwrap_or(TRIES);
    let again = (!is_sent && tries + 1 < TRIES).then(|| AGAIN * 2_u32.pow(tries));
    tracing::info!(submission = id, is_sent, "webhook");
    Ok(state.store.hooked(id, again)?)
}

/// Whether an address has received a ruling.
fn send(state: &State, agent: &Agent, id: &str, address: &str) -> Result<bool, Refusal> {
    let Some(status) = state.store.status(id)? else { return Ok(true) };
    let text = serde_json::to_string(&SubmissionAnswer::from(&status)).expect("plain data can be written");
    let request = agent.post(address).header("content-type", "application/json");
    let request = request.header("judge-signature", state.settings.webhooks.signature(&text));
    Ok(request.send(text).is_ok_and(|answer| answer.status().is_success()))
}
