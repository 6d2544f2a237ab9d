//! The search for a shorter program. Changes are tried in a fixed order, each on the shortest text so far; several are tried
//! at once, on the guess that those before them are refused, and again if the guess was wrong. So the outcome does not
//! depend on how many are tried at once.
//!
//! A change is kept for now if the text passes a quick check. When all changes were tried, and after so many of them, the whole
//! plan is played; if it refuses the text, the changes since the last time are bisected, and what refused it
//! is part of the quick check from then on.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};

use super::edit::Edit;
use super::lexemes::{Knowledge, LexedSource};
use super::{chunks, layout, names, spellings};

pub(super) trait Trials {
    /// Why the search ends early.
    type Stop;

    /// How many texts are tried at once.
    fn places(&self) -> usize;

    /// Whether each of these texts, no more than there are places, passes the quick check.
    fn pass(&mut self, texts: &[&[u8]]) -> Result<Vec<bool>, Self::Stop>;

    /// Whether the whole plan accepts a text.
    fn accepts(&mut self, text: &[u8]) -> Result<bool, Self::Stop>;

    /// Reports the length of the shortest text.
    fn report(&mut self, bytes: usize);
}

/// After this many changes the whole plan is played, if some of them were kept. So an interrupt loses no more than these. The plan
/// may take as long as they do.
const CHANGES: usize = 250;

type Propose = fn(&LexedSource<'_>, &str) -> Vec<Edit>;

/// Large changes first.
const PASSES: [Propose; 7] = [
    |source, _| layout::edits(source),
    |source, _| chunks::of_lines(source),
    |source, _| chunks::of_brackets(source),
    |source, _| names::edits(source),
    spellings::edits,
    |source, _| chunks::of_parts(source),
    |source, _| chunks::of_bytes(source),
];

#[derive(PartialEq, Eq)]
enum Pass {
    Done,
    /// The plan has refused a text, so the changes that were proposed fit no more.
    CutShort,
}

/// Which of the changes since the last time the plan accepts.
#[derive(PartialEq, Eq)]
enum Confirmed {
    All,
    Fewer,
}

pub(super) struct ShorteningSearch<'a, T> {
    trials: &'a mut T,
    knowledge: Knowledge,
    /// The text that the plan has accepted, and those after it that have only passed the quick check.
    texts: Vec<Vec<u8>>,
    refused: HashSet<u64>,
    hasher: RandomState,
    /// How many changes were kept or refused since the plan has accepted a text.
    decided: usize,
}

