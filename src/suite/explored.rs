//! The suite `explored`: sessions that a search found by the answers of the reference. See `explore` for the search.
//!
//! What is played does not depend on the load of the machine, nor on the program that is judged: a reference that can be
//! held answers all sessions, one that is started for each of them fewer.

use super::explore::{Findings, Inputs, Kind, Replay, Search, Session, folded};
use super::kind::EXPLORED;
use super::offer::{NoSuite, Offer};
use super::{Case, Suite};
use crate::challenge::{MOST_STEPS, Recording, Turn, evaluation_steps, listed};
use crate::dialect::{Declared, Dialect, Observed, Unreadable};
use crate::transcript::{ExpectedTranscript, visible_line};

/// How many sessions there are at most, and smaller numbers for candidates that are slow.
const SIZES: [usize; 3] = [300, 1000, 3000];

/// How many there are where rules say what is right and there is `complete`.
const FEW: usize = 300;

/// How many there are if the reference is started for each.
const SLOW: usize = 300;

/// How many times more sessions are searched by rules than are given to programs: many games do not come to their end.
const TRIED: usize = 30;

/// Determines the sessions, and further ones.
const SEED: u64 = 1;
const OTHER_SEED: u64 = 2;

/// The suite as a search finds it now, whatever sessions were kept.
///
/// # Errors
/// [`NoSuite::Refused`] if it is not offered.
pub(crate) fn searched(dialect: &Dialect) -> Result<Offer, NoSuite> {
    let offer = match dialect {
        Dialect::Declared(declared) => offer_of_table(declared, &[]),
        Dialect::Observed(observed) if observed.has_reference() => Some(offer_of_reference(observed, &[])),
        _ => None,
    };
    let why = "nothing is searched here: that needs a reference, or rules without hidden choices";
    offer.ok_or_else(|| NoSuite::Refused(why.to_owned()))
}

/// The suite of a table: where all states are known only for those who name it, since `complete` proves more; none where the
/// program chooses what it does not tell.
pub(super) fn offer_of_table(declared: &Declared, kept: &[Vec<String>]) -> Option<Offer> {
    let dialect = Dialect::Declared(declared.clone());
    if declared.space().unexplored().is_none() {
        return (!declared.table().has_hidden()).then(|| offer_of_referee(&dialect, kept));
    }
    let (declared, kept) = (declared.clone(), kept.to_vec());
    Some(Offer::new(EXPLORED, move || {
        let mut steps = 0;
        explored(&dialect, &Aim::usual(SIZES[2]).keeping(&kept), |batch| {
            let (mut runs, mut faults) = (Vec::new(), Vec::new());
            for session in batch {
                if steps > MOST_STEPS {
                    break;
                }
                let began = evaluation_steps();
                faults.push(declared.trouble_in(session).map(|why| why.to_string()));
                // What was cached before does not count, so the suite is always the same.
                steps += evaluation_steps() - began;
                runs.push(played(&dialect, session));
            }
            Ok(Answers { runs, faults, is_slow: false, are_last: steps > MOST_STEPS })
        })
    }))
}

/// The suite of a game whose rules are built in, only for those who name it.
pub(super) fn offer_of_referee(dialect: &Dialect, kept: &[Vec<String>]) -> Offer {
    let (dialect, kept) = (dialect.clone(), kept.to_vec());
    let offer = Offer::new(EXPLORED, move || {
        explored(&dialect, &Aim::usual(FEW).keeping(&kept), |batch| {
            let runs = batch.iter().map(|session| played(&dialect, session)).collect();
            Ok(Answers { runs, faults: vec![None; batch.len()], is_slow: false, are_last: false })
        })
    });
    offer.on_request()
}

/// The suite of a reference. Sessions in which it crashes are left out.
pub(super) fn offer_of_reference(observed: &Observed, kept: &[Vec<String>]) -> Offer {
    let (observed, kept) = (observed.clone(), kept.to_vec());
    Offer::new(EXPLORED, move || {
        by_reference(&observed, &Aim { words: observed.words(), ..Aim::usual(SIZES[2]).keeping(&kept) })
    })
}

