//! Suites of declared challenges, made from the states of the table.

pub(super) mod adaptive;
pub(in crate::suite) mod bad;
pub(super) mod certificate;
pub(super) mod faults;
pub(super) mod flaw;
mod identify;
mod orders;
mod probe;
mod recognise;
mod steps;
mod walk;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::claim::grouped;
use super::{Case, Level, Suite};
use crate::challenge::{Arrow, Looks, Space, State};
use crate::dialect::{Declared, Dialect, Speech};
use bad::Named;
use identify::Identity;
use orders::orders;
use probe::probed;
use steps::{Steps, pair_count};
use walk::Walks;

/// How many lines `smoke` feeds for each rule.
const LINES: usize = 6;

/// How many inputs `pairs` and `probed` may have, approximately.
const MOST: usize = 2_000_000;

/// How many times more runs than in `smoke` follow from the answers.
const MORE: u64 = 4;

/// How often a line that changes nothing is repeated.
const BURSTS: [usize; 2] = [100, 1100];

impl Suite {
    /// The suite of a level for a declared challenge; none for levels that do not exist.
    pub(super) fn of_declared(declared: &Declared, level: Level) -> Option<Suite> {
        let dialect = Dialect::Declared(declared.clone());
        let named = |runs| Case::numbered(&dialect, level.name(), runs);
        let mut claim = None;
        let named = match level {
            Level::Examples => Case::examples(&dialect),
            Level::Smoke => named(of_some_choices(declared, smoke)),
            Level::Complete => named(of_all_choices(declared, |space| all(space, level))),
            Level::Pairs if too_large(declared.space(), level).is_none() => {
                named(of_all_choices(declared, |space| all(space, level)))
            }
            Level::Probed => {
                let (runs, worth) = probed_runs(declared)?;
                claim = Some(worth);
                named(runs)
            }
            _ => return None,
        };
        let case = |(name, inputs)| Case { name, dialect: dialect.clone(), inputs };
        let bursts = match level {
            Level::Examples => Vec::new(),
            Level::Smoke if declared.table().has_hidden() => {
                [orders(declared.space()), special(declared)].concat()
            }
            _ => special(declared),
        };
        let bursts = bursts.into_iter().map(case).collect();
        let times = match level {
            _ if !declared.table().has_hidden() => 0,
            Level::Examples => 0,
            Level::Smoke => 1,
            _ => MORE,
        };
        let adaptive = adaptive::runs(declared, times);
        let adaptive = adaptive.into_iter().map(|(name, tactic, inputs)| (case((name, inputs)), tactic));
        let suite = Suite::of_named(level, &dialect, named, bursts).with_adaptive(adaptive.collect());
        Some(suite.claiming(claim))
    }

    /// Why a declared challenge has no suite of a level, if that is known.
    pub(super) fn refused_to(declared: &Declared, level: Level) -> Option<String> {
        if level == Level::Probed && declared.table().has_hidden() {
            return Some(HIDDEN.to_owned());
        }
        too_large(declared.space(), level).or_else(|| match level {
            Level::Probed => probes(declared).err(),
            _ => None,
        })
    }
}

const HIDDEN: &str = "`probed` identifies states, but a program that chooses what it does not tell may be in another state in \
                      each run; play `complete` or `pairs`";

/// Why the suite of a level would be too large, if it is.
fn too_large(space: &Space, level: Level) -> Option<String> {
    let inputs = match level {
        Level::Pairs => pair_count(space),
        Level::Probed => space.arrows().len(),
        _ => return None,
    };
    refused_beyond(level, inputs)
}

fn refused_beyond(level: Level, inputs: usize) -> Option<String> {
    let (name, inputs, most) =
        (level.name(), grouped(inputs), grouped(Some(MOST).filter(|most| inputs > *most)?));
    Some(format!(
        "`{name}` would have more than {inputs} inputs, and {most} are the most; narrow the ranges in [state], write patterns \
         in [input] that fewer lines match, or play `complete`"
    ))
}

/// The rows of lines that identify the states, unless the suite would be too large.
fn probes(declared: &Declared) -> Result<Identity, String> {
    let space = declared.space();
    let looks = Looks::of(declared.table(), space).map_err(|fault| fault.to_string())?;
    let identity = Identity::of(space, &looks);
    if let Some(line) = identity.clash(space, &looks) {
        return Err(format!(
            "`probed` cannot identify all states: some are told apart only by {:?}, which is not fed in every state; add it \
             to `samples`",
            String::from_utf8_lossy(&line)
        ));
    }
    let rows = |state: usize| identity.rows[state].iter().map(|row| 1 + row.len()).sum::<usize>();
    let inputs = space.arrows().iter().map(|arrow| rows(arrow.to)).sum();
    refused_beyond(Level::Probed, inputs).map_or(Ok(identity), Err)
}

