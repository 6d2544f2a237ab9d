//! `judge challenge`: tells whether a challenge is sound.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::open;
use super::super::{FAILED, Failure, GOOD, INTERRUPTED, failure, print, save, try_out};
use crate::catalogue::{FILE, FixtureSource, KEPT, reference, written};
use crate::challenge::{answers, faults, listed, remarks, schema};
use crate::dialect::{Declared, Dialect, Observed, WholeCases};
use crate::golf::{Languages, Toolchain};
use crate::process::{Interrupt, Isolation};
use crate::runner::{self, Candidate, CandidateReport, Event, Plan, Program, Settings, Status};
use crate::suite::{COMPLETE, Case, Suite, counted, grouped, offers, searched, usual};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// Check whether a challenge is sound: rules, examples, move lists, reference, validator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder with its `challenge.toml`
    #[arg(value_name = "FOLDER", required_unless_present = "schema")]
    folder: Option<PathBuf>,

    /// Print the JSON schema of `challenge.toml`
    #[arg(long, conflicts_with = "folder")]
    schema: bool,

    /// Print the runs of `complete` and a proof that fewer are not enough, as JSON
    #[arg(long)]
    certificate: bool,

    /// Write the runs of `explored` into the folder, so that a later search does not change them
    #[arg(long, conflicts_with_all = ["schema", "certificate"])]
    keep: bool,
}

const EXAMPLES: &str = "\
Examples:
  judge challenge fixtures/vending                 counts, and whether it is sound
  judge challenge tests/references/library --keep  its searched runs as a file
  judge challenge --schema > challenge.schema.json for editors that complete and check TOML";

pub(super) fn challenge(arguments: Arguments) -> Result<u8, Failure> {
    let Some(folder) = arguments.folder else {
        print(&(serde_json::to_string_pretty(&schema())? + "\n"))?;
        return Ok(GOOD);
    };
    let dialect = open(&folder)?;
    if !arguments.keep {
        return sound(dialect, &folder, arguments.certificate);
    }
    let file = folder.join(KEPT);
    let offer = searched(&dialect).ok_or_else(|| {
        let why = "nothing is searched here: that needs a reference, or rules without hidden choices";
        failure(format!("{}: {why}", folder.display()))
    })?;
    try_out(&file)?;
    sound(dialect, &folder, false)?;
    let found = {
        let _busy = Busy::with("searching for runs");
        offer.make()?
    };
    keep(&found, &file)?;
    Ok(GOOD)
}

/// Writes the runs of a suite into a file.
fn keep(suite: &Suite, file: &Path) -> Result<(), Failure> {
    let (text, count) = written(suite.cases().map(|case| case.inputs));
    save(file, text.as_bytes())?;
    let left = match suite.len() - count {
        0 => String::new(),
        left => format!("; {left} more have lines that the file cannot hold"),
    };
    let runs = counted(count, "run");
    print(&format!("  kept {runs} in {}: `explored` plays these from now on{left}\n", file.display()))
}

/// Checks a challenge, and tells what there is.
fn sound(dialect: Dialect, folder: &Path, as_certificate: bool) -> Result<u8, Failure> {
    let declared = match dialect {
        Dialect::Declared(declared) => declared,
        Dialect::Observed(observed) => return observed_challenge(&observed),
        Dialect::Whole(whole) => return whole_cases(&whole),
        game => return built_in(&game, folder.to_owned()),
    };
    let found = faults(declared.table(), declared.space());
    if !found.is_empty() {
        let file = folder.join(FILE);
        let told: Vec<_> = found.iter().map(|fault| format!("{}:{fault}", file.display())).collect();
        return Err(Failure { what: told.join("\njudge: "), code: FAILED });
    }
    let dialect = Dialect::Declared(declared.clone());
    if declared.has_fixtures() {
        let place = FixtureSource::choose(None, &dialect);
        Suite::of_fixtures(&dialect, &place.load(&dialect)?)?;
    }
    if as_certificate {
        super::suite::print_evidence(&dialect, COMPLETE)?;
        return Ok(GOOD);
    }
    let words = declared.table().reference();
    let agreement = words.map(|words| agreement(&declared, folder, words)).transpose()?;
    print(&(told(&declared) + &agreement.unwrap_or_default()))?;
    Ok(GOOD)
}