/// A third as many sessions as the suite of a reference has, others for the most part: what else a search finds. It may use
/// these words.
///
/// # Errors
/// Why the reference cannot be searched.
pub(crate) fn further_sessions(observed: &Observed, words: Vec<Vec<u8>>) -> Result<Suite, String> {
    by_reference(observed, &Aim { most: SIZES[1], seed: OTHER_SEED, words, kept: &[] })
}

/// What is searched for.
struct Aim<'a> {
    /// How many sessions are wanted at most.
    most: usize,
    seed: u64,
    /// Words that may belong to lines.
    words: Vec<Vec<u8>>,
    /// The sessions that were kept: if there are any, nothing is searched for.
    kept: &'a [Vec<String>],
}

impl Aim<'_> {
    fn usual(most: usize) -> Aim<'static> {
        Aim { most, seed: SEED, words: Vec::new(), kept: &[] }
    }

    fn keeping(self, kept: &[Vec<String>]) -> Aim<'_> {
        Aim { kept, ..self }
    }
}

/// Where sessions come from.
enum Source<'a> {
    Search(Box<Search<'a>>),
    Kept(Box<Replay<'a>>),
}

impl Source<'_> {
    /// The next sessions to play, if there are any.
    fn batch(&mut self) -> Option<Vec<Session>> {
        match self {
            Source::Search(search) => search.batch(),
            Source::Kept(replay) => replay.batch(),
        }
    }

    /// Takes the answers to a batch. The sessions to give to programs, each with its place in the batch.
    fn learn(&mut self, batch: Vec<Session>, runs: &[Recording]) -> Vec<(usize, Session)> {
        match self {
            Source::Search(search) => search.learn(runs),
            Source::Kept(replay) => {
                replay.learn(runs);
                batch.into_iter().take(runs.len()).enumerate().collect()
            }
        }
    }

    fn findings(&self) -> Findings {
        match self {
            Source::Search(search) => search.findings(),
            Source::Kept(replay) => replay.findings(),
        }
    }
}

/// If programs that are held answer differently from others, all their answers are discarded.
fn by_reference(observed: &Observed, aim: &Aim) -> Result<Suite, String> {
    explored_by(observed, aim, false).or_else(|_| explored_by(observed, aim, true))
}

fn explored_by(observed: &Observed, aim: &Aim, is_clean: bool) -> Result<Suite, String> {
    let dialect = Dialect::Observed(observed.clone());
    let mut known = Vec::new();
    let suite = explored(&dialect, aim, |batch| {
        let heard = observed.ask_all(batch, is_clean)?;
        known.extend(heard.iter().filter(|one| one.fault.is_none()).map(|one| one.run.clone()));
        let (runs, faults) = heard.into_iter().map(|one| (one.run, one.fault)).unzip();
        Ok(Answers { runs, faults, is_slow: is_clean || !observed.is_held(), are_last: false })
    })?;
    observed.believe(&known)?;
    Ok(suite)
}

/// Whether a session is given to programs, too. What they do if the input of a game ends before the game is left open; those
/// that read all their input first, or take it as arguments, may well fail.
fn is_played(dialect: &Dialect, session: &[Vec<u8>], run: &Recording) -> bool {
    match dialect {
        Dialect::Observed(_) | Dialect::Whole(_) => true,
        Dialect::Declared(_) => !session.is_empty(),
        Dialect::Tictactoe | Dialect::Marubatsu | Dialect::Reversi(_) | Dialect::Othello => run.is_over(),
    }
}

/// The session as programs get it. Games and tables have other suites for lines after the end; those that take a game as
/// arguments may well fail there.
fn as_given(dialect: &Dialect, mut session: Session, run: &Recording) -> Session {
    if dialect.observed().is_none() {
        session.truncate(run.turns.len());
    }
    session
}

