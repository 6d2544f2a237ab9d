//! Whether a challenge is sound: its rules, examples, move lists, recordings, reference and validator say the same.
//!
//! A challenge that can be opened is well-formed. Here its suites are made, and its programs are run.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::catalogue::{CatalogueError, FILE, FixtureSource, reference};
use crate::challenge::{answers, faults, listed, remarks};
use crate::dialect::{Declared, Dialect, Observed, WholeCases};
use crate::files::FileError;
use crate::golf::{Harness, Languages, Toolchain, ValidatorError};
use crate::process::{Interrupt, Isolation, RunError};
use crate::runner::{self, Candidate, CandidateReport, Event, Plan, Program, Settings, Status};
use crate::suite::{Inconsistent, NoSuite, Suite, SuiteKind, offers, usual};
use crate::verdict::Verdict;

/// Checks the challenge in a folder. Its programs are run at this isolation until the interrupt is raised.
pub fn check(
    challenge: &Dialect,
    folder: &Path,
    isolation: &Isolation,
    interrupt: &Interrupt,
) -> Result<Sound, Unsound> {
    match challenge {
        Dialect::Declared(declared) => of_rules(declared, folder, isolation, interrupt),
        Dialect::Observed(observed) => of_observed(observed),
        Dialect::Whole(whole) => of_cases(whole, isolation, interrupt),
        game => {
            let lists = FixtureSource::Folder(folder.to_owned()).load(game)?;
            let suites = vec![Suite::of_fixtures(game, &lists)?];
            Ok(Sound { suites, ..Sound::of(game.name(), Content::MoveLists) })
        }
    }
}

/// Checks the rules, examples and move lists of a challenge in a folder; no program is run.
fn check_rules(declared: &Declared, folder: &Path) -> Result<(), Unsound> {
    let found = faults(declared.table(), declared.space());
    if !found.is_empty() {
        let file = folder.join(FILE);
        return Err(Unsound::Rules(
            found.iter().map(|fault| format!("{}:{fault}", file.display())).collect(),
        ));
    }
    if declared.has_fixtures() {
        let dialect = Dialect::Declared(declared.clone());
        Suite::of_fixtures(&dialect, &FixtureSource::choose(None, &dialect).load(&dialect)?)?;
    }
    Ok(())
}

fn of_rules(
    declared: &Declared,
    folder: &Path,
    isolation: &Isolation,
    interrupt: &Interrupt,
) -> Result<Sound, Unsound> {
    check_rules(declared, folder)?;
    let (table, space) = (declared.table(), declared.space());
    let challenge = Dialect::Declared(declared.clone());
    let agreement = table
        .reference()
        .map(|words| agreement(&challenge, folder, words, isolation, interrupt))
        .transpose()?;
    let offers = offers(&challenge);
    let offers = offers.iter().filter(|offer| !offer.is_on_request);
    let suites: Vec<_> = offers.filter_map(|offer| offer.make().ok()).collect();
    let of_suites = suites.iter().filter_map(Suite::remark).map(str::to_owned).collect();
    let remarks = [of_suites, remarks(table, space), table.freedoms().remarks(&answers(table, space))];
    let size = match space.unexplored() {
        None => Ok((space.nodes().len(), space.arrows().len())),
        Some(why) => Err(why.to_string()),
    };
    let content = Content::Rules { rules: table.rule_count(), words: table.word_count(), size };
    Ok(Sound { suites, remarks: remarks.concat(), agreement, ..Sound::of(table.title(), content) })
}

/// Checks that the reference answers as the rules do. It is judged like any program, by the strongest suite.
fn agreement(
    challenge: &Dialect,
    folder: &Path,
    words: &[String],
    isolation: &Isolation,
    interrupt: &Interrupt,
) -> Result<SuiteKind, Unsound> {
    let command = reference(folder, words, isolation, interrupt)?;
    let kind = usual(&offers(challenge));
    let plan = Plan::new([Suite::of(challenge, kind.name)?]);
    let settings = Settings::new(challenge, isolation.clone());
    let candidates = [Candidate::new("the reference", Program::Ready(command))];
    let mut judged = None;
    runner::run(&settings, &candidates, &plan, interrupt, |event| {
        if let Event::CandidateJudged { report, .. } = event {
            judged = Some(report.clone());
        }
    })?;
    match judged {
        None => Err(RunError::Interrupted.into()),
        Some(report) if report.status == Status::Judged(Verdict::Accepted) => Ok(kind),
        Some(report) => Err(Unsound::Disagreement(Box::new(report))),
    }
}