/// Whether the reference answers as the rules do: it is judged like any program, by the strongest suite.
fn agreement(declared: &Declared, folder: &Path, words: &[String]) -> Result<String, Failure> {
    let isolation = Isolation::best(&std::env::current_exe()?);
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let command = reference(folder, words, &isolation, &interrupt)?;
    let dialect = Dialect::Declared(declared.clone());
    let suite = Suite::of(&dialect, usual(&offers(&dialect)).name)?;
    let told = format!("  the reference agrees with the rules in all runs of {}\n", suite.name());
    let settings = Settings::new(&dialect, isolation);
    let candidates = [Candidate::new("the reference", Program::Ready(command))];
    let mut judged = None;
    runner::run(&settings, &candidates, &Plan::new([suite]), &interrupt, |event| {
        if let Event::CandidateJudged { report, .. } = event {
            judged = Some(report.clone());
        }
    })?;
    match judged {
        None => Err(Failure { what: "interrupted".to_owned(), code: INTERRUPTED }),
        Some(report) if report.status == Status::Judged(Verdict::Accepted) => Ok(told),
        Some(report) => Err(failure(disagreement(&report))),
    }
}

/// Where the reference and the rules differ.
fn disagreement(report: &CandidateReport) -> String {
    let (Some(failure), Status::Judged(verdict)) = (&report.failure, &report.status) else {
        return "the reference was not judged".to_owned();
    };
    let inputs = listed(failure.moves.iter().map(|line| format!("\"{line}\"")));
    let after =
        if inputs.is_empty() { "before the first input".to_owned() } else { format!("after {inputs}") };
    let notes: String = failure.notes.iter().map(|note| format!("\n  {note}")).collect();
    format!(
        "the reference and the rules disagree ({}) {after}\n  rules      {}\n  reference  {}{notes}",
        verdict.name(),
        failure.expected,
        failure.actual
    )
}

/// Checks a challenge of whole cases: its files have been found, and its validator is run.
fn whole_cases(whole: &WholeCases) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let isolation = Isolation::best(&std::env::current_exe()?);
    let toolchain = Toolchain::new(&interrupt).isolated(&isolation);
    let dialect = Dialect::Whole(whole.clone());
    let validator = toolchain.validator(&dialect, &Languages::built_in())?;
    let settings = Settings { validator, ..Settings::new(&dialect, isolation) };
    for case in whole.list() {
        if let Some(why) = runner::contradiction(&settings, case, &interrupt)? {
            return Err(failure(format!("the conversation of {} is not right: {why}", case.name)));
        }
    }
    let conversations = match whole.list().iter().filter(|case| case.has_conversation).count() {
        0 => String::new(),
        count => format!("  {} beside the cases: the validator agrees\n", counted(count, "conversation")),
    };
    let cases = whole.cases();
    let how = match (&cases.validator, cases.is_interactive) {
        (None, _) => "outputs are compared token by token".to_owned(),
        (Some(validator), false) => format!("outputs are judged by {}", visible_line(validator.as_bytes())),
        (Some(validator), true) => format!("programs talk with {}", visible_line(validator.as_bytes())),
    };
    print(&format!(
        "{}: sound\n  {} cases; {how}\n  limits: {} s of processor time, {} MiB of memory, {} MiB of output\n{conversations}",
        visible_line(cases.title.as_bytes()),
        grouped(whole.list().len()),
        cases.time.as_secs_f64(),
        cases.memory >> 20,
        cases.output >> 20,
    ))?;
    Ok(GOOD)
}

