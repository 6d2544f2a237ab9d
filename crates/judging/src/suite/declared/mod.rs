//! Suites of declared challenges, made from the states of the table.

pub(super) mod adaptive;
pub(in crate::suite) mod bad;
pub(super) mod certificate;
mod driven;
pub(super) mod faults;
pub(super) mod flaw;
mod identify;
mod machine;
mod probe;
mod recognise;
mod steps;
mod truth;
mod walk;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::count::grouped;
use super::kind::{COMPLETE, EXAMPLES, PAIRS, PROBED, SMOKE};
use super::{Case, Suite, SuiteKind};
use crate::challenge::{Arrow, LineMeaning, Looks, RuleTable, Space, State};
use crate::dialect::{Declared, Dialect, Speech};
use bad::Named;
pub(super) use driven::driven;
use identify::Identity;
use probe::probed;
use steps::{Steps, pair_count};
use walk::Walks;

/// How many lines `smoke` feeds for each rule.
const LINES: usize = 6;

/// In how many runs of `smoke` it matters that the input ends.
const ENDS: usize = 6;

/// In how many runs it matters that the input ends of a program with a hidden choice.
const CHOSEN_ENDS: usize = 24;

/// How many inputs `pairs` and `probed` may have, approximately.
const MOST: usize = 2_000_000;

/// How many inputs the runs have in which it matters that the input ends.
const MOST_ENDS: usize = 200_000;

/// How many times more runs than in `smoke` follow from the answers.
const MORE: u64 = 4;

/// Of how many inputs a line is repeated to fill lists.
const ROWS: usize = 8;

/// Of how many rules a line is repeated that changes nothing.
const STAYS: usize = 16;

/// How often a line is repeated.
const BURSTS: [usize; 2] = [100, 1100];

fn examples(declared: &Declared) -> Result<Suite, String> {
    let dialect = Dialect::Declared(declared.clone());
    Ok(Suite::of_named(EXAMPLES, &dialect, Case::examples(&dialect), Vec::new()))
}

fn quick(declared: &Declared) -> Result<Suite, String> {
    let orders = if declared.table().has_hidden() { orders(declared.space()) } else { Vec::new() };
    let bursts = [orders, special(declared)].concat();
    let suite = suite(declared, SMOKE, of_some_choices(declared, smoke), bursts, 1);
    let fired: HashSet<_> = declared.space().arrows().iter().map(|arrow| arrow.rule).collect();
    let rules = match declared.table().rule_count() {
        all if all == fired.len() => "every rule".to_owned(),
        all => format!("{} of {} rules", grouped(fired.len()), grouped(all)),
    };
    Ok(suite.claiming(format!("Right at least once on {rules}; other states are untested")))
}

fn complete(declared: &Declared) -> Result<Suite, String> {
    let claim = match declared.table().has_hidden() {
        true => {
            "For each value that it may choose, every line was fed in every state of a program that has chosen it; \
             of values that it did not choose in these runs nothing is known"
        }
        false => {
            "Complete for the lines that are tried, if its answer depends only on the line and on what the table \
             remembers"
        }
    };
    Ok(of_steps(declared, COMPLETE, Steps::single, claim))
}

/// One run for each state, whose input ends there. Runs with an output at the end that no earlier one has come first, and of these
/// the shorter ones, since the states were found breadth first.
fn ends(declared: &Declared) -> impl Iterator<Item = Vec<Vec<u8>>> {
    let (table, space) = (declared.table(), declared.space());
    let mut known = HashSet::new();
    let open = space.nodes().iter().enumerate().filter(|(_, node)| table.has_end() && !node.is_over);
    let mut states: Vec<_> = open
        .map(|(place, node)| {
            let (end, answer) = table.closing(&node.state).unwrap_or_default();
            (!known.insert((end, table.printed(&answer))), place)
        })
        .collect();
    states.sort_unstable();
    let ways = if states.is_empty() { Vec::new() } else { space.ways() };
    states.into_iter().map(move |(_, place)| space.lines_to(&ways, place))
}

