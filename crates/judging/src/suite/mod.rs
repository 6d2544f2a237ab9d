//! Cases, suites, and the formats in which inputs are given to a program.
//!
//! A [`Case`] is a list of inputs with a name. The expected answers are not stored with it: the reference plays the
//! case when they are needed, so a case can never contradict the rules.

mod bad;
mod certificate;
mod claim;
mod count;
#[doc(hidden)]
pub mod cover;
mod declared;
mod dice;
mod dictionary;
mod evidence;
pub mod explore;
mod explored;
mod fixtures;
mod flow;
mod games;
mod generated;
mod inject_invalid;
mod input_format;
mod kind;
mod known;
pub mod moves;
#[doc(hidden)]
pub mod mutant;
mod near;
#[doc(hidden)]
pub mod network;
mod observed;
mod offer;
mod offered;
mod order;
mod othello;
mod proof;
mod refusals;
mod reversi;
mod robust;
mod smoke;
mod tictactoe;
mod truth;
mod whole;

#[doc(inline)]
pub use crate::case::Case;
pub use certificate::{Certificate, Sequence};
pub(crate) use count::counted;
pub use count::grouped;
pub(crate) use declared::adaptive::tactic_of;
pub(crate) use declared::adaptive::{Guide, Question, Tactic, adaptive_case};
pub use declared::certificate::{TableCertificate, TableProof};
pub use declared::faults::{FaultMatrix, fault_matrix};
pub use declared::flaw::TableFlaw;
pub(crate) use dictionary::of_words;
pub use evidence::Evidence;
pub use fixtures::{Fixture, Inconsistent};
pub use generated::Goal;
pub use input_format::{InputFormat, IoMode};
pub use kind::*;
pub(crate) use known::faults;
pub use known::{evidence, searched};
pub use offer::{NoSuite, Offer};
pub(crate) use offered::usual;
pub use offered::{kills, offer_of, offers};
pub use proof::{Flaw, Proof};
pub(crate) use robust::outside;
pub(crate) use truth::Faults;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use games::Games;

use crate::dialect::Dialect;

/// The cases of one kind, for a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Shared, so that limiting a suite to an input format costs nothing.
    part: Arc<SuitePart>,
    /// The input format that the cases are limited to, if any.
    format: Option<InputFormat>,
}

/// The cases of a suite: first those with numbers, then those with names, then games whose inputs follow
/// from the answers, then games with rows of bad lines; no proof covers the last two.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SuitePart {
    kind: SuiteKind,
    dialect: Dialect,
    games: Games,
    named: Vec<Case>,
    /// The inputs are those for the likeliest answers.
    adaptive: Vec<(Case, Tactic)>,
    bursts: Vec<Case>,
    /// At how many cases the suite may end for candidates that are slow, each with what is claimed then.
    sizes: Vec<(usize, String)>,
    /// The findings about the reference while the suite was made.
    remark: Option<String>,
    /// Why it is much smaller than it was to be, if it is.
    lack: Option<String>,
    /// Whether lines outside the domain are among them.
    is_robust: bool,
    /// The claim if no run shows a difference, with its assumption.
    claim: Cow<'static, str>,
    /// Whether that holds only for programs that show the board again after a refusal.
    needs_boards: bool,
}

impl SuitePart {
    /// Cases with names, with the claim of their kind.
    fn of_named(kind: SuiteKind, dialect: &Dialect, named: Vec<Case>, bursts: Vec<Case>) -> SuitePart {
        SuitePart {
            kind,
            dialect: dialect.clone(),
            games: Games::default(),
            named,
            adaptive: Vec::new(),
            bursts,
            sizes: Vec::new(),
            remark: None,
            lack: None,
            is_robust: kind == ROBUST,
            claim: kind.claim.into(),
            needs_boards: false,
        }
    }

    /// How many cases are neither bursts nor adaptive.
    fn plain(&self) -> usize {
        self.games.len() + self.named.len()
    }

    /// Its lines; each at least once.
    fn lines(&self) -> impl Iterator<Item = Vec<u8>> {
        let codes: BTreeSet<_> = self.games.codes.iter().copied().collect();
        let coded = codes.into_iter().map(|code| games::line(&self.dialect, code).into());
        let adaptive = self.adaptive.iter().map(|(case, _)| case);
        let named = self.named.iter().chain(adaptive).chain(&self.bursts);
        let named = named.flat_map(|case| case.inputs.iter().cloned());
        coded.chain(named)
    }

