//! Following an output whose inputs may be read in several ways, or which depends on a hidden choice.
//!
//! All readings are followed together, input by input: a state is a game in one reading, with its position in
//! the output. A state whose text does not come is dropped, two states with the same position and the same
//! game become one, and the output is right if a state is left at the end. The output shows what was read (a
//! board shows the move), so there are few states at a time. Rows of lines that need no answer, or may have
//! several, need the most.
//!
//! With a hidden choice, a state considers all choices that the output has not ruled out. An input groups
//! them by their answers, and the group with the output's answer remains. So a program may even choose late,
//! which cannot be distinguished from choosing at the beginning. But if no choice remains, its answers
//! contradict each other.
//!
//! The reading of the reference is tried first. That costs much less, and fits every program that refuses such
//! lines. A failure is described by the reading that agrees with the output for longest.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::rc::Rc;

use super::comparison::{Choice, Comparison, Divergence, DivergenceKind, Expected};
use super::expected::{ExpectedTranscript, Step, readings, step};
use super::reader::Reader;
use crate::dialect::{Dialect, Readings, Referee, Unreadable};
use crate::session::Event;

/// How many states are followed at most, and how many where answers have patterns: each has up to 1,024 ends. With more, the
/// rest of the run is not judged.
pub(super) const MOST: usize = 512;
const MOST_ENDS: usize = 16 * 1024;

pub(super) fn most(dialect: &Dialect) -> usize {
    if dialect.freedoms().is_some_and(|freedoms| freedoms.patterns) { MOST_ENDS } else { MOST }
}

/// A reading of the inputs so far that agrees with the output so far.
#[derive(Clone)]
struct ReadingState<'a> {
    referee: Referee,
    reader: Reader<'a>,
    taken: Taken<'a>,
    /// How often it departs from the reference, which refuses each such input once.
    departures: usize,
    /// The last step that had an answer.
    last_answer: usize,
}

/// How inputs were read that may be read in several ways: a list whose beginning states share, so that it
/// costs nothing to copy a state.
#[derive(Clone, Default)]
struct Taken<'a>(Option<Rc<TakenInput<'a>>>);

/// Such an input, or a line that it was read as.
struct TakenInput<'a> {
    place: usize,
    line: Option<Cow<'a, [u8]>>,
    before: Taken<'a>,
}

/// The end of a reading that got farther than any other.
struct Failure<'a> {
    divergence: Divergence,
    state: ReadingState<'a>,
    /// The alternatives that would also have been right there.
    others: Vec<Expected>,
}

/// Follows an output by all readings of the inputs.
/// `is_whole` is whether the input ends after them.
pub(super) fn follow(dialect: &Dialect, inputs: &[Vec<u8>], is_whole: bool, output: &[u8]) -> Comparison {
    let mut search = Search { dialect: dialect.clone(), is_whole, states: Vec::new(), failure: None };
    search.open(Reader::new(dialect, output));
    for (place, input) in inputs.iter().enumerate() {
        if search.has_no_answer(input) {
            search.is_whole = false;
            return search.comparison(&inputs[..place], None);
        }
        search.answer(place + 1, input);
        if search.states.len() > most(dialect) {
            return search.comparison(&inputs[..=place], None);
        }
    }
    search.close(inputs)
}

struct Search<'a> {
    dialect: Dialect,
    /// Whether the input ends after the last one.
    is_whole: bool,
    /// The states, that of the reference's reading before others.
    states: Vec<ReadingState<'a>>,
    failure: Option<Failure<'a>>,
}

impl<'a> Search<'a> {
    fn open(&mut self, reader: Reader<'a>) {
        for (events, referee) in self.dialect.undecided().openings() {
            let first = step("", events, &referee, false);
            let taken = Taken::default();
            let state =
                ReadingState { referee, reader: reader.clone(), taken, departures: 0, last_answer: 0 };
            let next = self.after(0, &first, state);
            next.into_iter().for_each(|next| self.keep(next));
        }
    }