/// As many of these runs as are not too many, and in how many of the states the input ends.
fn all_ends(declared: &Declared) -> (Runs, String) {
    let mut inputs = 0;
    // A program that has chosen another value is in another state.
    let most = if declared.table().has_hidden() { CHOSEN_ENDS } else { usize::MAX };
    let fits = ends(declared).take(most).take_while(|lines| {
        inputs += lines.len();
        inputs <= MOST_ENDS
    });
    let runs: Runs = fits.collect();
    let open = declared.space().nodes().iter().filter(|node| !node.is_over).count();
    let states_covered = match runs.len() == open {
        true => "every state".to_owned(),
        false => format!("{} of {} states", grouped(runs.len()), grouped(open)),
    };
    (runs, states_covered)
}

fn pairs(declared: &Declared) -> Result<Suite, String> {
    refuse_beyond(PAIRS, pair_count(declared.space()))?;
    let claim = match declared.table().has_hidden() {
        true => {
            "For each value that it may choose, every two lines in a row were fed in every state of a program that has \
             chosen it; of values that it did not choose in these runs nothing is known"
        }
        false => {
            "Complete for the lines that are tried, if its answer depends only on the line, on what the table remembers, \
             and on the line before and what was remembered then"
        }
    };
    Ok(of_steps(declared, PAIRS, Steps::pairs, claim))
}

fn of_steps(declared: &Declared, kind: SuiteKind, steps: fn(&Space) -> Steps, claim: &str) -> Suite {
    let mut runs = of_all_choices(declared, |space| Walks::complete(space, &steps(space)).runs);
    let mut claim = claim.to_owned();
    if declared.table().has_end() {
        let (ends, states_covered) = all_ends(declared);
        runs.extend(ends);
        claim += &format!(". Its input ended in {states_covered}");
    }
    suite(declared, kind, runs, special(declared), MORE).claiming(claim)
}

/// A suite of these runs and rows, and with hidden choices this many runs that follow from the answers.
fn suite(declared: &Declared, kind: SuiteKind, runs: Runs, bursts: Vec<Named>, times: u64) -> Suite {
    let dialect = Dialect::Declared(declared.clone());
    let case = |(name, inputs)| Case { name, dialect: dialect.clone(), inputs };
    let named = Case::numbered(&dialect, kind.name, runs);
    let bursts = bursts.into_iter().map(case).collect();
    let times = if declared.table().has_hidden() { times } else { 0 };
    let adaptive = adaptive::runs(declared, times).into_iter();
    let adaptive = adaptive.map(|(name, tactic, inputs)| (case((name, inputs)), tactic));
    Suite::of_named(kind, &dialect, named, bursts).with_adaptive(adaptive.collect())
}

const HIDDEN: &str = "`probed` identifies states, but a program that chooses what it does not tell may be in another state in \
                      each run; play `complete` or `pairs`";

/// Refuses a suite that feeds lines in all states if these are not known.
fn refuse_without_all_states(declared: &Declared, kind: SuiteKind) -> Result<(), String> {
    let why = |why| {
        format!("`{}` feeds lines in all states, and {why}; `explored` is played in its place", kind.name)
    };
    declared.space().unexplored().map_or(Ok(()), |unexplored| Err(why(unexplored)))
}

fn refuse_beyond(kind: SuiteKind, inputs: usize) -> Result<(), String> {
    if inputs <= MOST {
        return Ok(());
    }
    let (name, inputs, most) = (kind.name, grouped(inputs), grouped(MOST));
    Err(format!(
        "`{name}` would have more than {inputs} inputs, and {most} are the most; narrow the ranges in [state], write patterns \
         in [input] that fewer lines match, or play `complete`"
    ))
}

/// The rows of lines that identify the states, unless the suite would be too large.
fn probes(declared: &Declared) -> Result<Identity, String> {
    refuse_without_all_states(declared, PROBED)?;
    let space = declared.space();
    refuse_beyond(PROBED, space.arrows().len())?;
    let looks = Looks::of(declared.table(), space).map_err(|fault| fault.to_string())?;
    let identity = Identity::of(space, &looks);
    if let Some(line) = identity.clash(space, &looks) {
        return Err(format!(
            "`probed` cannot identify all states: some are distinguished only by {:?}, which is not fed in every state; add it \
             to `samples`",
            String::from_utf8_lossy(&line)
        ));
    }
    let rows = |state: usize| identity.rows[state].iter().map(|row| 1 + row.len()).sum::<usize>();
    refuse_beyond(PROBED, space.arrows().iter().map(|arrow| rows(arrow.to)).sum())?;
    Ok(identity)
}