/// Checks a challenge of whole cases: its files have been found, and its validator is run.
fn of_cases(whole: &WholeCases, isolation: &Isolation, interrupt: &Interrupt) -> Result<Sound, Unsound> {
    let challenge = Dialect::Whole(whole.clone());
    let toolchain = Toolchain::new(interrupt).isolated(isolation);
    let languages = Languages::built_in();
    Harness::of(&challenge, &languages)?;
    let validators = toolchain.validators(&challenge, &languages)?;
    let mut settings = Settings::new(&challenge, isolation.clone());
    settings.criteria.validators = validators;
    for case in whole.list() {
        if let Some(why) = runner::contradiction(&settings, case, interrupt)? {
            return Err(Unsound::Conversation(case.name.clone(), why));
        }
    }
    let cases = whole.cases();
    let content = Content::Cases {
        count: whole.list().len(),
        conversations: whole.list().iter().filter(|case| case.conversation.is_some()).count(),
        how: whole
            .list()
            .iter()
            .filter(|case| !cases.is_static(&case.name))
            .map(|case| cases.matcher(&case.name).name())
            .collect(),
        validator: cases.validator.clone(),
        static_validator: cases.static_validator.clone(),
        is_interactive: cases.is_interactive,
        time: cases.usual.time,
        memory: cases.usual.memory,
        output: cases.usual.output,
    };
    let remarks = runner::case_remarks(&settings, whole, interrupt)?;
    Ok(Sound { remarks, ..Sound::of(&cases.title, content) })
}

/// Checks a challenge without rules: its recordings have been found to agree, and its reference is asked.
fn of_observed(observed: &Observed) -> Result<Sound, Unsound> {
    let challenge = Dialect::Observed(observed.clone());
    // A reference that cannot be asked at all is not searched.
    runner::check_reference(&challenge, []).map_err(Unsound::Reference)?;
    let (mut suites, mut refused) = (Vec::new(), Vec::new());
    for offer in offers(&challenge) {
        match offer.make() {
            Ok(suite) => suites.push(suite),
            Err(why) => refused.push(format!("there is no suite `{}`: {why}", offer.kind().name)),
        }
    }
    if observed.has_reference() {
        for case in suites.iter().flat_map(Suite::cases) {
            case.strict_transcript();
            observed.trouble().map_or(Ok(()), |why| Err(Unsound::Reference(why)))?;
        }
    }
    if suites.is_empty() {
        return Err(Unsound::NothingKnown);
    }
    let answers = observed.seen().into_iter().flat_map(|(_, run)| run.texts()).collect();
    let found = suites.iter().filter_map(Suite::remark).map(str::to_owned).collect();
    let remarks = [observed.manifest().freedoms.remarks(&answers), found, refused].concat();
    Ok(Sound { suites, remarks, ..Sound::of(&observed.manifest().title, Content::Runs) })
}

