//! The suite `explored`: sessions that a search found by the answers of the reference. See `explore` for the search.
//!
//! What is played does not depend on the load of the machine, nor on the program that is judged: a reference that can be
//! held answers all sessions, one that is started for each of them fewer if its starts are slow. It has three sizes, and a
//! candidate plays the one for which the rest of its budget of processor time is enough.

use std::time::Duration;

use super::count::{counted, grouped};
use super::declared::driven;
use super::explore::{Findings, Inputs, Kind, Search, Session, folded};
use super::kind::EXPLORED;
use super::offer::Offer;
use super::{Case, Suite};
use crate::challenge::{MOST_STEPS, RecordedTurn, Recording, evaluation_steps, listed};
use crate::dialect::{Declared, Dialect, Observed, Speech, Unreadable};
use crate::transcript::{ExpectedTranscript, shortest, visible_line};

/// How many sessions there are at most, and smaller numbers for candidates that are slow.
const SIZES: [usize; 3] = [300, 1000, 3000];

/// How many there are where rules say what is right and there is `complete`.
const FEW: usize = 300;

/// How much processor time the starts of a reference may take that cannot be held: it is asked as few sessions as one of the sizes.
const STARTS: Duration = Duration::from_secs(60);

/// How many times more sessions are searched by rules than are given to programs: many games do not come to their end. And by a
/// reference, which takes the time of a run: it fails in some.
const OF_RULES: usize = 30;
const OF_REFERENCE: usize = 2;

/// Determines the sessions.
const SEED: u64 = 1;

/// The suite of a table: where all states are known only for those who name it, since `complete` proves more. `None`
/// where the program chooses what it does not tell.
pub(super) fn of_table(declared: &Declared, kept: &[Vec<String>]) -> Option<Offer> {
    let has_all_states = declared.space().unexplored().is_none();
    if has_all_states && declared.table().has_hidden() {
        return None;
    }
    let most = if has_all_states { FEW } else { SIZES[2] };
    let (of, kept) = (declared.clone(), kept.to_vec());
    let offer = Offer::new(EXPLORED, move || {
        let dialect = Dialect::Declared(of.clone());
        let mut steps = 0;
        let aim = Aim {
            most,
            words: Vec::new(),
            kept: &kept,
            seeds: if has_all_states { Vec::new() } else { driven(of.table()) },
            samples: lines_of(&of),
            table: Some(&of),
            given: |session, run| (!session.is_empty()).then(|| up_to_the_end(session, run)),
        };
        explored(&dialect, aim, |batch| {
            let (mut runs, mut faults) = (Vec::new(), Vec::new());
            for session in batch {
                if steps > MOST_STEPS {
                    break;
                }
                let began = evaluation_steps();
                faults.push(of.trouble_in(session).map(|why| why.to_string()));
                // What was cached before does not count, so the suite is always the same.
                steps += evaluation_steps() - began;
                runs.push(played(&dialect, session));
            }
            Ok(Answers { runs, faults, enough: usize::MAX, are_last: steps > MOST_STEPS })
        })
    });
    Some(if has_all_states { offer.on_request() } else { offer })
}

/// The suite of a game whose rules are built in, only for those who name it.
pub(super) fn of_game(dialect: &Dialect) -> Offer {
    let dialect = dialect.clone();
    let offer = Offer::new(EXPLORED, move || {
        let (words, seeds, samples) = (Vec::new(), Vec::new(), words_of(&dialect));
        let aim = Aim { most: FEW, words, kept: &[], seeds, samples, table: None, given: of_whole_game };
        explored(&dialect, aim, |batch| {
            let runs = batch.iter().map(|session| played(&dialect, session)).collect();
            Ok(Answers { runs, faults: vec![None; batch.len()], enough: usize::MAX, are_last: false })
        })
    });
    offer.on_request()
}