impl<'a, T: Trials> ShorteningSearch<'a, T> {
    pub(super) fn new(trials: &'a mut T, knowledge: Knowledge, text: Vec<u8>) -> ShorteningSearch<'a, T> {
        let (refused, hasher) = (HashSet::new(), RandomState::new());
        ShorteningSearch { trials, knowledge, texts: vec![text], refused, hasher, decided: 0 }
    }

    /// The shortest text that the whole plan has accepted.
    pub(super) fn into_best(mut self) -> Vec<u8> {
        self.texts.swap_remove(0)
    }

    /// Searches until no change makes the text shorter.
    pub(super) fn run(&mut self) -> Result<(), T::Stop> {
        loop {
            let before = self.text().len();
            for pass in PASSES {
                while self.pass(pass)? == Pass::CutShort {}
            }
            if self.confirm()? == Confirmed::All && self.text().len() == before {
                return Ok(());
            }
        }
    }

    /// One pass over the text, unless the plan refuses the text meanwhile.
    fn pass(&mut self, propose: Propose) -> Result<Pass, T::Stop> {
        let source = LexedSource::new(self.text(), &self.knowledge.comments);
        let edits = propose(&source, &self.knowledge.name);
        self.try_all(edits.into())
    }

    fn text(&self) -> &[u8] {
        self.texts.last().expect("the first stays")
    }

    /// Tries changes in their order, and keeps those that pass.
    fn try_all(&mut self, mut edits: VecDeque<Edit>) -> Result<Pass, T::Stop> {
        loop {
            let may_confirm = self.texts.len() > 1;
            if self.decided >= CHANGES && may_confirm && self.confirm()? == Confirmed::Fewer {
                return Ok(Pass::CutShort);
            }
            // No more than until the plan is played, so that this does not depend on the number of places.
            let trials_left = if self.texts.len() > 1 { CHANGES - self.decided } else { usize::MAX };
            let mut tried: Vec<(Edit, Vec<u8>)> = Vec::new();
            while tried.len() < self.trials.places().min(trials_left)
                && let Some(edit) = edits.pop_front()
            {
                tried.extend(self.changed(edit));
            }
            if tried.is_empty() {
                return Ok(Pass::Done);
            }
            let texts: Vec<_> = tried.iter().map(|(_, text)| text.as_slice()).collect();
            let passes = self.trials.pass(&texts)?;
            let first = passes.iter().position(|passes| *passes).unwrap_or(tried.len());
            let mut rest = tried.split_off(first).into_iter();
            self.refused.extend(tried.iter().map(|(_, text)| self.hasher.hash_one(text)));
            self.decided += tried.len();
            if let Some((kept, text)) = rest.next() {
                // The others were tried on a text that is not the shortest any more.
                let others = rest.map(|(edit, _)| edit).chain(edits);
                edits = others.filter_map(|edit| edit.after(&kept)).collect();
                self.trials.report(text.len());
                self.texts.push(text);
                self.decided += 1;
            }
        }
    }

    /// A change and its text, unless that does not become shorter or was refused before.
    fn changed(&self, edit: Edit) -> Option<(Edit, Vec<u8>)> {
        let text = edit.apply(self.text());
        let is_new = !text.is_empty() && !self.refused.contains(&self.hasher.hash_one(&text));
        (edit.saved() > 0 && is_new).then_some((edit, text))
    }

    /// Goes back to the last text that the whole plan accepts, as far as that can be found by bisection.
    fn confirm(&mut self) -> Result<Confirmed, T::Stop> {
        self.decided = 0;
        let (mut middle, mut confirmed) = (self.texts.len() - 1, Confirmed::All);
        while self.texts.len() > 1 {
            if self.trials.accepts(&self.texts[middle])? {
                self.texts.drain(..middle);
            } else {
                self.refused.insert(self.hasher.hash_one(&self.texts[middle]));
                self.texts.truncate(middle);
                confirmed = Confirmed::Fewer;
            }
            middle = self.texts.len() / 2;
        }
        self.trials.report(self.text().len());
        Ok(confirmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts what holds certain words; the quick check knows only the first of them until the plan has refused something.
    struct Fake {
        places: usize,
        quick: Vec<&'static str>,
        needed: Vec<&'static str>,
        trials_left: usize,
        confirmed: usize,
    }

    fn has(text: &[u8], words: &[&'static str]) -> bool {
        let text = String::from_utf8_lossy(text);
        words.iter().all(|word| text.contains(word))
    }

    impl Trials for Fake {
        type Stop = ();

        fn places(&self) -> usize {
            self.places
        }

        fn pass(&mut self, texts: &[&[u8]]) -> Result<Vec<bool>, ()> {
            assert!(texts.len() <= self.places);
            self.trials_left = self.trials_left.checked_sub(texts.len()).ok_or(())?;
            Ok(texts.iter().map(|text| has(text, &self.quick)).collect())
        }

        fn accepts(&mut self, text: &[u8]) -> Result<bool, ()> {
            self.confirmed += 1;
            let is_accepted = has(text, &self.needed);
            if !is_accepted {
                self.quick = self.needed.clone();
            }
            Ok(is_accepted)
        }

        fn report(&mut self, _: usize) {}
    }

    const TEXT: &str = "say hello\nif a: (wait)\nsay world\nif b: (stop)\n\nend";

    fn shortened(places: usize, trials_left: usize) -> (String, Fake, Result<(), ()>) {
        let (quick, needed) = (vec!["hello"], vec!["hello", "stop", "end"]);
        let mut fake = Fake { places, quick, needed, trials_left, confirmed: 0 };
        let mut search = ShorteningSearch::new(&mut fake, Knowledge::default(), TEXT.into());
        let outcome = search.run();
        let best = String::from_utf8(search.into_best()).unwrap();
        (best, fake, outcome)
    }

    #[test]
    fn what_is_not_needed_goes_whatever_the_quick_check_overlooks() {
        let (best, fake, outcome) = shortened(1, usize::MAX);
        assert_eq!((best.as_str(), outcome), ("hellostopend", Ok(())));
        assert!(fake.confirmed < 20, "{}", fake.confirmed);
    }

    #[test]
    fn the_outcome_does_not_depend_on_how_many_are_tried_at_once() {
        let alone = shortened(1, usize::MAX).0;
        for places in [2, 3, 7] {
            assert_eq!(shortened(places, usize::MAX).0, alone);
        }
    }

    #[test]
    fn whenever_it_is_stopped_the_best_is_one_that_the_plan_accepts() {
        for left in 0..150 {
            let (best, fake, _) = shortened(2, left);
            assert!(best == TEXT || has(best.as_bytes(), &fake.needed), "{left}: {best}");
        }
    }
}