    /// Whether the table has no answer to an input after all, with some choice: then the rest is not judged.
    fn has_no_answer(&self, input: &[u8]) -> bool {
        let is_open = |why: Option<Unreadable>| why == Some(Unreadable::Doubtful);
        let answers = || self.states.iter().flat_map(|state| state.referee.answers(input));
        self.dialect.has_hidden()
            && answers().any(|((_, why), _)| is_open(why) && self.dialect.readings(input).is_none())
    }

    /// Takes every state over an input.
    fn answer(&mut self, place: usize, input: &'a [u8]) {
        let Some(mut referee) = self.states.first().map(|state| state.referee.clone()) else { return };
        let (_, unreadable) = referee.answer(input);
        let readings = readings(&self.dialect, input, unreadable);
        for state in std::mem::take(&mut self.states) {
            match &readings {
                _ if state.referee.has_ended() => self.keep(state),
                Some(readings) => self.read(place, input, readings, state),
                None => {
                    let next = self.answered(place, &Cow::Borrowed(input), &state);
                    next.into_iter().for_each(|next| self.keep(next));
                }
            }
        }
    }

    /// Advances a state over an input in each possible reading; a refusal comes first.
    fn read(&mut self, place: usize, input: &'a [u8], readings: &Readings, mut state: ReadingState<'a>) {
        state.taken = state.taken.and(place, None);
        let mut open = vec![state.clone()];
        for _ in 0..readings.answers {
            let mut next = Vec::new();
            for state in open.iter().filter(|state| !state.referee.has_ended()) {
                let moves = readings.moves.iter().map(|name| Cow::Owned(name.clone()));
                let mut found = self.answered(place, &Cow::Borrowed(input), state);
                found.extend(moves.flat_map(|name| self.moved(place, name, state)));
                found.into_iter().for_each(|state| keep(&mut next, state));
            }
            open = next;
            // With this many states the rest is not judged.
            if open.is_empty() || self.states.len() > most(&self.dialect) {
                break;
            }
            open.iter().for_each(|state| self.keep(state.clone()));
        }
        if readings.is_silence {
            state.departures += 1;
            self.keep(state);
        }
    }

