//! A referee's answers to a list of inputs, input by input: the standard for an output.

use crate::dialect::{Dialect, Readings, Referee, Unreadable};
use crate::session::Event;

/// The required answers to a list of inputs: one step before the first, one for each.
///
/// Where an input may be read in several ways, the steps are those of the reference, and
/// `follow` finds the reading that an output agrees with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedTranscript {
    dialect: Dialect,
    steps: Vec<Step>,
    is_settled: bool,
    /// Whether the input ends after the last step; if not, later output is not judged.
    is_whole: bool,
    /// All inputs, if some may be read in several ways, or answered in several.
    open: Option<Vec<Vec<u8>>>,
    /// Whether each step is what every right program prints, in one of the allowed spellings.
    pub(super) is_certain: bool,
    /// The step in which the run ended.
    end: Option<usize>,
}

/// The required output at one point of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The text before the referee's words: new-lines, in some dialects.
    pub lead: &'static str,
    /// The referee's words. Empty once the game is over.
    pub events: Vec<Event>,
    /// The board after it, which a judge may let a program show before a prompt or the result.
    pub board: Event,
    /// Whether silence is also an answer: a program that reads words never sees an empty line.
    pub may_be_silent: bool,
}

impl Step {
    /// Whether it refuses an input.
    pub fn is_refusal(&self) -> bool {
        matches!(self.events.first(), Some(Event::InputRefused(_)))
    }
}

impl ExpectedTranscript {
    /// Plays the inputs to the reference, and notes whether some may be read otherwise.
    ///
    /// The end of input in mid-game ends the transcript, and so does an input that the specification leaves
    /// open in a dialect without readings of it: nothing after that can be judged.
    pub fn scored(dialect: &Dialect, inputs: &[Vec<u8>]) -> ExpectedTranscript {
        ExpectedTranscript::play(dialect, dialect.referee(false), inputs, true)
    }

    /// Plays the inputs to the reference, which has an answer to everything.
    pub fn strict(dialect: &Dialect, inputs: &[Vec<u8>]) -> ExpectedTranscript {
        ExpectedTranscript::by(dialect, dialect.referee(false), inputs)
    }

    /// Plays the inputs to the reference, once for each hidden choice.
    pub fn strict_by_choice(
        dialect: &Dialect,
        inputs: &[Vec<u8>],
    ) -> impl Iterator<Item = ExpectedTranscript> {
        dialect.choices().into_iter().map(move |referee| ExpectedTranscript::by(dialect, referee, inputs))
    }

    pub(super) fn by(dialect: &Dialect, referee: Referee, inputs: &[Vec<u8>]) -> ExpectedTranscript {
        let expected = ExpectedTranscript::play(dialect, referee, inputs, false);
        let open = expected.open.clone().or_else(|| dialect.has_hidden().then(|| inputs.to_vec()));
        ExpectedTranscript { is_settled: expected.is_settled || expected.is_known(), open, ..expected }
    }

    fn play(
        dialect: &Dialect,
        mut referee: Referee,
        inputs: &[Vec<u8>],
        minds_doubt: bool,
    ) -> ExpectedTranscript {
        dialect.prepare(inputs);
        let mut steps = vec![step("", referee.open(), &referee, false)];
        let is_declared = dialect.is_challenge();
        let mut is_whole = true;
        let mut open = (minds_doubt && is_declared).then(|| inputs.to_vec());
        let mut is_certain = dialect.declared().is_some() && !dialect.has_hidden();
        let mut end = None;
        for input in inputs {
            let was_over = referee.has_ended();
            let (events, unreadable) = referee.answer(input);
            if unreadable == Some(Unreadable::Unknown) {
                open = open.map(|_| inputs[..steps.len() - 1].to_vec());
                is_whole = false;
                break;
            }
            if minds_doubt
                && !was_over
                && unreadable == Some(Unreadable::Doubtful)
                && (open.is_none() || is_declared)
            {
                if dialect.readings(input).is_none() {
                    open = open.map(|_| inputs[..steps.len() - 1].to_vec());
                    is_whole = false;
                    break;
                }
                open = Some(inputs.to_vec());
                is_certain = false;
            }
            let may_be_silent = may_be_silent(dialect, unreadable);
            if referee.has_ended() && !was_over {
                end = Some(steps.len());
            }
            steps.push(step(dialect.lead(&events), events, &referee, may_be_silent));
        }
        let is_closed = is_whole && close(&referee, &mut steps);
        ExpectedTranscript {
            dialect: dialect.clone(),
            steps,
            is_settled: referee.has_ended() || is_closed,
            is_whole,
            open,
            is_certain,
            end,
        }
    }

    /// The expected transcript in an output's own reading of the inputs: for each input, the lines that it
    /// was read as. The referee is at the beginning; `is_whole` is whether the input ends after them.
    pub(super) fn of_reading(
        dialect: &Dialect,
        mut referee: Referee,
        taken: &[Vec<Vec<u8>>],
        is_whole: bool,
    ) -> ExpectedTranscript {
        let mut steps = vec![step("", referee.open(), &referee, false)];
        let mut end = None;
        for lines in taken {
            let answers = lines.iter().map(|line| referee.answer(line).0);
            let events: Vec<_> = answers.flatten().collect();
            if referee.has_ended() && end.is_none() {
                end = Some(steps.len());
            }
            steps.push(step(dialect.lead(&events), events, &referee, false));
        }
        let is_closed = is_whole && close(&referee, &mut steps);
        let is_settled = referee.has_ended() || is_closed;
        ExpectedTranscript {
            dialect: dialect.clone(),
            steps,
            is_settled,
            is_whole,
            open: None,
            is_certain: false,
            end,
        }
    }

