//! What is handed in, checked before it comes into the database.

use std::sync::Arc;

use super::error::{Refusal, blocking};
use super::state::{LONGEST_SOURCE, Shared};
use crate::golf::{Language, Languages};
use crate::service::host::Holder;
use crate::service::store::{Class, NewSubmission};

/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 100;

/// The longest idempotency key, in bytes.
const LONGEST_KEY: usize = 200;

/// What somebody hands in.
#[derive(Debug)]
pub(super) struct Intake {
    /// The challenge.
    pub challenge: String,
    /// The name of the file; if it is empty, one is made from the language.
    pub name: String,
    /// The language; if it is empty, the file's ending says it.
    pub language: String,
    /// The source.
    pub source: Vec<u8>,
    /// A word for this request, so that it can be repeated.
    pub idempotency_key: Option<String>,
    /// Whether nobody waits for it.
    pub is_batch: bool,
    /// The address to be told of the ruling.
    pub webhook: Option<String>,
}

/// Takes a submission in, and gives its identifier.
///
/// # Errors
/// If something about it is wrong, or too many wait.
pub(super) async fn take_in(state: &Shared, holder: Holder, intake: Intake) -> Result<String, Refusal> {
    let state = Arc::clone(state);
    blocking(move || {
        let entry =
            state.catalogue.named(&intake.challenge).ok_or(Refusal::Unknown("challenge of this name"))?;
        if intake.source.len() > LONGEST_SOURCE {
            return Err(Refusal::TooLong(intake.source.len(), LONGEST_SOURCE));
        }
        if intake.source.is_empty() {
            return Err(Refusal::Unfit("the source is empty".to_owned()));
        }
        if intake.idempotency_key.as_deref().is_some_and(|key| key.is_empty() || key.len() > LONGEST_KEY) {
            return Err(Refusal::Unfit(format!("an Idempotency-Key has 1 to {LONGEST_KEY} bytes")));
        }
        if intake.webhook.as_deref().is_some_and(|address| !state.settings.webhooks.allows(address)) {
            return Err(Refusal::Unfit(
                "webhook: the host of this address is not among those allowed".to_owned(),
            ));
        }
        let language = language(&state.languages, &intake)?;
        let name = name(&intake.name, language)?;
        let id = state.store.submit(&NewSubmission {
            owner: &holder.owner,
            idempotency_key: intake.idempotency_key.as_deref(),
            name: &name,
            source: &intake.source,
            language: &language.name,
            challenge: &entry.name,
            challenge_key: entry.key(),
            class: if intake.is_batch { Class::Batch } else { Class::Live },
            most: state.settings.pending,
            webhook: intake.webhook.as_deref(),
        })?;
        state.bell.ring();
        Ok(id)
    })
    .await
}

/// The language of a submission: that which was named, or that of the file's ending.
fn language<'a>(languages: &'a Languages, intake: &Intake) -> Result<&'a Language, Refusal> {
    let ending = intake.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !intake.language.is_empty() {
        let named = languages.iter().find(|language| language.name.eq_ignore_ascii_case(&intake.language));
        return named.ok_or(Refusal::Unknown("language of this name"));
    }
    let unknown =
        || Refusal::Unfit("the file's ending is of no known language; name the language".to_owned());
    languages.by_ending(ending).ok_or_else(unknown)
}

/// The name of a file, which must be one and have an ending of the language.
fn name(name: &str, language: &Language) -> Result<String, Refusal> {
    let ending = language.endings.first().map_or("", String::as_str);
    if name.is_empty() {
        return Ok(format!("main.{ending}"));
    }
    let is_plain = !name.starts_with('.') && !name.contains('/') && !name.chars().any(char::is_control);
    if !is_plain || name.len() > LONGEST_NAME {
        let what =
            format!("a file name has no `/` and no control character, and at most {LONGEST_NAME} bytes");
        return Err(Refusal::Unfit(what));
    }
    let has_ending = language.endings.iter().any(|ending| name.ends_with(&format!(".{ending}")));
    Ok(if has_ending { name.to_owned() } else { format!("{name}.{ending}") })
}