/// Checks a challenge without rules: its recordings have been found to agree, and its reference is asked.
fn observed_challenge(observed: &Observed) -> Result<u8, Failure> {
    let dialect = Dialect::Observed(observed.clone());
    // A reference that cannot be asked at all is not searched.
    runner::check_reference(&dialect, []).map_err(failure)?;
    let (mut suites, mut refused) = (Vec::new(), Vec::new());
    {
        let _busy = Busy::with("asking the reference");
        for offer in offers(&dialect) {
            match offer.make() {
                Ok(suite) => suites.push(suite),
                Err(why) => refused.push(format!("there is no suite `{}`: {why}", offer.kind().name)),
            }
        }
    }
    if observed.has_reference() {
        for case in suites.iter().flat_map(Suite::cases) {
            case.strict_transcript();
            observed.trouble().map_or(Ok(()), |why| Err(failure(why)))?;
        }
    }
    if suites.is_empty() {
        let how = "record some with `judge record --challenge FOLDER --inputs FILE -- COMMAND`";
        return Err(failure(format!("there are no recordings, so nothing is known to be right; {how}")));
    }
    let answers = observed.seen().into_iter().flat_map(|(_, run)| run.texts()).collect();
    let found = suites.iter().filter_map(|suite| suite.remark().map(str::to_owned));
    let remarks = observed.manifest().freedoms.remarks(&answers).into_iter().chain(found).chain(refused);
    let remarks = told_remarks(remarks.collect());
    print(&format!("{}: sound\n{}{remarks}", observed.manifest().title, counts(suites.into_iter())))?;
    Ok(GOOD)
}

/// Remarks on freedoms, a line each.
fn told_remarks(remarks: Vec<String>) -> String {
    remarks.into_iter().map(|remark| format!("  note: {remark}\n")).collect()
}

/// Checks the move lists of a built-in game; its rules need no check.
fn built_in(game: &Dialect, folder: PathBuf) -> Result<u8, Failure> {
    let fixtures = Suite::of_fixtures(game, &FixtureSource::Folder(folder).load(game)?)?;
    print(&format!("{}: sound; its rules are built in\n{}", game.name(), counts([fixtures].into_iter())))?;
    Ok(GOOD)
}

/// The sizes of the suites; cases that all suites from `smoke` on share are counted once.
fn counts(suites: impl Iterator<Item = Suite>) -> String {
    let count = |name: &str, cases: &[Case]| {
        let inputs: usize = cases.iter().map(|case| case.inputs.len()).sum();
        format!("  {name:<9} {:>7} runs {:>9} inputs", grouped(cases.len()), grouped(inputs))
    };
    let (mut text, mut beside) = (String::new(), String::new());
    for suite in suites {
        text += &(count(suite.name(), &suite.games().collect::<Vec<_>>()) + "\n");
        let bursts: Vec<_> = suite.cases().skip(suite.len() - suite.bursts()).collect();
        if !bursts.is_empty() {
            beside = count("beside", &bursts) + ", with each: lines that programs trip over\n";
        }
        if suite.adaptive() > 0 {
            let places = suite.len() - suite.bursts() - suite.adaptive()..suite.len() - suite.bursts();
            let adaptive: Vec<_> = places.map(|place| suite.case(place)).collect();
            beside += &(count("adaptive", &adaptive) + " or so, with each: lines chosen by the answers\n");
        }
    }
    text + &beside
}

/// A description of a challenge.
fn told(declared: &Declared) -> String {
    let (table, space) = (declared.table(), declared.space());
    let dialect = Dialect::Declared(declared.clone());
    let offers = offers(&dialect);
    let suites = offers.iter().filter(|offer| !offer.is_on_request()).filter_map(|offer| offer.make().ok());
    let suites: Vec<_> = suites.collect();
    let of_suites: Vec<_> = suites.iter().filter_map(Suite::remark).map(str::to_owned).collect();
    let whole = match space.unexplored() {
        None => {
            format!("{} states, {} transitions", grouped(space.nodes().len()), grouped(space.arrows().len()))
        }
        Some(why) => format!("not all states: {why}; `explored` takes the place of `complete`"),
    };
    format!(
        "{}: sound\n  {} rules, {} words, {whole}\n{}",
        table.title(),
        table.rule_count(),
        table.word_count(),
        counts(suites.into_iter()),
    ) + &told_remarks(
        [of_suites, remarks(table, space), table.freedoms().remarks(&answers(table, space))].concat(),
    )
}