    fn case(&self, index: usize) -> Case {
        if let Some(index) = index.checked_sub(self.games.len()) {
            let adaptive = self.adaptive.iter().map(|(case, _)| case);
            let mut named = self.named.iter().chain(adaptive).chain(&self.bursts);
            return named.nth(index).expect("there is a case at this place").clone();
        }
        let digits = self.games.len().to_string().len();
        let name = format!("{}-{:0digits$}", self.kind.name, index + 1);
        let lines = self.games.get(index).iter().map(|&code| games::line(&self.dialect, code));
        Case { name, dialect: self.dialect.clone(), inputs: lines.map(Vec::from).collect() }
    }
}

impl Suite {
    /// A suite in which all games have names.
    fn of_named(kind: SuiteKind, dialect: &Dialect, named: Vec<Case>, bursts: Vec<Case>) -> Suite {
        Suite::of_part(SuitePart::of_named(kind, dialect, named, bursts))
    }

    /// Sets the claim, where that of its kind would say too little or too much.
    fn claiming(mut self, claim: impl Into<Cow<'static, str>>) -> Suite {
        Arc::make_mut(&mut self.part).claim = claim.into();
        self
    }

    /// Lets it end at these numbers of cases, each with what is claimed then. The last is all of them.
    fn in_sizes(mut self, sizes: Vec<(usize, String)>) -> Suite {
        let part = Arc::make_mut(&mut self.part);
        part.claim = sizes.last().map_or(part.claim.clone(), |(_, claim)| claim.clone().into());
        part.sizes = sizes;
        self
    }

    /// The longest beginning that is useful as a suite and has no more cases than this. `None` if there is none.
    pub fn of_at_most(&self, cases: usize) -> Option<Suite> {
        let (size, claim) = self.part.sizes.iter().rfind(|(size, _)| *size <= cases)?;
        let mut suite = self.clone().claiming(claim.clone());
        Arc::make_mut(&mut suite.part).named.truncate(*size);
        Some(suite)
    }

    /// How many cases the shortest beginning has that is useful as a suite.
    pub(crate) fn least(&self) -> usize {
        self.part.sizes.first().map_or(self.len(), |(size, _)| *size)
    }

    /// Adds what was found out about the reference.
    fn remarking(mut self, remark: Option<String>) -> Suite {
        Arc::make_mut(&mut self.part).remark = remark;
        self
    }

    /// Adds why it is much smaller than it was to be.
    fn lacking(mut self, lack: Option<String>) -> Suite {
        Arc::make_mut(&mut self.part).lack = lack;
        self
    }

    /// Why it is much smaller than it was to be, if it is.
    pub fn lack(&self) -> Option<&str> {
        self.part.lack.as_deref()
    }

    /// The findings about the reference while it was made, in a sentence.
    pub fn remark(&self) -> Option<&str> {
        self.part.remark.as_deref()
    }

    /// Its kind.
    pub fn kind(&self) -> SuiteKind {
        self.part.kind
    }

    /// Sets the games whose inputs follow from the answers.
    fn with_adaptive(mut self, adaptive: Vec<(Case, Tactic)>) -> Suite {
        Arc::make_mut(&mut self.part).adaptive = adaptive;
        self
    }

    fn of_part(part: SuitePart) -> Suite {
        Suite { part: Arc::new(part), format: None }
    }

    /// Limits the suite to what `format` can express: other lines are left out of the runs.
    pub fn for_format(&self, format: InputFormat) -> Suite {
        Suite { format: Some(format), ..self.clone() }
    }

    /// Its name on the command line and in reports.
    pub fn name(&self) -> &'static str {
        self.part.kind.name
    }

    /// How many cases it has.
    pub fn len(&self) -> usize {
        self.part.plain() + self.adaptive() + self.bursts()
    }

    /// Whether it has no cases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A case, by its place in the order in which they are tried and reported.
    ///
    /// # Panics
    /// If there is no case at that place.
    pub fn case(&self, index: usize) -> Case {
        let case = self.part.case(index);
        match self.format {
            Some(format) => IoMode { format, ..IoMode::default() }.fit(case),
            None => case,
        }
    }

    /// How many of the cases are games with rows of bad lines, which no proof covers.
    pub fn bursts(&self) -> usize {
        self.part.bursts.len()
    }

    /// How many of the cases, before the bursts, are games whose inputs follow from the answers.
    pub fn adaptive(&self) -> usize {
        self.part.adaptive.len()
    }

    /// How the inputs of the case at this place follow from the answers, if they do. The inputs of the case
    /// itself are then those for the likeliest answers.
    pub(crate) fn tactic(&self, index: usize) -> Option<Tactic> {
        let index = index.checked_sub(self.part.plain())?;
        self.part.adaptive.get(index).map(|(_, tactic)| *tactic)
    }

    /// Every case but the bursts and the adaptive ones, in order.
    pub fn games(&self) -> impl Iterator<Item = Case> {
        (0..self.part.plain()).map(|index| self.case(index))
    }

    /// Every case, in order.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        (0..self.len()).map(|index| self.case(index))
    }
}
