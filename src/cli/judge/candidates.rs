//! Who is judged: submissions made ready, or a command as it is.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::Failure;
use crate::dialect::Dialect;
use crate::golf::{Languages, Submission, Workshop, WorkshopError, gather};
use crate::process::Command;
use crate::runner::{Candidate, Program};

/// The submissions at these paths, or in `golf` if there are none, ready to run or with the reason why
/// not.
pub(super) fn gathered(
    paths: &[PathBuf],
    dialect: Dialect,
    languages: &Languages,
    jobs: usize,
    workshop: &Workshop<'_>,
) -> Result<Vec<Candidate>, Failure> {
    let golf = [PathBuf::from("golf")];
    let paths = if paths.is_empty() { &golf[..] } else { paths };
    let mut submissions = Vec::new();
    for path in paths {
        submissions.extend(gather(path, dialect, languages)?);
    }
    Ok(prepare(workshop, &submissions, jobs)?)
}

/// A command as it is, but for what would mean something else in the folder that it runs in: its
/// program is looked for now, and an argument that names a file here names it there too.
pub(in crate::cli) fn bare(program: &OsString, args: &[OsString]) -> Result<Candidate, Failure> {
    let words = [program].into_iter().chain(args).map(|word| word.to_string_lossy());
    let name = words.collect::<Vec<_>>().join(" ");
    let program = which::which(program).or_else(|_| std::path::absolute(program))?;
    let is_file = |arg: &&OsString| std::path::Path::new(arg).is_file();
    let args: Result<Vec<_>, _> = args
        .iter()
        .map(|arg| Some(arg).filter(is_file).map_or(Ok(arg.into()), std::path::absolute))
        .collect();
    let program = Program::Ready(Command::new(program, args?));
    Ok(Candidate { name, path: None, language: None, bytes: None, chars: None, source: None, program })
}

/// Makes the submissions ready, several at once, in their order.
fn prepare(
    workshop: &Workshop<'_>,
    submissions: &[Submission<'_>],
    jobs: usize,
) -> Result<Vec<Candidate>, WorkshopError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut ready = Vec::new();
        while let Some((index, submission)) = take(&next, submissions) {
            ready.push((index, workshop.prepare(submission)));
        }
        ready
    };
    let mut ready = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("preparing does not panic"))
            .collect::<Vec<_>>()
    });
    ready.sort_by_key(|(index, _)| *index);
    ready.into_iter().map(|(_, candidate)| candidate).collect()
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}