    /// The state after a move, if the line is a legal one there and the output says so.
    fn moved(
        &mut self,
        place: usize,
        square: Cow<'a, [u8]>,
        state: &ReadingState<'a>,
    ) -> Vec<ReadingState<'a>> {
        let is_refused = |events: &[Event]| matches!(events.first(), Some(Event::InputRefused(_)));
        let answers = state.referee.answers(&square).into_iter();
        let answers = answers.filter(|((events, _), _)| !is_refused(events));
        let departures = state.departures + 1;
        answers
            .flat_map(|((events, _), referee)| {
                let departed = ReadingState { departures, ..state.with(referee) };
                self.after_answer(place, square.clone(), events, departed)
            })
            .collect()
    }

    /// The states after a line, if the output has its answer: several if the answer may have several lengths.
    fn answered(
        &mut self,
        place: usize,
        line: &Cow<'a, [u8]>,
        state: &ReadingState<'a>,
    ) -> Vec<ReadingState<'a>> {
        let answers = state.referee.answers(line).into_iter();
        answers
            .flat_map(|((events, _), referee)| {
                self.after_answer(place, line.clone(), events, state.with(referee))
            })
            .collect()
    }

    /// The states after a line with this answer, if the output has it.
    fn after_answer(
        &mut self,
        place: usize,
        line: Cow<'a, [u8]>,
        events: Vec<Event>,
        mut state: ReadingState<'a>,
    ) -> Vec<ReadingState<'a>> {
        let step = step(self.dialect.lead(&events), events, &state.referee, false);
        if let Some(is_heard) = state.taken.has_line_of(place) {
            state.taken = state.taken.and(place, Some(line));
            state.departures += usize::from(is_heard);
        }
        state.last_answer = if step.events.is_empty() { state.last_answer } else { place };
        self.after(place, &step, state)
    }

    /// The states after a step, if the output has its words.
    fn after(&mut self, place: usize, step: &Step, state: ReadingState<'a>) -> Vec<ReadingState<'a>> {
        match state.reader.answers(place, step) {
            Ok(mut readers) => {
                let last = readers.pop();
                let others = readers.into_iter().map(|reader| ReadingState { reader, ..state.clone() });
                let mut next: Vec<_> = others.collect();
                next.extend(last.map(|reader| ReadingState { reader, ..state }));
                next
            }
            Err(divergence) => {
                self.fail(divergence, state);
                Vec::new()
            }
        }
    }

    fn keep(&mut self, state: ReadingState<'a>) {
        keep(&mut self.states, state);
    }

    /// Keeps the failure that comes latest in the output; of several the one that departs least from the
    /// reference.
    fn fail(&mut self, divergence: Divergence, state: ReadingState<'a>) {
        let rank = |at: usize, departures| (at, Reverse(departures));
        let of_new = rank(divergence.at, state.departures);
        match &mut self.failure {
            Some(known) if rank(known.divergence.at, known.state.departures) > of_new => {}
            Some(known) if rank(known.divergence.at, known.state.departures) == of_new => {
                let is_kept = known.others.len() < MOST;
                known.others.extend(is_kept.then_some(divergence.expected));
            }
            _ => self.failure = Some(Failure { divergence, state, others: Vec::new() }),
        }
    }

    /// Judges what follows the last input. Of several readings one that leaves the game open is preferred.
    fn close(mut self, inputs: &[Vec<u8>]) -> Comparison {
        let states = std::mem::take(&mut self.states);
        let (ended, going): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|state| state.referee.has_ended());
        let mut ended = ended;
        for state in going {
            let closings = if self.is_whole { state.referee.closings() } else { Vec::new() };
            if closings.is_empty() {
                self.states.push(state);
                continue;
            }
            for (events, referee) in closings {
                let step = step("", events, &referee, false);
                ended.extend(self.after(inputs.len(), &step, state.with(referee)));
            }
        }
        for mut state in ended {
            match state.reader.finish(state.last_answer) {
                Ok(()) => self.states.push(state),
                Err(divergence) => self.fail(divergence, state),
            }
        }
        let failure = self.failure.take().filter(|_| self.states.is_empty());
        self.comparison(inputs, failure)
    }

    fn comparison(self, inputs: &[Vec<u8>], failure: Option<Failure>) -> Comparison {
        let (state, failed) = match failure {
            Some(Failure { divergence, state, others }) => (state, Some((divergence, others))),
            None => (self.states.into_iter().next().expect("a state is left, or one has failed"), None),
        };
        let mut taken: Vec<_> = inputs.iter().map(|input| vec![input.clone()]).collect();
        let mut later = Vec::new();
        for taken_input in state.taken.latest_first() {
            match &taken_input.line {
                Some(line) => later.push(line.to_vec()),
                None => taken[taken_input.place - 1] = later.drain(..).rev().collect(),
            }
        }
        let referee = state.referee.beginning().unwrap_or_else(|| self.dialect.referee(false));
        let expected = ExpectedTranscript::of_reading(&self.dialect, referee, &taken, self.is_whole);
        let is_chosen = self.dialect.has_hidden();
        let choice = failed.as_ref().filter(|_| is_chosen).map(|(divergence, others)| {
            let others = alternatives(&divergence.expected, others);
            let is_ruled_out = is_ruled_out(&state, divergence, &taken, others.is_empty());
            Choice { others, is_ruled_out }
        });
        let divergence = failed.map(|(divergence, _)| divergence);
        Comparison { expected, divergence, taken: Some(taken), choice }
    }
}

/// The other expectations, without repetitions.
fn alternatives(expected: &Expected, others: &[Expected]) -> Vec<Expected> {
    let mut alternatives: Vec<Expected> = Vec::new();
    for other in others.iter().filter(|other| *other != expected) {
        if !alternatives.contains(other) {
            alternatives.push(other.clone());
        }
    }
    alternatives
}

