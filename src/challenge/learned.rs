//! A machine that was learned from a program: its numbers, and the lines and texts for them.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::{Freedoms, Recording, Turn};
use crate::machine::{Identity, Mealy, OVER, Seen, Step, count_of_tests};

/// The reactions of a program to some lines, as a machine. The last input of the machine is the end of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Its origin: the command, and a digest of it and of its files.
    pub source: Source,
    /// The lines.
    pub lines: Vec<String>,
    /// The output before the first line.
    pub opening: String,
    /// The texts of the outputs from 1 on; output 0 is the silence of a program that has ended. None stands for what a
    /// program does at the end of input if it was left waiting there.
    pub texts: Vec<Option<String>>,
    /// The machine; its inputs are the lines and the end of input.
    pub machine: Mealy,
    /// What was tested.
    pub tested: Tested,
}

/// The origin of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The command.
    pub command: Vec<String>,
    /// A digest of the command and of the files of the challenge that it names.
    pub digest: String,
}

/// How a machine was tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// The tests would have exposed any other program with at most this many additional states.
    pub extra: usize,
    /// How many tests these were.
    pub tests: usize,
    /// How many random walks were made in addition.
    pub walks: usize,
    /// The seed of the walks.
    pub seed: u64,
    /// How many runs were asked for in all.
    pub asked: usize,
}

/// A file of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    /// A note for people who find the file.
    note: String,
    source: Source,
    tested: Tested,
    lines: Vec<String>,
    opening: String,
    texts: Vec<Option<String>>,
    /// For each state and each line, and the end of input, the output and the state afterwards.
    steps: Vec<[usize; 2]>,
}

const NOTE: &str = "made by `judge learn`, and used by `judge check`; `judge learn` makes it anew";

/// The most additional states that are tested for.
pub(crate) const MOST_EXTRA: usize = 3;

/// The most tests that a suite may have.
const MOST_TESTS: usize = 1_000_000;

impl Learned {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Why it is not valid, in words.
    pub fn read(text: &str) -> Result<Learned, String> {
        let form: Form = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let Form { source, tested, lines, opening, texts, steps, .. } = form;
        let is_line = |line: &String| !line.contains('\n');
        let different: BTreeSet<_> = lines.iter().collect();
        if lines.is_empty() || different.len() < lines.len() || !lines.iter().all(is_line) {
            return Err("its lines are not different lines".to_owned());
        }
        if steps.iter().any(|[output, _]| *output > texts.len()) {
            return Err("an output has no text".to_owned());
        }
        let steps = steps.into_iter().map(|[output, to]| Step { output, to }).collect();
        let machine = Mealy::new(lines.len() + 1, steps).ok_or("its steps are no machine")?;
        let end = lines.len();
        if !(0..machine.states()).all(|state| machine.is_over(machine.step(state, end).to)) {
            return Err("it goes on after the end of input".to_owned());
        }
        let machine = machine.reduced(|output| output);
        let identity = Identity::of(&machine);
        if tested.extra > MOST_EXTRA || count_of_tests(&machine, &identity, tested.extra) > MOST_TESTS {
            return Err(format!("its suite has more than {MOST_TESTS} runs"));
        }
        Ok(Learned { source, lines, opening, texts, machine, tested })
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        let states = self.machine.states() * self.machine.inputs();
        let step = |place: usize| {
            let Step { output, to } =
                self.machine.step(place / self.machine.inputs(), place % self.machine.inputs());
            [output, to]
        };
        let form = Form {
            note: NOTE.to_owned(),
            source: self.source.clone(),
            tested: self.tested,
            lines: self.lines.clone(),
            opening: self.opening.clone(),
            texts: self.texts.clone(),
            steps: (0..states).map(step).collect(),
        };
        serde_json::to_string(&form).expect("texts and numbers can be written") + "\n"
    }

    /// The input that is the end of input.
    pub fn end(&self) -> usize {
        self.lines.len()
    }

    /// The text of an output; empty for the silence after the end.
    pub fn said(&self, output: usize) -> &str {
        output.checked_sub(1).and_then(|place| self.texts[place].as_deref()).unwrap_or_default()
    }

    /// How many states it has, without that after the end.
    pub fn states(&self) -> usize {
        (0..self.machine.states()).filter(|state| !self.machine.is_over(*state)).count()
    }

    /// The program's output for these inputs, if they are lines of the machine.
    pub fn predicted(&self, inputs: &[Vec<u8>]) -> Option<Recording> {
        let mut run = Recording { opening: self.opening.clone(), ..Recording::default() };
        let mut state = 0;
        for input in inputs {
            if self.machine.is_over(state) {
                return Some(run);
            }
            let place = self.lines.iter().position(|line| line.as_bytes() == input)?;
            let Step { output, to } = self.machine.step(state, place);
            run.turns.push(Turn { input: self.lines[place].clone(), answer: self.said(output).to_owned() });
            state = to;
        }
        if let Some(place) = self.machine.step(state, self.end()).output.checked_sub(1) {
            run.closing.clone_from(&self.texts[place]);
            run.waits = run.closing.is_none();
        }
        Some(run)
    }

    /// The machine as seen through its texts only, where texts that these freedoms fold are equal.
    pub fn seen_with(&self, freedoms: &Freedoms) -> Mealy {
        let mut known = HashMap::from([(Some(String::new()), OVER)]);
        let class = |text: &Option<String>| {
            let new = known.len();
            *known.entry(text.as_ref().map(|text| freedoms.folded(text))).or_insert(new)
        };
        let classes: Vec<_> = self.texts.iter().map(class).collect();
        self.machine.reduced(|output| output.checked_sub(1).map_or(OVER, |place| classes[place]))
    }
}

