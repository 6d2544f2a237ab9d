//! The search: makes sessions, and learns from the answers.

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use super::super::dice::Dice;
use super::boundaries::Boundaries;
use super::change;
use super::corpus::{Corpus, Kept};
use super::folding::{Kind, shown_at_once};
use super::novelty::{Novelty, Seen};
use super::passages::{self, ProgramFacts};
use super::questions::Questions;
use super::recipe;
use super::session::{self, Session, shape};
use super::tally::Findings;
use super::vocabulary::{UNKNOWN, Vocabulary, is_nonsense};
use crate::challenge::{LONGEST_TYPED as LONGEST_LINE, Recording};

/// The inputs of a search.
pub(crate) struct Inputs<'a> {
    /// Sessions that are played first, as far as their lines may be fed.
    pub seeds: Vec<Session>,
    /// Lines; of all lines with one first word each has the same share.
    pub samples: Vec<Vec<u8>>,
    /// Words that may belong to lines. Those that turn out to be commands become samples.
    pub words: Vec<Vec<u8>>,
    /// Whether a line may be fed. Lines of more than 254 bytes never are.
    pub may_be_fed: &'a dyn Fn(&[u8]) -> bool,
    /// The kinds of the answers in a run: one for each line that was taken, then others, if there are any.
    pub kinds: &'a dyn Fn(&Recording) -> Vec<Kind>,
    /// The answers of a program to each line of a session, if it showed them all at its end. `None` if that is not known.
    pub by_lines: &'a dyn Fn(&[Vec<u8>]) -> Option<Recording>,
    /// How many sessions are asked for these at most.
    pub apart: usize,
    /// Determines all choices.
    pub seed: u64,
    /// How many sessions are played at most.
    pub sessions: usize,
}

pub(crate) struct Search<'a> {
    inputs: Inputs<'a>,
    dice: Dice,
    vocabulary: Vocabulary,
    novelty: Novelty,
    corpus: Corpus,
    /// The seeds that were played, of a program that asks.
    seeds: Vec<Kept>,
    /// The last sessions that have set a record, the newest first.
    records: VecDeque<Kept>,
    questions: Questions,
    boundaries: Boundaries,
    first: VecDeque<Session>,
    /// All samples and words in rows.
    rows: VecDeque<Session>,
    /// The questions at which words are tried, with the place of the first of those words.
    at_questions: VecDeque<(usize, usize)>,
    /// The hashes of sessions with such words, and whether the next session is one.
    tried: HashSet<u64>,
    is_trial: bool,
    /// Sessions that have shown something new, with a line mistaken.
    near: VecDeque<Session>,
    /// The hashes of lines that were mistaken, with the kinds of their answers.
    mistaken: HashSet<u64>,
    /// Whether the first sessions are all: those that an earlier search has found.
    is_kept: bool,
    /// Whether it asks for different things.
    is_dialogue: bool,
    /// Whether the program asks on for ever at the end of its input.
    asks_on: bool,
    /// How many sessions ended the program with their first line.
    ended_at_once: usize,
    /// The first lines after which the program went on.
    openings: HashSet<Vec<u8>>,
    /// How many sessions were asked line by line.
    apart: usize,
    /// The hashes of all sessions that were given or played.
    met: HashSet<u64>,
    /// The hashes of sessions that have ended the program.
    ended: HashSet<u64>,
    /// The sorts of ends that lines have followed.
    ends: HashSet<u64>,
    given: Vec<Session>,
}

/// How many lines a session has at most.
const LONGEST: usize = 128;

/// How many sessions are given at a time: fewer at first, when each answer is news.
const FEW: usize = 32;
const BATCH: usize = 64;
const FIRST: usize = 512;

/// One session in this many, at most, seeks a boundary.
const SOUGHT: usize = 4;

/// How many of the last sessions that have set a record are answered otherwise, line by line.
const RECORDS: usize = 32;

/// How often a program is asked line by line in vain.
const IN_VAIN: usize = 8;

/// How often a line that ends the program is repeated: the first one may answer another question.
const ENDINGS: usize = 3;