    /// Whether there is a step for every input; if not, what comes after the last step is left open.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether the output is known up to the end of input.
    fn is_known(&self) -> bool {
        self.is_whole && self.dialect.observed().is_none()
    }

    /// All inputs, if some may be read in several ways, or answered in several.
    pub(super) fn open(&self) -> Option<&[Vec<u8>]> {
        self.open.as_deref()
    }

    /// The dialect it is written in.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The steps: the first before any input, then one for each input that is judged.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether nothing at all may follow the last step. Otherwise what comes after it is not judged.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The last step that says anything.
    pub(super) fn last_answer(&self) -> usize {
        self.steps.iter().rposition(|step| !step.events.is_empty()).unwrap_or(0)
    }

    /// How many inputs bring the game to its end, if it comes there.
    pub fn length(&self) -> Option<usize> {
        if self.dialect.is_challenge() {
            return self.end;
        }
        self.steps.iter().position(|step| matches!(step.events.last(), Some(Event::GameEnded(_))))
    }

    /// The text that ends the game, without its line feed. Empty if it does not end, or if its end depends on
    /// the reading of an input, or on a hidden choice.
    pub fn last_words(&self) -> Vec<u8> {
        let mut words = Vec::new();
        if self.open.is_some() {
            return words;
        }
        if let Some(last) = self.length().and_then(|step| self.steps[step].events.last()) {
            self.dialect.write(last, &mut words);
        }
        words.trim_ascii_end().to_vec()
    }

    /// The reference's own output.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for step in &self.steps {
            text.extend_from_slice(step.lead.as_bytes());
            step.events.iter().for_each(|event| self.dialect.write(event, &mut text));
        }
        text
    }

    /// The reference's own output at a step.
    pub fn step_text(&self, step: usize) -> Vec<u8> {
        let Step { lead, events, .. } = &self.steps[step];
        let mut text = lead.as_bytes().to_vec();
        events.iter().for_each(|event| self.dialect.write(event, &mut text));
        text
    }

    /// Whether an output is the reference's own; stops at the first difference.
    pub(super) fn is_printed_in(&self, output: &[u8]) -> bool {
        let mut text = Vec::with_capacity(output.len());
        let goes_on = |step: &Step| {
            let start = text.len();
            text.extend_from_slice(step.lead.as_bytes());
            step.events.iter().for_each(|event| self.dialect.write(event, &mut text));
            output.get(start..text.len()) == Some(&text[start..])
        };
        self.steps.iter().all(goes_on) && text.len() == output.len()
    }

    fn asks_after(&self, index: usize) -> bool {
        let may_be_silent = self.dialect.is_challenge() && self.end.is_none_or(|end| index < end);
        self.steps[index].events.last().map_or(may_be_silent, |last| may_be_silent || last.asks())
    }

    /// Adds the input that follows a step, as typed, if it is waited for.
    #[doc(hidden)]
    pub fn push_input(&self, text: &mut Vec<u8>, step: usize, inputs: &[Vec<u8>]) {
        if let Some(input) = inputs.get(step).filter(|_| self.asks_after(step)) {
            text.extend_from_slice(input);
            text.push(b'\n');
        }
    }

    /// The game as a person sees it on a terminal, where each input follows its prompt.
    pub fn echoed(&self, inputs: &[Vec<u8>]) -> Vec<u8> {
        self.echoed_from(0, inputs)
    }

    /// The rest of the game from this step on, as a person sees it on a terminal.
    pub fn echoed_from(&self, first: usize, inputs: &[Vec<u8>]) -> Vec<u8> {
        (first..self.steps.len()).flat_map(|step| self.echoed_step(step, inputs)).collect()
    }

    /// One step, with the input after it.
    pub fn echoed_step(&self, step: usize, inputs: &[Vec<u8>]) -> Vec<u8> {
        let Step { lead, events, .. } = &self.steps[step];
        let mut text = Vec::new();
        if !events.is_empty() {
            text.extend_from_slice(lead.as_bytes());
        }
        events.iter().for_each(|event| self.dialect.write(event, &mut text));
        self.push_input(&mut text, step, inputs);
        text
    }
}

/// Adds the output at the end of input to the last step, if it is specified.
fn close(referee: &Referee, steps: &mut [Step]) -> bool {
    let closing = if referee.has_ended() { None } else { referee.close() };
    let is_closed = closing.is_some();
    if let Some(last) = steps.last_mut() {
        last.events.extend(closing.into_iter().flatten());
    }
    is_closed
}

/// The possible readings of an input. `None` if there is only one.
pub(super) fn readings(dialect: &Dialect, input: &[u8], unreadable: Option<Unreadable>) -> Option<Readings> {
    match unreadable {
        Some(Unreadable::Doubtful) => dialect.readings(input),
        Some(Unreadable::Blank) if may_be_silent(dialect, unreadable) => Some(Readings::of_blank()),
        _ => None,
    }
}

fn may_be_silent(dialect: &Dialect, unreadable: Option<Unreadable>) -> bool {
    unreadable == Some(Unreadable::Blank) && dialect.allowed_deviations().silence_to_blank
}

pub(super) fn step(lead: &'static str, events: Vec<Event>, referee: &Referee, may_be_silent: bool) -> Step {
    Step { lead, events, board: Event::BoardShown(referee.board()), may_be_silent }
}