/// Whether the output would have been right with another choice; where choices are made anew, with another at the last time. None
/// of these remained where it failed. The same applies if its earlier answers allowed only one answer, and it gave another of the existing ones.
fn is_ruled_out(
    state: &ReadingState,
    divergence: &Divergence,
    taken: &[Vec<Vec<u8>>],
    is_only_one_right: bool,
) -> bool {
    let Some((last, before)) = taken[..divergence.step.min(taken.len())].split_last() else { return false };
    if divergence.kind != DivergenceKind::Wrong {
        return false;
    }
    let answer = |mut referee: Referee| {
        before.iter().flatten().for_each(|line| drop(referee.answer(line)));
        let events: Vec<_> = last.iter().flat_map(|line| referee.answer(line).0).collect();
        step("", events, &referee, false)
    };
    let fits = |step: &Step| !step.events.is_empty() && state.reader.answers(divergence.step, step).is_ok();
    let answers: Vec<_> = state.referee.beginnings().into_iter().map(answer).collect();
    let depends = || answers.iter().any(|step| step.events != answers[0].events);
    let is_known = || state.reader.is_at_known_words();
    answers.iter().any(fits) || (is_only_one_right && depends() && is_known())
}

/// Keeps a state among others; of several that are the same the one that departs least from the reference.
fn keep<'a>(states: &mut Vec<ReadingState<'a>>, state: ReadingState<'a>) {
    match states.iter_mut().find(|other| other.is_same(&state)) {
        Some(other) if other.departures > state.departures => return *other = state,
        Some(_) => return,
        None => {}
    }
    if !states.iter_mut().any(|other| other.absorb(&state)) {
        states.push(state);
    }
}

impl<'a> ReadingState<'a> {
    fn with(&self, referee: Referee) -> ReadingState<'a> {
        let ReadingState { reader, taken, departures, last_answer, .. } = self;
        let (departures, last_answer) = (*departures, *last_answer);
        ReadingState { referee, reader: reader.clone(), taken: taken.clone(), departures, last_answer }
    }

    fn is_same(&self, other: &ReadingState) -> bool {
        self.reader.is_level_with(&other.reader) && self.referee.is_level_with(&other.referee)
    }

    /// Adds the choices of a state that reached the same position in the same way.
    fn absorb(&mut self, other: &ReadingState) -> bool {
        self.reader.is_level_with(&other.reader)
            && (self.departures, self.last_answer) == (other.departures, other.last_answer)
            && self.taken.is_same(&other.taken)
            && self.referee.absorb(&other.referee)
    }
}

impl<'a> Taken<'a> {
    /// What was taken, and after it this.
    fn and(&self, place: usize, line: Option<Cow<'a, [u8]>>) -> Taken<'a> {
        Taken(Some(Rc::new(TakenInput { place, line, before: self.clone() })))
    }

    fn is_same(&self, other: &Taken) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Whether the input at a place, if it is the last that may be read in several ways, was taken as a line yet.
    fn has_line_of(&self, place: usize) -> Option<bool> {
        let last = self.0.as_ref().filter(|last| last.place == place);
        last.map(|last| last.line.is_some())
    }

    fn latest_first(&self) -> impl Iterator<Item = &TakenInput<'a>> {
        std::iter::successors(self.0.as_deref(), |taken_input| taken_input.before.0.as_deref())
    }
}