fn all(space: &Space, level: Level) -> Runs {
    Steps::of(space, level).map_or_else(Runs::new, |steps| Walks::complete(space, &steps).runs)
}

/// The runs of `probed`, and what it means if they show no difference.
fn probed_runs(declared: &Declared) -> Option<(Runs, String)> {
    if declared.table().has_hidden() || too_large(declared.space(), Level::Probed).is_some() {
        return None;
    }
    let identity = probes(declared).ok()?;
    let claim = format!(
        "Complete for the lines that are tried, if it has at most {} states: as many as the table has that answer \
         differently",
        grouped(identity.classes)
    );
    Some((probed(declared.space(), &identity), claim))
}

type Runs = Vec<Vec<Vec<u8>>>;

/// Runs for each hidden choice, as if the program had made it; which one it makes is not known.
fn of_choices(declared: &Declared, starts: Vec<State>, runs: impl Fn(&Space) -> Runs) -> Runs {
    let space = |start| Space::explore_from(declared.table(), vec![start]).ok();
    let all = starts.into_iter().filter_map(space).flat_map(|space| runs(&space));
    let mut known = HashSet::new();
    all.filter(|run| known.insert(run.clone())).collect()
}

fn of_all_choices(declared: &Declared, runs: impl Fn(&Space) -> Runs) -> Runs {
    match declared.table().has_hidden() {
        true => of_choices(declared, declared.table().starts(), runs),
        false => runs(declared.space()),
    }
}

/// The same for the first choice, the last, and one between.
fn of_some_choices(declared: &Declared, runs: impl Fn(&Declared, &Space) -> Runs) -> Runs {
    if !declared.table().has_hidden() {
        return runs(declared, declared.space());
    }
    let starts = declared.table().starts();
    let places = BTreeSet::from([0, starts.len() / 2, starts.len() - 1]);
    let some = places.into_iter().map(|place| State::clone(&starts[place])).collect();
    of_choices(declared, some, |space| runs(declared, space))
}

/// Runs in which every rule fires, for a few lines each, and every sample is fed.
fn smoke(declared: &Declared, space: &Space) -> Runs {
    let mut lines: HashMap<usize, HashSet<Arc<[u8]>>> = HashMap::new();
    let mut samples: HashSet<&[u8]> = declared.table().samples().iter().map(Vec::as_slice).collect();
    let mut is_wanted = |arrow: &Arrow| {
        let known = lines.entry(arrow.rule).or_default();
        samples.remove(&*arrow.line) | (known.len() < LINES && known.insert(Arc::clone(&arrow.line)))
    };
    let arrows = space.arrows().iter().enumerate();
    let wanted: Vec<_> = arrows.filter(|(_, arrow)| is_wanted(arrow)).map(|(place, _)| place).collect();
    Walks::through(space, &wanted).runs
}

/// Runs with lines that no proof covers: lines that are left open, repeated lines, and lines that make real
/// programs fail.
fn special(declared: &Declared) -> Vec<Named> {
    let space = declared.space();
    let trial: Vec<Vec<u8>> = declared.trial().iter().map(|line| line.as_bytes().to_vec()).collect();
    let middle = trial.len() / 2;
    let with = |at: usize, lines: &[Vec<u8>]| [&trial[..at], lines, &trial[at..]].concat();
    let open = (1..).zip(space.open_lines()).flat_map(|(number, line)| {
        let line = [line.clone()];
        [
            (format!("open-{number}-first"), with(0, &line)),
            (format!("open-{number}-later"), with(middle, &line)),
        ]
    });
    let mut runs: Vec<Named> = open.collect();
    let idle = space.arrows()[space.out_of(0)].iter().rfind(|arrow| arrow.to == 0);
    if let Some(arrow) = idle {
        let row = |count: usize| with(0, &vec![arrow.line.to_vec(); count]);
        runs.extend(BURSTS.map(|count| (format!("burst-{count}"), row(count))));
    }
    runs.extend(bad::runs(declared));
    runs
}
