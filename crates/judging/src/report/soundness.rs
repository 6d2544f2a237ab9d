//! The content of a sound challenge, in words.

use crate::catalogue::KeptRuns;
use crate::soundness::{Content, Sound};
use crate::suite::{Case, Suite, counted, grouped};
use crate::transcript::visible_line;

/// The content of a challenge: its rules or cases, the sizes of its suites, and remarks.
pub fn soundness(sound: &Sound) -> String {
    let Sound { title, content, suites, remarks, agreement } = sound;
    let title = visible_line(title.as_bytes());
    let remarks: String = remarks.iter().map(|remark| format!("  note: {remark}\n")).collect();
    let agreement = agreement.map_or_else(String::new, |suite| {
        format!("  the reference agrees with the rules in all runs of {}\n", suite.name)
    });
    format!("{title}: sound{}{}{remarks}{agreement}", of_content(content), counts(suites))
}

/// The text after the title of a challenge.
fn of_content(content: &Content) -> String {
    match content {
        Content::MoveLists => "; its rules are built in\n".to_owned(),
        Content::Runs => "\n".to_owned(),
        Content::Rules { rules, words, size } => {
            let size = match size {
                Ok((states, transitions)) => {
                    format!("{} states, {} transitions", grouped(*states), grouped(*transitions))
                }
                Err(why) => format!("not all states: {why}; `explored` takes the place of `complete`"),
            };
            format!("\n  {rules} rules, {words} words, {size}\n")
        }
        Content::Cases {
            count,
            conversations,
            how,
            validator,
            static_validator,
            is_interactive,
            time,
            memory,
            output,
        } => {
            let [validator, static_validator] = [validator, static_validator]
                .map(|name| name.as_ref().map(|name| visible_line(name.as_bytes())));
            let sources = static_validator.map(|name| format!("; sources are judged by {name}"));
            let sources = sources.unwrap_or_default();
            let how = match validator {
                None => {
                    format!("outputs are compared by {}", how.iter().copied().collect::<Vec<_>>().join(", "))
                }
                Some(validator) if *is_interactive => format!("programs talk with {validator}"),
                Some(validator) => format!("outputs are judged by {validator}"),
            };
            let conversations = match conversations {
                0 => String::new(),
                count => {
                    format!("  {} beside the cases: the validator agrees\n", counted(*count, "conversation"))
                }
            };
            format!(
                "\n  {}; {how}{sources}\n  limits: {} s of processor time, {} MiB of memory, {} MiB of output\n{conversations}",
                counted(*count, "case"),
                time.as_secs_f64(),
                memory >> 20,
                output >> 20,
            )
        }
    }
}

/// How many runs of `explored` were kept, and where.
pub fn kept(KeptRuns { file, count, skipped }: &KeptRuns) -> String {
    let skipped = match skipped {
        0 => String::new(),
        skipped => format!("; {skipped} more have lines that the file cannot hold"),
    };
    let (runs, file) = (counted(*count, "run"), file.display());
    format!("  kept {runs} in {file}: `explored` plays these from now on{skipped}\n")
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