/// The answers to some sessions: to all of a batch, or to the first ones.
struct Answers {
    runs: Vec<Recording>,
    /// Why they are not what a right program does, if so.
    faults: Vec<Option<String>>,
    /// Whether the reference is started for each session.
    is_slow: bool,
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

    fn suite(mut self, dialect: &Dialect, most: usize, findings: &Findings) -> Suite {
        self.sessions.truncate(most);
        if self.sizes.last().is_none_or(|(count, _)| *count < self.sessions.len()) {
            self.sizes.push((self.sessions.len(), claim(findings)));
        }
        let named = Case::numbered(dialect, EXPLORED.name, self.sessions);
        Suite::of_named(EXPLORED, dialect, named, Vec::new()).in_sizes(self.sizes)
    }
}

fn explored(
    dialect: &Dialect,
    aim: &Aim,
    mut ask: impl FnMut(&[Session]) -> Result<Answers, String>,
) -> Result<Suite, String> {
    let most = aim.most;
    let may_be_fed = |line: &[u8]| dialect.domain().decides(line) && !is_doubtful(dialect, line);
    let kinds = |run: &Recording| kinds_of(dialect, run);
    let times = if dialect.observed().is_some() { 1 } else { TRIED };
    let mut source = match aim.kept {
        [] => Source::Search(Box::new(Search::new(Inputs {
            words: aim.words.clone(),
            seed: aim.seed,
            ..inputs(dialect, times * most, &may_be_fed, &kinds)
        }))),
        kept => Source::Kept(Box::new(Replay::new(kept, &may_be_fed, &kinds))),
    };
    // It is not known what is right at the end of the input of a reference that asks on there for ever, and a program may fail
    // in its own way. So sessions that end it are preferred, if there are enough.
    let (mut ended, mut all, mut crash) = (Chosen::default(), Chosen::default(), None);
    while let Some(batch) = source.batch() {
        let Answers { runs, mut faults, is_slow, are_last } = ask(&batch)?;
        for (place, session) in source.learn(batch, &runs) {
            match faults[place].take() {
                None if is_played(dialect, &session, &runs[place]) => {
                    let session = as_given(dialect, session, &runs[place]);
                    if !runs[place].waits {
                        ended.sessions.push(session.clone());
                    }
                    all.sessions.push(session);
                }
                None => {}
                Some(why) => crash = shorter(crash, (session, why)),
            }
        }
        let findings = source.findings();
        [&mut ended, &mut all].into_iter().for_each(|chosen| chosen.measure(most, &findings));
        let enough = if is_slow { SLOW } else { most };
        if are_last || ended.sessions.len() >= enough || findings.sessions >= times * enough {
            break;
        }
    }
    let has_enough = aim.kept.is_empty() && ended.sessions.len() >= SIZES[0].min(all.sessions.len());
    let chosen = if has_enough { ended } else { all };
    let suite = chosen.suite(dialect, most, &source.findings());
    Ok(suite.remarking(crash.map(|(session, why)| {
        let lines = session.iter().map(|line| format!("\"{}\"", visible_line(line)));
        let who = if dialect.observed().is_some() {
            "the reference fails when it is"
        } else {
            "the rules fail when they are"
        };
        format!("{who} given {}: {why}; no program is asked that", listed(lines))
    })))
}

/// A session in which the reference fails, and why.
type Crash = (Session, String);

fn shorter(known: Option<Crash>, found: Crash) -> Option<Crash> {
    let size = |(session, _): &Crash| (session.len(), session.concat().len());
    known.into_iter().chain([found]).min_by_key(size)
}

fn claim(findings: &Findings) -> String {
    format!("{}: {}", EXPLORED.claim, findings.sentence())
}