/// The numbers of texts, in the order in which they first occurred.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    texts: Vec<Option<String>>,
    numbers: HashMap<Option<String>, usize>,
}

impl Texts {
    /// The output for a text; none for what is not known because the program was left waiting.
    pub(crate) fn number(&mut self, text: Option<&str>) -> usize {
        let text = text.map(str::to_owned);
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        self.texts.push(text.clone());
        self.numbers.insert(text, self.texts.len());
        self.texts.len()
    }

    /// The texts, for the outputs from 1 on.
    pub(crate) fn texts(&self) -> &[Option<String>] {
        &self.texts
    }

    /// A run as answers of a machine: to these lines, then to the end of input, and to what comes after.
    pub(crate) fn seen(&mut self, lines: &[usize], run: &Recording, end: usize) -> Seen {
        let mut word = lines.to_vec();
        let mut answers: Vec<_> = run.turns.iter().map(|turn| self.number(Some(&turn.answer))).collect();
        // After a program has ended by itself, all outputs are silence.
        answers.resize(word.len(), OVER);
        word.extend([end, end]);
        answers.push(if run.is_over() { OVER } else { self.number(run.closing.as_deref()) });
        answers.push(OVER);
        Seen { word, answers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a` is answered with "1" once, and then ends it; `b` is answered with "2".
    fn machine() -> Learned {
        let step = |output, to| Step { output, to };
        let steps = vec![
            step(1, 1),
            step(2, 0),
            step(3, 2),
            step(1, 2),
            step(2, 1),
            step(3, 2),
            step(0, 2),
            step(0, 2),
            step(0, 2),
        ];
        Learned {
            source: Source { command: vec!["python3".to_owned()], digest: "0".to_owned() },
            lines: vec!["a".to_owned(), "b".to_owned()],
            opening: "> ".to_owned(),
            texts: ["1\n", "2\n", ""].map(|text| Some(text.to_owned())).to_vec(),
            machine: Mealy::new(3, steps).expect("it is whole"),
            tested: Tested { extra: 1, tests: 9, walks: 5, seed: 1, asked: 20 },
        }
    }

    fn inputs(lines: &[&str]) -> Vec<Vec<u8>> {
        lines.iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Learned::read(&machine().text()), Ok(machine()));
        assert_eq!(machine().states(), 2);
    }

    #[test]
    fn a_file_that_is_no_machine_is_refused() {
        let text = machine().text();
        for (from, to) in [
            ("[1,1]", "[1,3]"),
            ("[1,1]", "[4,1]"),
            ("[1,1],", ""),
            ("\"a\",", "\"b\","),
            ("\"a\",", "\"a\\n\","),
            ("[3,2]", "[3,1]"),
            ("\"extra\":1", "\"extra\":4"),
            ("\"note\"", "\"other\""),
        ] {
            assert!(text.contains(from), "{from} is not in {text}");
            assert!(Learned::read(&text.replacen(from, to, 1)).is_err(), "{from} {to}");
        }
    }

    #[test]
    fn runs_are_predicted_to_their_end() {
        let run = machine().predicted(&inputs(&["b", "a"])).expect("the lines are known");
        assert_eq!((run.output().as_str(), run.closing), ("> 2\n1\n", Some(String::new())));
        let run = machine().predicted(&inputs(&["a", "a", "b"])).expect("the lines are known");
        assert_eq!((run.turns.len(), run.closing, run.waits), (2, None, false));
        assert_eq!(machine().predicted(&inputs(&["c"])), None);
    }

    #[test]
    fn a_program_that_was_left_waiting_is_predicted_to_wait() {
        let mut texts = Texts::default();
        let turn = Turn { input: "a".to_owned(), answer: "1\n".to_owned() };
        let left = Recording { turns: vec![turn], waits: true, ..Recording::default() };
        let seen = texts.seen(&[0], &left, 1);
        assert_eq!((seen.word, seen.answers), (vec![0, 1, 1], vec![1, 2, OVER]));
        let mut machine = machine();
        let steps = [(1, 0), (2, 1), (0, 1), (0, 1)].map(|(output, to)| Step { output, to });
        (machine.lines, machine.machine) =
            (vec!["a".to_owned()], Mealy::new(2, steps.to_vec()).expect("it is whole"));
        machine.texts = texts.texts().to_vec();
        assert_eq!(Learned::read(&machine.text()).as_ref(), Ok(&machine));
        let run = machine.predicted(&inputs(&["a", "a"])).expect("the line is known");
        assert_eq!((run.turns.len(), run.closing, run.waits), (2, None, true));
    }

    #[test]
    fn who_reads_only_texts_sees_fewer_states() {
        let mut loose = machine();
        loose.texts[1] = Some("1\r\n".to_owned());
        let folded = Freedoms { spaces: true, newlines: true, case: true, ..Freedoms::default() };
        loose.texts[1] = Some(" 1\n".to_owned());
        assert_eq!(loose.seen_with(&Freedoms::default()).states(), 3);
        let mut silent = machine();
        silent.texts = ["", " \n", ""].map(|text| Some(text.to_owned())).to_vec();
        assert_eq!(silent.seen_with(&folded).states(), 1);
    }
}
