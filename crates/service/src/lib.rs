//! A judging service: submissions wait in a database until a worker rules on them.
//!
//! The database is SQLite inside the program, or PostgreSQL for many machines; [`Store`] does the same on
//! both. All accesses are a list of operations (`operation`), each a few statements of SQL that both
//! understand. SQLite runs them in a transaction. On PostgreSQL each is a function that is created with the
//! schema, so that a worker's role needs only the right to call its own functions.
//!
//! A job may be run several times, but has one ruling: each claim counts the job's attempts up, and a ruling
//! is accepted only from the worker and the attempt that hold the lease. The primary key on submission and
//! generation is the last defence. Leases use the clock of the database. A rejudging makes rulings of the next
//! generation; applying it changes the number of the generation that counts.
//!
//! A `Worker` claims jobs, judges them by a `Catalogue` of challenges, and holds `leases` while it does.
//! A `Site` accepts submissions and shows the results; a `Server` is one with its own worker. A `Client` submits to one over HTTP.

#![allow(missing_docs, reason = "it is for the program `judge` alone")]

mod admission;
mod age;
mod catalogue;
mod client;
mod database;
mod digest;
mod engine;
mod host;
mod leaderboard;
mod leases;
mod machine;
mod operation;
mod packing;
mod postgres;
mod queue;
mod row;
mod ruling;
mod server;
mod site;
mod sqlite;
mod store;
mod target;
mod value;
mod wakeup;
mod worker;

pub use age::Age;
pub use catalogue::Catalogue;
pub use client::{Client, Program, Progress, Submission};
pub use database::Database;
pub use engine::StoreError;
pub use host::{NewRejudging, RejudgingState, Scope, owner};
pub use queue::{Finished, Job, NewWorker, Ruling, Welcome};
pub use ruling::Judging;
pub use server::{Server, ServerSettings};
pub use site::{SiteSettings, Webhooks, open_api};
pub use store::{Accepted, Class, JobState, NewSubmission, Selection, Status, Store, Unwanted};
pub use worker::{Worker, WorkerSettings};
