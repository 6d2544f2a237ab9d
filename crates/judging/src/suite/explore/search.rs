//! The search: makes sessions, and learns from the answers.

use std::collections::{HashSet, VecDeque};

use super::super::dice::Dice;
use super::alignment::Alignment;
use super::boundaries::{Boundaries, Variant};
use super::context::Context;
use super::corpus::{Corpus, Kept};
use super::dialogue::{self, Dialogue};
use super::folding::{Kind, shown_at_once};
use super::inputs::{Inputs, first};
use super::novelty::{Novelty, Seen};
use super::probes::Probes;
use super::prompts::Prompts;
use super::session::Session;
use super::shape::shape;
use super::tally::Findings;
use super::vocabulary::{COMMON, LINES, Vocabulary, is_nonsense};
use super::walk::{LONGEST, Walk};
use super::{recipe, stable};
use crate::challenge::{LONGEST as LONGEST_LINE, Recording};

#[derive(Debug)]
pub(crate) struct Search<'a> {
    inputs: Inputs<'a>,
    dice: Dice,
    vocabulary: Vocabulary,
    novelty: Novelty,
    alignment: Alignment,
    corpus: Corpus,
    prompts: Prompts,
    probes: Probes,
    walks: [Walk; WALKS],
    boundaries: Boundaries,
    outliving: Outliving,
    first: VecDeque<Session>,
    /// Whether the program asks on for ever at the end of its input.
    asks_on: bool,
    /// How many sessions of `first` ended the program with their first line.
    ended_at_once: usize,
    /// The hashes of all sessions that were given or played.
    met: HashSet<u64>,
    /// Those of sessions that have ended the program.
    ended: HashSet<u64>,
    given: Vec<(Session, SessionOrigin)>,
    /// After how many sessions it is found out again which words are of one sort.
    next_sort: usize,
}

/// How many walks are under way.
const WALKS: usize = 12;

/// How many sessions are given at a time: fewer at first, when each answer is news.
const FEW: usize = 32;
pub(super) const BATCH: usize = 64;
const FIRST: usize = 512;

/// One session in this many, at most, seeks a boundary.
const SOUGHT: usize = 4;
/// How often a session that was played already is made longer.
const AGAIN: usize = 6;

/// How often a line that ends the program is repeated: the first one may answer another question.
const ENDINGS: usize = 3;

/// How many of the first sessions may end with their first line. Of further first sessions only one in this many is played.
const CUT: usize = 8;

/// How many sessions are made in vain before there is nothing left to try.
const VAIN: usize = 10_000;