/// The suite of a reference, if there is one. Sessions in which it crashes are left out.
pub(super) fn of_reference(observed: &Observed, kept: &[Vec<String>]) -> Option<Offer> {
    let (of, kept) = (observed.clone(), kept.to_vec());
    // If programs that are held answer differently from others, all their answers are discarded.
    let make = move || explored_by(&of, &kept, false).or_else(|_| explored_by(&of, &kept, true));
    observed.has_reference().then(|| Offer::new(EXPLORED, make))
}

/// How many sessions a reference that shows all answers at its end is asked on a terminal: each takes a start of it.
const APART: usize = 400;

/// Why nobody is asked a searched session that costs the reference much. Lines that a user knows are asked in any case.
const COSTLY: &str = "it takes so much time or memory that others may take too much";

struct Aim<'a> {
    /// How many sessions are wanted at most.
    most: usize,
    /// Words that may belong to lines.
    words: Vec<Vec<u8>>,
    /// The sessions that were kept: if there are any, nothing is searched for.
    kept: &'a [Vec<String>],
    /// Sessions that somebody has written, beside the examples.
    seeds: Vec<Session>,
    samples: Vec<Vec<u8>>,
    /// The table, if one says what is right.
    table: Option<&'a Declared>,
    /// The session as programs get it, if they do.
    given: fn(Session, &Recording) -> Option<Session>,
}

fn explored_by(observed: &Observed, kept: &[Vec<String>], is_clean: bool) -> Result<Suite, String> {
    let dialect = Dialect::Observed(observed.clone());
    let mut known = Vec::new();
    let aim = Aim {
        most: SIZES[2],
        words: observed.words(),
        kept,
        seeds: observed.recordings().iter().map(|(_, run)| run.inputs()).collect(),
        samples: observed.lines(),
        table: None,
        given: |session, _| Some(session),
    };
    let suite = explored(&dialect, aim, |batch| {
        let played = observed.ask_all(batch, is_clean)?;
        known.extend(played.iter().filter(|one| one.fault.is_none()).map(|one| one.run.clone()));
        let fault =
            |fault: Option<String>, is_costly: bool| fault.or_else(|| is_costly.then(|| COSTLY.to_owned()));
        let (runs, faults) = played.into_iter().map(|one| (one.run, fault(one.fault, one.is_costly))).unzip();
        let enough = observed.start_time(is_clean).map_or(usize::MAX, affordable);
        Ok(Answers { runs, faults, enough, are_last: false })
    })?;
    observed.believe(&known)?;
    Ok(suite)
}

/// How many sessions there are if the reference is started for each.
fn affordable(start: Duration) -> usize {
    let is_within = |size: &&usize| start.saturating_mul(**size as u32) <= STARTS;
    SIZES.iter().rfind(is_within).copied().unwrap_or(SIZES[0])
}

/// What programs do if the input ends before the game is left open; those that read all their input first, or take it as
/// arguments, may well fail.
fn of_whole_game(session: Session, run: &Recording) -> Option<Session> {
    run.is_over().then(|| up_to_the_end(session, run))
}

