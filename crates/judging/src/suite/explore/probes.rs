//! Words tried one after the other, at each question and behind each command, until all that the program shows or has in its
//! text were given everywhere: a password, the name of a thing on sale. Drawn by chance, most of them would hardly be given once.

use std::collections::HashSet;

use super::super::dice::Dice;
use super::dialogue::Dialogue;
use super::prompts::Prompts;
use super::session::Session;
use super::stable;
use super::vocabulary::{UNKNOWN, Vocabulary};

/// How many words are tried in a session, and how many lines may lead from one to the next.
const WORDS: usize = 12;
const WAY: usize = 6;

/// How many questions get a word in one session that no program knows.
const QUESTIONS: usize = 6;

#[derive(Debug, Default)]
pub(super) struct Probes {
    /// The hashes of those that were tried at each question, and behind each command.
    at_questions: Vec<HashSet<u64>>,
    behind_commands: Vec<HashSet<u64>>,
    /// How often it was tried at each question what is no word of any program.
    unknown: Vec<u8>,
}

impl Probes {
    /// A session that tries the next words where the fewest were tried. `None` if there are no others. A command is
    /// tried behind these lines.
    pub(super) fn session(
        &mut self,
        start: &[Vec<u8>],
        prompts: &Prompts,
        vocabulary: &Vocabulary,
        dice: &mut Dice,
    ) -> Option<Session> {
        self.at_questions.resize(prompts.count(), HashSet::new());
        self.behind_commands.resize(vocabulary.count(), HashSet::new());
        if let Some(session) = self.of_unknown_words(prompts) {
            return Some(session);
        }
        // At the first question all words were given in rows.
        let questions = (1..prompts.count()).filter(|at| prompts.is_own(*at) && !prompts.is_open(*at));
        let question = questions.min_by_key(|at| self.at_questions[*at].len());
        let commands = (0..vocabulary.count()).filter(|command| vocabulary.may_take_words(*command));
        let command = commands.min_by_key(|command| self.behind_commands[*command].len());
        let tried_there = question.map_or(usize::MAX, |at| self.at_questions[at].len());
        let tried_behind = command.map_or(usize::MAX, |command| self.behind_commands[command].len());
        match (question, command) {
            (Some(at), _) if tried_there <= tried_behind => self.at_question(at, prompts, vocabulary, dice),
            (_, Some(command)) => {
                let words = untried(&mut self.behind_commands[command], &[], vocabulary, WORDS);
                let mut lines = Session::new();
                for word in words {
                    lines.push([vocabulary.head(command, dice), word].join(&b' '));
                    // What it did shows by what comes of other commands.
                    if dice.below(2) == 0 {
                        lines.extend(vocabulary.taken_line(dice));
                    }
                }
                (!lines.is_empty()).then(|| [start, &lines].concat())
            }
            _ => None,
        }
    }

    /// What is no word of any program, at some questions: whether each is another question at all shows by the answer. Where a
    /// session of several does not lead to one of them, it gets another one of its own.
    fn of_unknown_words(&mut self, prompts: &Prompts) -> Option<Session> {
        self.unknown.resize(prompts.count(), 0);
        let open = |tries: u8| {
            (0..prompts.count()).filter(move |at| prompts.is_open(*at)).find(|at| self.unknown[*at] == tries)
        };
        let (least, most) = (open(0), open(1).or(open(2)));
        let mut session = Session::new();
        let some: Vec<_> = match least {
            Some(first) => {
                (first..prompts.count()).filter(|at| prompts.is_open(*at) && self.unknown[*at] == 0).collect()
            }
            None => most.into_iter().collect(),
        };
        for at in some.into_iter().take(QUESTIONS) {
            self.unknown[at] += 1;
            session.extend(prompts.get(at).into_iter().flat_map(|prompt| prompt.way.iter().cloned()));
            session.push(UNKNOWN.as_bytes().to_vec());
        }
        (!session.is_empty()).then_some(session)
    }

    fn at_question(
        &mut self,
        at: usize,
        prompts: &Prompts,
        vocabulary: &Vocabulary,
        dice: &mut Dice,
    ) -> Option<Session> {
        let prompt = prompts.get(at)?;
        let next = prompt.usual().and_then(|outcome| outcome.next).map(|next| prompts.same(next));
        let leads_back = next == Some(at) || next == Some(0) && prompt.way.len() <= WAY;
        let words = untried(
            &mut self.at_questions[at],
            &prompt.words,
            vocabulary,
            if leads_back { WORDS } else { 1 },
        );
        if words.is_empty() {
            return None;
        }
        let mut session = Session::new();
        for word in words {
            if session.is_empty() || next != Some(at) {
                session.extend_from_slice(&prompt.way);
            }
            session.push(word);
        }
        match next {
            Some(next) => Some(Dialogue::new(prompts, vocabulary, (session, next), dice).continued(dice)),
            None => Some(session),
        }
    }
}

/// The next words that were not tried, which count as tried from now on: of these first ones, then of those that the program has
/// shown, then of its text.
fn untried(
    tried: &mut HashSet<u64>,
    first: &[Vec<u8>],
    vocabulary: &Vocabulary,
    most: usize,
) -> Vec<Vec<u8>> {
    let pools = &vocabulary.pools;
    let words = first.iter().chain(&pools.shown).chain(&pools.words);
    words.filter(|word| tried.insert(stable::of(word))).take(most).cloned().collect()
}