/// How many sessions may end with their first line. Of further first sessions that may do so, one in this many is played.
const CUT: usize = 8;

/// Of the sessions after the first, one in this many tries words at a question, and one has a line mistaken, while there are such.
const RARELY: usize = 4;

/// How many words are tried at each question, and how many of them in one session.
const TRIED: usize = 48;
const AT_QUESTION: usize = 8;

/// How many lines are mistaken that have shown something new.
const MISTAKEN_LATER: usize = 300;

/// How many sessions are made in vain before there is nothing left to try.
const VAIN: usize = 10_000;

/// How many ends there are that lines follow. Where each move may end a game, one is as good as another.
const ENDS: usize = 16;

impl<'a> Search<'a> {
    pub(crate) fn new(inputs: Inputs<'a>) -> Search<'a> {
        let mut dice = Dice(inputs.seed);
        let lines = inputs.seeds.iter().flatten().chain(&inputs.samples).cloned().collect::<Vec<_>>();
        let vocabulary = Vocabulary::new(&lines, &inputs.words);
        let questions = Questions::new(!inputs.words.is_empty());
        Search {
            first: first(&inputs),
            rows: rows(&inputs, &mut dice),
            at_questions: VecDeque::new(),
            tried: HashSet::new(),
            is_trial: false,
            near: VecDeque::new(),
            mistaken: HashSet::new(),
            inputs,
            dice,
            vocabulary,
            novelty: Novelty::default(),
            corpus: Corpus::default(),
            seeds: Vec::new(),
            records: VecDeque::new(),
            questions,
            boundaries: Boundaries::default(),
            is_kept: false,
            is_dialogue: false,
            asks_on: false,
            ended_at_once: 0,
            openings: HashSet::new(),
            apart: 0,
            met: HashSet::new(),
            ended: HashSet::new(),
            ends: HashSet::new(),
            given: Vec::new(),
        }
    }

    /// Plays these sessions in place of a search, each once and as it is, and counts the kinds of the answers.
    pub(crate) fn of_kept(inputs: Inputs<'a>, kept: &[Vec<String>]) -> Search<'a> {
        let lines = |session: &Vec<String>| session.iter().map(|line| line.as_bytes().to_vec()).collect();
        let first = kept.iter().map(lines).collect();
        Search { first, is_kept: true, ..Search::new(inputs) }
    }

    /// The next sessions to play. `None` if there were enough, or if no other can be made.
    pub(crate) fn batch(&mut self) -> Option<Vec<Session>> {
        let played = self.novelty.tally.played;
        let size = if played < FIRST { FEW } else { BATCH };
        let most = if self.is_kept { usize::MAX } else { self.inputs.sessions };
        let size = size.min(most.saturating_sub(played));
        self.given.clear();
        let near = if self.first.is_empty() { self.boundaries.sessions(size / SOUGHT) } else { Vec::new() };
        for session in near.into_iter().take(size) {
            self.propose(session);
        }
        if self.first.is_empty() {
            let near = self.records.iter().flat_map(|kept| passages::near(kept, &self.questions));
            let is_new = |session: &Session| !self.met.contains(&session::hash_of_lines(session));
            for session in near.filter(is_new).take(size / SOUGHT).collect::<Vec<_>>() {
                self.propose(session);
            }
        }
        let mut vain = 0;
        while self.given.len() < size
            && vain < VAIN
            && let Some(session) = self.made()
        {
            vain += usize::from(!self.propose(session));
        }
        Some(self.given.clone()).filter(|sessions| !sessions.is_empty())
    }

    /// Adds a session to the next ones. Whether it is a new one.
    fn propose(&mut self, mut session: Session) -> bool {
        if self.asks_on && self.dice.below(8) > 0 {
            // Lines that end the program, whatever it asks then.
            let known = self.questions.end(0, &mut self.dice);
            let end = known.or_else(|| self.vocabulary.end(&mut self.dice));
            session.extend(end.into_iter().flat_map(|line| vec![line; ENDINGS]));
        }
        let session = self.fitting(session);
        let hash = session::hash_of_lines(&session);
        self.tried.extend(std::mem::take(&mut self.is_trial).then_some(hash));
        let is_new = self.met.insert(hash);
        self.given.extend(Some(session).filter(|_| is_new));
        is_new
    }

    /// The session without what may not be fed, and cut where the program ends.
    fn fitting(&self, mut session: Session) -> Session {
        session.retain(|line| {
            line.len() <= LONGEST_LINE && !line.contains(&b'\n') && (self.inputs.may_be_fed)(line)
        });
        session.truncate(if self.is_kept { usize::MAX } else { LONGEST });
        let mut hash = session::hash(b"");
        let is_end = |line: &Vec<u8>| {
            hash = session::hash_after_line(hash, line);
            self.ended.contains(&hash)
        };
        if let Some(last) = session.iter().position(is_end) {
            session.truncate(last + 1);
        }
        session
    }

    /// A session of one of the sorts. `None` if no others are wanted.
    fn made(&mut self) -> Option<Session> {
        let first = self.first.pop_front();
        if first.is_some() || self.is_kept {
            return first;
        }
        // What is no answer to a question tells little.
        if (self.seeds.is_empty() || !self.is_dialogue || self.dice.below(4) == 0)
            && let Some(row) = self.rows.pop_front()
        {
            return Some(row);
        }
        // Without a dialogue the end of each answer may look like a question.
        let is_asked = |(question, _): &(usize, usize)| self.is_dialogue || *question < passages::QUESTIONS;
        if self.at_questions.front().is_some_and(is_asked) && self.dice.below(RARELY) == 0 {
            let (question, from) = self.at_questions.pop_front()?;
            let words = self.inputs.words.iter().skip(from).take(AT_QUESTION);
            let words = words.filter(|word| !self.vocabulary.is_end(word));
            let seed = self.dice.one_of(&self.seeds);
            self.is_trial = true;
            return Some(self.questions.row(question, seed, words, &mut self.dice));
        }
        if !self.near.is_empty() && self.dice.below(RARELY) == 0 {
            return self.near.pop_front();
        }
        let (vocabulary, dice) = (&self.vocabulary, &mut self.dice);
        // Where no lines are known, what is asked tells more than what may be a command.
        let answering = if self.inputs.samples.is_empty() { 8 } else { 2 };
        let session = match dice.below(16) {
            place if place < answering => self.questions.session(vocabulary, dice),
            9..15 if self.is_dialogue => {
                let known = if dice.below(3) == 0 { dice.one_of(&self.seeds) } else { None };
                let known = known.cloned().or_else(|| self.corpus.choose(&self.novelty, dice).cloned());
                let known = known.filter(|kept| !kept.asked.is_empty());
                let of_program =
                    ProgramFacts { corpus: &self.corpus, questions: &self.questions, vocabulary };
                known.map(|kept| passages::changed(&kept, of_program, dice))
            }
            15 => {
                let kept = self.corpus.any(dice);
                kept.map(|kept| recipe::with_a_known_number(&kept.lines, vocabulary, dice))
            }
            _ if dice.below(2) == 0 => {
                // Sessions that somebody has written lead to the states that matter.
                let seed = dice.one_of(&self.inputs.seeds);
                let kept = self.corpus.choose(&self.novelty, dice).map(|kept| &kept.lines);
                let start = if dice.below(2) == 0 { seed.or(kept) } else { kept.or(seed) };
                start.map(|start| recipe::continued(start, vocabulary, dice))
            }
            _ => None,
        };
        Some(session.unwrap_or_else(|| recipe::made(&mut self.corpus, &self.novelty, vocabulary, dice)))
    }

    /// Takes the answers to the sessions of the last batch, or to the first of them. Returns the sessions as they were
    /// played, each with its place in the batch, without those that were known: a program that ends by itself takes no more
    /// lines. Some of them go on after that, since a program that does not end there is wrong.
    pub(crate) fn learn(&mut self, runs: &[Recording]) -> Vec<(usize, Session)> {
        let given = std::mem::take(&mut self.given);
        let mut played = Vec::new();
        for (place, (session, run)) in given.into_iter().zip(runs).enumerate() {
            let kinds = (self.inputs.kinds)(run);
            if self.is_kept {
                self.novelty.tally.count(&kinds);
                played.push((place, session));
                continue;
            }
            self.asks_on |= run.waits;
            let lines = session[..run.turns.len()].to_vec();
            let hash = session::hash_of_lines(&lines);
            if let [first, _, ..] = &lines[..]
                && self.ended_at_once < CUT
            {
                self.openings.insert(first.clone());
            }
            if run.is_over() {
                self.ended.insert(hash);
                self.cut_short(lines.len());
                // Of words in a row those behind one that ends the program are tried without it.
                if self.tried.contains(&session::hash_of_lines(&session)) {
                    self.go_on_without(&session, run);
                }
            }
            if lines.len() < session.len() && !self.met.insert(hash) {
                continue;
            }
            let is_seed = self.inputs.seeds.contains(&session);
            let seen = self.novelty.note(&lines, &kinds, &self.vocabulary.unknown);
            self.take(&lines, &seen, run, is_seed);
            if is_seed || seen.is_record || !seen.new.is_empty() {
                self.take_apart(&lines, run, is_seed);
            }
            // What people have written is given as it is.
            let goes_on =
                run.is_over() && !self.inputs.seeds.contains(&lines) && self.is_new_end(&lines, &seen);
            played.push((place, if goes_on { beyond(session, &lines) } else { lines }));
        }
        played
    }

    /// Has a session played again without the line that ended it, be it by a failure, so that what is around that line counts.
    pub(crate) fn go_on_without(&mut self, session: &[Vec<u8>], run: &Recording) {
        let taken = run.turns.len();
        if let Some(before) = taken.checked_sub(1).filter(|_| run.is_over() && !self.is_kept) {
            self.near.push_back([&session[..before], &session[taken..]].concat());
        }
    }

    pub(crate) fn findings(&self) -> Findings {
        self.novelty.tally.findings()
    }

    /// Records that a session ended after this many lines. Where many end with their first line, most of those are left out of the
    /// first sessions that do not begin with a line after which the program goes on. What somebody has written stays.
    fn cut_short(&mut self, lines: usize) {
        self.ended_at_once += usize::from(lines == 1);
        if self.ended_at_once == CUT {
            for sessions in [&mut self.first, &mut self.rows] {
                let (openings, seeds) = (&self.openings, &self.inputs.seeds);
                let stays = |session: &Session| {
                    session.first().is_some_and(|line| openings.contains(line)) || seeds.contains(session)
                };
                let (known, others): (Vec<_>, Vec<_>) = sessions.drain(..).partition(stays);
                sessions.extend(known.into_iter().chain(others.into_iter().step_by(CUT)));
            }
        }
    }

    /// Takes what was seen in a run: of a seed, or of another session.
    fn take(&mut self, lines: &[Vec<u8>], seen: &Seen, run: &Recording, is_seed: bool) {
        let kinds = &seen.kinds;
        if self.novelty.tally.played == 1 {
            self.vocabulary.pools.take_output(run.opening.as_bytes());
        }
        for (place, (line, kind)) in lines.iter().zip(kinds).enumerate() {
            self.vocabulary.answered(line, *kind, run.is_over() && place + 1 == lines.len());
        }
        for place in &seen.places {
            let Some((line, turn)) = lines.get(*place).zip(run.turns.get(*place)) else { continue };
            self.vocabulary.pools.take_output(turn.answer.as_bytes());
            if let Some(kind) = kinds.get(*place).filter(|_| !is_nonsense(line)) {
                self.vocabulary.learn(line, *kind);
            }
        }
        if !self.inputs.words.is_empty() && !is_seed {
            self.mistake(lines, seen);
        }
        let is_shown_at_once = shown_at_once(run).is_some();
        let known = self.questions.count();
        let asked = if is_shown_at_once { Vec::new() } else { self.questions.note(lines, kinds, run) };
        // Without words of a program, rules say which lines matter.
        let is_asked = !self.inputs.words.is_empty() && !run.opening.is_empty();
        self.is_dialogue |= is_asked && passages::is_dialogue(&asked);
        let tried = self.inputs.words.len().min(TRIED);
        let new = (known..self.questions.count())
            .flat_map(|question| (0..tried).step_by(AT_QUESTION).map(move |from| (question, from)));
        self.at_questions.extend(new);
        let matters = self.is_dialogue && !asked.is_empty() && (is_seed || seen.is_record);
        if is_seed || matters || !seen.new.is_empty() {
            let (lines, features) = (lines.to_vec(), seen.new.clone());
            let kept = Kept { lines, kinds: kinds.clone(), asked, features, chosen: 0 };
            if matters {
                self.records.truncate(RECORDS - 1);
                self.records.push_front(kept.clone());
            }
            if is_seed && !self.inputs.words.is_empty() && !self.is_dialogue {
                self.first.extend(recipe::crowded(&kept.lines));
            }
            if is_seed && is_asked && !kept.asked.is_empty() {
                self.first.extend(passages::repeated(&kept, &sizes(&self.inputs.words)));
                self.first.extend(if matters { passages::twice(&kept) } else { Vec::new() });
                self.seeds.push(kept.clone());
            }
            self.corpus.keep(kept, &self.novelty, &mut self.dice);
        }
        if is_shown_at_once {
            return;
        }
        self.boundaries.note(lines, kinds, &self.vocabulary.unknown);
        // Behind other lines it may be a name, or the answer to another question.
        let nonsense = lines.iter().zip(kinds).take_while(|(line, _)| is_nonsense(line));
        self.vocabulary.unknown.extend(nonsense.map(|(_, kind)| *kind));
    }

    /// Has the last line that has shown something new mistaken, once for each kind of answer.
    fn mistake(&mut self, lines: &[Vec<u8>], seen: &Seen) {
        let Some(at) = seen.places.iter().max().copied() else { return };
        let Some((line, kind)) = lines.get(at).zip(seen.kinds.get(at)) else { return };
        let is_text = line.len() > 1 && change::is_text(line);
        let key = session::hash_of_numbers(&[session::hash(line), *kind as u64]);
        let has_room = self.mistaken.len() < MISTAKEN_LATER;
        if has_room && is_text && !self.vocabulary.is_unknown(*kind) && self.mistaken.insert(key) {
            let other = change::mistakes(line, None, &[]).into_iter().next();
            self.near.extend(other.map(|other| [&lines[..at], &[other], &lines[at + 1..]].concat()));
        }
    }

    /// Takes the answers to each line, of a program that shows them all at its end.
    fn take_apart(&mut self, lines: &[Vec<u8>], run: &Recording, is_seed: bool) {
        if self.apart >= self.inputs.apart || shown_at_once(run).is_none() {
            return;
        }
        self.apart += 1;
        let apart = (self.inputs.by_lines)(lines).filter(|apart| shown_at_once(apart).is_none());
        let Some(apart) = apart else {
            // What shows nothing there either is hardly asked: it may run to its limits each time.
            self.apart += self.inputs.apart / IN_VAIN;
            return;
        };
        if let Some(lines) = lines.get(..apart.turns.len()) {
            let kinds = (self.inputs.kinds)(&apart);
            let seen = self.novelty.note_apart(lines, &kinds, &self.vocabulary.unknown);
            self.take(lines, &seen, &apart, is_seed);
        }
    }

    /// Whether lines are to follow this end: once for each sort of end.
    fn is_new_end(&mut self, lines: &[Vec<u8>], seen: &Seen) -> bool {
        let Some((last, kind)) = lines.iter().zip(&seen.kinds).next_back() else { return false };
        let end = session::hash_of_numbers(&[session::hash(&shape(last)), *kind as u64]);
        self.ends.len() < ENDS && self.ends.insert(end)
    }
}

/// The lines up to the end, and what was to follow: the same once more if that is nothing.
fn beyond(given: Session, lines: &[Vec<u8>]) -> Session {
    if given.len() > lines.len() { given } else { [lines, lines].concat() }
}

/// How many sessions have one line that is mistaken.
const MISTAKEN: usize = 192;

/// Which numbers of a program may be sizes.
const SIZED: RangeInclusive<usize> = 6..=200;

/// How many of them are taken for lengths of texts.
const LENGTHS: usize = 2;

fn sizes(words: &[Vec<u8>]) -> Vec<usize> {
    let numbers = words.iter().filter_map(|word| str::from_utf8(word).ok()?.parse().ok());
    numbers.filter(|size| SIZED.contains(size)).collect()
}

/// The sessions that somebody has written, each with one line that a program may take for another: first the first mistake in each
/// line, then the next ones.
fn mistaken(seeds: &[Session], words: &[Vec<u8>]) -> Vec<Session> {
    let mut sizes = sizes(words);
    sizes.truncate(LENGTHS);
    let mut known = HashSet::new();
    let places = seeds.iter().flat_map(|seed| (0..seed.len()).map(move |at| (seed, at)));
    let places: Vec<_> = places.filter(|(seed, at)| known.insert(&seed[*at])).collect();
    let of_place = |(seed, at): &(&Session, usize)| {
        let before = seed[..*at].iter().rfind(|line| change::is_text(line) && **line != seed[*at]);
        change::mistakes(&seed[*at], before.map(Vec::as_slice), &sizes)
    };
    let mistakes: Vec<_> = places.iter().map(of_place).collect();
    let most = mistakes.iter().map(Vec::len).max().unwrap_or(0);
    let with = |number: usize| {
        places.iter().zip(&mistakes).filter_map(move |((seed, at), mistakes)| {
            let mut session = (*seed).clone();
            session[*at] = mistakes.get(number)?.clone();
            Some(session)
        })
    };
    (0..most).flat_map(with).take(MISTAKEN).collect()
}

/// How many lines the first sessions have.
const ROW: usize = 10;

/// Texts that may follow the first word of a line.
const BEHIND: [&str; 6] = ["", " a", " 1", " a 1", " a b", " a b 1"];

/// The first sessions: none, the seeds, nonsense, and the seeds with lines that are mistaken.
fn first(inputs: &Inputs<'_>) -> VecDeque<Session> {
    let nonsense = [UNKNOWN, "?", "", "0 0 0", UNKNOWN].map(|line| line.as_bytes().to_vec());
    let mut first: VecDeque<_> = inputs.seeds.iter().cloned().collect();
    first.push_front(Session::new());
    first.push_back(nonsense.to_vec());
    // Without words of a program, rules say which lines matter.
    first.extend(if inputs.words.is_empty() { Vec::new() } else { mistaken(&inputs.seeds, &inputs.words) });
    first
}

/// All samples and words in rows.
fn rows(inputs: &Inputs<'_>, dice: &mut Dice) -> VecDeque<Session> {
    let mut rows = VecDeque::new();
    let with = |word: &Vec<u8>| match word.iter().all(u8::is_ascii_punctuation) {
        true => [["", ""], ["7 ", " 2"], ["7 2 ", ""]]
            .map(|[before, behind]| [before.as_bytes(), word, behind.as_bytes()].concat())
            .to_vec(),
        false => BEHIND.map(|behind| [word, behind.as_bytes()].concat()).to_vec(),
    };
    // Where lines are known, words are tried behind them later.
    let words = if inputs.samples.is_empty() { &inputs.words[..] } else { &[] };
    let tried: Vec<_> = words.iter().flat_map(with).collect();
    for _ in 0..2 {
        let mut lines: Vec<_> = inputs.samples.iter().chain(&tried).cloned().collect();
        (1..lines.len()).rev().for_each(|last| lines.swap(last, dice.below(last + 1)));
        rows.extend(lines.chunks(ROW).map(<[_]>::to_vec));
    }
    rows
}
