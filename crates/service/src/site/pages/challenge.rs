//! A challenge: its leaderboard, a form for submissions, and its specification.

use axum::extract::multipart::Multipart;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Path, Query, Request};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, html::push_html};
use serde::Deserialize;

use super::super::bounds::LONGEST_SOURCE;
use super::super::error::{Refusal, blocking};
use super::super::holder::Caller;
use super::super::intake::{Intake, take_in};
use super::super::request::in_address;
use super::super::state::Shared;
use super::frame::{Shown, frame};
use super::submission::when;
use crate::host::{Holder, Scope};
use crate::leaderboard::{Place, leaderboard};
use crate::store::Accepted;
use judging::golf::{Languages, Measure};

/// How many rows of a leaderboard are shown.
const ROWS: usize = 100;

/// How many rows are shown on request.
const MOST_ROWS: usize = 1_000;

#[derive(Debug, Default, Deserialize)]
pub(super) struct By {
    #[serde(default)]
    by: Measure,
    #[serde(default)]
    language: String,
    rows: Option<usize>,
}

/// The content of the form.
#[derive(Debug, Default)]
struct Filled {
    name: String,
    source: String,
    language: String,
    /// Whether the language is that of the last submission, and was not chosen.
    is_remembered: bool,
    /// Why it was not accepted, and whether the language is the reason.
    wrong: Option<(String, bool)>,
}

pub(super) async fn challenge(
    caller: Caller,
    Path(name): Path<String>,
    by: Result<Query<By>, QueryRejection>,
) -> Shown {
    let by = by?.0;
    let holder = caller.holder().await.unwrap_or_default();
    page(caller.state, holder, name, by, Filled::default()).await
}

async fn page(state: Shared, holder: Option<Holder>, name: String, by: By, filled: Filled) -> Shown {
    let viewer = holder.clone();
    let (title, body) = blocking(move || {
        let entry = state.challenge(&name)?;
        let accepted = state.store.accepted(&entry.name)?;
        let filled = with_last_language(&state, viewer.as_ref(), filled)?;
        let body = html! {
            h1 { (entry.title()) }
            div.columns {
                section aria-labelledby="leaders" {
                    h2 #leaders { "Leaderboard" }
                    @if state.settings.is_private && viewer.is_none() { p { a href="/sign-in" { "Sign in" } " to see it." } }
                    @else { (board(&entry.name, &accepted, &by)) }
                }
                section aria-labelledby="submit" {
                    h2 #submit { "Submit" }
                    @if viewer.is_some_and(|viewer| viewer.may(Scope::Submit)) { (form(&state, &entry.name, &filled)) }
                    @else { p { a href="/sign-in" { "Sign in" } " to submit a program." } }
                }
            }
            @if entry.specification.is_empty() && !entry.example().is_empty() {
                section.specification aria-label="Example" {
                    h2 { "A run of the reference" }
                    pre { (entry.example()) }
                }
            } @else {
                section.specification aria-label="Specification" { (markdown(&entry.specification)) }
            }
            @for sample in entry.samples() {
                section.specification aria-label=(sample.name) {
                    h2 { (sample.name) }
                    @for (title, text) in &sample.parts { h3 { (title) } pre { (text) } }
                }
            }
        };
        Ok((entry.title().to_owned(), body))
    })
    .await?;
    Ok(frame(&title, holder.as_ref(), &body))
}

/// The form with the language of the user's last submission, if none is chosen.
fn with_last_language(state: &Shared, viewer: Option<&Holder>, filled: Filled) -> Result<Filled, Refusal> {
    let Some(viewer) = viewer.filter(|_| filled.wrong.is_none()) else { return Ok(filled) };
    let last = state.store.by_owner(&viewer.owner, 1)?.pop();
    let language = last.map(|last| last.language).unwrap_or_default();
    Ok(Filled { is_remembered: true, language, ..filled })
}

fn board(challenge: &str, accepted: &[Accepted], by: &By) -> Markup {
    let (language, rows, by) = (by.language.as_str(), by.rows.unwrap_or(ROWS).clamp(1, MOST_ROWS), by.by);
    let only = Some(language).filter(|language| !language.is_empty());
    let places = leaderboard(accepted, by, only);
    let mut languages: Vec<_> = accepted.iter().map(|accepted| accepted.language.as_str()).collect();
    languages.sort_unstable();
    languages.dedup();
    html! {
        form.filter action={ "/challenges/" (in_address(challenge)) } {
            label { "By " select name="by" {
                option value="bytes" selected[by == Measure::Bytes] { "bytes" }
                option value="chars" selected[by == Measure::Chars] { "characters" }
            } }
            label { "Language " select name="language" {
                option value="" { "all" }
                @for name in languages { option selected[name == language] { (name) } }
            } }
            button { "Show" }
        }
        @if places.is_empty() { p.hint { "Nobody has been accepted yet." } }
        @else {
            table {
                thead { tr { th scope="col" { "#" } th scope="col" { "Who" } th scope="col" { "Language" }
                    th.number scope="col" { (by) } th.wide scope="col" { "When" } } }
                tbody { @for place in places.iter().take(rows) { (line(place)) } }
            }
            @if places.len() > rows {
                form.filter action={ "/challenges/" (in_address(challenge)) } {
                    input type="hidden" name="by" value=(by);
                    input type="hidden" name="language" value=(language);
                    input type="hidden" name="rows" value=(MOST_ROWS);
                    button { "… and " (places.len() - rows) " more" }
                }
            }
        }
    }
}