fn words_of(dialect: &Dialect) -> Vec<Vec<u8>> {
    let vocabulary = dialect.vocabulary();
    let words = vocabulary.map(|known| [&known.squares[..], known.bad, known.endings].concat());
    words.unwrap_or_default().into_iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// What kind of answer each line got. Answers of different rules differ, and so do those of one rule for another reason.
fn kinds(table: Option<&Declared>, run: &Recording) -> Vec<Kind> {
    let mut kinds = folded(run);
    let branches = table.map(|table| table.branches(run.turns.iter().map(|turn| turn.input.as_bytes())));
    let branches = branches.into_iter().flatten();
    kinds.iter_mut().zip(branches).for_each(|(kind, branch)| *kind = kind.by(&branch));
    kinds
}

/// Games and tables have other suites for lines after the end; programs that take a game as arguments may well fail there.
fn up_to_the_end(mut session: Session, run: &Recording) -> Session {
    session.truncate(run.turns.len());
    session
}

/// The answers to some sessions: to all of a batch, or to the first ones.
struct Answers {
    runs: Vec<Recording>,
    /// Why they are not what a right program does, if so.
    faults: Vec<Option<String>>,
    /// How many sessions are enough, since each takes time.
    enough: usize,
    /// Whether to ask for more would take too long.
    are_last: bool,
}

/// Sessions to give to programs.
#[derive(Default)]
struct Chosen {
    sessions: Vec<Session>,
    /// The numbers of them that make a smaller suite, and what each claims.
    sizes: Vec<(usize, String)>,
}

impl Chosen {
    /// Notes what was found by now, if there are enough sessions for the next smaller suite.
    fn measure(&mut self, most: usize, findings: &Findings) {
        if SIZES.get(self.sizes.len()).is_some_and(|size| self.sessions.len() >= *size) {
            self.sizes.push((self.sessions.len().min(most), claim(findings)));
        }
    }

    /// These before others, and a suite by themselves.
    fn before(mut self, others: Vec<Session>, most: usize, findings: &Findings) -> Chosen {
        self.close(most, findings);
        self.sessions.extend(others);
        self
    }

    /// Makes all sessions so far a suite, but so many at most.
    fn close(&mut self, most: usize, findings: &Findings) {
        self.sessions.truncate(most);
        if self.sizes.last().is_none_or(|(count, _)| *count < self.sessions.len()) {
            self.sizes.push((self.sessions.len(), claim(findings)));
        }
    }

    fn suite(mut self, dialect: &Dialect, most: usize, findings: &Findings) -> Suite {
        self.close(most, findings);
        let named = Case::numbered(dialect, EXPLORED.name, self.sessions);
        Suite::of_named(EXPLORED, dialect, named, Vec::new()).in_sizes(self.sizes)
    }
}

fn explored(
    dialect: &Dialect,
    aim: Aim<'_>,
    mut ask: impl FnMut(&[Session]) -> Result<Answers, String>,
) -> Result<Suite, String> {
    let Aim { most, words, kept, seeds, samples, table, given } = aim;
    let is_of_rules = dialect.observed().is_none();
    let tried = if is_of_rules { OF_RULES } else { OF_REFERENCE };
    // Programs may read some lines as others.
    let is_doubtful = |line: &[u8]| is_of_rules && is_left_open(&**dialect, line);
    let may_be_fed = |line: &[u8]| dialect.domain().decides(line) && !is_doubtful(line);
    let kinds = |run: &Recording| kinds(table, run);
    let examples = Case::examples(dialect).into_iter().map(|case| case.inputs);
    let inputs = Inputs {
        seeds: examples.chain([dialect.trial_inputs()]).chain(seeds).collect(),
        samples,
        words,
        may_be_fed: &may_be_fed,
        kinds: &kinds,
        by_lines: &|session| dialect.observed()?.ask_on_terminal(session),
        apart: APART,
        seed: SEED,
        sessions: tried * most,
    };
    let mut search = match kept {
        [] => Search::new(inputs),
        kept => Search::of_kept(inputs, kept),
    };
    // It is not known what is right at the end of the input of a reference that asks on there for ever, and a program may fail
    // in its own way. So sessions that end it come first, if there are enough.
    let (mut ended, mut all, mut waiting, mut crash) =
        (Chosen::default(), Chosen::default(), Vec::new(), None);
    let mut failed = 0;
    while let Some(batch) = search.batch() {
        let Answers { runs, mut faults, enough, are_last } = ask(&batch)?;
        for (place, session) in search.learn(&runs) {
            if let Some(why) = faults[place].take() {
                failed += 1;
                search.go_on_without(&batch[place], &runs[place]);
                crash = shorter(crash, (session, why));
            } else if let Some(session) = given(session, &runs[place]) {
                let apart = if runs[place].waits { &mut waiting } else { &mut ended.sessions };
                apart.push(session.clone());
                all.sessions.push(session);
            }
        }
        let findings = search.findings();
        [&mut ended, &mut all].into_iter().for_each(|chosen| chosen.measure(most, &findings));
        let enough = enough.min(most);
        if are_last || all.sessions.len() >= enough || findings.sessions >= tried * enough {
            break;
        }
    }
    let crash = crash.map(|crash| reduced(crash, &mut ask));
    let has_enough = kept.is_empty() && ended.sessions.len() >= SIZES[0].min(all.sessions.len());
    let findings = search.findings();
    let chosen = if has_enough { ended.before(waiting, most, &findings) } else { all };
    // Half of them are much, since a search keeps what is new.
    let share = format!("{} of {}", grouped(failed), counted(findings.sessions, "session"));
    let is_thin = failed > findings.sessions / 2;
    let who = if is_of_rules { "the rules fail when they are" } else { "the reference fails when it is" };
    let lack = is_thin.then(|| format!("{who} asked in {share}, which are left out"));
    let suite = chosen.suite(dialect, most, &findings).lacking(lack);
    Ok(suite.remarking(crash.map(|(session, why)| {
        let lines = session.iter().map(|line| format!("\"{}\"", visible_line(line)));
        let others = if failed > 1 { format!(" ({share} fail)") } else { String::new() };
        format!("{who} given {}: {why}; no program is asked that{others}", listed(lines))
    })))
}

/// A session in which the reference fails, and why.
type ReferenceFailure = (Session, String);

fn shorter(known: Option<ReferenceFailure>, found: ReferenceFailure) -> Option<ReferenceFailure> {
    let size = |(session, _): &ReferenceFailure| (session.len(), session.concat().len());
    known.into_iter().chain([found]).min_by_key(size)
}

/// Without what is not needed for the failure. Of what cannot be asked it is not known whether it fails.
fn reduced(
    (session, mut why): ReferenceFailure,
    ask: &mut impl FnMut(&[Session]) -> Result<Answers, String>,
) -> ReferenceFailure {
    let session = shortest(session, |session| {
        let fault =
            ask(&[session.to_vec()]).ok().and_then(|answers| answers.faults.into_iter().next().flatten());
        let fails = fault.is_some();
        why = fault.unwrap_or_else(|| std::mem::take(&mut why));
        fails
    });
    (session, why)
}

impl Findings {
    /// In a sentence, for a claim.
    pub(crate) fn sentence(&self) -> String {
        let [sessions, kinds] = [counted(self.sessions, "session"), counted(self.kinds, "kind")];
        let last = match self.last_new {
            0 => String::new(),
            last => format!(", the last new one in session {}", grouped(last)),
        };
        format!(
            "{sessions}, {kinds} of answers{last}; chance that one more session shows a new kind: {}",
            self.percent()
        )
    }

    /// The chance in words. None at all was only not seen: then it is about one session in as many as were played.
    fn percent(&self) -> String {
        let chance = 100.0 * self.chance();
        let least = 100.0 / self.sessions.max(1) as f64;
        match chance {
            0.0 => format!("less than {}\u{a0}%", rounded(least)),
            chance => format!("about {}\u{a0}%", rounded(chance)),
        }
    }
}

/// A percentage with one digit that counts.
fn rounded(percent: f64) -> String {
    let places = if percent >= 1.0 { 0 } else { (-percent.log10()).ceil() as usize };
    format!("{percent:.places$}")
}

fn claim(findings: &Findings) -> String {
    format!("{}: {}", EXPLORED.claim, findings.sentence())
}

/// In how many states lines are looked for, where there is no end of them: further ones are the same with other numbers.
const LOOKED_AT: usize = 50;

fn is_left_open(words: &dyn Speech, line: &[u8]) -> bool {
    words.referee(false).answer(line).1 == Some(Unreadable::Doubtful)
}

/// Every line that is fed in some state, once.
fn lines_of(declared: &Declared) -> Vec<Vec<u8>> {
    let space = declared.space();
    let states = if space.unexplored().is_some() { LOOKED_AT } else { usize::MAX };
    let arrows = space.arrows().iter().take_while(|arrow| arrow.from < states);
    let mut lines: Vec<_> = arrows.map(|arrow| arrow.line.to_vec()).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The answers of a referee in a session.
fn played(dialect: &Dialect, session: &[Vec<u8>]) -> Recording {
    let expected = ExpectedTranscript::strict(dialect, session);
    let answer = |step: usize| String::from_utf8_lossy(&expected.step_text(step)).into_owned();
    let turn = |(line, step): (&Vec<u8>, usize)| RecordedTurn {
        input: String::from_utf8_lossy(line).into_owned(),
        answer: answer(step),
    };
    let end = expected.length();
    let taken = end.unwrap_or(session.len());
    let closing = if end.is_none() { Some(String::new()) } else { None };
    let turns = session.iter().zip(1..=taken).map(turn).collect();
    Recording { opening: answer(0), closing, turns, ..Recording::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_explored_to_its_ends_and_the_same_way_each_time() {
        let once = Suite::of(&Dialect::Tictactoe, "explored").unwrap();
        assert_eq!(once, Suite::of(&Dialect::Tictactoe, "explored").unwrap());
        assert_eq!(once.len(), FEW);
        let last_words = |case: Case| case.strict_transcript().last_words();
        let ends: std::collections::BTreeSet<_> = once.cases().map(last_words).collect();
        for end in ["X won.", "O won.", "tie."] {
            assert!(ends.contains(end.as_bytes()), "{end}");
        }
        assert!(once.claim().starts_with("300 games match. "), "{}", once.claim());
        assert!(once.claim().contains(" kinds of answers, the last new one in session "), "{}", once.claim());
        // A program that reads all its input first is not asked what it does with half a game.
        assert!(once.cases().all(|case| case.strict_transcript().length().is_some()));
    }

    #[test]
    fn rules_and_parts_of_guards_are_distinguished() {
        let text = "title = 'A'\n[state]\nn = { init = 0, range = [0, 3] }\n[input]\nup = 'up'\ndown = 'down'\n\
                    [[rule]]\non = 'up'\nwhen = 'n < 3 && n != 1'\nset.n = 'n + 1'\nsay = ['ok']\n\
                    [[rule]]\non = 'up'\nset.n = '0'\nsay = ['ok']\n\
                    [[rule]]\non = '*'\nset.n = '3'\nsay = ['ok']\n[words]\nok = \"ok\\n\"\n";
        let table = Declared::read("a", text).unwrap();
        let dialect = Dialect::Declared(table.clone());
        let branches = |lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            let kinds = kinds(Some(&table), &played(&dialect, &lines));
            kinds.iter().map(|kind| kind.branch).collect::<Vec<_>>()
        };
        // At 0 and 2 the first rule answers; at 1 and 3 the second one, each for another reason.
        let [zero, one, again, down, three] = branches(&["up", "up", "up", "down", "up"])[..] else {
            panic!()
        };
        assert!(zero == again && [zero, one, three].iter().all(|branch| *branch != down && *branch != 0));
        assert!(zero != one && one != three);
    }

    #[test]
    fn a_shorter_suite_begins_the_longer_one_and_claims_less() {
        let cases = Case::numbered(&Dialect::Tictactoe, "explored", vec![vec![b"1".to_vec()]; 7]);
        let sizes = vec![(3, "Three".to_owned()), (5, "Five".to_owned()), (7, "Seven".to_owned())];
        let suite = Suite::of_named(EXPLORED, &Dialect::Tictactoe, cases, Vec::new()).in_sizes(sizes);
        let shorter = |most| suite.of_at_most(most).map(|shorter| (shorter.len(), shorter.claim()));
        assert_eq!(shorter(2), None);
        for (most, length, claim) in
            [(3, 3, "Three"), (4, 3, "Three"), (6, 5, "Five"), (7, 7, "Seven"), (99, 7, "Seven")]
        {
            let (found, shown) = shorter(most).unwrap();
            assert!(found == length && shown.contains(claim), "{most}: {found} {shown}");
        }
    }
}