fn probed_suite(declared: &Declared) -> Result<Suite, String> {
    let identity = probes(declared)?;
    let claim = format!(
        "Complete for the lines that are tried, if it has at most {} states: as many as the table has that answer \
         differently",
        grouped(identity.classes)
    );
    let runs = probed(declared.space(), &identity);
    Ok(suite(declared, PROBED, runs, special(declared), MORE).claiming(claim))
}

type Runs = Vec<Vec<Vec<u8>>>;

/// Runs for each hidden choice, as if the program had made it; which one it makes is not known.
fn of_choices(declared: &Declared, starts: Vec<State>, runs: impl Fn(&Space) -> Runs) -> Runs {
    let space = |start| Space::explore_from(declared.table(), start).ok();
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

/// Runs for the first hidden choice, the last, and one between.
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
    let mut samples: HashSet<&[u8]> = declared.table().samples.iter().map(Vec::as_slice).collect();
    let mut is_wanted = |arrow: &Arrow| {
        let known = lines.entry(arrow.rule).or_default();
        samples.remove(&*arrow.line) | (known.len() < LINES && known.insert(Arc::clone(&arrow.line)))
    };
    let arrows = space.arrows().iter().enumerate();
    let wanted: Vec<_> = arrows.filter(|(_, arrow)| is_wanted(arrow)).map(|(place, _)| place).collect();
    [Walks::through(space, &wanted).runs, ends(declared).take(ENDS).collect()].concat()
}

/// Runs with lines that no proof covers: lines that are left open, repeated lines, and lines that make real
/// programs fail.
fn special(declared: &Declared) -> Vec<Named> {
    let space = declared.space();
    let trial = declared.trial_inputs();
    let middle = trial.len() / 2;
    let with = |at: usize, lines: &[Vec<u8>]| [&trial[..at], lines, &trial[at..]].concat();
    // What a line has done shows in the answers to others.
    let seen = of_each_input(declared, |arrow| !space.nodes()[arrow.to].is_over);
    let seen: Vec<_> = seen.iter().chain(seen.iter().rev()).map(|line| line.to_vec()).collect();
    let open = (1..).zip(&space.open).flat_map(|(number, line)| {
        let first = [std::slice::from_ref(line), &seen].concat();
        [
            (format!("open-{number}-later"), with(middle, &[&seen[..], &first].concat())),
            (format!("open-{number}-first"), with(0, &first)),
        ]
    });
    let mut runs: Vec<Named> = open.collect();
    let idle = space.arrows()[space.out_of(0)].iter().rfind(|arrow| arrow.to == 0);
    if let Some(arrow) = idle {
        let row = |count: usize| with(0, &vec![arrow.line.to_vec(); count]);
        runs.extend(BURSTS.map(|count| (format!("burst-{count}"), row(count))));
    }
    // What only shows something may do so too often.
    let still = of_each_input(declared, |arrow| arrow.to == 0);
    let rows = still.iter().take(ROWS).enumerate();
    runs.extend(rows.map(|(number, line)| {
        (format!("again-{}", number + 1), with(middle, &vec![line.to_vec(); BURSTS[0]]))
    }));
    // After some refusals in a row a program may do something of its own, which shows where it has something to lose.
    runs.extend((1..).zip(lasting_refusals(space)).map(|(number, (before, line))| {
        let lines = [before, vec![line; BURSTS[0]], seen.clone()].concat();
        (format!("stay-{number}"), with(0, &lines))
    }));
    for (number, line) in growing(declared).iter().take(ROWS).enumerate() {
        let row = |count: usize| {
            let lines = [vec![line.to_vec(); count], seen.clone()].concat();
            (format!("row-{}-{count}", number + 1), with(0, &lines))
        };
        runs.extend(BURSTS.map(row));
    }
    runs.extend(bad::runs(declared));
    runs
}

/// For each of some rules a line that leaves a state behind the start as it is, and the lines that lead to the first such state.
fn lasting_refusals(space: &Space) -> Vec<(Vec<Vec<u8>>, Vec<u8>)> {
    let (ways, mut known) = (space.ways(), HashSet::new());
    let behind = (space.starts()..space.nodes().len()).filter(|node| !space.nodes()[*node].is_over);
    let stays = |node: usize| space.arrows()[space.out_of(node)].iter().filter(move |arrow| arrow.to == node);
    let first = behind.flat_map(stays).filter(|arrow| known.insert(arrow.rule));
    first.take(STAYS).map(|arrow| (space.lines_to(&ways, arrow.to), arrow.line.to_vec())).collect()
}

