//! Learning a machine until tests find no fault.
//!
//! No oracle knows whether a machine is right, so it is tested: by words that would expose any other machine
//! with at most some additional states, and by random walks. The report of a machine says what was tested.

use super::dice::Dice;
use crate::challenge::Tested;
use crate::machine::{Identity, Learner, Mealy, Oracle, Trouble, Walker, Word, count_of_tests, tests_of};

/// How a machine is to be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trials {
    /// For how many additional states; by default one, or zero if one would need too many tests.
    pub extra: Option<usize>,
    /// How many random walks.
    pub walks: usize,
    /// The seed of the walks.
    pub seed: u64,
}

/// How many words are asked at a time.
const BATCH: usize = 256;

/// Learns a machine that passes all tests.
///
/// # Errors
/// [`Trouble`].
pub(crate) fn study<O: Oracle>(
    learner: &mut Learner<O>,
    trials: Trials,
) -> Result<(Mealy, Tested), Trouble<O::Error>> {
    loop {
        let machine = learner.hypothesis()?;
        if let Some((extra, tests)) = passed(learner, &machine, trials)? {
            let Trials { walks, seed, .. } = trials;
            return Ok((machine, Tested { extra, tests, walks, seed, asked: learner.asked() }));
        }
    }
}

/// For how many additional states a machine passes how many tests; none if it fails one.
fn passed<O: Oracle>(
    learner: &mut Learner<O>,
    machine: &Mealy,
    trials: Trials,
) -> Result<Option<(usize, usize)>, Trouble<O::Error>> {
    let identity = Identity::of(machine);
    let mut dice = Dice(trials.seed);
    let walker = Walker::new(machine, &identity);
    let walks = (0..trials.walks).map(|_| walker.walk(|end| dice.below(end)));
    let is_right = pass(learner, machine, walks)? && pass(learner, machine, tests_of(machine, &identity, 0))?;
    let usual = usize::from(count_of_tests(machine, &identity, 1) <= learner.left());
    let extra = trials.extra.unwrap_or(usual);
    let is_right = is_right && (extra == 0 || pass(learner, machine, tests_of(machine, &identity, extra))?);
    Ok(is_right.then(|| (extra, count_of_tests(machine, &identity, extra))))
}