impl<'a> Search<'a> {
    pub(crate) fn new(inputs: Inputs<'a>) -> Search<'a> {
        let mut dice = Dice(inputs.seed);
        let lines = inputs.seeds.iter().flatten().chain(&inputs.samples).cloned().collect::<Vec<_>>();
        let vocabulary = Vocabulary::new(&lines, &inputs.words);
        Search {
            first: first(&inputs, &mut dice),
            asks_on: false,
            ended_at_once: 0,
            inputs,
            dice,
            vocabulary,
            novelty: Novelty::default(),
            alignment: Alignment::default(),
            corpus: Corpus::default(),
            prompts: Prompts::default(),
            probes: Probes::default(),
            walks: Default::default(),
            boundaries: Boundaries::default(),
            outliving: Outliving::default(),
            met: HashSet::new(),
            ended: HashSet::new(),
            given: Vec::new(),
            next_sort: FEW,
        }
    }

    /// The next sessions to play. `None` if there were enough, or if no other can be made.
    pub(crate) fn batch(&mut self) -> Option<Vec<Session>> {
        let played = self.novelty.tally.played;
        let size = if played < FIRST { FEW } else { BATCH };
        let size = size.min(self.inputs.sessions.saturating_sub(played));
        self.given.clear();
        if played >= self.next_sort {
            self.vocabulary.sort();
            self.next_sort = 2 * played;
        }
        if self.first.is_empty() {
            self.near_boundaries(size);
        }
        let mut vain = 0;
        while self.given.len() < size && vain < VAIN {
            let (mut session, origin) = self.proposal();
            if self.asks_on && self.dice.below(8) > 0 {
                self.end(&mut session);
            }
            let session = self.fitting(session);
            let is_walk = matches!(origin, SessionOrigin::Walk(_));
            match self.met.insert(stable::of_lines(&session)) {
                true => self.given.push((session, origin)),
                false if is_walk => vain += 2,
                false => vain += 1,
            }
        }
        let sessions: Vec<_> = self.given.iter().map(|(session, _)| session.clone()).collect();
        Some(sessions).filter(|sessions| !sessions.is_empty())
    }

    /// Adds lines that end the program, whatever it asks then.
    fn end(&mut self, session: &mut Session) {
        let known = dialogue::ending(&self.prompts, &mut self.dice);
        if let Some(line) = known.or_else(|| self.vocabulary.end(&mut self.dice)) {
            session.extend(vec![line; ENDINGS]);
        }
    }

    /// Sessions with numbers that may be nearer to a boundary, as a part of a batch of this size.
    fn near_boundaries(&mut self, size: usize) {
        while self.given.len() < size / SOUGHT
            && let Some((which, bisection)) = self.boundaries.next()
        {
            let numbers = bisection.numbers().into_iter();
            let sessions: Vec<_> = numbers.map(|number| (number, bisection.session(number))).collect();
            for (number, session) in sessions.into_iter().take(size - self.given.len()) {
                if let Some(session) = self.once_more(session) {
                    self.given.push((session, SessionOrigin::Boundary(which, number)));
                }
            }
        }
    }

    /// The session, with more lines if it was played already.
    fn once_more(&mut self, session: Session) -> Option<Session> {
        let last = session.last().cloned();
        for more in 0..AGAIN {
            let mut longer = session.clone();
            longer.extend(self.vocabulary.telling(&mut self.dice).filter(|_| more > 0));
            longer.extend(last.iter().cycle().take(more / 2).cloned());
            if self.asks_on {
                self.end(&mut longer);
            }
            let fitting = self.fitting(longer);
            if fitting.starts_with(&session) && self.met.insert(stable::of_lines(&fitting)) {
                return Some(fitting);
            }
        }
        None
    }

    /// Takes the answers to the sessions of the last batch, or to the first of them. Returns the sessions as they were
    /// played, each with its place in the batch, without those that were known: a program that ends by itself takes no more
    /// lines. Some of them go on after that, since a program that does not end there is wrong.
    pub(crate) fn learn(&mut self, runs: &[Recording]) -> Vec<(usize, Session)> {
        let given = std::mem::take(&mut self.given);
        let played = given.into_iter().zip(runs).enumerate();
        let played = played.filter_map(|(place, ((session, origin), run))| {
            self.asks_on |= run.waits;
            let is_cut = run.turns.len() < session.len();
            let lines = session[..run.turns.len()].to_vec();
            let hash = stable::of_lines(&lines);
            if run.is_over() {
                self.ended.insert(hash);
            }
            let is_known = is_cut && !self.met.insert(hash);
            let ending = self.played(&lines, origin, run, is_known);
            // What people have written is given as it is.
            let may_go_on = run.is_over() && !self.inputs.seeds.contains(&lines);
            if may_go_on && self.outliving.is_wanted(&lines, ending) {
                return Some((place, Outliving::session(&session, &lines)));
            }
            (!is_known).then_some((place, lines))
        });
        let played = played.collect();
        for number in self.boundaries.settle() {
            self.vocabulary.pools.take(number.to_string().as_bytes());
        }
        played
    }

    pub(crate) fn findings(&self) -> Findings {
        self.novelty.tally.findings()
    }

    /// Takes a run. The kind of the answer to the last line.
    fn played(
        &mut self,
        lines: &[Vec<u8>],
        origin: SessionOrigin,
        run: &Recording,
        is_known: bool,
    ) -> Option<usize> {
        let aligned = self.alignment.aligned(run);
        let run = aligned.as_ref().unwrap_or(run);
        let kinds = (self.inputs.kinds)(run);
        let asked = self.prompts.of(run);
        let seen = if is_known { self.known(&kinds) } else { self.news(lines, &kinds, run, &asked) };
        let is_silent = shown_at_once(run).is_some();
        match origin {
            SessionOrigin::Walk(number) => {
                self.walks[number].stepped(lines, &seen.kinds, run, &self.vocabulary.refusals);
                let taken = lines.iter().zip(&seen.kinds).filter(|_| !is_silent);
                taken.for_each(|(line, kind)| self.vocabulary.learn(line, *kind, COMMON));
            }
            SessionOrigin::Without { line, at, kind, later } if !is_silent => {
                let answers = answers(run);
                let is_idle = answers.get(at..) == Some(&later);
                self.vocabulary.refusals.vote(kind, is_idle);
                self.vocabulary.left_out(&line, is_idle);
            }
            SessionOrigin::Boundary(which, number) => self.boundaries.answered(which, number, &seen.kinds),
            SessionOrigin::Variant(variant) => self.boundaries.varied(*variant, &seen.kinds),
            SessionOrigin::First if run.is_over() => self.cut_short(lines.len()),
            SessionOrigin::Without { .. } | SessionOrigin::First | SessionOrigin::Made => {}
        }
        let ending = lines.len().checked_sub(1).and_then(|last| seen.kinds.get(last)).copied();
        if is_silent {
            return ending;
        }
        self.boundaries.note(lines, &seen.kinds, &asked, &self.vocabulary.refusals);
        // At another question than the first one it may be a name, or what is asked again may be the answer to other lines.
        let at_first = |((_, _), at): &((&Vec<u8>, &usize), &usize)| self.prompts.same(**at) == 0;
        let nonsense = lines.iter().zip(&seen.kinds).zip(&asked).filter(at_first);
        for ((_, kind), _) in nonsense.filter(|((line, _), _)| is_nonsense(line)) {
            self.vocabulary.refusals.nonsense(*kind);
        }
        ending
    }

    /// Records that a first session ended after this many lines. Where most of them end with their first line, most are left out.
    fn cut_short(&mut self, lines: usize) {
        self.ended_at_once += usize::from(lines == 1);
        if self.ended_at_once == CUT {
            let mut number = 0;
            self.first.retain(|_| {
                number += 1;
                number % CUT == 0
            });
        }
    }

    fn known(&mut self, kinds: &[Kind]) -> Seen {
        Seen { kinds: kinds.iter().map(|kind| self.novelty.tally.number(kind)).collect(), ..Seen::default() }
    }

    fn news(&mut self, lines: &[Vec<u8>], kinds: &[Kind], run: &Recording, asked: &[usize]) -> Seen {
        let seen = self.novelty.note(lines, kinds, &self.vocabulary.refusals);
        if shown_at_once(run).is_none() {
            self.prompts.note(lines, &seen.kinds, asked, run.is_over());
        }
        if self.novelty.tally.played == 1 {
            self.vocabulary.pools.take(run.opening.as_bytes());
        }
        let answers = answers(run);
        for (place, ((line, answer), kind)) in lines.iter().zip(&answers).zip(&seen.kinds).enumerate() {
            self.vocabulary.answered(line, *answer, *kind, run.is_over() && place + 1 == lines.len());
        }
        for ((line, kind), at) in lines.iter().zip(&seen.kinds).zip(asked) {
            if self.prompts.same(*at) == 0 && !self.vocabulary.refusals.is_unknown(*kind) {
                self.vocabulary.taken(line);
            }
        }
        if !seen.new.is_empty() {
            self.read(lines, &seen, run);
            let refusals = &self.vocabulary.refusals;
            let taken = lines.iter().zip(&seen.kinds).filter(|(_, kind)| !refusals.is_idle(**kind));
            let said = run.turns.iter().map(|turn| turn.answer.as_str());
            let kept = Kept {
                lines: lines.to_vec(),
                kinds: seen.kinds.clone(),
                asked: asked.to_vec(),
                answers,
                context: Context::new(taken.map(|(line, _)| line), said),
                features: seen.new.clone(),
                chosen: 0,
            };
            self.corpus.keep(kept, &self.novelty, &mut self.dice);
        }
        seen
    }

    /// Takes values from new answers, and lines that got them.
    fn read(&mut self, lines: &[Vec<u8>], seen: &Seen, run: &Recording) {
        for place in &seen.places {
            let Some((line, turn)) = lines.get(*place).zip(run.turns.get(*place)) else { continue };
            self.vocabulary.pools.take(turn.answer.as_bytes());
            if let Some(kind) = seen.kinds.get(*place).filter(|_| !is_nonsense(line)) {
                self.vocabulary.learn(line, *kind, LINES);
            }
        }
    }

    fn proposal(&mut self) -> (Session, SessionOrigin) {
        if let Some(session) = self.first.pop_front() {
            return (session, SessionOrigin::First);
        }
        let probes = if self.inputs.samples.is_empty() { 2 } else { 1 };
        let dialogues = if self.prompts.are_many() { 5 } else { 1 };
        match self.dice.below(16) {
            0 => self.without_a_line(),
            place if place <= probes => (self.probe(), SessionOrigin::Made),
            place if place <= probes + dialogues => (self.dialogue(), SessionOrigin::Made),
            15 => self.variant(),
            _ => match self.dice.below(14) {
                0..4 => self.walk(),
                4..9 => (self.continued(), SessionOrigin::Made),
                _ => (self.made(), SessionOrigin::Made),
            },
        }
    }

    fn made(&mut self) -> Session {
        recipe::made(&mut self.corpus, &self.novelty, &self.vocabulary, &mut self.dice)
    }

    /// The beginning of a known session, and lines that go with it. Sessions that somebody has written lead to the states that
    /// matter.
    fn continued(&mut self) -> Session {
        let seed = self.dice.one_of(&self.inputs.seeds).cloned();
        let kept = self.corpus.choose(&self.novelty, &mut self.dice).map(|kept| kept.lines.clone());
        let is_seed = kept.is_none() || self.dice.below(2) == 0;
        let start = if is_seed { seed.or(kept) } else { kept };
        recipe::continued(&start.unwrap_or_default(), &self.vocabulary, &mut self.dice)
    }

    /// A known session with another number, to see whether a later answer depends on it.
    fn variant(&mut self) -> (Session, SessionOrigin) {
        let kept = self.corpus.any(&mut self.dice);
        if let Some(kept) = kept.filter(|_| self.dice.below(2) == 0) {
            let session = recipe::with_a_known_number(&kept.lines, &self.vocabulary, &mut self.dice);
            return (session, SessionOrigin::Made);
        }
        let variant = kept.and_then(|kept| self.boundaries.variant(kept, &mut self.dice));
        let variant = variant.map(|variant| (variant.session(), variant));
        match variant.filter(|(session, _)| self.fitting(session.clone()) == *session) {
            Some((session, variant)) => (session, SessionOrigin::Variant(Box::new(variant))),
            None => (self.made(), SessionOrigin::Made),
        }
    }

    /// A session that answers what it is asked, from the start, behind the beginning of a known session, or at a question that
    /// was hardly answered.
    fn dialogue(&mut self) -> Session {
        let start = match self.dice.below(4) {
            0 => (Session::new(), 0),
            1 => self.beginning(),
            _ => {
                return Dialogue::at_a_rare_question(&self.prompts, &self.vocabulary, &mut self.dice)
                    .continued(&mut self.dice);
            }
        };
        Dialogue::new(&self.prompts, &self.vocabulary, start, &mut self.dice).continued(&mut self.dice)
    }

    /// Words that were not tried at some question, or behind some command.
    fn probe(&mut self) -> Session {
        let (start, at) = if self.dice.below(2) == 0 { self.beginning() } else { Default::default() };
        let start = if self.prompts.same(at) == 0 { start } else { Session::new() };
        let probe = self.probes.session(&start, &self.prompts, &self.vocabulary, &mut self.dice);
        probe.unwrap_or_else(|| self.made())
    }

    /// The beginning of a known session, and what is asked there.
    fn beginning(&mut self) -> (Session, usize) {
        let Some(kept) = self.corpus.choose(&self.novelty, &mut self.dice) else { return Default::default() };
        let lines = self.dice.below(kept.lines.len() + 1);
        (kept.lines[..lines].to_vec(), kept.asked.get(lines).copied().unwrap_or(0))
    }

    fn walk(&mut self) -> (Session, SessionOrigin) {
        // A walk goes one step in a batch, since the next needs the answers.
        let number = self.dice.below(WALKS);
        if self
            .given
            .iter()
            .any(|(_, origin)| matches!(origin, SessionOrigin::Walk(other) if *other == number))
        {
            return (self.made(), SessionOrigin::Made);
        }
        let start = match self.dice.below(2) {
            0 => Session::new(),
            _ => self
                .corpus
                .choose(&self.novelty, &mut self.dice)
                .map(|kept| kept.lines.clone())
                .unwrap_or_default(),
        };
        (self.walks[number].step(start, &self.vocabulary, &mut self.dice), SessionOrigin::Walk(number))
    }

    /// A known session without one of its lines, to see whether it matters.
    fn without_a_line(&mut self) -> (Session, SessionOrigin) {
        let kept = self.corpus.any(&mut self.dice).filter(|kept| kept.lines.len() > 1);
        let Some(kept) = kept else { return (self.made(), SessionOrigin::Made) };
        let at = self.dice.below(kept.lines.len() - 1);
        let mut lines = kept.lines.clone();
        let line = lines.remove(at);
        let (kind, later) = (kept.kinds[at], kept.answers[at + 1..].to_vec());
        (lines, SessionOrigin::Without { line, at, kind, later })
    }

    /// The session without what may not be fed, and cut where the program ends.
    fn fitting(&self, mut session: Session) -> Session {
        session.retain(|line| {
            line.len() <= LONGEST_LINE && !line.contains(&b'\n') && (self.inputs.may_be_fed)(line)
        });
        session.truncate(LONGEST);
        let mut hash = stable::of(b"");
        let is_end = |line: &Vec<u8>| {
            hash = stable::after_line(hash, line);
            self.ended.contains(&hash)
        };
        if let Some(last) = session.iter().position(is_end) {
            session.truncate(last + 1);
        }
        session
    }
}

/// The hashes of the answers in a run.
fn answers(run: &Recording) -> Vec<u64> {
    run.turns.iter().map(|turn| stable::of(turn.answer.as_bytes())).collect()
}

#[derive(Debug)]
enum SessionOrigin {
    First,
    Made,
    Walk(usize),
    /// A boundary under way, with this number.
    Boundary(usize, i64),
    Variant(Box<Variant>),
    /// A known session without the line that had this kind of answer; the hashes of the answers that came after it.
    Without {
        line: Vec<u8>,
        at: usize,
        kind: usize,
        later: Vec<u64>,
    },
}

/// How many ends there are that lines follow. Where each move may end a game, one is as good as another.
const ENDS: usize = 16;

/// The ends that lines have followed: a program that goes on there, where the right one has ended, is wrong.
#[derive(Debug, Default)]
struct Outliving(HashSet<u64>);

impl Outliving {
    /// Whether lines are to follow this end, with this kind of answer to the last line: once for each sort of end.
    fn is_wanted(&mut self, lines: &[Vec<u8>], kind: Option<usize>) -> bool {
        let (Some(last), Some(kind)) = (lines.last(), kind) else { return false };
        let end = stable::of_numbers(&[stable::of(&shape(last)), kind as u64]);
        self.0.len() < ENDS && self.0.insert(end)
    }

    /// The lines up to the end, and what was to follow; the first and the last once more if that is nothing.
    fn session(given: &[Vec<u8>], lines: &[Vec<u8>]) -> Session {
        match (given.len() > lines.len(), lines) {
            (false, [first, .., last]) => [lines, &[first.clone(), last.clone()]].concat(),
            (false, _) => [lines, lines].concat(),
            (true, _) => given.to_vec(),
        }
    }
}