fn line(place: &Place<'_>) -> Markup {
    let accepted = place.accepted;
    html! { tr {
        td { (place.rank) } td { (accepted.owner) } td { (accepted.language) }
        td.number { (place.size) } td.wide { (when(accepted.submitted)) }
    } }
}

fn form(state: &Shared, challenge: &str, filled: &Filled) -> Markup {
    let of_language = filled.wrong.as_ref().is_some_and(|(_, of_language)| *of_language);
    let of_source = filled.wrong.as_ref().is_some_and(|(_, of_language)| !of_language);
    let why = html! {
        @if let Some((why, _)) = &filled.wrong { p.trouble #wrong role="alert" { (why) } }
    };
    html! {
        form.submit method="post" action={ "/challenges/" (in_address(challenge)) } enctype="multipart/form-data" {
            label { "A file " input type="file" name="file"; }
            label for="source" { "or its source" }
            @if of_source { (why) }
            // A browser drops a line feed at the beginning.
            textarea #source name="source" rows="12" spellcheck="false" aria-invalid=[of_source.then_some("true")] aria-describedby=[of_source.then_some("wrong")] { "\n" (filled.source) }
            input type="hidden" name="name" value=(filled.name);
            @if filled.is_remembered { input type="hidden" name="remembered" value=(filled.language); }
            @if of_language { (why) }
            label { "Language " select name="language" aria-invalid=[of_language.then_some("true")] aria-describedby=[of_language.then_some("wrong")] {
                option value="" { "by the file's name" }
                @for language in state.languages.iter() {
                    option selected[language.name == filled.language] { (language.name) }
                }
            } }
            button.go type="submit" { "Submit" }
            p.hint { "Or from a terminal: " code { "judge submit FILE --server URL --challenge " (challenge) } }
        }
    }
}

pub(super) async fn hand_in(caller: Caller, Path(challenge): Path<String>, request: Request) -> Shown {
    let holder = caller.allowed(Scope::Submit).await?;
    let intake =
        read(&caller.state.languages, Multipart::from_request(request, &()).await?, challenge).await?;
    let filled = Filled {
        name: intake.name.clone(),
        // What is too long to be judged would be too long for the page, too.
        source: String::from_utf8(intake.source.clone())
            .ok()
            .filter(|source| source.len() <= LONGEST_SOURCE)
            .unwrap_or_default(),
        language: intake.language.clone(),
        is_remembered: false,
        wrong: None,
    };
    let challenge = intake.challenge.clone();
    match take_in(&caller.state, holder.clone(), intake).await {
        Ok(id) => Ok(Redirect::to(&format!("/submissions/{id}")).into_response()),
        Err(why) => {
            let (status, what) = why.status_and_detail();
            let filled = Filled { wrong: Some((what, matches!(why, Refusal::NoLanguage))), ..filled };
            let mut shown = page(caller.state, Some(holder), challenge, By::default(), filled).await?;
            *shown.status_mut() = status;
            Ok(shown)
        }
    }
}

/// What the form says. A language that it has remembered is for pasted sources: that of a file follows from a known ending.
async fn read(languages: &Languages, mut form: Multipart, challenge: String) -> Result<Intake, Refusal> {
    let (mut intake, mut remembered) = (Intake { challenge, ..Intake::default() }, String::new());
    let (mut has_file, mut pasted) = (false, String::new());
    while let Some(field) = form.next_field().await? {
        let (field_name, file_name) = (field.name().map(str::to_owned), field.file_name().map(str::to_owned));
        let content = field.bytes().await?;
        match field_name.as_deref() {
            Some("file") if !content.is_empty() => {
                if has_file {
                    return Err(Refusal::Unfit("hand in one file".to_owned()));
                }
                has_file = true;
                intake.name = file_name.unwrap_or_default();
                intake.source = content.to_vec();
            }
            // Forms are sent with CRLF line ends.
            Some("source") => pasted = String::from_utf8_lossy(&content).replace("\r\n", "\n"),
            // The name of a file that was sent before.
            Some("name") if intake.name.is_empty() => {
                intake.name = String::from_utf8_lossy(&content).into_owned();
            }
            Some("language") => intake.language = String::from_utf8_lossy(&content).into_owned(),
            Some("remembered") => remembered = String::from_utf8_lossy(&content).into_owned(),
            _ => {}
        }
    }
    match has_file {
        true if !pasted.trim().is_empty() => {
            return Err(Refusal::Unfit("hand in a file or its source, not both".to_owned()));
        }
        true => {}
        false => intake.source = pasted.into_bytes(),
    }
    let ending = intake.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let of_ending = languages.iter().filter(|language| language.endings.iter().any(|own| own == ending));
    let names: Vec<_> = of_ending.map(|language| language.name.as_str()).collect();
    if intake.language == remembered && !names.is_empty() && !names.contains(&&*remembered) {
        intake.language.clear();
    }
    Ok(intake)
}

/// A specification as HTML; HTML in it is shown as text.
fn markdown(text: &str) -> Markup {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        other => other,
    });
    let mut page = String::new();
    push_html(&mut page, events);
    PreEscaped(page)
}