impl Drop for Taken<'_> {
    /// One by one: dropping a list recursively would need stack in proportion to its length.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(mut taken_input) = rest.and_then(Rc::into_inner) {
            rest = taken_input.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::dialect::Declared;
    use crate::transcript::compare::is_plainly_right;
    use crate::transcript::{Profile, compare, follow as compared};

    const GAME: Dialect = Dialect::Tictactoe;

    fn inputs(lines: &[&str]) -> Vec<Vec<u8>> {
        lines.iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    /// The output of a program that reads these lines.
    fn output_of(lines: &[&str]) -> Vec<u8> {
        ExpectedTranscript::strict(&GAME, &inputs(lines)).text()
    }

    fn accepts(lines: &[&str], output: &[u8]) -> bool {
        compare(&ExpectedTranscript::scored(&GAME, &inputs(lines)), output, Profile::Golf).is_none()
    }

    #[test]
    fn a_doubtful_number_is_refused_or_taken() {
        let game = ["04", "4", "2", "8", "0", "1", "7", "3", "5", "6", "6"];
        assert!(accepts(&game, &output_of(&game)));
        let taken = ["4", "4", "2", "8", "0", "1", "7", "3", "5", "6", "6"];
        assert!(accepts(&game, &output_of(&taken)));
        // Another cell, a crash on the line, a crash after it, another answer after it.
        let other = ["0", "4", "2", "8", "0", "1", "7", "3", "5", "6", "6"];
        assert!(!accepts(&game, &output_of(&other)));
        assert!(!accepts(&game, &output_of(&[])));
        assert!(!accepts(&game, &output_of(&["4"])));
        let late = ["4", "2", "8", "0", "1", "7", "3", "5", "6", "6"];
        assert!(!accepts(&game, &output_of(&late)));
    }

    #[test]
    fn words_of_a_line_may_be_heard_one_by_one() {
        let after = ["0", "1", "2", "3", "7", "6", "8", "4", "5"];
        let fed = |line: &'static str| [&[line][..], &after].concat();
        for taken in [&["9"][..], &["4"], &["5"], &["4", "5"], &["9", "9"], &["9", "5"]] {
            assert!(accepts(&fed("4 5"), &output_of(&[taken, &after].concat())), "{taken:?}");
        }
        for taken in [&[][..], &["7"], &["0"], &["4", "7"], &["7", "8"], &["4", "5", "6"], &["9", "9", "9"]] {
            assert!(!accepts(&fed("4 5"), &output_of(&[taken, &after].concat())), "{taken:?}");
        }
        assert!(accepts(&fed("   "), &output_of(&after)) && !accepts(&fed("a b"), &output_of(&after)));
    }

    #[test]
    fn output_at_the_end_answers_no_empty_line() {
        // It passes over the empty line, and takes the end of its input for a line.
        let output = [&output_of(&["9"])[..], b"invalid.\n"].concat();
        assert!(accepts(&["9", ""], &output) && accepts(&["", "9"], &output) && accepts(&["9"], &output));
        assert!(!accepts(&["9", "9"], &output));
        let late = [&output_of(&["9"])[..], b"invalid.\n", &output_of(&["4"])[15..]].concat();
        assert!(!accepts(&["9", "", "4"], &late));
    }

    #[test]
    fn the_expected_transcript_is_that_of_the_reading() {
        let lines = ["04", "2", "x 1", "3"];
        let expected = ExpectedTranscript::scored(&GAME, &inputs(&lines));
        let output = output_of(&["4", "2", "9", "1", "3"]);
        let found = compared(expected.clone(), &output, Profile::Golf);
        assert_eq!((found.divergence, found.expected.text()), (None, output));
        assert_eq!(found.expected.steps().len(), lines.len() + 1);
        assert!(expected.last_words().is_empty());
    }

    #[test]
    fn a_game_may_end_sooner_or_later_by_a_reading() {
        // Taken as 2, the doubtful line wins at once; refused, it is followed by the end of input.
        let lines = ["0", "3", "1", "4", "+2", "9"];
        let won = output_of(&["0", "3", "1", "4", "2"]);
        assert!(accepts(&lines, &won) && accepts(&lines, &output_of(&lines)));
        assert!(!accepts(&lines, &[&won[..], b"X> "].concat()));
        let expected = ExpectedTranscript::scored(&GAME, &inputs(&lines));
        assert!(compared(expected.clone(), &won, Profile::Golf).expected.is_settled());
    }

    #[test]
    fn a_failure_is_told_by_the_reading_that_got_farthest() {
        let lines = inputs(&["04", "2", "8"]);
        let output = output_of(&["4", "2"]);
        let expected = ExpectedTranscript::scored(&GAME, &lines);
        let found = compared(expected.clone(), &output, Profile::Golf);
        let divergence = found.divergence.expect("an answer is missing");
        assert_eq!((divergence.step, divergence.at), (3, output.len()));
        assert_eq!(found.expected.text(), output_of(&["4", "2", "8"]));
    }

    #[test]
    fn of_failures_at_one_place_the_usual_reading_tells() {
        // Two answers to the second line would put the missing one a line too early.
        let lines = inputs(&["4", "a b", "c d", "4"]);
        let output = output_of(&["4", "9", "9"]);
        let expected = ExpectedTranscript::scored(&GAME, &lines);
        let found = compared(expected.clone(), &output, Profile::Golf);
        let divergence = found.divergence.expect("an answer is missing");
        assert_eq!((divergence.step, divergence.at), (4, output.len()));
    }

    #[test]
    fn many_readings_are_followed_in_reasonable_time() {
        let lines = vec!["4 5"; 3000];
        let refused = output_of(&vec!["9"; 3000]);
        assert!(accepts(&lines, &refused));
        let lines = vec!["+9"; 100_000];
        assert!(accepts(&lines, &output_of(&lines)));
    }

    fn doubtful() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec!["04", "+2", " 7", "4 5", "a b", "   "])
    }

    fn line() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec!["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "", "", "-1"])
    }

    /// An output that is right for other lines, changed at a place or not.
    fn output() -> impl Strategy<Value = Vec<u8>> {
        let change = proptest::option::of((any::<proptest::sample::Index>(), any::<bool>()));
        (proptest::collection::vec(line(), 0..20), change).prop_map(|(lines, change)| {
            let mut text = output_of(&lines);
            if let Some((place, is_cut)) = change {
                let place = place.index(text.len());
                if is_cut { text.truncate(place) } else { text[place] = b'\n' }
            }
            text
        })
    }

    /// Words that may be left out, added, or spelled otherwise.
    static SHOP: LazyLock<Dialect> = LazyLock::new(|| {
        let read = Declared::read("shop", SHOP_TABLE);
        Dialect::Declared(read.expect("it is sound"))
    });

    const SHOP_TABLE: &str = r#"
        title = "Shop"
        open = ["menu", "prompt"]
        [state]
        n = { init = 0, range = [0, 2] }
        [input]
        add = 'add'
        [[rule]]
        on = "add"
        when = "n < 2"
        set.n = "n + 1"
        say = ["done", "total", "prompt"]
        [[rule]]
        on = "add"
        say = ["full"]
        end = true
        [[rule]]
        on = "*"
        say = ["what", "prompt"]
        [words]
        menu = "Menu\n"
        done = "Done.\n"
        total = "{n}  items\n"
        prompt = "> "
        full = "Full.\n"
        what = "?\n"
        [freedom.golf]
        newlines = "around"
        case = "fold"
        spaces = "fold"
        optional = ["menu"]
        extra = ["done"]
        accept.what = ["??\n", "Error\n"]
    "#;

    #[test]
    fn a_line_that_a_replacement_empties_is_ignored_anywhere() {
        let table = |newlines: &str| {
            let text = format!(
                "title = 'Board'\nopen = ['board', 'prompt']\n[input]\nend = 'end'\n\
                 [[rule]]\non = 'end'\nsay = ['bye']\nend = true\n[[rule]]\non = '*'\nsay = ['board', 'prompt']\n\
                 [words]\nboard = \"board\\n\"\nprompt = \"X? \"\nbye = \"bye\\n\"\n\
                 [freedom.golf]\nnewlines = '{newlines}'\nreplace = [{{ pattern = '^1[23]3$' }}]\n"
            );
            Dialect::Declared(Declared::read("board", &text).unwrap())
        };
        let lines = inputs(&["x", "end"]);
        for (heads, is_strict) in [
            (["", "", ""], true),
            (["123\n", "133\n", "123\n"], true),
            (["123\n133\n", "", "123\r\n"], true),
            (["123\n\n", "", ""], false),
            (["\n123\n", "123\n\n133\n\n", "\n123\n\n"], false),
        ] {
            let [board, prompt, bye] = heads;
            let output = format!("{board}board\n{prompt}X? {board}board\n{prompt}X? {bye}bye\n{prompt}");
            for (dialect, is_right) in [(table("around"), true), (table("exact"), is_strict)] {
                let expected = ExpectedTranscript::scored(&dialect, &lines);
                let found = compare(&expected, output.as_bytes(), Profile::Golf);
                assert_eq!(found.is_none(), is_right, "{output:?}: {found:?}");
            }
        }
        let expected = ExpectedTranscript::scored(&table("around"), &lines);
        assert!(compare(&expected, b"board\n124\nX? board\nX? bye\n", Profile::Golf).is_some());
    }

    /// A right output with some of its bytes left out, doubled or replaced.
    fn changed() -> impl Strategy<Value = (Vec<&'static str>, Vec<(proptest::sample::Index, u8)>)> {
        let lines = proptest::collection::vec(proptest::sample::select(vec!["add", "x"]), 0..6);
        (lines, proptest::collection::vec((any::<proptest::sample::Index>(), 0..6_u8), 0..4))
    }

    fn change(text: &mut Vec<u8>, place: &proptest::sample::Index, how: u8) {
        let place = place.index(text.len());
        match how {
            0 => drop(text.remove(place)),
            1 => text.insert(place, text[place]),
            2 => text.insert(place, b' '),
            3 => text.insert(place, b'\n'),
            4 => text[place] = text[place].to_ascii_uppercase(),
            _ => drop(text.splice(place..place, *b"Done.\n")),
        }
    }

    proptest! {
        #[test]
        fn where_lines_are_certain_the_short_way_finds_the_same((lines, changes) in changed()) {
            let shop = &SHOP;
            let lines = inputs(&lines);
            let expected = ExpectedTranscript::scored(shop, &lines);
            prop_assert!(expected.is_certain);
            let mut output = expected.text();
            changes.iter().for_each(|(place, how)| change(&mut output, place, *how));
            let is_right = follow(shop, &lines, true, &output).divergence.is_none();
            prop_assert_eq!(compare(&expected, &output, Profile::Golf).is_none(), is_right);
        }

        #[test]
        fn what_is_right_by_the_reading_of_the_reference_is_right(
            lines in proptest::collection::vec(prop_oneof![line(), doubtful()], 0..20),
            is_spaced in any::<bool>(),
            other in output(),
        ) {
            let mut output = output_of(&lines);
            if is_spaced {
                output = String::from_utf8(output).unwrap().replace("invalid.\n", "invalid.\n\n").into_bytes();
            }
            for (output, is_sure) in [(output, true), (other, false)] {
                let expected = ExpectedTranscript::scored(&GAME, &inputs(&lines));
                let is_plain = is_plainly_right(&expected, &output);
                prop_assert!(is_plain || !is_sure);
                let found = follow(&GAME, &inputs(&lines), true, &output);
                prop_assert!(found.divergence.is_none() || !is_plain, "{:?}", found.divergence);
                prop_assert!(!is_plain || found.expected.is_settled() == expected.is_settled());
            }
        }

        #[test]
        fn without_doubt_it_is_the_plain_comparison(
            lines in proptest::collection::vec(line(), 0..20),
            left_out in proptest::collection::vec(any::<bool>(), 20),
            other in output(),
        ) {
            let taken: Vec<_> = lines.iter().zip(left_out)
                .filter(|(line, is_left_out)| !(line.is_empty() && *is_left_out))
                .map(|(line, _)| *line)
                .collect();
            for output in [output_of(&taken), other] {
                let (lines, output) = (inputs(&lines), &output);
                let plain = compare(&ExpectedTranscript::scored(&GAME, &lines), output, Profile::Golf);
                let found = follow(&GAME, &lines, true, output).divergence;
                prop_assert_eq!(found.is_none(), plain.is_none(), "{:?} {:?}", found, plain);
            }
        }
    }
}