/// Where there is no end of states, a line of each input that changes the first one, if possible each time: rows of it fill lists, and
/// let sums grow, to where few runs come.
fn growing(declared: &Declared) -> Vec<Arc<[u8]>> {
    let space = declared.space();
    if space.unexplored().is_none() {
        return Vec::new();
    }
    let changes = |arrow: &Arrow| arrow.to != 0 && !space.nodes()[arrow.to].is_over;
    let lasting =
        of_each_input(declared, |arrow| changes(arrow) && keeps_changing(declared.table(), &arrow.line));
    let once =
        of_each_input(declared, |arrow| changes(arrow) && !keeps_changing(declared.table(), &arrow.line));
    [lasting, once].concat()
}

/// Whether each of many lines like this one changes the state.
fn keeps_changing(table: &RuleTable, line: &[u8]) -> bool {
    let mut state = table.start();
    (0..BURSTS[0]).all(|_| {
        let Ok(answer) = table.answer(&state, line) else { return false };
        let before = std::mem::replace(&mut state, answer.next);
        !answer.ends && before != state
    })
}

/// A line of each input for which one of the first arrows is like that.
fn of_each_input(declared: &Declared, is_like_that: impl Fn(&Arrow) -> bool) -> Vec<Arc<[u8]>> {
    let (space, mut known) = (declared.space(), HashSet::new());
    let mut is_new = |arrow: &&Arrow| match declared.table().classify(&arrow.line) {
        LineMeaning::Input(input, _) => known.insert(input),
        LineMeaning::Other | LineMeaning::Open(_) => false,
    };
    let first = space.arrows()[space.out_of(0)].iter().filter(|arrow| is_like_that(arrow));
    first.filter(|arrow| is_new(arrow)).map(|arrow| Arc::clone(&arrow.line)).collect()
}

const MOST_OF_ORDER: usize = 200;

/// The lines that are fed at the beginning to a program with a hidden choice, in several orders, each with a name. Each line is fed
/// twice: a contradiction does not always show in the first answer.
fn orders(space: &Space) -> Vec<(String, Vec<Vec<u8>>)> {
    let arrows = (0..space.starts()).flat_map(|start| &space.arrows()[space.out_of(start)]);
    let lines: BTreeSet<_> = arrows.map(|arrow| (arrow.line.len(), arrow.line.to_vec())).collect();
    let stride = lines.len().div_ceil(MOST_OF_ORDER).max(1);
    let rising: Vec<_> = lines.into_iter().map(|(_, line)| line).step_by(stride).collect();
    let falling: Vec<_> = rising.iter().rev().cloned().collect();
    let ends = rising.iter().zip(&falling).flat_map(|(first, last)| [first.clone(), last.clone()]);
    let twice = |line: &Vec<u8>| [line.clone(), line.clone()];
    let orders = [
        ("bisect", again(halves(&rising))),
        ("bisect-twice", halves(&rising).iter().flat_map(twice).collect()),
        ("extremes", again(ends.take(rising.len()).collect())),
        ("rising", again(rising.clone())),
        ("falling", again(falling)),
    ];
    orders.map(|(name, lines)| (format!("order-{name}"), lines)).into()
}

fn again(lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    [lines.clone(), lines].concat()
}

/// The middle first, then the middles of both halves, and so on.
fn halves(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (mut order, mut open) = (Vec::new(), VecDeque::from([lines]));
    while let Some(part) = open.pop_front() {
        let Some(middle) = part.get(part.len().saturating_sub(1) / 2) else { continue };
        order.push(middle.clone());
        let (before, after) = part.split_at(part.len().saturating_sub(1) / 2);
        open.extend([before, &after[1..]]);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_each_line_once() {
        let lines: Vec<_> = (1..=7_u8).map(|line| vec![line]).collect();
        assert_eq!(halves(&lines).concat(), [4, 2, 6, 1, 3, 5, 7]);
        assert!(halves(&[]).is_empty());
    }
}
