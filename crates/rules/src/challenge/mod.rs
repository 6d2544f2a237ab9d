//! A specification as data.
//!
//! A challenge is a folder with a file `challenge.toml`. It says what a program has to remember, which lines
//! it may be given, and by a table of rules how it answers. Nothing in the table is code that could run for
//! ever, so all states can be explored: it is known before the first run whether every line has an answer. A
//! challenge without rules is defined by the output of a program: recordings, or a reference program that is
//! asked. Or it consists of whole inputs with their answers, compared in several ways or by a validator.
//!
//! This module reads the files, answers lines by the table, and checks it. `dialect::declared` and
//! `dialect::observed` derive from it what a program's output must be.

mod answers;
mod bounds;
mod cases;
mod distinguishable_answers;
mod domain;
mod effects;
mod embedded;
mod equivalence;
mod example;
mod exit_status;
mod expression;
mod fault;
mod folding;
mod form;
mod freedoms;
mod freedoms_form;
mod input;
mod line_list;
mod marks;
mod matcher;
mod mutate;
mod read;
mod recording;
mod sample;
mod sound;
mod space;
mod table;
mod template;
mod tokens;
mod value;
mod word_finder;

pub use bounds::work as evaluation_steps;
pub use cases::{CaseLimits, Cases, MOST_PASSES, MOST_POINTS, MOST_SIZE, MOST_TIME, belongs};
pub use console::execution::FeedMode;
pub use distinguishable_answers::Looks;
pub use domain::{Domain, LONGEST, LONGEST_TYPED, Weakness};
pub use equivalence::is_allowed;
pub use example::matching_texts;
pub use exit_status::ExitStatus;
pub use fault::Fault;
pub use form::{Show, schema};
pub(crate) use freedoms::Spelling;
pub use freedoms::{Freedom, Freedoms, Replacement};
pub use line_list::listed;
pub use marks::{CaseShare, GroupMarks, Marks, of_points, rounded};
pub use matcher::Matcher;
pub(crate) use mutate::{TableMutant, mutants};
pub use read::{Challenge, Manifest};
pub use recording::RecordedTurn;
pub use recording::Recording;
pub use sample::Sampler;
pub use sound::{answers, faults, remarks};
pub use space::Space;
pub use space::{Arrow, MOST_STEPS, Node};
pub use table::{LineMeaning, Presence, Reading, State, TableAnswer, Utterance};
pub use table::{RuleTable, Trouble};
pub use value::Value;
pub(crate) use word_finder::Scanner;
