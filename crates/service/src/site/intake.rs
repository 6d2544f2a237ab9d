//! Submissions, checked before they are stored.

use std::sync::Arc;

use super::bounds::LONGEST_SOURCE;
use super::error::{Code, Refusal, blocking};
use super::state::Shared;
use crate::host::Holder;
use crate::store::{Class, NewSubmission};
use judging::golf::{self, Language, Languages};
use judging::transcript::{is_visible, visible};

/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 100;

/// The longest command, in bytes: less than the 128 KiB that Linux takes as one argument (`MAX_ARG_STRLEN`).
const LONGEST_COMMAND: usize = 64 << 10;

/// How much of a command is used as its name, in characters.
const SHOWN: usize = 60;

/// The longest idempotency key, in bytes.
const LONGEST_KEY: usize = 200;

/// A submission as it was sent.
#[derive(Debug, Default)]
pub(super) struct Intake {
    pub challenge: String,
    /// The name of the file; if it is empty, one is made from the language.
    pub name: String,
    /// The language; if it is empty, it follows from the file's ending.
    pub language: String,
    pub source: Vec<u8>,
    /// The words of a command instead of a source: the name of an interpreter, and its arguments.
    pub command: Option<Vec<String>>,
    /// A key for this request, so that it can be repeated.
    pub idempotency_key: Option<String>,
    /// Whether no person waits for it.
    pub is_batch: bool,
    /// The address to send the ruling to.
    pub webhook: Option<String>,
}

/// The program to be judged, as it is stored.
struct StoredProgram<'a> {
    name: String,
    source: Vec<u8>,
    language: &'a Language,
}

/// Accepts a submission, and returns its identifier.
/// Fails if something about it is wrong, or too many wait.
pub(super) async fn take_in(state: &Shared, holder: Holder, intake: Intake) -> Result<String, Refusal> {
    let state = Arc::clone(state);
    blocking(move || {
        let entry = state.challenge(&intake.challenge)?;
        if intake.idempotency_key.as_deref().is_some_and(|key| key.is_empty() || key.len() > LONGEST_KEY) {
            return Err(Refusal::Unfit(format!("an Idempotency-Key has 1 to {LONGEST_KEY} bytes")));
        }
        if intake.webhook.as_deref().is_some_and(|address| !state.settings.webhooks.allows(address)) {
            return Err(Refusal::Unfit(
                "webhook: the host of this address is not among those allowed".to_owned(),
            ));
        }
        let StoredProgram { name, source, language } = match &intake.command {
            Some(words) => command(&state.languages, words)?,
            None => source(&state.languages, &intake)?,
        };
        if source.len() > LONGEST_SOURCE {
            return Err(Refusal::TooLong(source.len(), LONGEST_SOURCE));
        }
        let id = state.store.submit(&NewSubmission {
            owner: &holder.owner,
            idempotency_key: intake.idempotency_key.as_deref(),
            name: &name,
            source: &source,
            is_command: intake.command.is_some(),
            language: &language.name,
            challenge: &entry.name,
            challenge_key: entry.key(),
            class: if intake.is_batch { Class::Batch } else { Class::Live },
            most: state.settings.pending,
            webhook: intake.webhook.as_deref(),
        })?;
        state.wakeup.wake();
        Ok(id)
    })
    .await
}

fn source<'a>(languages: &'a Languages, intake: &Intake) -> Result<StoredProgram<'a>, Refusal> {
    if intake.source.is_empty() {
        return Err(Refusal::Unfit("the source is empty".to_owned()));
    }
    let language = language(languages, intake)?;
    Ok(StoredProgram { name: name(&intake.name, language)?, source: intake.source.clone(), language })
}

/// A command, whose program must be the interpreter of a known language.
fn command<'a>(languages: &'a Languages, words: &[String]) -> Result<StoredProgram<'a>, Refusal> {
    let first = words.first().map_or("", String::as_str);
    let unknown =
        || Refusal::Unfit(format!("{first:?} is not the interpreter of a known language, such as `python3`"));
    let language = languages.by_interpreter(first).ok_or_else(unknown)?;
    let words = words.iter().map(String::as_str);
    let text = shlex::try_join(words).map_err(|_| Refusal::Unfit("a word has a NUL byte".to_owned()))?;
    if text.len() > LONGEST_COMMAND {
        return Err(Refusal::TooLong(text.len(), LONGEST_COMMAND));
    }
    Ok(StoredProgram { name: short(&visible(text.as_bytes())), source: text.into_bytes(), language })
}

fn short(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

/// The language of a submission: the given one, or that of the file's ending.
fn language<'a>(languages: &'a Languages, intake: &Intake) -> Result<&'a Language, Refusal> {
    let ending = intake.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !intake.language.is_empty() {
        let named = languages.iter().find(|language| language.name.eq_ignore_ascii_case(&intake.language));
        return named.ok_or(Refusal::Unknown(Code::UnknownLanguage));
    }
    golf::language_of(languages, ending, &intake.source).ok_or(Refusal::NoLanguage)
}

/// The name of a file, which must be valid and have an ending of the language.
fn name(name: &str, language: &Language) -> Result<String, Refusal> {
    let ending = language.endings.first().map_or("", String::as_str);
    if name.is_empty() {
        return Ok(format!("main.{ending}"));
    }
    let is_plain = !name.starts_with('.') && !name.contains('/') && name.chars().all(is_visible);
    if !is_plain || name.len() > LONGEST_NAME {
        let what = format!(
            "a file name has no `.` at its beginning, no `/`, no invisible character, and at most {LONGEST_NAME} bytes"
        );
        return Err(Refusal::Unfit(what));
    }
    let has_ending = language.endings.iter().any(|ending| name.ends_with(&format!(".{ending}")));
    Ok(if has_ending { name.to_owned() } else { format!("{name}.{ending}") })
}
