//! What there is in a challenge that is sound, in words.

use crate::catalogue::KeptRuns;
use crate::dialect::{Declared, Dialect, WholeCases};
use crate::soundness::Sound;
use crate::suite::{Case, Suite, counted, grouped};
use crate::transcript::visible_line;

/// What there is in a challenge: its rules or cases, the sizes of its suites, and remarks.
pub(crate) fn soundness(sound: &Sound) -> String {
    let Sound { challenge, suites, remarks, agreement } = sound;
    let head = match challenge {
        Dialect::Declared(declared) => {
            format!("{}: sound\n{}", declared.table().title(), of_rules(declared))
        }
        Dialect::Observed(observed) => format!("{}: sound\n", observed.manifest().title),
        Dialect::Whole(whole) => {
            format!("{}: sound\n{}", visible_line(whole.cases().title.as_bytes()), of_cases(whole))
        }
        game => format!("{}: sound; its rules are built in\n", game.name()),
    };
    let remarks: String = remarks.iter().map(|remark| format!("  note: {remark}\n")).collect();
    let agreement = agreement.map_or_else(String::new, |suite| {
        format!("  the reference agrees with the rules in all runs of {}\n", suite.name)
    });
    head + &counts(suites) + &remarks + &agreement
}

/// How many runs of `explored` were kept, and where.
pub(crate) fn kept(KeptRuns { file, count, left }: &KeptRuns) -> String {
    let left = match left {
        0 => String::new(),
        left => format!("; {left} more have lines that the file cannot hold"),
    };
    let (runs, file) = (counted(*count, "run"), file.display());
    format!("  kept {runs} in {file}: `explored` plays these from now on{left}\n")
}

fn of_rules(declared: &Declared) -> String {
    let (table, space) = (declared.table(), declared.space());
    let whole = match space.unexplored() {
        None => {
            format!("{} states, {} transitions", grouped(space.nodes().len()), grouped(space.arrows().len()))
        }
        Some(why) => format!("not all states: {why}; `explored` takes the place of `complete`"),
    };
    format!("  {} rules, {} words, {whole}\n", table.rule_count(), table.word_count())
}

fn of_cases(whole: &WholeCases) -> String {
    let cases = whole.cases();
    let how = match (&cases.validator, cases.is_interactive) {
        (None, _) => "outputs are compared token by token".to_owned(),
        (Some(validator), false) => format!("outputs are judged by {}", visible_line(validator.as_bytes())),
        (Some(validator), true) => format!("programs talk with {}", visible_line(validator.as_bytes())),
    };
    let conversations = match whole.list().iter().filter(|case| case.has_conversation).count() {
        0 => String::new(),
        count => format!("  {} beside the cases: the validator agrees\n", counted(count, "conversation")),
    };
    format!(
        "  {} cases; {how}\n  limits: {} s of processor time, {} MiB of memory, {} MiB of output\n{conversations}",
        grouped(whole.list().len()),
        cases.time.as_secs_f64(),
        cases.memory >> 20,
        cases.output >> 20,
    )
}

/// The sizes of the suites; cases that all suites from `smoke` on share are counted once.
fn counts(suites: &[Suite]) -> String {
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