fn pass<O: Oracle>(
    learner: &mut Learner<O>,
    machine: &Mealy,
    mut words: impl Iterator<Item = Word>,
) -> Result<bool, Trouble<O::Error>> {
    loop {
        let batch: Vec<_> = words.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(true);
        }
        learner.ask(batch.iter().cloned())?;
        let is_right = |word: &Word| learner.known(word) == Some(machine.answers(0, word));
        if !batch.iter().all(is_right) {
            return Ok(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::challenge::{Challenge, Freedoms, Learned, Source};
    use crate::dialect::{Dialect, Observed};
    use crate::machine::{Limits, Seen, Step};
    use crate::suite::Suite;

    /// Answers as a machine does.
    struct Known(Mealy);

    impl Oracle for Known {
        type Error = Infallible;

        fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Infallible> {
            let seen = |word: &Word| Seen { word: word.clone(), answers: self.0.answers(0, word) };
            Ok(words.iter().map(seen).collect())
        }
    }

    const LIMITS: Limits = Limits { states: 100, runs: 100_000 };
    const TRIALS: Trials = Trials { extra: Some(1), walks: 10, seed: 1 };

    /// Counts `a` up to a number and then reports it; `b` starts again.
    fn counter(states: usize) -> Mealy {
        let row = |state: usize| {
            let is_last = state + 1 == states;
            let up = Step { output: if is_last { 2 } else { 1 }, to: if is_last { 0 } else { state + 1 } };
            [up, Step { output: 1, to: 0 }]
        };
        Mealy::new(2, (0..states).flat_map(row).collect()).expect("it is whole")
    }

    #[test]
    fn tests_find_what_the_questions_did_not_show() {
        let mut learner = Learner::new(Known(counter(2)), 2, LIMITS);
        let (found, tested) = study(&mut learner, TRIALS).expect("it is answered");
        assert_eq!((found.difference(&counter(2)), tested.extra), (None, 1));
        // Only seven `a` in a row reveal the seven states.
        let trials = Trials { walks: 2_000, ..TRIALS };
        let mut learner = Learner::new(Known(counter(7)), 2, LIMITS);
        assert_eq!(study(&mut learner, trials).expect("it is answered").0.difference(&counter(7)), None);
    }

    #[test]
    fn too_many_tests_are_left_out_unless_they_are_asked_for() {
        let few = Limits { runs: 20, ..LIMITS };
        let trials = Trials { walks: 0, extra: None, ..TRIALS };
        let mut learner = Learner::new(Known(counter(3)), 2, few);
        learner.ask([vec![0, 0, 0]]).expect("it is answered");
        assert_eq!(study(&mut learner, trials).expect("it is answered").1.extra, 0);
        let mut learner = Learner::new(Known(counter(3)), 2, few);
        learner.ask([vec![0, 0, 0]]).expect("it is answered");
        assert!(matches!(study(&mut learner, Trials { extra: Some(3), ..trials }), Err(Trouble::Runs(_))));
    }

    const SWITCH: &str = "title = 'Switch'\nreference = ['x']\nsamples = ['on', 'off', 'bye']\n";

    /// `on` and `off` are answered by "was on" or "was off"; `bye` ends it in one of three states.
    fn switch() -> Learned {
        let step = |output, to| Step { output, to };
        let steps = vec![
            step(1, 1),
            step(1, 0),
            step(3, 2),
            step(3, 2),
            step(2, 1),
            step(2, 0),
            step(3, 2),
            step(3, 2),
            step(0, 2),
            step(0, 2),
            step(0, 2),
            step(0, 2),
        ];
        let texts = ["was off\n", "was on\n", ""].map(|text| Some(text.to_owned())).to_vec();
        Learned {
            source: Source::default(),
            lines: ["on", "off", "bye"].map(str::to_owned).to_vec(),
            opening: String::new(),
            texts,
            machine: Mealy::new(4, steps).expect("it is whole"),
            tested: Tested { extra: 1, ..Tested::default() },
        }
    }

    fn suite(name: &str) -> Suite {
        let Ok(Challenge::Seen(manifest)) = Challenge::read(SWITCH) else { panic!("{SWITCH} is none") };
        let observed = Observed::new("switch", SWITCH, None, manifest, Vec::new(), None, Some(switch()))
            .expect("nothing contradicts itself");
        Suite::of(&Dialect::Observed(observed), name).expect("there is a machine")
    }

    /// The output of a program in a run, as one text.
    fn text(learned: &Learned, inputs: &[Vec<u8>]) -> String {
        learned.predicted(inputs).expect("the lines are known").output()
    }

    #[test]
    fn suites_hold_each_step_and_find_every_program_that_has_one_state_more() {
        let complete = suite("complete");
        assert!(complete.claim().contains("has 2 states for 3 lines"), "{}", complete.claim());
        let probed = suite("probed");
        assert!(probed.claim().contains("it and the reference have at most 3 states"), "{}", probed.claim());
        let right = switch();
        let mut found = 0;
        // A third state of the switch that equals one of the others except for one step.
        for (into, copied) in [(0, 1), (1, 0), (4, 1), (5, 0)] {
            for input in 0..3 {
                for fault in [Step { output: 1, to: 0 }, Step { output: 2, to: 1 }, Step { output: 3, to: 2 }]
                {
                    let old = |place: usize| right.machine.step(place / 4, place % 4);
                    let mut steps: Vec<_> = (0..12).map(old).collect();
                    steps.extend((0..4).map(|input| right.machine.step(copied, input)));
                    steps[into].to = 3;
                    steps[12 + input] = fault;
                    let machine = Mealy::new(4, steps).expect("it is whole");
                    let wrong = Learned { machine, ..switch() };
                    let seen = |learned: &Learned| learned.seen_with(&Freedoms::default());
                    if seen(&right).difference(&seen(&wrong)).is_none() {
                        continue;
                    }
                    found += 1;
                    let differs =
                        |case: &crate::suite::Case| text(&right, &case.inputs) != text(&wrong, &case.inputs);
                    assert!(probed.cases().any(|case| differs(&case)), "{wrong:?}");
                }
            }
        }
        assert!(found > 20, "{found}");
    }
}