/// Why a challenge is not sound, or why that could not be found out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unsound {
    #[error("{}", .0.join("\n"))]
    Rules(Vec<String>),
    #[error("it has no rules, no cases, no reference and no recordings, so nothing is known to be right")]
    NothingKnown,
    #[error("{0}")]
    Reference(String),
    #[error("{}", disagreement(.0))]
    Disagreement(Box<CandidateReport>),
    #[error("the conversation of {0} is not right: {1}")]
    Conversation(String, String),
    #[error(transparent)]
    Fixtures(#[from] Inconsistent),
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error(transparent)]
    Suite(#[from] NoSuite),
    #[error(transparent)]
    Validator(#[from] ValidatorError),
    #[error(transparent)]
    Folder(#[from] FileError),
    #[error(transparent)]
    Run(#[from] RunError),
}

fn disagreement(report: &CandidateReport) -> String {
    let (Some(failure), Status::Judged(verdict)) = (&report.failure, &report.status) else {
        return "the reference was not judged".to_owned();
    };
    let session = failure.session();
    let inputs = listed(session.moves.iter().map(|line| format!("\"{line}\"")));
    let after =
        if inputs.is_empty() { "before the first input".to_owned() } else { format!("after {inputs}") };
    let notes: String = failure.notes.iter().map(|note| format!("\n  {note}")).collect();
    format!(
        "the reference and the rules disagree ({}) {after}\n  rules      {}\n  reference  {}{notes}",
        verdict.name(),
        session.expected,
        session.actual
    )
}

/// A challenge that was found to be sound, and what there is in it.
#[derive(Debug)]
pub struct Sound {
    /// Its title, or the name of a game.
    pub title: String,
    pub content: Content,
    /// Its suites, without those that are made only on request.
    pub suites: Vec<Suite>,
    /// Remarks on what its author may not have meant.
    pub remarks: Vec<String>,
    /// The suite in which the reference agrees with the rules, if there are both.
    pub agreement: Option<SuiteKind>,
}

impl Sound {
    /// A challenge of which only this is known.
    fn of(title: &str, content: Content) -> Sound {
        Sound { title: title.to_owned(), content, suites: Vec::new(), remarks: Vec::new(), agreement: None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Move lists for rules that are built in.
    MoveLists,
    /// Recordings, a reference or both.
    Runs,
    Rules {
        rules: usize,
        words: usize,
        /// How many states and transitions, or why not all are known.
        size: Result<(usize, usize), String>,
    },
    Cases {
        count: usize,
        /// How many have a conversation beside them.
        conversations: usize,
        /// How outputs are compared.
        how: BTreeSet<&'static str>,
        validator: Option<String>,
        static_validator: Option<String>,
        is_interactive: bool,
        /// The limit of processor time of a case.
        time: Duration,
        /// The limit of memory, in bytes.
        memory: u64,
        /// The limit of output, in bytes.
        output: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::Challenge;

    fn checked(challenge: &Dialect, folder: &str) -> Result<Sound, Unsound> {
        let (interrupt, _keeper) = Interrupt::by_hand().expect("there are pipes");
        check(challenge, Path::new(folder), &Isolation::none(), &interrupt)
    }

    fn table(guard: &str) -> Dialect {
        let text = format!(
            "title = 'A'\n[state]\nn = {{ init = 0, range = [0, 1] }}\n[input]\nup = 'up'\n[[rule]]\non = 'up'\nwhen = '{guard}'\n\
             set.n = '1'\nsay = ['ok']\n[[rule]]\non = '*'\nsay = ['no']\n[words]\nok = \"ok\\n\"\nno = \"no\\n\"\n"
        );
        Dialect::Declared(Declared::read("a", &text).expect("it is a table"))
    }

    #[test]
    fn what_is_sound_has_suites_and_what_is_not_says_where() {
        let sound = checked(&table("n < 1"), "a").expect("every rule fires");
        assert!(sound.suites.iter().any(|suite| suite.name() == "complete") && sound.agreement.is_none());
        let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/tictactoe");
        assert!(checked(&Dialect::Tictactoe, fixtures).is_ok_and(|sound| sound.suites.len() == 1));
        let why = checked(&table("n < 0"), "a").expect_err("a rule never fires").to_string();
        assert!(why.starts_with("a/challenge.toml:6: `rule 1` never fires"), "{why}");
    }

    #[test]
    fn a_challenge_without_reference_and_recordings_is_refused() {
        let text = "title = 'A'\n";
        let Ok(Challenge::Seen(manifest)) = Challenge::read(text) else { panic!("{text} is none") };
        let observed = Observed::new("a", text, None, manifest, Vec::new(), None);
        let challenge = Dialect::Observed(observed.expect("nothing contradicts itself"));
        assert!(matches!(checked(&challenge, "a"), Err(Unsound::NothingKnown)));
    }
}