/// What the search starts from: the runs that somebody has written, and the lines that are known.
fn inputs<'a>(
    dialect: &Dialect,
    sessions: usize,
    may_be_fed: &'a dyn Fn(&[u8]) -> bool,
    kinds: &'a dyn Fn(&Recording) -> Vec<Kind>,
) -> Inputs<'a> {
    let examples = Case::examples(dialect).into_iter().map(|case| case.inputs);
    let seeds = examples.chain([dialect.trial_inputs()]);
    let (seeds, samples) = match dialect {
        Dialect::Observed(observed) => {
            let recorded = observed.recordings().iter().map(|(_, run)| run.inputs());
            (seeds.chain(recorded).collect(), observed.lines())
        }
        Dialect::Declared(declared) => (seeds.collect(), lines_of(declared)),
        _ => (seeds.collect(), words_of(dialect)),
    };
    Inputs { seeds, samples, words: Vec::new(), may_be_fed, kinds, seed: SEED, sessions }
}

/// The kinds of the answers in a run. Where there are rules, which of them has answered, and why, is new, too.
fn kinds_of(dialect: &Dialect, run: &Recording) -> Vec<Kind> {
    let mut kinds = folded(run);
    if let Dialect::Declared(declared) = dialect {
        let branches = declared.branches(run.turns.iter().map(|turn| turn.input.as_bytes()));
        kinds.iter_mut().zip(branches).for_each(|(kind, branch)| *kind = kind.by(&branch));
    }
    kinds
}

/// In how many states lines are looked for, where there is no end of them: further ones are the same with other numbers.
const LOOKED_AT: usize = 50;

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

/// The moves of a built-in game, and lines that are none.
fn words_of(dialect: &Dialect) -> Vec<Vec<u8>> {
    let vocabulary = dialect.vocabulary();
    let words = vocabulary.map(|known| [&known.squares[..], known.bad, known.endings].concat());
    words.unwrap_or_default().into_iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// Whether the specification leaves open what a line is.
fn is_doubtful(dialect: &Dialect, line: &[u8]) -> bool {
    match dialect {
        Dialect::Observed(_) | Dialect::Whole(_) => false,
        _ => dialect.referee(false).answer(line).1 == Some(Unreadable::Doubtful),
    }
}

/// What a referee answers in a session.
fn played(dialect: &Dialect, session: &[Vec<u8>]) -> Recording {
    let expected = ExpectedTranscript::strict(dialect, session);
    let answer = |step: usize| String::from_utf8_lossy(&expected.step_text(step)).into_owned();
    let turn = |(line, step): (&Vec<u8>, usize)| Turn {
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
    fn rules_that_say_the_same_are_told_apart_and_so_are_the_parts_of_a_guard() {
        let text = "title = 'A'\n[state]\nn = { init = 0, range = [0, 3] }\n[input]\nup = 'up'\ndown = 'down'\n\
                    [[rule]]\non = 'up'\nwhen = 'n < 3 && n != 1'\nset.n = 'n + 1'\nsay = ['ok']\n\
                    [[rule]]\non = 'up'\nset.n = '0'\nsay = ['ok']\n\
                    [[rule]]\non = '*'\nset.n = '3'\nsay = ['ok']\n[words]\nok = \"ok\\n\"\n";
        let dialect = Dialect::Declared(Declared::read("a", text).unwrap());
        let branches = |lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            let kinds = kinds_of(&dialect, &played(&dialect, &lines));
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
    fn a_shorter_suite_is_the_beginning_of_the_longer_one_and_claims_less() {
        let cases = Case::numbered(&Dialect::Tictactoe, "explored", vec![vec![b"1".to_vec()]; 7]);
        let sizes = vec![(3, "Three".to_owned()), (5, "Five".to_owned()), (7, "Seven".to_owned())];
        let suite = Suite::of_named(EXPLORED, &Dialect::Tictactoe, cases, Vec::new()).in_sizes(sizes);
        let shorter = |most| suite.of_at_most(most).map(|shorter| (shorter.len(), shorter.claim()));
        assert_eq!(shorter(2), None);
        for (most, length, claim) in
            [(3, 3, "Three"), (4, 3, "Three"), (6, 5, "Five"), (7, 7, "Seven"), (99, 7, "Seven")]
        {
            let (found, told) = shorter(most).unwrap();
            assert!(found == length && told.contains(claim), "{most}: {found} {told}");
        }
    }
}
